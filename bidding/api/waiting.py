"""Who waits for an answer holds a thread of the web server: some are kept free of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

_places = threading.BoundedSemaphore(settings.WAITING_PLACES)


@contextmanager
def place(seconds: int) -> Iterator[int]:
    """How long may be waited here: as long as the client would, or 0 where too many wait.

    A preference may go unmet (RFC 7240): such a client is told where to look instead.
    """
    if not seconds or not _places.acquire(blocking=False):
        yield 0
        return
    try:
        yield seconds
    finally:
        _places.release()
