"""The OpenAPI description of the operations on bidding systems."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from bidding.api.client_schema import IF_NONE_MATCH, NOT_MODIFIED
from bidding.api.schema import MEANING, MODEL, PROBABILITY, SAID, WHOLE, guarded, object_of
from bidding.domain.systems import DESCRIBED

IDS = [system.value for system in DESCRIBED]
TEXT = {"type": "string"}
ABOUT = {
    "id": {**TEXT, "enum": IDS, "description": "as questions name it"},
    "name": TEXT,
    "description": TEXT,
    "published": {**TEXT, "description": "where its agreements can be read"},
}
ENDS = object_of({"low": WHOLE, "high": WHOLE})
CALLS = {"type": "array", "items": TEXT, "description": "the calls from the dealer on"}
HELD = {
    **object_of(
        {
            "auctions": {**WHOLE, "description": "that began so, both sides playing the system"},
            "points": {**PROBABILITY, "description": "of hands with points in the range"},
            "lengths": {**PROBABILITY, "description": "the same of the suit that fits least"},
            "share": {
                **PROBABILITY,
                "description": "of hands of which all is true that the sentence says of them",
            },
        }
    ),
    "type": ["object", "null"],
    "description": "counted among recorded auctions; null where there are none",
}
AGREEMENT = object_of(
    {
        "auction": CALLS,
        "call": {**TEXT, "description": "the last of them, which is told of"},
        "name": {**TEXT, "description": "Natural, or No agreement known, without one"},
        "id": MEANING["properties"]["id"],
        "sentence": TEXT,
        "said": object_of({"name": SAID, "sentence": SAID}),
        "forcing": MEANING["properties"]["forcing"],
        "points": {**ENDS, "description": "of the caller, with the interval level at least"},
        "lengths": {
            **object_of(dict.fromkeys("SHDC", ENDS)),
            "description": "each with the interval level at least",
        },
        "chance": {**PROBABILITY, "description": "of the call, after the calls before it"},
        "unusual": {"type": "boolean", "description": "the model has seldom met such a call"},
        "held": HELD,
    }
)
DEPARTURE = object_of(
    {
        "auction": {**CALLS, "type": ["array", "null"], "description": "null: the whole system"},
        "sentence": TEXT,
        "said": SAID,
    }
)
SYSTEM = object_of(
    {
        **ABOUT,
        "model": {**MODEL, "description": "the weights that were asked"},
        "interval_level": {"type": "number", "description": "least share of hands in a range"},
        "sections": {
            "type": "array",
            "items": object_of(
                {"title": TEXT, "agreements": {"type": "array", "items": AGREEMENT}}
            ),
        },
        "departures": {
            "type": "array",
            "description": "where the system as it is told here is not as it is published",
            "items": DEPARTURE,
        },
    }
)
LIST: dict[str, Any] = {
    "operation_id": "list_systems",
    "responses": guarded(
        {
            200: object_of(
                {
                    "systems": {
                        "type": "array",
                        "items": object_of(
                            {**ABOUT, "url": {**TEXT, "description": "where it is told of"}}
                        ),
                    }
                }
            )
        },
        *(406, 429, 500),
    ),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_system",
    "parameters": [
        OpenApiParameter(
            "system",
            OpenApiTypes.STR,
            location=OpenApiParameter.PATH,
            description="its id; that of 2/1 with its stroke, or with %2F in place of it",
            enum=IDS,
        ),
        IF_NONE_MATCH,
    ],
    "responses": guarded({200: SYSTEM}, 404, 406, 429, 500) | NOT_MODIFIED,
}
