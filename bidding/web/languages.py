"""The language of the pages that the server draws: the reader's choice, or the browser's.

Only pages follow the reader: programs are always answered in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext

from bidding.domain.messages import NAME, Message

Page = Callable[..., HttpResponseBase]

COOKIE_SECONDS = 365 * 24 * 3600  # that the language is remembered


def in_the_readers_language(page: Page) -> Page:
    """Return the page in the language of ``?language=``, which is kept in a cookie.

    Where none is asked for it is the one kept, or else what the browser prefers.
    """

    @wraps(page)
    def spoken(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        chosen = _chosen(request)
        language = chosen or translation.get_language_from_request(request)
        with translation.override(language):
            response = page(request, *args, **options)
            if isinstance(response, SimpleTemplateResponse):  # else it is drawn later, in English
                response.render()
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if chosen:
            _keep(response, chosen, secure=request.is_secure())
        return response

    return spoken


def offered(request: HttpRequest) -> dict[str, Any]:
    """Give every template the languages: their codes, and their names in their own words."""
    return {"languages": settings.LANGUAGES}


def retold(text: str | Mapping[str, Any]) -> str:
    """Return a sentence, or its JSON, in the reader's language; a plain text as it is."""
    return _translated(text.to_json() if isinstance(text, Message) else text)


def retold_fault(entry: Mapping[str, Any]) -> str:
    """Return an entry among a problem's errors in the reader's language."""
    return _translated(entry["said"] or entry["detail"])


def _chosen(request: HttpRequest) -> str:
    """The known language that the address asks for, or nothing."""
    try:
        chosen = request.GET.get("language", "")
    except SuspiciousOperation:  # more parameters than are read: the answer is about that
        return ""
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def _keep(response: HttpResponseBase, language: str, *, secure: bool) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=COOKIE_SECONDS,
        samesite="Lax",
        secure=secure,
    )


def _translated(said: Any) -> str:
    """Translate a sentence as ``Message.to_json`` has it, or one of its values."""
    match said:
        case {"key": str(key)}:
            values = {name: _translated(value) for name, value in said.get("values", {}).items()}
            text = gettext(key)
            return NAME.sub(lambda name: values.get(name[1], name[0]), text) if values else text
        case list():
            return gettext(", ").join(map(_translated, said))
    return str(said)
