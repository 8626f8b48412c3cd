"""Error responses: a page for people, a problem document for programs.

Neither shows internal details; these are in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from bidding.api.http import problems, processor_time
from bidding.api.http.clients import client_of
from bidding.api.http.middleware import Site, middleware
from bidding.api.http.throttling import (
    pause_where_possible,
    seconds_to_wait,
    too_many_requests,
)
from bidding.web.languages import Page, in_the_readers_language

ANY_FORMAT = "*/*"
FREE_ADDRESSES = ("/healthz", "/metrics")
FREE_PAGES = ("metrics",)  # for Prometheus alone, however busy others are; a token is asked first


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler400: a host that is not ours, and the like."""
    return _for_people_or(request, 400, problems.bad_request(request, exception))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler403, used by the pages of the staff only."""
    return _page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's CSRF_FAILURE_VIEW: a form from another site, or from a page open for very long."""
    return _page(request, 403, csrf_failure=True)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Django's handler404."""
    return _for_people_or(request, 404, problems.not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500; Django has logged the error."""
    return _for_people_or(request, 500, problems.server_error(request))


def _for_people_or(request: HttpRequest, status: int, document: HttpResponse) -> HttpResponseBase:
    """Return a page if the request names HTML, as browsers do, else the document."""
    if "text/html" not in request.headers.get("Accept", ANY_FORMAT):
        return document
    return _page(request, status)


def limited(page: Page, name: str) -> Page:
    """Count forms sent to the page against the client's limit of that name (decorator)."""

    @wraps(page)
    def counted(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        seconds = seconds_to_wait(request, name) if request.method == "POST" else 0
        return _refused(request, seconds) if seconds else page(request, *args, **options)

    return counted


@middleware
def refuse_heavy_clients(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Refuse clients that use too much of the processor.

    A key is not known yet: ``ClientLimit`` asks for those who send one.
    """
    may_have_key = "Authorization" in request.headers and request.path.startswith("/api/")
    client = client_of(request)
    seconds = processor_time.seconds_to_wait(client)
    if not seconds or may_have_key or request.path in FREE_ADDRESSES:
        return get_response(request)
    pause_where_possible(client)
    refused = _for_people_or(request, 429, too_many_requests(request, seconds))
    refused.headers["Retry-After"] = str(seconds)
    return refused


class PageLimit:
    """Count requests for pages against the client's limit for them (middleware).

    Views of the REST interface count their requests themselves (``ClientLimit``).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response; requests are counted once their view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Page, args: object, options: object
    ) -> HttpResponseBase | None:
        """Return 429 beyond the limit."""
        match = request.resolver_match
        if hasattr(view, "cls") or (match is not None and match.url_name in FREE_PAGES):
            return None
        seconds = seconds_to_wait(request, "pages")
        return _refused(request, seconds) if seconds else None


def _refused(request: HttpRequest, seconds: int) -> HttpResponseBase:
    refused = _page(request, 429)
    refused.headers["Retry-After"] = str(seconds)
    return refused


@in_the_readers_language
def _page(request: HttpRequest, status: int, *, csrf_failure: bool = False) -> HttpResponse:
    # The language links repeat the request: only a GET of a valid address can be repeated.
    one_language = status == 400 or request.method != "GET"
    context = {"status": status, "forged": csrf_failure, "one_language": one_language}
    return render(request, "problem.html", context, status=status)
