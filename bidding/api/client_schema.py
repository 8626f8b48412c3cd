"""The OpenAPI description of what operations share: selections, entity tags, events."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter


def selected(*results: dict[str, Any]) -> dict[str, Any]:
    """What ``fields`` leaves of one of these results: an object that lacks some of its fields."""
    return {
        "type": "object",
        "description": "what the parameters fields and moments choose of it",
        "not": {"anyOf": [{"required": result["required"]} for result in results]},
    }


FIELDS = OpenApiParameter(
    name="fields",
    type=OpenApiTypes.STR,
    description="the fields of the result that are wanted, separated by commas; a dot leads to a "
    "field of a field (calls.meaning.name), in arrays of each element. All of them without it",
    examples=[OpenApiExample("What calls mean", value="calls.call,calls.meaning.name")],
)
MOMENTS = OpenApiParameter(
    name="moments",
    type=OpenApiTypes.STR,
    enum=["all", "last"],
    default="all",
    description="last: of the moments of an explanation only the one after the last call",
)
IF_NONE_MATCH = OpenApiParameter(
    name="If-None-Match",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description="an ETag: 304 where the answer is still the same",
)
NOT_MODIFIED: dict[Any, Any] = {(304, "application/json"): None}

INSTANCE = {
    "type": "string",
    "format": "uri",
    "description": "urn:uuid: and the X-Request-ID of the request that was refused, which the "
    "site's logs name; not in the errors of single answers and items",
}

_TEXT = {"type": "string"}
_SECONDS = {"type": "integer", "minimum": 0}
HEADERS: dict[str, dict[str, Any]] = {
    "RateLimit": {
        "description": "what is left of the client's limits, one or more: r requests (items, under "
        "batch_items); t seconds until the window ends or, with status 429, until the next request "
        "is accepted",
        "schema": {**_TEXT, "examples": ['"questions";r=97;t=6']},
    },
    "RateLimit-Policy": {
        "description": "the limits by their names: q requests (or items) in a window of w seconds",
        "schema": {**_TEXT, "examples": ['"questions";q=100;w=10']},
    },
    "Retry-After": {"description": "seconds until the next request", "schema": _SECONDS},
    "ETag": {"description": "equal for the same bytes", "schema": _TEXT},
}

LINK = OpenApiParameter(
    name="Link",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    response=[200],
    description='rel="next": where the next ones are, if there are more (RFC 8288)',
)
CONTENT_ENCODING = OpenApiParameter(
    name="Content-Encoding",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    response=[200],
    description="gzip where Accept-Encoding allows it and there is no Range",
)


def add_headers(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Adds to the OpenAPI document the header fields that many answers have."""
    result.setdefault("components", {})["headers"] = HEADERS
    for operation in (one for methods in result["paths"].values() for one in methods.values()):
        tagged = any(one["name"] == IF_NONE_MATCH.name for one in operation.get("parameters", ()))
        for status, answer in operation["responses"].items():
            names = ["RateLimit", "RateLimit-Policy"] if "429" in operation["responses"] else []
            names += ["Retry-After"] if status in ("429", "503") else []
            names += ["ETag"] if tagged and status in ("200", "304") else []
            for name in names:
                reference = {"$ref": f"#/components/headers/{name}"}
                answer.setdefault("headers", {}).setdefault(name, reference)
    return result
