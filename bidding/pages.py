"""HTML pages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

COOKIE_SECONDS = 365 * 24 * 3600


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The page where a hand and an auction are entered and explained.

    Its language is that of ``?language=``, which is kept in a cookie; else the one kept, or what
    the browser prefers. Only pages follow the reader: programs are always answered in English.
    """
    chosen = request.GET.get("language", "")
    known = chosen in dict(settings.LANGUAGES)
    language = chosen if known else translation.get_language_from_request(request)
    with translation.override(language):
        response = render(request, "index.html", {"languages": settings.LANGUAGES})
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    if known:
        _keep(response, language, secure=request.is_secure())
    return response


def _keep(response: HttpResponse, language: str, *, secure: bool) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=COOKIE_SECONDS,
        samesite="Lax",
        secure=secure,
    )
