"""The OpenAPI document: its named schemas, the whole of it, and the reference page's form of it."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, Generic, Literal, TypeVar

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from pydantic import BaseModel, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from bidding.api.http.problems import KINDS, MEDIA_TYPE

Schema = dict[str, Any]

PREFIX = "#/components/schemas/"
SCHEMAS: dict[str, Schema] = {}
"""By name; modules that describe operations add theirs when they are imported."""

Count = Annotated[int, Field(ge=0)]
Probability = Annotated[float, Field(ge=0, le=1)]
Item = TypeVar("Item")


class JsonObject(BaseModel):
    """The schema of a JSON object that is written elsewhere."""


class BySeat(JsonObject, Generic[Item]):
    """A value for each seat."""

    N: Item
    E: Item
    S: Item
    W: Item


class BySuit(JsonObject, Generic[Item], extra="forbid"):
    """A value for each suit. D is last: openapi-python-client 0.29 reads fields from a variable
    ``d``, which the field replaces."""

    S: Item
    H: Item
    C: Item
    D: Item


class ByStrain(JsonObject, Generic[Item], extra="forbid"):
    """A value for each strain, D last as in BySuit."""

    C: Item
    H: Item
    S: Item
    NT: Item
    D: Item


def component(name: str, schema: Schema, description: str = "") -> Schema:
    """Add a named schema and return a reference to it. Raise ValueError for a name in use."""
    if name in SCHEMAS:
        raise ValueError(f"there is a schema {name} already")
    SCHEMAS[name] = {**schema, "description": description} if description else schema
    return {"$ref": PREFIX + name}


class _Schemas(GenerateJsonSchema):
    """Schemas of models: without titles, and with few defaults."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> Schema:
        """Return the schema with null allowed."""
        found = self.generate_inner(schema["schema"])
        if isinstance(found.get("type"), str):
            return {**found, "type": [found["type"], "null"]}
        return {"oneOf": [found, {"type": "null"}]}

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
        """Return the schema of a model, its description on one line."""
        found = super().model_schema(schema)
        del found["title"]
        return {**found, "description": " ".join(found.get("description", "").split())}


Mode = Literal["serialization", "validation"]


def named(model: Any, mode: Mode = "serialization") -> Schema:
    """Return a reference to the schema of a type that has a name, as it is written or read; it is
    added, with those that it refers to. Empty ones refer to what is added elsewhere."""
    found = TypeAdapter(list[model]).json_schema(
        mode=mode, ref_template=PREFIX + "{model}", schema_generator=_Schemas
    )
    for name, schema in found.pop("$defs", {}).items():
        if schema and SCHEMAS.setdefault(name, schema) != schema:
            raise ValueError(f"there is another schema {name}")
    reference: Schema = found["items"]
    return reference


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
RESPONSES = "#/components/responses/"
PARAMETERS = "#/components/parameters/"
_generating = threading.Lock()  # the generator keeps state in the views' classes


class OperationSchema(AutoSchema):
    """The schema generator of one operation."""

    def get_auth(self) -> list[dict[str, Any]]:
        """Return key and session, and no authentication where the site allows anonymous clients."""
        if not self.view.authentication_classes:
            return []
        return [{"key": []}, {"session": []}, *([{}] if settings.ANONYMOUS else [])]

    def get_tags(self) -> list[str]:
        """Return the room of the view."""
        room = type(self.view).__module__.split(".")[2]
        return ["positions" if room == "questions" else room]


def document() -> dict[str, Any]:
    """Return the OpenAPI document of the site, generated once in each process; only to be read."""
    with _generating:
        return _document()


@cache
def _document() -> dict[str, Any]:
    with translation.override(settings.LANGUAGE_CODE):  # not the language of the first reader
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


_RATE_LIMITS = ("RateLimit", "RateLimit-Policy")
HEADERS: dict[str, Schema] = {
    "RateLimit": {
        "description": "what is left of the client's limits: r requests (items, under "
        "batch_items); t seconds until all are left again or, with 429, the next is accepted",
        "schema": {"type": "string", "examples": ['"questions";r=97;t=6']},
    },
    "RateLimit-Policy": {
        "description": "the limits by their names: q requests or items in a window of w seconds",
        "schema": {"type": "string", "examples": ['"questions";q=100;w=10']},
    },
    "Link": {
        "description": 'rel="next": where the next ones are, if there are more (RFC 8288)',
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "seconds to wait before the next request",
        "schema": {"type": "integer"},
    },
    "Content-Location": {
        "description": "where this result, or these fields of it, stay",
        "schema": {"type": "string"},
    },
    "ETag": {"description": "of what is at Content-Location", "schema": {"type": "string"}},
    "Location": {
        "description": "where the answer can be fetched",
        "schema": {"type": "string"},
    },
    "Preference-Applied": {
        "description": "wait=N: so long it could have taken",
        "schema": {"type": "string"},
    },
}
# Besides the rate limits, by status.
_HEADERS = {
    **dict.fromkeys((202, 410, 429, 503), ("Retry-After",)),
    504: ("Location", "Preference-Applied", "Retry-After"),
}
_PROTECTED = (401, 403, 406, 429, 500)
_WITH_BODY = (400, 408, 411, 413, 415, 422)


def complete(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Add what all operations share: problems, headers, descriptions of statuses, named schemas."""
    components = result.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **referenced_schemas(result)}
    problems: dict[str, Schema] = {}
    for path, _, operation in operations(result):
        answers: dict[int, Schema] = {
            int(status): it for status, it in operation["responses"].items()
        }
        statuses = [
            *(_PROTECTED if any(operation.get("security", ())) else ()),
            *(_WITH_BODY if "requestBody" in operation else ()),
            *((404,) if "{" in path else ()),
        ]
        for status in {*statuses, *(status for status in answers if status >= 400)}:
            name = HTTPStatus(status).phrase.title().replace(" ", "").replace("-", "")
            problems[name] = _problem(status)
            answers[status] = {"$ref": RESPONSES + name}
        if "requestBody" in operation:
            operation["requestBody"]["required"] = True
        for status, answer in answers.items():
            if status < 400:
                answer["description"] = HTTPStatus(status).phrase
                headers = answer.pop("headers", {})
                own = {name: it for name, it in headers.items() if it != HEADERS.get(name)}
                common = _references(name for name in headers if name not in own)
                limits = _headers(status) if 429 in answers else {}
                if found := {**own, **common, **limits}:
                    answer["headers"] = found
        operation["responses"] = {str(status): answers[status] for status in sorted(answers)}
    parameters = _share_parameters(result)
    components |= {"headers": HEADERS, "parameters": parameters}
    components["responses"] = dict(sorted(problems.items()))
    return result


def _share_parameters(result: dict[str, Any]) -> dict[str, Schema]:
    """Have operations refer to parameters that several have; return those, by their names."""
    all_of = [operation.get("parameters", []) for _, _, operation in operations(result)]
    counts = Counter(json.dumps(one, sort_keys=True) for some in all_of for one in some)
    shared: dict[str, Schema] = {}
    for text, count in counts.most_common():
        if count > 1:
            one = json.loads(text)
            shared.setdefault(one["name"], one)
    for some in all_of:
        some[:] = [
            {"$ref": PARAMETERS + one["name"]} if shared.get(one["name"]) == one else one
            for one in some
        ]
    return dict(sorted(shared.items()))


def _problem(status: int) -> Schema:
    """Return the problem response of a status, described with the kinds that have it."""
    kinds = ", ".join(kind for kind, (code, _) in KINDS.items() if code == status)
    return {
        "description": f"{HTTPStatus(status).phrase}: {kinds}",
        "headers": _headers(status),
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"{PREFIX}Problem"}}},
    }


def _headers(status: int) -> Schema:
    return _references((*_RATE_LIMITS, *_HEADERS.get(status, ())))


def _references(names: Iterable[str]) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def response_of(document: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return the response that a reference names; any other response as it is."""
    name = answer.get("$ref", "").removeprefix(RESPONSES)
    found: dict[str, Any] = document["components"]["responses"][name] if name else answer
    return found


def parameters_of(document: Mapping[str, Any], operation: Mapping[str, Any]) -> list[Schema]:
    """Return the parameters of an operation, those that it refers to in their places."""
    shared = document["components"]["parameters"]
    found = operation.get("parameters", [])
    return [shared[one["$ref"].removeprefix(PARAMETERS)] if "$ref" in one else one for one in found]


def operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and description of every operation."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


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
        "parameters": parameters_of(document, described),
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
