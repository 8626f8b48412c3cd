"""The OpenAPI document as data of the reference page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bidding.api import openapi
from bidding.api.components import resolved


def operations() -> tuple[dict[str, Any], ...]:
    """Return every operation with its parameters, the fields of its body and its responses."""
    document = openapi.document()
    return tuple(_operation(document, *described) for described in openapi.operations(document))


def _operation(
    document: Mapping[str, Any], path: str, method: str, described: Mapping[str, Any]
) -> dict[str, Any]:
    content = described.get("requestBody", {}).get("content", {})
    answers = {
        status: openapi.response_of(document, answer)
        for status, answer in described["responses"].items()
    }
    return {
        "id": described["operationId"],
        "method": method.upper(),
        "path": path,
        "description": described.get("description", ""),
        "parameters": described.get("parameters", []),
        "bodies": list(content),
        "fields": list(_fields(content)),
        "answers": [
            {"status": status, "description": it["description"]} for status, it in answers.items()
        ],
    }


def _fields(content: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the fields of the body's JSON object, or of the objects in its array."""
    schema = content.get("application/json", {}).get("schema", {})
    schema = resolved(resolved(schema).get("items", schema))
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", ())
        yield {"name": name, "required": required, "description": _description(field)}


def _description(field: Mapping[str, Any]) -> str:
    """Return the description of a field, or else of its type or its parts."""
    kind = resolved(field)
    parts = kind.get("properties", {})
    inner = ", ".join(f"{name}: {_description(part)}" for name, part in parts.items())
    text = field.get("description") or kind.get("description")
    values = ", ".join(str(value) for value in kind.get("enum", ()))
    return str(text or inner or values or kind.get("type", ""))
