"""The OpenAPI document: its named schemas, the whole of it, and the reference page's form of it."""

from __future__ import annotations

import json
import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, Literal

from django.conf import settings
from django.utils import translation
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from bidding.api.http.problems import KINDS, MEDIA_TYPE
from bidding.parsing.documents.document import Document

Schema = dict[str, Any]

PREFIX = "#/components/schemas/"
SCHEMAS: dict[str, Schema] = {}
"""By name; modules that describe operations add theirs when they are imported."""

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
BOOLEAN: Schema = {"type": "boolean"}
PROBABILITY: Schema = {"type": "number", "minimum": 0, "maximum": 1}
TIME: Schema = {"type": "string", "format": "date-time"}
UUID: Schema = {"type": "string", "format": "uuid"}
_NOT_A_NAME = re.compile(r"\W")


def component(name: str, schema: Schema, description: str = "") -> Schema:
    """Add a named schema and return a reference to it. Raise ValueError for a name in use."""
    if name in SCHEMAS:
        raise ValueError(f"there is a schema {name} already")
    SCHEMAS[name] = {**schema, "description": description} if description else schema
    return {"$ref": PREFIX + name}


class _Schemas(GenerateJsonSchema):
    """Schemas of models as the others here: without titles, and with few defaults."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> Schema:
        """Return the schema with null allowed."""
        return or_null(self.generate_inner(schema["schema"]))

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Schema:
        """Return the schema of what is read with a default that is a number or a truth value."""
        found = self.generate_inner(schema["schema"])
        default = schema.get("default")
        is_shown = self.mode == "validation" and type(default) in (int, bool)
        return {**found, "default": default} if is_shown else found

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return that fields have no titles."""
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> Schema:
        """Return the schema of a model."""
        found = super().model_schema(schema)
        del found["title"]
        return found


Mode = Literal["serialization", "validation"]


def schema_of(model: Any, mode: Mode = "serialization") -> Schema:
    """Return the schema of a type as it is written or read; those that it refers to are added."""
    found = TypeAdapter(model).json_schema(
        mode=mode, ref_template=PREFIX + "{model}", schema_generator=_Schemas
    )
    for name, schema in found.pop("$defs", {}).items():
        if SCHEMAS.setdefault(name, schema) != schema:
            raise ValueError(f"there is another schema {name}")
    if mode == "serialization":  # a later version may have more fields
        found.pop("additionalProperties", None)
    return found


def named(model: Any, mode: Mode = "serialization") -> Schema:
    """Return a reference to the schema of a type that has a name, which is added."""
    reference: Schema = schema_of(list[model], mode)["items"]
    return reference


class DocumentSchema(OpenApiSerializerExtension):
    """The named schema of a document in requests and responses."""

    target_class = Document
    match_subclasses = True
    priority = 1  # above the extension for all models

    def get_name(self, auto_schema: AutoSchema, direction: str) -> str:
        """Return the name of the model."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Schema:
        """Return the schema of the model."""
        mode: Mode = "validation" if direction == "request" else "serialization"
        return {**resolved(named(self.target, mode))}


def enum(
    name: str, values: Iterable[str], description: str = "", *, names: Sequence[str] = ()
) -> Schema:
    """Add a named enumeration; ``names`` are the names of its members in generated code."""
    schema: Schema = {"type": "string", "enum": list(values)}
    if names:
        schema["x-enum-varnames"] = [_NOT_A_NAME.sub("_", one) for one in names]
    return component(name, schema, description)


def object_of(
    properties: Mapping[str, Schema],
    *,
    required: Sequence[str] | None = None,
    extra: bool | Schema = True,
) -> Schema:
    """Return the schema of an object with these properties, all of them required by default.

    ``extra``: allow additional properties, or the schema of these.
    """
    schema: Schema = {"type": "object", "properties": dict(properties)}
    if names := list(properties) if required is None else list(required):
        schema["required"] = names
    return schema if extra is True else {**schema, "additionalProperties": extra}


def map_of(values: Schema) -> Schema:
    """Return the schema of an object with arbitrary names and one kind of value."""
    return {"type": "object", "additionalProperties": values}


def by_name(names: Iterable[str], values: Schema) -> Schema:
    """Return the schema of an object with such a value for each of the names, and no other.

    D, which is a suit, is last: openapi-python-client 0.29 reads fields
    from a variable ``d``, which the field replaces.
    """
    last = sorted(names, key="D".__eq__)
    return object_of(dict.fromkeys(last, values), extra=False)


def array_of(items: Schema, *, length: int | None = None) -> Schema:
    """Return the schema of an array, of fixed length if one is given."""
    schema: Schema = {"type": "array", "items": items}
    return schema if length is None else {**schema, "minItems": length, "maxItems": length}


def part_of(schema: Any) -> Any:
    """Return the schema with all properties optional, at any depth.

    The part of a named object is named, too: that of Moment is MomentPart.
    """
    if isinstance(schema, list):
        return [part_of(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:
        whole, name = resolved(schema), schema["$ref"].removeprefix(PREFIX) + "Part"
        if "properties" not in whole:
            return {"$ref": schema["$ref"]}
        if name not in SCHEMAS:
            component(name, {})  # before its properties: a message may have others in it
            SCHEMAS[name] |= part_of(whole)
        return {"$ref": PREFIX + name}
    return {
        word: part_of(value)
        for word, value in schema.items()
        if not (word == "required" and isinstance(value, list))
        and not (word == "description" and isinstance(value, str))
    }


def described(schema: Schema, description: str) -> Schema:
    """Return the schema with a description of its own."""
    return {**schema, "description": description}


def or_null(schema: Schema, description: str = "") -> Schema:
    """Return the schema with null allowed."""
    if "$ref" in schema or "oneOf" in schema or "anyOf" in schema:
        found: Schema = {"oneOf": [schema, {"type": "null"}]}
    else:
        found = {**schema, "type": [schema["type"], "null"]}
    return {**found, "description": description} if description else found


def references(value: Any) -> Iterator[str]:
    """Yield the references in a part of a document, in order, repeats included."""
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from references(item)


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the named schema of a reference; any other schema as it is."""
    name = schema.get("$ref", "")
    return SCHEMAS[name.removeprefix(PREFIX)] if name else schema


def referenced_schemas(document: Any) -> dict[str, Schema]:
    """Return the named schemas that a document refers to, directly or indirectly."""
    found: dict[str, Schema] = {}
    pending = list(references(document))
    while pending:
        name = pending.pop().removeprefix(PREFIX)
        if name not in found:
            found[name] = SCHEMAS[name]
            pending.extend(references(found[name]))
    return dict(sorted(found.items()))


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


def reference() -> tuple[dict[str, Any], ...]:
    """Return every operation with its parameters, the fields of its body and its responses."""
    found = document()
    return tuple(_operation(found, *described) for described in operations(found))


def _operation(
    document: Mapping[str, Any], path: str, method: str, described: Mapping[str, Any]
) -> dict[str, Any]:
    content = described.get("requestBody", {}).get("content", {})
    answers = {
        status: response_of(document, answer) for status, answer in described["responses"].items()
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
