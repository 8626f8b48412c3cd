"""How much one client may ask: counted in the cache, for all web processes together."""

from __future__ import annotations

import logging
import math
import time
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle

from bidding.api.clients import client_of

logger = logging.getLogger(__name__)


def seconds_to_wait(request: Any, name: str, number: int = 1) -> float:
    """Counts a request, or so many of what is limited, against the client's limit of that name; 0
    where it is within it, else the seconds until it is worth another try.

    Counted over a sliding window: the share of the window before that still reaches into it,
    and all of the present one; what is refused counts as well. Without the cache nobody is
    refused: the site serves on.
    """
    window = settings.CLIENT_WINDOW_SECONDS
    limit = settings.CLIENT_LIMITS_PER_MINUTE[name] * window / 60
    place, since = divmod(time.time(), window)
    who = f"{name}:{client_of(request)}"
    try:
        asked = _counted(f"{who}:{place:.0f}", number, 2 * window)
        before = cache.get(f"{who}:{place - 1:.0f}", 0)
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return 0
    if asked + before * (1 - since / window) <= limit:
        return 0
    return max(1, math.ceil(window - since))


class ClientLimit(BaseThrottle):
    """Refuses what goes beyond the limit of a view's ``client_limit`` (by default, requests)."""

    seconds = 0.0  # until the client may come again

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether the client is within its limit."""
        name = getattr(view, "client_limit", "requests")
        self.seconds = 0.0 if name is None else seconds_to_wait(request, name)
        return not self.seconds

    def wait(self) -> float:
        """In how many seconds it is worth another try."""
        return self.seconds


def _counted(key: str, number: int, seconds: int) -> int:
    """So many more under this key, which is kept for so long; how many those are."""
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key, number))
    except ValueError:  # it went between the two
        return number
