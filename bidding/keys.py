"""Keys of API clients: made once, kept as a hash alone, looked up at each request."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from bidding.models import ApiKey, Scope

MARK = "bv_"  # so that a key is known for one wherever it turns up
SECRET_BYTES = 32  # more than anybody can guess: a plain hash of it is safe
PREFIX_CHARACTERS = len(MARK) + 6
USE_NOTED_EVERY = timedelta(minutes=10)  # not a write for each request


def make(name: str, scopes: Iterable[Scope | str]) -> tuple[ApiKey, str]:
    """A new key's row and the key itself, which nobody can find out from the row again."""
    text = MARK + secrets.token_urlsafe(SECRET_BYTES)
    key = ApiKey(
        name=name,
        prefix=text[:PREFIX_CHARACTERS],
        digest=digest(text),
        scopes=[str(scope) for scope in scopes],
        created_at=timezone.now(),
    )
    return key, text


def digest(text: str) -> str:
    """What is kept of a key: its SHA-256 in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find(text: str) -> ApiKey | None:
    """The row of a key that was not revoked; its use is noted."""
    key = ApiKey.objects.filter(digest=digest(text), revoked_at=None).first()
    if key is not None:
        now = timezone.now()
        long_ago = Q(used_at=None) | Q(used_at__lt=now - USE_NOTED_EVERY)
        ApiKey.objects.filter(long_ago, pk=key.pk).update(used_at=now)
    return key


def revoke(keys: Iterable[ApiKey]) -> int:
    """From now on none of them opens anything; how many were not revoked before."""
    which = ApiKey.objects.filter(pk__in=[key.pk for key in keys], revoked_at=None)
    return which.update(revoked_at=timezone.now())
