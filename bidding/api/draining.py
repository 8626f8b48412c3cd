"""Read away what a view left of a request's body, such as that of a refused request.

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
    import uwsgi  # there is one inside uWSGI only
except ImportError:
    uwsgi = None

ENOUGH_DIGITS = 9
_MOST_BYTES, _AT_ONCE_BYTES = 16 * 1024 * 1024, 64 * 1024
MOST_SECONDS = 5.0


def drain_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that drains each request once its response is made."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        drain(request)
        return response

    return middleware


def drain(request: HttpRequest) -> None:
    """Read what is left of the body, piece by piece; who sends an enormous one, or one that takes
    long, is cut off.
    """
    if hasattr(request, "_body"):
        return
    if request.META.get("HTTP_TRANSFER_ENCODING"):
        if uwsgi is not None:
            _discard(partial(uwsgi.chunked_read, int(MOST_SECONDS)))
        return
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit() or len(length) > ENOUGH_DIGITS:
        return
    if 0 < int(length) <= _MOST_BYTES:
        _discard(partial(request.read, _AT_ONCE_BYTES))


def _discard(read: Callable[[], bytes]) -> None:
    """Read until there is nothing more, as many bytes and for as long as is worth it."""
    deadline, count = time.monotonic() + MOST_SECONDS, 0
    with suppress(UnreadablePostError, RawPostDataException, OSError):
        while piece := read():
            count += len(piece)
            if count > _MOST_BYTES or time.monotonic() > deadline:
                return
