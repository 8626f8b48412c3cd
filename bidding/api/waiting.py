"""Waiting places: a client that waits holds a thread of the web server, and some stay free."""

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
    """Take a waiting place; yield the seconds to wait, or 0 where too many wait already.

    ``slow_kind`` names a wait of seconds: for an analysis, a refined explanation, the events of a
    batch, a call at a practice table, a download of results, or a repeated refusal. The places are
    limited in total, for one client, for all slow kinds, for each of them, and for each client of
    these. A preference may go unmet (RFC 7240): the client then polls.
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
    """Return the limit of each key that a client waits under."""
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
    """Take a place under each key, if all have one. Return True if taken."""
    with _lock:
        if any(_taken[key] >= most for key, most in limits.items()):
            return False
        _taken.update(limits.keys())
        return True
