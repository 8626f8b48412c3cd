"""How much one client may ask: counted in the cache, for all web processes together."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.throttling import BaseThrottle

from bidding.api import problems, waiting
from bidding.api.clients import client_of

logger = logging.getLogger(__name__)

_QUOTAS = "client_quotas"  # of a request, by their names, once it has been counted
# Limits on what requests hold. That is counted once a request has been read, and the next one is
# refused.
_COUNTED_LATER = ("batch_items",)
_REMEMBERED_SECONDS, _MOST_REMEMBERED = 1.0, 500
_PAUSE_SECONDS = 0.25
_SHOWS_WHO = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
# All that is looked at before the limit.
_DECIDING = (
    *("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "REQUEST_METHOD", "PATH_INFO", "HTTP_HOST"),
    *("HTTP_ACCEPT", "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE", *_SHOWS_WHO),
)


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


@dataclass(frozen=True)
class Used:
    """What a client has used of its limit of a name: ``asked`` in the window of number ``place``,
    ``before`` in the one before.
    """

    name: str
    place: int
    asked: int
    before: int

    def seconds_to_wait(self, request: Any, now: float) -> int:
        """As ``seconds_to_wait`` returns it, at a time in that window; the answer to the request
        will tell it.
        """
        window, name, left = settings.CLIENT_WINDOW_SECONDS, self.name, self.left(now)
        limit = settings.CLIENT_LIMITS_PER_MINUTE[name] * window / 60
        since = now - self.place * window
        refused = left < 0
        reset = math.ceil(window - since)
        if refused:
            most = limit - (name not in _COUNTED_LATER)
            reset = _seconds_to_next(self.asked, self.before, since, most)
        remaining = 0 if refused else math.floor(left)
        counted = getattr(request, "_request", request)
        quotas = getattr(counted, _QUOTAS, {})
        quotas[name] = Quota(name, math.floor(limit), window, remaining, reset)
        setattr(counted, _QUOTAS, quotas)
        return reset if refused else 0

    def left(self, now: float) -> float:
        """Return how much of the limit is left at a time in that window; below 0 it is used up."""
        window = settings.CLIENT_WINDOW_SECONDS
        limit = settings.CLIENT_LIMITS_PER_MINUTE[self.name] * window / 60
        since = now - self.place * window
        return limit - (self.asked + self.before * (1 - since / window))


def seconds_to_wait(request: Any, name: str, number: int = 1) -> int:
    """Counts a request, or so many of what is limited, against the client's limit of that name; 0
    where it is within it, else the seconds until the next request is, if none is sent before.

    Counted over a sliding window: the share of the window before that still reaches into it,
    and all of the present one; what is refused counts as well. Without the cache nobody is
    refused: the site serves on.
    """
    now = time.time()
    used = _used(request, name, number, now)
    return 0 if used is None else used.seconds_to_wait(request, now)


def seconds_to_wait_for_more(request: Any, name: str, number: int) -> int:
    """Count what a request that was within its limit weighs more, now that it has been read.

    Return 0 unless the limit has been used up meanwhile; else as ``seconds_to_wait``. What goes
    beyond it by the request's own weight keeps out those that come next: however low the limit is,
    one that waits as told is accepted.
    """
    now = time.time()
    used = _used(request, name, number, now) if number else None
    if used is None:
        return 0
    seconds = used.seconds_to_wait(request, now)
    return seconds if replace(used, asked=used.asked - number).left(now) < 0 else 0


def _used(request: Any, name: str, number: int, now: float) -> Used | None:
    """What the client has used once so much more is counted; None without the cache."""
    window = settings.CLIENT_WINDOW_SECONDS
    place = int(now // window)
    who = f"{name}:{client_of(request)}"
    again = _uncounted.pop((who, place), 0)
    try:
        asked = _counted(f"{who}:{place}", number + again, 2 * window)
        return Used(name, place, asked, cache.get(f"{who}:{place - 1}", 0))
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return None


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
        name, now, self.seconds = getattr(view, "client_limit", "requests"), time.time(), 0
        used = None if name is None else _used(request, name, 1, now)
        if used is not None:
            self.seconds = used.seconds_to_wait(request, now)
            if self.seconds:
                _remember(request._request, used, now)
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


@dataclass(frozen=True)
class _Refusal:
    """A request that was refused at that time, by what its client had used; what it matched."""

    used: Used
    who: str
    now: float
    match: Any


_refused: dict[tuple[str | None, ...], _Refusal] = {}  # by ``_alike``
# Requests refused again, to be counted with the next one in that window.
_uncounted: dict[tuple[str, int], int] = {}


def refuse_again(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse for a second, without the cache or a view, what is sent again just as it was refused.

    Such requests count as well, with the next one that comes through; what they are told is
    computed with them. Who does not wait as told is answered a little later, where there is a
    place to wait: so that a flood on few connections costs little.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        seconds = _seconds_again(request)
        if not seconds:
            return get_response(request)
        with waiting.place(1, client_of(request), slow_kind="refused") as may_wait:
            if may_wait:
                time.sleep(_PAUSE_SECONDS)
        return problems.of_exception(Throttled(seconds)).response(request)

    return middleware


def _seconds_again(request: HttpRequest) -> int:
    refusal = _refused.get(_alike(request))
    if refusal is None:
        return 0
    used, who, now = refusal.used, refusal.who, time.time()
    same_window = now // settings.CLIENT_WINDOW_SECONDS == used.place
    if not (same_window and refusal.now <= now < refusal.now + _REMEMBERED_SECONDS):
        return 0
    again = _uncounted[who, used.place] = _uncounted.get((who, used.place), 0) + 1
    request.resolver_match = refusal.match  # for those who measure
    used = replace(used, asked=used.asked + again)
    return used.seconds_to_wait(request, now)


def _remember(request: HttpRequest, used: Used, now: float) -> None:
    """Those without a key and who have not signed in are known by their request alone."""
    if any(map(request.META.get, _SHOWS_WHO)):
        return
    if len(_refused) >= _MOST_REMEMBERED:
        _refused.clear()
        _uncounted.clear()
    who = f"{used.name}:{client_of(request)}"
    _refused[_alike(request)] = _Refusal(used, who, now, request.resolver_match)


def _alike(request: HttpRequest) -> tuple[str | None, ...]:
    """Equal for requests that reach the same limit of the same client, and would be refused for
    nothing else before.
    """
    return (*map(request.META.get, _DECIDING),)
