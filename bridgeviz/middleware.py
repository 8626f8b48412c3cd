"""Headers of requests and responses, and the limit of addresses."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from bidding.api.http.middleware import Site, middleware
from bidding.api.http.problems import Problem

# Scripts, styles and pictures come from this site alone; nothing inline, nothing framed.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_DIGITS = 18  # of a Content-Length; int() refuses thousands of them


@middleware
def readable_headers(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Remove from each request what Django, or the database, would fail at."""
    length = request.META.get("CONTENT_LENGTH") or ""
    is_number = length.isascii() and length.isdigit()
    request.META["CONTENT_LENGTH"] = length[:_DIGITS] if is_number else ""
    if any("\0" in value for value in request.COOKIES.values()):
        request.COOKIES.clear()
    return get_response(request)


@middleware
def security_headers(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Add the content security policy to every response, static files included."""
    response = get_response(request)
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    return response


@middleware
def refuse_long_addresses(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Refuse addresses, queries included, that are longer than the setting says."""
    most = settings.ADDRESS_LIMIT_BYTES
    if len(request.META["PATH_INFO"]) + len(request.META.get("QUERY_STRING", "")) <= most:
        return get_response(request)
    detail = f"An address can have at most {most} bytes, including the query."
    return Problem("address-too-long", detail).response(request)
