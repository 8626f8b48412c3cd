"""The language of the pages that the server renders: the reader's choice, or the browser's.

Only pages are translated: responses to programs are always in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext

from bidding.domain.messages import NAME, Message

Page = Callable[..., HttpResponseBase]

PER_CENT = re.compile(r"(?<=\d) %")
COOKIE_SECONDS = 365 * 24 * 3600  # life of the cookie with the language


def in_the_readers_language(page: Page) -> Page:
    """Render the page in the language of ``?language=``, and store that in a cookie.

    Without the parameter use the cookie's language, or else the one that the browser prefers.
    """

    @wraps(page)
    def localized(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        try:
            chosen = request.GET.get("language", "")
        except SuspiciousOperation:  # too many parameters: the response reports that
            chosen = ""
        known = chosen in dict(settings.LANGUAGES)
        language = chosen if known else translation.get_language_from_request(request)
        with translation.override(language):
            response = page(request, *args, **options)
            if isinstance(response, SimpleTemplateResponse):
                response.render()  # later it would be in English
        if isinstance(response, HttpResponse):
            # A figure and its sign stay on one line.
            response.content = PER_CENT.sub("\u00a0%", response.text)
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if known:
            name, secure = settings.LANGUAGE_COOKIE_NAME, request.is_secure()
            response.set_cookie(name, chosen, COOKIE_SECONDS, samesite="Lax", secure=secure)
        return response

    return localized


def language_choices(request: HttpRequest) -> dict[str, Any]:
    """Add the languages to every template: their codes, and their own names."""
    return {"languages": settings.LANGUAGES}


def translated(text: str | Mapping[str, Any]) -> str:
    """Return a sentence, or its JSON, in the reader's language; a plain text as it is."""
    return _translated(text.to_json() if isinstance(text, Message) else text)


def text_of(key: str) -> str:
    """Return the sentence of a key in the reader's language; the key, where it has none."""
    return _service_catalogue(translation.get_language()).get(key) or gettext(key)


@cache
def _service_catalogue(language: str) -> Mapping[str, str]:
    """Return the service's sentences by their keys, of which the page's build is made, too."""
    path = settings.LOCALE_PATHS[0] / translation.to_locale(language) / "service.json"
    if not path.exists():
        return {}
    catalogue = json.loads(path.read_text(encoding="utf-8"))
    return {**catalogue["service"], **catalogue["both"]}


def _translated(message: Any) -> str:
    """Translate a message, as ``Message.to_json`` returns it, or one of its values."""
    match message:
        case {"key": str(key)}:
            values = {name: _translated(value) for name, value in message.get("values", {}).items()}
            text = text_of(key)
            return NAME.sub(lambda name: values.get(name[1], name[0]), text) if values else text
        case list():
            return gettext(", ").join(map(_translated, message))
    return str(message)
