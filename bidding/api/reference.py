"""The OpenAPI document in the terms of a page that people read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from bidding.api.problems import KINDS, MEDIA_TYPE

METHODS = ("get", "post", "put", "patch", "delete")


@cache
def operations() -> tuple[dict[str, Any], ...]:
    """Every operation with its parameters, the fields of its body and its answers."""
    with translation.override(settings.LANGUAGE_CODE):  # not that of the first reader
        document = SchemaGenerator().get_schema(request=None, public=True)
    return tuple(
        _operation(path, method, described)
        for path, methods in document["paths"].items()
        for method, described in methods.items()
        if method in METHODS
    )


def _operation(path: str, method: str, described: Mapping[str, Any]) -> dict[str, Any]:
    content = described.get("requestBody", {}).get("content", {})
    return {
        "id": described["operationId"],
        "method": method.upper(),
        "path": path,
        "description": described.get("description", ""),
        "parameters": described.get("parameters", []),
        "bodies": list(content),
        "fields": list(_fields(content)),
        "answers": [_answer(status, it) for status, it in described["responses"].items()],
    }


def _fields(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The fields of the body's JSON object, or of the objects in its array."""
    schema = content.get("application/json", {}).get("schema", {})
    schema = schema.get("items", schema)
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", ())
        yield {"name": name, "required": required, "description": _description(field)}


def _description(field: Mapping[str, Any]) -> str:
    """What a field is: in its own words, or in those of its parts."""
    parts = field.get("properties", {})
    inner = ", ".join(f"{name}: {part.get('description', '')}" for name, part in parts.items())
    return str(field.get("description") or inner or field.get("type", ""))


def _answer(status: str, answer: Mapping[str, Any]) -> dict[str, str]:
    """What a status says; of problems, which kinds have it."""
    told = HTTPStatus(int(status)).phrase
    if MEDIA_TYPE in answer.get("content", {}):
        kinds = [kind for kind, (code, _) in KINDS.items() if int(code) == int(status)]
        told = f"{told}: {', '.join(kinds)}"
    return {"status": status, "description": told}
