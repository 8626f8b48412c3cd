"""Requests from pages of other sites (CORS, as the Fetch standard has it).

They are answered for the origins of the setting CORS_ORIGINS, and never with cookies: such a page
is anybody, or sends a key. For every other origin there is no header at all, OPTIONS is a method
that does not apply, and what changes something is refused.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

PREFIX = "/api/v1/"
PREFLIGHT_SECONDS = 7200  # for which a browser keeps the answer; none keeps it longer
METHODS = ("GET", "HEAD", "POST", "DELETE")
# Beside those that the Fetch standard allows every page to send.
REQUEST_HEADERS = (
    *("Authorization", "Content-Type", "Prefer", "Idempotency-Key", "If-None-Match", "If-Range"),
    *("Range", "Last-Event-ID", "X-Request-ID"),
)
# Beside those that the Fetch standard lets every page read.
RESPONSE_HEADERS = (
    *("Location", "Content-Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy"),
    *("Preference-Applied", "ETag", "Accept-Ranges", "Content-Range", "Content-Disposition"),
    *("Batch-Status", "Next-Item", "WWW-Authenticate", "Allow", "X-Request-ID"),
)


def is_allowed(request: HttpRequest) -> bool:
    """Whether a page of an allowed origin asks; browsers do not let pages forge that."""
    return request.headers.get("Origin") in settings.CORS_ORIGINS


def cross_origin(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answers the preflight requests of allowed origins, and lets them read answers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.CORS_ORIGINS or not request.path.startswith(PREFIX):
            return get_response(request)
        allowed = is_allowed(request)
        response = _preflight() if allowed and _is_preflight(request) else get_response(request)
        patch_vary_headers(response, ("Origin",))
        if allowed:
            response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
            response.headers["Access-Control-Expose-Headers"] = ", ".join(RESPONSE_HEADERS)
        return response

    return middleware


def _is_preflight(request: HttpRequest) -> bool:
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _preflight() -> HttpResponse:
    headers = {
        "Access-Control-Allow-Methods": ", ".join(METHODS),
        "Access-Control-Allow-Headers": ", ".join(REQUEST_HEADERS),
        "Access-Control-Max-Age": str(PREFLIGHT_SECONDS),
    }
    return HttpResponse(status=204, headers=headers)
