"""Entity tags of conditional requests (RFC 9110, 13.1.2)."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest
from django.utils.http import parse_etags
from rest_framework.request import Request


def tag_of(media_type: str, body: bytes) -> str:
    """Return a strong entity tag, equal for the same bytes of the same media type."""
    return f'"{hashlib.sha256(media_type.encode() + bytes(1) + body).hexdigest()[:32]}"'


def has_current(request: HttpRequest | Request, tag: str) -> bool:
    """Return True if the request's If-None-Match has this tag.

    The comparison is weak: a proxy that compresses answers weakens the tag.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in (one.removeprefix("W/") for one in known)
