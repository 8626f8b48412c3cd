"""Keys of API clients: shown once, stored as a hash only, looked up at each request."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from bidding.models import ApiKey, Scope

MARK = "bv_"  # identifies a leaked key as one of this site
SECRET_BYTES = 32  # beyond guessing, so that a plain hash is safe
PREFIX_CHARACTERS = len(MARK) + 6
USE_UPDATE_INTERVAL = timedelta(minutes=10)  # not a write for each request


def make(name: str, scopes: Iterable[Scope | str]) -> tuple[ApiKey, str]:
    """Return the row of a new key, not yet saved, and the key, which cannot be derived from it."""
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
    """Return the SHA-256 of a key in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find(text: str) -> ApiKey | None:
    """Return the row of a key and note its use; None for an unknown or revoked key."""
    key = ApiKey.objects.filter(digest=digest(text), revoked_at=None).first()
    if key is not None:
        now = timezone.now()
        is_due = Q(used_at=None) | Q(used_at__lt=now - USE_UPDATE_INTERVAL)
        ApiKey.objects.filter(is_due, pk=key.pk).update(used_at=now)
    return key


def revoke(keys: Iterable[ApiKey]) -> int:
    """Revoke keys. Return the number of those not revoked before."""
    active = ApiKey.objects.filter(pk__in=[key.pk for key in keys], revoked_at=None)
    return active.update(revoked_at=timezone.now())
