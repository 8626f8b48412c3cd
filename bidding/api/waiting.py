"""Who waits for an answer holds a thread of the web server: some are kept free of it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

_lock = threading.Lock()
_taken: Counter[str] = Counter()  # by client, and under the names of ``_limits``


@contextmanager
def place(seconds: int, client: str, *, slow: bool = False) -> Iterator[int]:
    """How long may be waited here: as long as the client would, or 0 where too many wait.

    There are so many places for all, fewer for what is ``slow``, and fewer for one client. A
    preference may go unmet (RFC 7240): such a client is told where to look instead.
    """
    limits = _limits(client, slow=slow)
    if not seconds or not _take(limits):
        yield 0
        return
    try:
        yield seconds
    finally:
        with _lock:
            _taken.subtract(limits.keys())
            for name in limits:
                if not _taken[name]:
                    del _taken[name]


def _limits(client: str, *, slow: bool) -> dict[str, int]:
    """How many may wait under each name that somebody waits under."""
    limits = {"all": settings.WAITING_PLACES, client: settings.CLIENT_WAITING_PLACES}
    return {**limits, "slow": settings.SLOW_WAITING_PLACES} if slow else limits


def _take(limits: dict[str, int]) -> bool:
    """Take a place under each name, if there is one under all."""
    with _lock:
        if any(_taken[name] >= most for name, most in limits.items()):
            return False
        _taken.update(limits.keys())
        return True
