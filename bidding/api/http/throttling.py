"""Limits on the requests of one client and of its networks (``bidding.jobs.limits``)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import Throttled
from rest_framework.throttling import BaseThrottle

from bidding.api.http import problems, processor_time
from bidding.api.http.clients import client_of, waiting_place
from bidding.jobs import limits
from bidding.jobs.limits import Quota
from bidding.jobs.shares import hidden

Refuse = Callable[[HttpRequest, int], HttpResponseBase]
"""What makes the response to a request that is refused for so many seconds."""

_QUOTAS = "client_quotas"  # the attribute of a counted request with its quotas by name
_REFUSAL_SECONDS, _MAX_REFUSALS = 1.0, 500
_PAUSE_SECONDS = 0.25
_CREDENTIALS = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
# Everything that can decide a response before the limit does.
_FINGERPRINT_FIELDS = (
    *("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "REQUEST_METHOD", "PATH_INFO", "HTTP_HOST"),
    *("HTTP_ACCEPT", "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE", *_CREDENTIALS),
)


def rate_limit_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the client's quotas to every response to a counted request, as
    draft-ietf-httpapi-ratelimit-headers, revision 10, has them.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if quotas := getattr(request, _QUOTAS, {}).values():
            response.headers["RateLimit-Policy"] = ", ".join(
                f'"{quota.name}";q={quota.limit};w={quota.window}' for quota in quotas
            )
            response.headers["RateLimit"] = ", ".join(
                f'"{quota.name}";r={quota.remaining};t={quota.reset}' for quota in quotas
            )
        return response

    return middleware


def _spend(request: Any, name: str, units: int, room: int) -> Quota | None:
    """Count units as ``limits.spend`` does. Record the quota for the headers of the response."""
    client = client_of(request)
    keyed = client.startswith("key:")
    quota = limits.spend(name, hidden(client), units, room, keyed=keyed)
    if quota is not None:
        _record(getattr(request, "_request", request), quota)
    return quota


def _record(request: HttpRequest, quota: Quota) -> None:
    setattr(request, _QUOTAS, {**getattr(request, _QUOTAS, {}), quota.name: quota})


def seconds_to_wait(request: Any, name: str, number: int = 1) -> int:
    """Count a request, or ``number`` units, against the client's named limit.

    Return 0 within the limit, else the seconds until the next request is accepted if none is sent
    before. If Redis is down, nobody is refused.
    """
    quota = _spend(request, name, number, number)
    return quota.reset if quota and quota.refused else 0


def seconds_to_wait_for_more(request: Any, name: str, number: int) -> int:
    """Count the additional weight of a request that was within its limit, once it has been read.

    Return 0 unless others have used up the limit meanwhile; else as ``seconds_to_wait``. A weight
    beyond the limit delays the next requests, not this one: however low the limit is, a client
    that waits as advised is accepted.
    """
    quota = _spend(request, name, number, 0) if number else None
    return quota.reset if quota and quota.refused else 0


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the problem document of a refused request."""
    return problems.of_exception(Throttled(seconds)).response(request)


def refusal_seconds(request: Any, name: str, refuse: Refuse = too_many_requests) -> int:
    """Count a request as ``seconds_to_wait`` does. Repeats of a refused one get that response."""
    quota = _spend(request, name, 1, 1)
    if quota is None or not quota.refused:
        return 0
    _remember(getattr(request, "_request", request), quota, refuse)
    return quota.reset


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


@dataclass(frozen=True)
class _Refusal:
    """A refused request: its quota, the monotonic time, the URL match, and what returns its
    response.
    """

    quota: Quota
    at: float
    match: Any
    refuse: Refuse


_refused: dict[tuple[str | None, ...], _Refusal] = {}  # by ``_fingerprint``


def refuse_repeats(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse repeats of a refused request for a second, without Redis or a view.

    Where a waiting place is free, the response is delayed a little, so that a flood on few
    connections costs little.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        refusal = _refused.get(_fingerprint(request))
        since = time.monotonic() - refusal.at if refusal else 0.0
        if refusal is None or since >= _REFUSAL_SECONDS:
            return get_response(request)
        request.resolver_match = refusal.match  # for the request metrics
        seconds = math.ceil(refusal.quota.reset - since)
        _record(request, replace(refusal.quota, reset=seconds))
        pause_where_possible(client_of(request))
        return refusal.refuse(request, seconds)

    return middleware


def pause_where_possible(client: str) -> None:
    """Wait a little before a client is refused again, if a waiting place is free."""
    with waiting_place(1, client, slow_kind="refused") as may_wait:
        if may_wait:
            time.sleep(_PAUSE_SECONDS)


def _remember(request: HttpRequest, quota: Quota, refuse: Refuse) -> None:
    """Remember a refusal, unless the request has credentials."""
    if any(map(request.META.get, _CREDENTIALS)):
        return
    if len(_refused) >= _MAX_REFUSALS:
        _refused.clear()
    refusal = _Refusal(quota, time.monotonic(), request.resolver_match, refuse)
    _refused[_fingerprint(request)] = refusal


def _fingerprint(request: HttpRequest) -> tuple[str | None, ...]:
    """Return a value equal for requests that meet the same limit of the same client and no earlier
    refusal.
    """
    return (*map(request.META.get, _FINGERPRINT_FIELDS),)
