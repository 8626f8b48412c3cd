"""The OpenAPI document as a whole: its named schemas, its security and its statuses."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from bidding.api import security_schemes  # noqa: F401
from bidding.api.components import referenced_schemas
from bidding.api.problems import KINDS, MEDIA_TYPE

METHODS = ("get", "post", "put", "patch", "delete")
KEY_ALONE: list[dict[str, list[str]]] = [{"key": []}]
"""The security of operations that need a key."""
RESPONSES = "#/components/responses/"
_generating = threading.Lock()  # the generator keeps state in the views' classes


class OperationSchema(AutoSchema):
    """The schema generator of one operation."""

    def get_auth(self) -> list[dict[str, Any]]:
        """Return key and session, and no authentication where the site allows anonymous clients."""
        found: list[dict[str, Any]] = super().get_auth()
        return [*found, {}] if found and settings.ANONYMOUS else found


def document() -> dict[str, Any]:
    """Return the OpenAPI document of the site, generated once in each process; only to be read."""
    with _generating:
        return _document()


@cache
def _document() -> dict[str, Any]:
    with translation.override(settings.LANGUAGE_CODE):  # not the language of the first reader
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def complete(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Add the named schemas that operations refer to, and descriptions of the statuses."""
    for _, _, operation in operations(result):
        if "requestBody" in operation:
            operation["requestBody"]["required"] = True
        for status, answer in operation["responses"].items():
            answer["description"] = meaning_of(status, answer)
    components = result.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **referenced_schemas(result)}
    return result


def share_responses(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Name the problem responses that several operations have, and refer to them."""
    problems = [
        (answers, status)
        for _, _, operation in operations(result)
        for answers in [operation["responses"]]
        for status in answers
        if MEDIA_TYPE in answers[status].get("content", {})
    ]
    texts = Counter(json.dumps(answers[status], sort_keys=True) for answers, status in problems)
    shared: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    for answers, status in problems:
        text = json.dumps(answers[status], sort_keys=True)
        if texts[text] == 1:
            continue
        if text not in names:
            phrase = HTTPStatus(int(status)).phrase.title().replace(" ", "").replace("-", "")
            number = sum(name.rstrip("0123456789") == phrase for name in shared)
            names[text] = f"{phrase}{number + 1 if number else ''}"
            shared[names[text]] = answers[status]
        answers[status] = {"$ref": RESPONSES + names[text]}
    result["components"]["responses"] = shared
    return result


def response_of(document: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return the response that a reference names; any other response as it is."""
    name = answer.get("$ref", "").removeprefix(RESPONSES)
    found: dict[str, Any] = document["components"]["responses"][name] if name else answer
    return found


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and description of every operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


def meaning_of(status: str, answer: Mapping[str, Any]) -> str:
    """Return the description of a status; for problems, with the kinds that have it."""
    phrase = HTTPStatus(int(status)).phrase
    if MEDIA_TYPE not in answer.get("content", {}):
        return phrase
    kinds = [kind for kind, (code, _) in KINDS.items() if int(code) == int(status)]
    return f"{phrase}: {', '.join(kinds)}"
