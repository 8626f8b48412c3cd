"""How much one client may ask: counted in the cache, for all web processes together."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle

from bidding.api.clients import client_of

logger = logging.getLogger(__name__)

_QUOTAS = "client_quotas"  # of a request, by their names, once it has been counted
# Limits on what requests hold. That is counted once a request has been read, and the next one is
# refused.
_COUNTED_LATER = ("batch_items",)


@dataclass(frozen=True)
class Quota:
    """What a client may still ask under the limit of a name.

    most: of requests, or of what else is limited, in a window of ``window`` seconds; remaining: of
    these, at this moment;
    reset: the seconds until the window ends, or, after a refusal, until the next request is
    accepted.
    """

    name: str
    most: int
    window: int
    remaining: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        """Members of the fields of draft-ietf-httpapi-ratelimit-headers, as of its revision 10."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.most};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.remaining};t={self.reset}',
        }


def rate_limit_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tells the client, on every answer to a request that was counted, what it may still ask."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for quota in getattr(request, _QUOTAS, {}).values():
            for name, value in quota.headers.items():
                before = response.headers.get(name)
                response.headers[name] = f"{before}, {value}" if before else value
        return response

    return middleware


def seconds_to_wait(request: Any, name: str, number: int = 1) -> int:
    """Counts a request, or so many of what is limited, against the client's limit of that name; 0
    where it is within it, else the seconds until the next request is, if none is sent before.

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
    used = asked + before * (1 - since / window)
    refused = used > limit
    reset = math.ceil(window - since)
    if refused:
        reset = _seconds_to_next(asked, before, since, limit - (name not in _COUNTED_LATER))
    remaining = 0 if refused else math.floor(limit - used)
    counted = getattr(request, "_request", request)
    quotas = getattr(counted, _QUOTAS, {})
    quotas[name] = Quota(name, math.floor(limit), window, remaining, reset)
    setattr(counted, _QUOTAS, quotas)
    return reset if refused else 0


def _seconds_to_next(asked: int, before: int, since: float, limit: float) -> int:
    """In how many seconds no more than ``limit`` count, at least 1.

    asked, before: what was counted in this window, ``since`` seconds old, and in the one before.
    """
    window = settings.CLIENT_WINDOW_SECONDS
    if asked <= limit:  # once enough of the window before is out of sight
        seconds = window * (1 - (limit - asked) / before) - since
    else:
        seconds = window - since + window * max(0.0, 1 - limit / asked)
    return max(1, math.ceil(seconds))


class ClientLimit(BaseThrottle):
    """Refuses what goes beyond the limit of a view's ``client_limit`` (by default, requests)."""

    seconds = 0  # until the client may come again

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether the client is within its limit."""
        name = getattr(view, "client_limit", "requests")
        self.seconds = 0 if name is None else seconds_to_wait(request, name)
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
