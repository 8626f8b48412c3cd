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
