"""Entity tags: who has an answer already is not sent it again (RFC 9110, 13.1.2)."""

from __future__ import annotations

import hashlib

from django.utils.http import parse_etags
from rest_framework.request import Request


def tag_of(media_type: str, body: bytes) -> str:
    """A strong entity tag: equal for the same bytes, written as the same media type."""
    return f'"{hashlib.sha256(media_type.encode() + bytes(1) + body).hexdigest()[:32]}"'


def has_current(request: Request, tag: str) -> bool:
    """Whether the client says that it has the answer of this tag.

    Compared weakly: a proxy that compresses answers weakens the tag.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in (one.removeprefix("W/") for one in known)
