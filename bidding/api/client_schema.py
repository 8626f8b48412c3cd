"""The OpenAPI description of parameters and headers that operations share."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.components import COUNT, Schema, enum
from bidding.api.openapi import operations
from bidding.api.paging import MAX_NUMBER_CHARACTERS
from bidding.api.selection import ALL, LAST
from bidding.api.selection import FIELDS as FIELDS_NAME
from bidding.api.selection import MOMENTS as MOMENTS_NAME

FIELDS = OpenApiParameter(
    name=FIELDS_NAME,
    type=OpenApiTypes.STR,
    description="the fields of the result to send, separated by commas; a dot leads to a "
    "field of a field (calls.meaning.name), in arrays of each element. All of them without it",
    examples=[OpenApiExample("What calls mean", value="calls.call,calls.meaning.name")],
)
MOMENTS = OpenApiParameter(
    name=MOMENTS_NAME,
    type=enum("MomentSelection", [ALL, LAST]),
    description="last: of the moments of an explanation only the one after the last call; all of "
    "them without it",
)
FROM: Schema = {**COUNT, "maximum": 10**MAX_NUMBER_CHARACTERS - 1}  # a number in a list
IF_NONE_MATCH = OpenApiParameter(
    name="If-None-Match",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description="an ETag: 304 where the answer is still the same",
)
NOT_MODIFIED: dict[Any, Any] = {(304, "application/json"): None}

_TEXT = {"type": "string"}
HEADERS: dict[str, Schema] = {
    "RateLimit": {
        "description": "what is left of the client's limits, one or more: r requests (items, under "
        "batch_items); t seconds until the window ends or, with status 429, until the next request "
        "is accepted",
        "schema": {**_TEXT, "examples": ['"questions";r=97;t=6']},
    },
    "RateLimit-Policy": {
        "description": "the limits by their names: q requests or items in a window of w seconds",
        "schema": {**_TEXT, "examples": ['"questions";q=100;w=10']},
    },
}

LINK = OpenApiParameter(
    name="Link",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    response=[200],
    description='rel="next": where the next ones are, if there are more (RFC 8288)',
)


def add_headers(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Add the rate limit headers of all counted responses to the OpenAPI document."""
    result.setdefault("components", {})["headers"] = HEADERS
    for _, _, operation in operations(result):
        for answer in operation["responses"].values() if "429" in operation["responses"] else ():
            headers = answer.setdefault("headers", {})
            headers |= {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS}
    return result
