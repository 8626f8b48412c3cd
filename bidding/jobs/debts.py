"""Debts: what the questions of a client cost beyond what was known when it asked.

Nodes find that out, and the client's next question counts it to the limit.
"""

from __future__ import annotations

from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

from bidding.jobs.shares import hidden

KEPT_SECONDS = 3600


def owe(kind: str, client: str | None, units: int) -> None:
    """Add to what a client (its digest) owes for that kind; negative where it cost less."""
    if client and units:
        with suppress(RedisError, ValueError):  # uncounted, as requests are without the cache
            cache.add(_key(kind, client), 0, KEPT_SECONDS)
            cache.incr(_key(kind, client), units)


def taken_over(kind: str, client: str) -> int:
    """Return what a client owes for that kind, once."""
    key = _key(kind, hidden(client))
    with suppress(RedisError):
        units = int(cache.get(key, 0))
        if units > 0 and cache.delete(key):
            return units
    return 0


def _key(kind: str, client: str) -> str:
    return f"owed:{kind}:{client}"
