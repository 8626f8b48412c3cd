"""Read away the body of a request that is refused before anybody looked at it.

A server that closes a connection on which the client still sends resets it, and the client
loses the answer.
"""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpRequest, RawPostDataException, UnreadablePostError

ENOUGH_DIGITS = 9
_MOST_BYTES, _AT_ONCE_BYTES = 4 * 1024 * 1024, 64 * 1024


def drain(request: HttpRequest) -> None:
    """Read what is left of the body, piece by piece; who sends an enormous one is cut off."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit() or len(length) > ENOUGH_DIGITS:
        return
    if int(length) <= _MOST_BYTES and not hasattr(request, "_body"):
        with suppress(UnreadablePostError, RawPostDataException):
            while request.read(_AT_ONCE_BYTES):
                pass
