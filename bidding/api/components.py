"""Named schemas of the OpenAPI document: how they are made, and which of them it refers to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Schema = dict[str, Any]

PREFIX = "#/components/schemas/"
SCHEMAS: dict[str, Schema] = {}
"""By name; modules that describe operations add theirs when they are imported."""

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
PROBABILITY: Schema = {"type": "number", "minimum": 0, "maximum": 1}
TIME: Schema = {"type": "string", "format": "date-time"}
UUID: Schema = {"type": "string", "format": "uuid"}
_NO_NAME = re.compile(r"\W")


def component(name: str, schema: Schema, description: str = "") -> Schema:
    """Add a named schema; a reference to it. Raises ValueError for a name that is taken."""
    if name in SCHEMAS:
        raise ValueError(f"there is a schema {name} already")
    SCHEMAS[name] = {**schema, "description": description} if description else schema
    return {"$ref": PREFIX + name}


def enum(
    name: str, values: Iterable[str], description: str = "", *, names: Sequence[str] = ()
) -> Schema:
    """Add a named list of texts; ``names`` are those of its members in generated code."""
    schema: Schema = {"type": "string", "enum": list(values)}
    if names:
        schema["x-enum-varnames"] = [_NO_NAME.sub("_", one) for one in names]
    return component(name, schema, description)


def object_of(
    properties: Mapping[str, Schema],
    *,
    required: Sequence[str] | None = None,
    extra: bool | Schema = True,
) -> Schema:
    """An object that has all these properties, or only the required ones.

    ``extra`` says whether it may have others, or what those are.
    """
    schema: Schema = {"type": "object", "properties": dict(properties)}
    if names := list(properties) if required is None else list(required):
        schema["required"] = names
    return schema if extra is True else {**schema, "additionalProperties": extra}


def map_of(values: Schema) -> Schema:
    """An object whose names differ from answer to answer, all of one kind of value."""
    return {"type": "object", "additionalProperties": values}


def by_name(names: Iterable[str], values: Schema) -> Schema:
    """An object with one such value for each of the names and no other.

    D, which is a suit, is last and nothing is left over: openapi-python-client 0.29 reads fields
    from a variable ``d``, which the field replaces.
    """
    last = sorted(names, key="D".__eq__)
    return object_of(dict.fromkeys(last, values), extra=False)


def array_of(items: Schema, *, length: int | None = None) -> Schema:
    """An array, or one of that length."""
    schema: Schema = {"type": "array", "items": items}
    return schema if length is None else {**schema, "minItems": length, "maxItems": length}


def described(schema: Schema, description: str) -> Schema:
    """The same with a description of its own."""
    return {**schema, "description": description}


def or_null(schema: Schema, description: str = "") -> Schema:
    """The same, or null."""
    if "$ref" in schema or "oneOf" in schema or "anyOf" in schema:
        found: Schema = {"oneOf": [schema, {"type": "null"}]}
    else:
        found = {**schema, "type": [schema["type"], "null"]}
    return {**found, "description": description} if description else found


def referred(value: Any) -> Iterator[str]:
    """The references in a part of a document, in their order and as often as they occur."""
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from referred(item)


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The named schema where this is a reference to one."""
    name = schema.get("$ref", "")
    return SCHEMAS[name.removeprefix(PREFIX)] if name else schema


def needed(document: Any) -> dict[str, Schema]:
    """The named schemas that a document refers to, directly or by others, by their names."""
    found: dict[str, Schema] = {}
    waiting = list(referred(document))
    while waiting:
        name = waiting.pop().removeprefix(PREFIX)
        if name not in found:
            found[name] = SCHEMAS[name]
            waiting.extend(referred(found[name]))
    return dict(sorted(found.items()))
