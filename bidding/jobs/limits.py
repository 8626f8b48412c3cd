"""Limits on what clients and their networks use in a time, counted in Redis for all processes.

Of each only one time is kept: when what it has used will be made up for, at the rate of its limit
(the generic cell rate algorithm). It may lie as far ahead as the window is long; what was accepted
at once may take it further, and then nothing more is accepted for so much longer. What is refused
does not count.
"""

from __future__ import annotations

import logging
import math
import time
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from bidding.jobs.shares import LEVELS

logger = logging.getLogger(__name__)

# In milliseconds, of which .01 are for rounding. Refused is what has no room under any of the keys;
# returned are which key that was, from 1, or 0, and its time, or that of the first. A key expires
# after a time and not at one: the clock of Redis may differ from that of the web processes.
_SPEND = """
local now, window, units, room = unpack(ARGV)
local ends = {}
for i, key in ipairs(KEYS) do
    local each = ARGV[4 + i]
    local made_up = math.max(now, redis.call('GET', key) or now)
    if made_up + room * each > now + window + 0.01 then
        return {i, string.format('%.3f', made_up)}
    end
    ends[i] = string.format('%.3f', math.max(now, made_up + units * each))
end
for i, key in ipairs(KEYS) do
    redis.call('SET', key, ends[i], 'PX', math.ceil(ends[i] - now + window))
end
return {0, ends[1]}
"""


@cache
def client() -> redis.Redis:
    """Return the connections of this process to Redis, made when they are needed."""
    return redis.Redis.from_url(
        settings.NOTIFICATIONS_URL,
        socket_timeout=1,
        socket_connect_timeout=1,
        retry=Retry(NoBackoff(), 1),
    )


@dataclass(frozen=True)
class Quota:
    """The state of one named limit of a client.

    limit: requests, or other units, in a window of ``window`` seconds
    remaining: units left at this moment
    reset: seconds until all are left again, or, after a refusal, until the next request is accepted
    """

    name: str
    limit: int
    window: int
    remaining: int
    reset: int
    refused: bool


def spend(name: str, whose: str, units: int, room: int, *, keyed: bool) -> Quota | None:
    """Count so many units of a client, by its digest, and of its networks, if all have room for
    ``room`` more. Return the quota; None without Redis, when nothing is counted.

    The networks count as several clients. What is refused to a client counts for no network.
    """
    if not settings.NOTIFICATIONS_URL:
        return None
    window = settings.CLIENT_WINDOW_SECONDS
    limit = settings.CLIENT_LIMITS_PER_MINUTE[name] * window / 60
    counted = LEVELS[:1] if keyed else LEVELS[:-1]
    prefix = f"{settings.CELERY_TASK_DEFAULT_QUEUE}.limits.{name}"
    keys = [f"{prefix}:{whose[:digits]}" for digits, _ in counted]
    each = [1000 * window / limit / clients for _, clients in counted]
    now = 1000 * time.time()
    try:
        refusing, end = client().register_script(_SPEND)(
            keys, [now, 1000 * window, units, room, *each]
        )
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return None
    used = float(end) - now
    if refusing:
        wait = used + room * each[refusing - 1] - 1000 * window
        return Quota(name, math.floor(limit), window, 0, max(1, _seconds(wait)), refused=True)
    left = max(0, math.floor((1000 * window - used + 0.01) / each[0]))
    return Quota(name, math.floor(limit), window, left, _seconds(used), refused=False)


def charge(name: str, whose: str | None, units: int, *, keyed: bool | None) -> None:
    """Count units that turned out to be due, or not to be where they are negative."""
    if whose and units:
        spend(name, whose, units, room=-(10**9), keyed=bool(keyed))


def _seconds(milliseconds: float) -> int:
    return math.ceil((milliseconds - 0.01) / 1000)
