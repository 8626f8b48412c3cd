"""Read and discard what a view left unread of a request's body, such as when it refused it.

A server that closes a connection on which bytes are still unread resets it, and the client loses
the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.http import HttpRequest, HttpResponse, RawPostDataException, UnreadablePostError

try:
    import uwsgi  # exists inside uWSGI only
except ImportError:
    uwsgi = None

MAX_DIGITS = 9
_MAX_BYTES, _CHUNK_BYTES = 16 * 1024 * 1024, 64 * 1024
MAX_SECONDS = 5.0


def drain_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Drain each request once its response is made (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        drain(request)
        return response

    return middleware


def drain(request: HttpRequest) -> None:
    """Read the rest of the body, piece by piece; give up on one that is very long or slow."""
    if hasattr(request, "_body"):
        return
    if request.META.get("HTTP_TRANSFER_ENCODING"):
        if uwsgi is not None:
            _discard(partial(uwsgi.chunked_read, int(MAX_SECONDS)))
        return
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit() or len(length) > MAX_DIGITS:
        return
    if 0 < int(length) <= _MAX_BYTES:
        _discard(partial(request.read, _CHUNK_BYTES))


def _discard(read: Callable[[], bytes]) -> None:
    """Read to the end, within limits of bytes and time."""
    deadline, count = time.monotonic() + MAX_SECONDS, 0
    with suppress(UnreadablePostError, RawPostDataException, OSError):
        while piece := read():
            count += len(piece)
            if count > _MAX_BYTES or time.monotonic() > deadline:
                return
