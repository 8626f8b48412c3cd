"""Limits on the requests of one client and of its networks (``bidding.jobs.limits``)."""

from __future__ import annotations

import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.exceptions import Throttled
from rest_framework.throttling import BaseThrottle

from bidding.api.http import problems, processor_time
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.middleware import Site, middleware
from bidding.jobs import limits
from bidding.jobs.shares import hidden

_QUOTAS = "client_quotas"  # the attribute of a counted request with its quotas by name
_PAUSE_SECONDS = 0.25


@middleware
def rate_limit_headers(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Add the client's quotas to every response to a counted request, as
    draft-ietf-httpapi-ratelimit-headers, revision 10, has them.
    """
    response = get_response(request)
    if quotas := getattr(request, _QUOTAS, {}).values():
        response.headers["RateLimit-Policy"] = ", ".join(
            f'"{quota.name}";q={quota.limit};w={quota.window}' for quota in quotas
        )
        response.headers["RateLimit"] = ", ".join(
            f'"{quota.name}";r={quota.remaining};t={quota.reset}' for quota in quotas
        )
    return response


def _seconds(request: Any, name: str, units: int, room: int) -> int:
    """Count units as ``limits.spend`` does; return the seconds for which the request is refused.

    The quota is kept for the headers of the response.
    """
    client = client_of(request)
    quota = limits.spend(name, hidden(client), units, room, keyed=client.startswith("key:"))
    if quota is None:
        return 0
    counted = getattr(request, "_request", request)
    setattr(counted, _QUOTAS, {**getattr(counted, _QUOTAS, {}), name: quota})
    if not quota.refused:
        return 0
    pause_where_possible(client)
    return quota.reset


def seconds_to_wait(request: Any, name: str, number: int = 1) -> int:
    """Count a request, or ``number`` units, against the client's named limit.

    Return 0 within the limit, else the seconds until the next request is accepted if none is sent
    before. If Redis is down, nobody is refused.
    """
    return _seconds(request, name, number, room=number)


def seconds_to_wait_for_more(request: Any, name: str, number: int) -> int:
    """Count the additional weight of a request that was within its limit, once it has been read.

    Return 0 unless others have used up the limit meanwhile; else as ``seconds_to_wait``. A weight
    beyond the limit delays the next requests, not this one: however low the limit is, a client
    that waits as advised is accepted.
    """
    return _seconds(request, name, number, room=0) if number else 0


def pause_where_possible(client: str) -> None:
    """Wait a little before a client is refused, if a waiting place is free, so that a flood on few
    connections costs little.
    """
    with waiting_place(1, client, slow_kind="refused") as may_wait:
        if may_wait:
            time.sleep(_PAUSE_SECONDS)


def too_many_requests(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the problem document of a refused request."""
    return problems.of_exception(Throttled(seconds)).response(request)


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
            self.seconds = wait or seconds_to_wait(request, name)
        return not self.seconds

    def wait(self) -> float:
        """Return the seconds to the next attempt."""
        return self.seconds
