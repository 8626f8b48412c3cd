"""Headers of requests and responses, and the limit of addresses."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from bidding.api.http.problems import Problem

# Scripts, styles and pictures come from this site alone; nothing inline, nothing framed.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_DIGITS = 18  # of a Content-Length; int() refuses thousands of them


def readable_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Remove from each request what Django, or the database, would fail at (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or ""
        is_number = length.isascii() and length.isdigit()
        request.META["CONTENT_LENGTH"] = length[:_DIGITS] if is_number else ""
        if any("\0" in value for value in request.COOKIES.values()):
            request.COOKIES.clear()
        return get_response(request)

    return middleware


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the content security policy to every response, static files included (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        return response

    return middleware


def refuse_long_addresses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse addresses, queries included, that are longer than the setting says (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        most = settings.ADDRESS_LIMIT_BYTES
        if len(request.META["PATH_INFO"]) + len(request.META.get("QUERY_STRING", "")) <= most:
            return get_response(request)
        detail = f"An address can have at most {most} bytes, including the query."
        return Problem("address-too-long", detail).response(request)

    return middleware
