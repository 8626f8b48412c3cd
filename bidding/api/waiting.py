"""Who waits for an answer holds a thread of the web server: some are kept free of it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

_lock = threading.Lock()
_taken: Counter[tuple[str, ...]] = Counter()  # by the keys of ``_limits``


@contextmanager
def place(seconds: int, client: str, *, slow_kind: str | None = None) -> Iterator[int]:
    """How long may be waited here: as long as the client would, or 0 where too many wait.

    ``slow_kind`` names what is waited for where it takes seconds: an analysis, a refined
    explanation, the events of a batch; or that the client is refused again and again. There are
    so many places for all, fewer for one client, for all slow kinds together and for one of them,
    and fewer still of these for one client. A preference may go unmet (RFC 7240): such a client is
    told where to look instead.
    """
    limits = _limits(client, slow_kind)
    if not seconds or not _take(limits):
        yield 0
        return
    try:
        yield seconds
    finally:
        with _lock:
            _taken.subtract(limits.keys())
            for key in limits:
                if not _taken[key]:
                    del _taken[key]


def _limits(client: str, slow_kind: str | None) -> dict[tuple[str, ...], int]:
    """How many may wait under each key that somebody waits under."""
    limits: dict[tuple[str, ...], int] = {
        ("all",): settings.WAITING_PLACES,
        ("client", client): settings.CLIENT_WAITING_PLACES,
    }
    if slow_kind is None:
        return limits
    return {
        **limits,
        ("slow",): settings.SLOW_WAITING_PLACES,
        ("slow", slow_kind): settings.SLOW_KIND_WAITING_PLACES,
        ("slow of", client): settings.CLIENT_SLOW_WAITING_PLACES,
        ("slow of", client, slow_kind): settings.CLIENT_SLOW_KIND_WAITING_PLACES,
    }


def _take(limits: dict[tuple[str, ...], int]) -> bool:
    """Take a place under each key, if there is one under all."""
    with _lock:
        if any(_taken[key] >= most for key, most in limits.items()):
            return False
        _taken.update(limits.keys())
        return True
