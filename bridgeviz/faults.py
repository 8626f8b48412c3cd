"""Answers to requests that cannot be served: a page for people, a problem document for programs.

Neither ever shows what went wrong inside; that is in the log.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from bidding.api import problems
from bidding.api.throttling import seconds_to_wait
from bidding.web.languages import Page, in_the_readers_language

ANY_FORMAT = "*/*"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler400: a host that is not ours, and the like."""
    return _for_people_or(request, 400, problems.bad_request(request, exception))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler403: only its own pages for the staff refuse."""
    return _page(request, 403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """A form that did not come from our own page, or from one that was open for very long."""
    return _page(request, 403, forged=True)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler404."""
    return _for_people_or(request, 404, problems.not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500; Django has logged the error."""
    return _for_people_or(request, 500, problems.server_error(request))


def _for_people_or(request: HttpRequest, status: int, document: HttpResponse) -> HttpResponseBase:
    """A page if HTML is asked for by name, as browsers do, else the document."""
    if "text/html" not in request.headers.get("Accept", ANY_FORMAT):
        return document
    return _page(request, status)


def limited(page: Page, name: str) -> Page:
    """The page, where the forms sent to it count against the client's limit of that name."""

    @wraps(page)
    def counted(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        seconds = seconds_to_wait(request, name) if request.method == "POST" else 0
        if not seconds:
            return page(request, *args, **options)
        refused = _page(request, 429)
        refused.headers["Retry-After"] = str(seconds)
        return refused

    return counted


@in_the_readers_language
def _page(request: HttpRequest, status: int, *, forged: bool = False) -> HttpResponse:
    # The address itself may be at fault, and only what was asked for can be asked for again.
    can_switch = status != 400 and request.method == "GET"
    context = {"status": status, "forged": forged, "can_switch": can_switch}
    return render(request, "problem.html", context, status=status)
