"""The site's OpenAPI document, and checks of responses against it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
from django.test import Client

from bidding.api.http.openapi import operations, parameters_of, response_of

ADDRESS = "/api/v1/schema"
JSON = "application/json"
Schema = dict[str, Any]


@cache
def document() -> Schema:
    """The document as a client fetches it, its shared parts in place; only to be read."""
    return in_place(Client().get(ADDRESS, headers={"Accept": JSON}).json())


def in_place(found: Schema) -> Schema:
    """Put responses and parameters of a document in the places of the references to them."""
    for _, _, operation in operations(found):
        answers = operation["responses"].items()
        operation["responses"] = {status: response_of(found, answer) for status, answer in answers}
        operation["parameters"] = parameters_of(found, operation)
    return found


def answer_schema(path: str, method: str, status: int, media_type: str = JSON) -> Schema:
    """Return the document's schema of an operation's responses with a status."""
    answers = document()["paths"][path][method.lower()]["responses"]
    found = answers[str(status)]["content"][media_type]["schema"]
    assert isinstance(found, dict)
    return found


def named(name: str) -> Schema:
    """Return a named schema by reference."""
    assert name in document()["components"]["schemas"]
    return {"$ref": f"#/components/schemas/{name}"}


def check(value: Any, schema: Schema) -> None:
    """Raises jsonschema.ValidationError for a value that is not as a schema of the document says,
    or that has fields which the document does not know.
    """
    root = {**schema, "components": {"schemas": _closed(document()["components"]["schemas"])}}
    jsonschema.Draft202012Validator(
        root, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    ).validate(value)


def is_valid(value: Any, schema: Schema) -> bool:
    """Return True if the value fits the schema."""
    try:
        check(value, schema)
    except jsonschema.ValidationError:
        return False
    return True


def inside(value: Any, at: str = "") -> Iterator[tuple[str, Schema]]:
    """Every object in a part of a document, with the JSON Pointer to it."""
    if isinstance(value, dict):
        yield at, value
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, item in pairs:
        if isinstance(item, (dict, list)):
            yield from inside(item, f"{at}/{name}")


def _closed(schemas: Any) -> Any:
    """Return the schemas with additional properties forbidden."""
    if isinstance(schemas, list):
        return [_closed(one) for one in schemas]
    if not isinstance(schemas, dict):
        return schemas
    found = {name: _closed(one) for name, one in schemas.items()}
    if schemas.get("type") == "object" and "properties" in schemas:
        found.setdefault("additionalProperties", False)
    return found
