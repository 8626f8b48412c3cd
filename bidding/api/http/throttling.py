"""Limits on the requests of one client and of its networks, counted in the cache for all web
processes together.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.core.cache import DEFAULT_CACHE_ALIAS, cache, caches
from django.core.cache.backends.redis import RedisCache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from redis.exceptions import RedisError
from rest_framework.exceptions import Throttled
from rest_framework.throttling import BaseThrottle

from bidding.api.http import problems, processor_time
from bidding.api.http.clients import client_of, waiting_place
from bidding.jobs.shares import networks

logger = logging.getLogger(__name__)

Refuse = Callable[[HttpRequest, int], HttpResponseBase]
"""What makes the response to a request that is refused for so many seconds."""

_QUOTAS = "client_quotas"  # the attribute of a counted request with its quotas by name
# Limits on the contents of requests: counted once a request has been read, enforced on the next.
_COUNTED_LATER = ("batch_items",)
_REFUSAL_SECONDS, _MAX_REFUSALS = 1.0, 500
_PAUSE_SECONDS = 0.25
_CREDENTIALS = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
# Everything that can decide a response before the limit does.
_FINGERPRINT_FIELDS = (
    *("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "REQUEST_METHOD", "PATH_INFO", "HTTP_HOST"),
    *("HTTP_ACCEPT", "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE", *_CREDENTIALS),
)


@dataclass(frozen=True)
class Quota:
    """The state of one named limit of a client.

    limit: requests, or other units, in a window of ``window`` seconds
    remaining: units left at this moment
    reset: seconds until the window ends, or, after a refusal, until the next request is accepted
    """

    name: str
    limit: int
    window: int
    remaining: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        """Return the header fields of draft-ietf-httpapi-ratelimit-headers, revision 10."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.limit};w={self.window}',
            "RateLimit": f'"{self.name}";r={self.remaining};t={self.reset}',
        }


def rate_limit_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the client's remaining quotas to every response to a counted request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for quota in getattr(request, _QUOTAS, {}).values():
            for name, value in quota.headers.items():
                previous = response.headers.get(name)
                response.headers[name] = f"{previous}, {value}" if previous else value
        return response

    return middleware


@dataclass(frozen=True)
class Usage:
    """A client's use of a named limit: ``count`` in window ``window_number``, ``previous`` in the
    window before it. Or that of a network, which may use as much as so many ``clients``.

    What was accepted beyond a window's limit takes up the limits of the next ones, until the time
    ``booked_until``.
    """

    name: str
    window_number: int
    count: int
    previous: int
    clients: int = 1
    booked_until: float = 0

    @property
    def limit(self) -> float:
        """The units in a window."""
        per_minute: int = settings.CLIENT_LIMITS_PER_MINUTE[self.name]
        return self.clients * per_minute * settings.CLIENT_WINDOW_SECONDS / 60

    def seconds_to_wait(self, request: Any, now: float) -> int:
        """Return the wait as ``seconds_to_wait`` does, at a time in that window.

        Record the quota on the request, for the headers of its response.
        """
        window, left = settings.CLIENT_WINDOW_SECONDS, self.left(now)
        refused = left < 0
        reset = math.ceil((self.window_number + 1) * window - now)
        if refused:
            reset = self._seconds_to_next(now)
        remaining = 0 if refused else math.floor(left)
        limit = math.floor(self.limit / self.clients)
        counted = getattr(request, "_request", request)
        quotas = getattr(counted, _QUOTAS, {})
        quotas[self.name] = Quota(self.name, limit, window, remaining, reset)
        setattr(counted, _QUOTAS, quotas)
        return reset if refused else 0

    def left(self, now: float) -> float:
        """Return the rest of the limit at a time in that window; negative once it is exceeded."""
        window = settings.CLIENT_WINDOW_SECONDS
        since = (now - self.window_number * window) / window
        previous = self.previous + min(self.booked_from(self.window_number - 1), self.limit)
        used = self.count + self.booked_from(self.window_number)
        return self.limit - (used + previous * (1 - since))

    def booked_from(self, window_number: int) -> float:
        """Return the units that are booked of that window and those after it."""
        window = settings.CLIENT_WINDOW_SECONDS
        return max(0.0, self.booked_until - window_number * window) / window * self.limit

    def _seconds_to_next(self, now: float) -> int:
        """Return the seconds until there is room for the next request, at least 1."""
        window, limit = settings.CLIENT_WINDOW_SECONDS, self.limit
        allowed = limit - (self.name not in _COUNTED_LATER)
        number = max(self.window_number, int(self.booked_until // window))  # those before are full
        counts = {self.window_number - 1: self.previous, self.window_number: self.count}
        count, previous = (
            counts.get(one, 0) + min(self.booked_from(one), limit) for one in (number, number - 1)
        )
        if count <= allowed:  # once enough of the previous window has slid out
            wait = 1 - (allowed - count) / previous if previous else 0.0
        else:
            wait = 1 + max(0.0, 1 - allowed / count)
        return max(1, math.ceil(number * window - now + wait * window))


def seconds_to_wait(request: Any, name: str, number: int = 1) -> int:
    """Count a request, or ``number`` units, against the client's named limit.

    Return 0 within the limit, else the seconds until the next request is accepted if none is sent
    before. The window slides: the previous window counts by the share of it that still reaches
    into the present one. Refused requests count as well. If the cache is down, nobody is refused.
    """
    now = time.time()
    usage = _count_with_networks(request, name, number, now)
    return 0 if usage is None else usage.seconds_to_wait(request, now)


def seconds_to_wait_for_more(request: Any, name: str, number: int) -> int:
    """Count the additional weight of a request that was within its limit, once it has been read.

    Return 0 unless others have used up the limit meanwhile; else as ``seconds_to_wait``. A weight
    beyond the limit delays the next requests, not this one: however low the limit is, a client
    that waits as advised is accepted. It is carried over, from window to window, until the client
    has had no more than its limit on average.
    """
    now = time.time()
    usage = _count_with_networks(request, name, number, now, later=True) if number else None
    if usage is None:
        return 0
    if replace(usage, count=usage.count - number).left(now) < 0:
        return usage.seconds_to_wait(request, now)
    _carried_over(request, usage, number).seconds_to_wait(request, now)
    return 0


def _carried_over(request: Any, usage: Usage, number: int) -> Usage:
    """Book later windows for what exceeds the limit of this one, of the ``number`` units."""
    window, limit, counter = settings.CLIENT_WINDOW_SECONDS, usage.limit, _counter(request, usage)
    booked_here = min(usage.booked_from(usage.window_number), limit)
    excess = min(number, math.ceil(usage.count + booked_here - limit))
    if excess <= 0:
        return usage
    start, length = 1000 * window * usage.window_number, 1000 * window
    milliseconds = round(length * excess / limit)
    try:
        booked = _increment(f"{counter}:booked", milliseconds, 2 * window, initial=start)
        # The rest of this window is booked instead of counted.
        rest = max(0, start + length - (booked - milliseconds))
        if rest:
            booked = _increment(f"{counter}:booked", rest, 2 * window, initial=booked)
        cache.touch(f"{counter}:booked", (booked - start) / 1000 + 2 * window)
        moved = excess + math.floor(limit * min(rest, length) / length)
        count = _increment(f"{counter}:{usage.window_number}", -moved, 2 * window)
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return usage
    return replace(usage, count=count, booked_until=booked / 1000)


def _counter(request: Any, usage: Usage) -> str:
    return f"{usage.name}:{client_of(request)}"


def _count_with_networks(
    request: Any, name: str, number: int, now: float, *, later: bool = False
) -> Usage | None:
    """Count ``number`` units, accepted already if they are counted ``later``. Return the usage of
    the client, or of a network of it that exceeds its limit; None if the cache is down.

    What is refused to a client or a network counts for no wider one: nobody uses up what others
    share by asking more than it may itself.
    """
    usage = _count_usage(request, name, number, now)
    *wider, _ = networks(client_of(request)).items()
    accepted = number if later or name in _COUNTED_LATER else 0
    if usage is None or not wider or replace(usage, count=usage.count - accepted).left(now) < 0:
        return usage
    window, window_number = settings.CLIENT_WINDOW_SECONDS, usage.window_number
    names = {f"{name}:{network}:{window_number}": number for network, _ in wider}
    before = [f"{name}:{network}:{window_number - 1}" for network, _ in wider]
    try:
        counts = zip(*_add(names, before, 2 * window), wider, strict=True)
        found = [
            Usage(name, window_number, count, previous, clients)
            for count, previous, (_, clients) in counts
        ]
        exceeded = [one for one in found if replace(one, count=one.count - accepted).left(now) < 0]
        if not exceeded:
            return usage
        if too_wide := [*names][: found.index(exceeded[-1])]:
            _add(dict.fromkeys(too_wide, -number), (), 2 * window)
        return exceeded[-1]
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return usage


def _add(
    numbers: Mapping[str, int], others: Iterable[str], seconds: int
) -> tuple[list[int], list[int]]:
    """Add to counters, which expire after so many seconds. Return their values and those of
    other counters; in one round trip to Redis.
    """
    found = caches[DEFAULT_CACHE_ALIAS]
    if not isinstance(found, RedisCache):
        added = [_increment(key, number, seconds) for key, number in numbers.items()]
        return added, [int(cache.get(key, 0)) for key in others]
    with found._cache.get_client(None, write=True).pipeline(transaction=False) as pipeline:
        for key, number in numbers.items():
            name = found.make_and_validate_key(key)
            pipeline.set(name, 0, ex=seconds, nx=True)
            pipeline.incrby(name, number)
        for key in others:
            pipeline.get(found.make_and_validate_key(key))
        values = pipeline.execute()
    end = 2 * len(numbers)
    return values[1:end:2], [int(value or 0) for value in values[end:]]


def _count_usage(request: Any, name: str, number: int, now: float) -> Usage | None:
    """Count ``number`` units and return the client's usage; None if the cache is down."""
    window = settings.CLIENT_WINDOW_SECONDS
    window_number = int(now // window)
    counter = f"{name}:{client_of(request)}"
    repeats_window, repeats = _uncounted.pop(counter, (window_number, 0))
    if repeats_window != window_number:
        repeats = 0
    before, booked = f"{counter}:{window_number - 1}", f"{counter}:booked"
    try:
        numbers = {f"{counter}:{window_number}": number + repeats}
        (count,), (previous, until) = _add(numbers, [before, booked], 2 * window)
    except RedisError as error:
        logger.warning("requests are not counted: %s", error)
        return None
    return Usage(name, window_number, count, previous, booked_until=until / 1000)


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the problem document of a refused request."""
    return problems.of_exception(Throttled(seconds)).response(request)


def refusal_seconds(request: Any, name: str, refuse: Refuse = too_many_requests) -> int:
    """Count a request as ``seconds_to_wait`` does. Repeats of a refused one get that response."""
    now = time.time()
    usage = _count_with_networks(request, name, 1, now)
    seconds = 0 if usage is None else usage.seconds_to_wait(request, now)
    if usage is not None and seconds:
        _remember(getattr(request, "_request", request), usage, now, refuse)
    return seconds


class ClientLimit(BaseThrottle):
    """Throttle by the limit that a view names in ``client_limit`` (by default, requests), or for
    POST in ``post_limit``.
    """

    seconds = 0  # until the next request is accepted

    def allow_request(self, request: Any, view: Any) -> bool:
        """Count the request. Return True within the limit."""
        name = getattr(view, "client_limit", "requests")
        if request.method == "POST":
            name = getattr(view, "post_limit", name)
        self.seconds = 0
        if name is not None:
            wait = processor_time.seconds_to_wait(client_of(request))
            self.seconds = wait or refusal_seconds(request, name)
        return not self.seconds

    def wait(self) -> float:
        """Return the seconds to the next attempt."""
        return self.seconds


def _increment(key: str, number: int, seconds: int, initial: int = 0) -> int:
    """Add to a counter that expires after so many seconds. Return its value."""
    cache.add(key, initial, seconds)
    try:
        return int(cache.incr(key, number))
    except ValueError:  # expired between the two calls
        return initial + number


@dataclass(frozen=True)
class _Refusal:
    """A refused request: its client's usage and counter, the time, the URL match, and what returns
    its response.
    """

    usage: Usage
    counter: str
    now: float
    match: Any
    refuse: Refuse


_refused: dict[tuple[str | None, ...], _Refusal] = {}  # by ``_fingerprint``
# Repeats to be counted with the next request in their window.
_uncounted: dict[str, tuple[int, int]] = {}


def refuse_repeats(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse repeats of a refused request for a second, without the cache or a view.

    Repeats count with the next request that comes through, and their ``Retry-After`` includes
    them. Where a waiting place is free, the response is delayed a little, so that a flood on few
    connections costs little.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        refusal = _refused.get(_fingerprint(request))
        seconds = 0 if refusal is None else _repeated_refusal_seconds(request, refusal)
        if refusal is None or not seconds:
            return get_response(request)
        pause_where_possible(client_of(request))
        return refusal.refuse(request, seconds)

    return middleware


def pause_where_possible(client: str) -> None:
    """Wait a little before a client is refused again, if a waiting place is free."""
    with waiting_place(1, client, slow_kind="refused") as may_wait:
        if may_wait:
            time.sleep(_PAUSE_SECONDS)


def _repeated_refusal_seconds(request: HttpRequest, refusal: _Refusal) -> int:
    usage, counter, now = refusal.usage, refusal.counter, time.time()
    same_window = now // settings.CLIENT_WINDOW_SECONDS == usage.window_number
    if not (same_window and refusal.now <= now < refusal.now + _REFUSAL_SECONDS):
        return 0
    window_number, repeats = _uncounted.get(counter, (usage.window_number, 0))
    repeats = repeats + 1 if window_number == usage.window_number else 1
    _uncounted[counter] = usage.window_number, repeats
    request.resolver_match = refusal.match  # for the request metrics
    usage = replace(usage, count=usage.count + repeats)
    return usage.seconds_to_wait(request, now)


def _remember(
    request: HttpRequest,
    usage: Usage,
    now: float,
    refuse: Refuse,
) -> None:
    """Remember a refusal, unless the request has credentials."""
    if any(map(request.META.get, _CREDENTIALS)):
        return
    if len(_refused) >= _MAX_REFUSALS:
        _refused.clear()
        _uncounted.clear()
    counter = _counter(request, usage)
    _refused[_fingerprint(request)] = _Refusal(usage, counter, now, request.resolver_match, refuse)


def _fingerprint(request: HttpRequest) -> tuple[str | None, ...]:
    """Return a value equal for requests that meet the same limit of the same client and no earlier
    refusal.
    """
    return (*map(request.META.get, _FINGERPRINT_FIELDS),)
