"""The OpenAPI description of the operations on bidding systems."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from bidding.api.client_schema import IF_NONE_MATCH, NOT_MODIFIED
from bidding.api.components import (
    BOOLEAN,
    COUNT,
    INTEGER,
    PROBABILITY,
    TEXT,
    array_of,
    by_name,
    component,
    described,
    object_of,
    or_null,
)
from bidding.api.explanation_schema import (
    FORCING,
    INTERVAL_LEVEL,
    MEANING_ID,
    MEANING_NAME,
    NAME_AND_SENTENCE,
    PROMISE,
)
from bidding.api.problem_schema import MESSAGE_OR_NULL
from bidding.api.schema import header, protected_responses, retry_after
from bidding.api.table_schema import CALL, CALLS, DESCRIBED_SYSTEM, MODEL, SUITS
from bidding.domain.systems import DESCRIBED

TAGS = ["systems"]
IDS = [system.value for system in DESCRIBED]
ABOUT = {
    "id": described(DESCRIBED_SYSTEM, "as questions name it"),
    "name": TEXT,
    "description": TEXT,
    "published": described(TEXT, "where its agreements can be read"),
}
ENDS = component("Ends", object_of({"low": INTEGER, "high": INTEGER}), "A range, both included.")
HELD = component(
    "AgreementRecord",
    object_of(
        {
            "auctions": described(COUNT, "that began so, both sides playing the system"),
            "points": described(PROBABILITY, "of hands with points as promised"),
            "lengths": described(PROBABILITY, "the same of the suit that fits least"),
            "share": described(
                PROBABILITY, "of hands of which all is true that the sentence says of them"
            ),
        }
    ),
    "How often an agreement held among recorded auctions.",
)
AGREEMENT = component(
    "Agreement",
    object_of(
        {
            "auction": CALLS,
            "call": described(CALL, "the last of them, which is told of"),
            "name": MEANING_NAME,
            "id": MEANING_ID,
            "sentence": TEXT,
            "said": NAME_AND_SENTENCE,
            "forcing": or_null(FORCING, "null where it is not known"),
            "promises": PROMISE,
            "points": described(ENDS, "usual ones, with the interval level at least"),
            "lengths": component(
                "LengthEnds",
                by_name(SUITS, ENDS),
                "Usual ones of each suit, with the interval level at least.",
            ),
            "chance": described(PROBABILITY, "of the call, after the calls before it"),
            "unusual": described(BOOLEAN, "the model has seldom met such a call"),
            "held": or_null(HELD, "null where there are none"),
        }
    ),
    "What a call shows in a bidding system.",
)
DEPARTURE = component(
    "Departure",
    object_of(
        {
            "auction": or_null(CALLS, "null: the whole system"),
            "sentence": TEXT,
            "said": MESSAGE_OR_NULL,
        }
    ),
    "Where a system as it is told here is not as it is published.",
)
SYSTEM = component(
    "SystemDocument",
    object_of(
        {
            **ABOUT,
            "model": described(MODEL, "the weights that were asked"),
            "interval_level": INTERVAL_LEVEL,
            "sections": array_of(
                component(
                    "SystemSection", object_of({"title": TEXT, "agreements": array_of(AGREEMENT)})
                )
            ),
            "departures": array_of(DEPARTURE),
        }
    ),
    "The agreements of a bidding system, in the sections of a convention card.",
)
SYSTEMS = component(
    "SystemList",
    object_of(
        {
            "systems": array_of(
                component(
                    "SystemSummary",
                    object_of({**ABOUT, "url": described(TEXT, "where it is told of")}),
                )
            )
        }
    ),
)
LIST: dict[str, Any] = {
    "operation_id": "list_systems",
    "summary": "List the bidding systems",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "responses": protected_responses({200: SYSTEMS}, 406, 429, 500),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_system",
    "summary": "Fetch the agreements of a bidding system",
    "tags": TAGS,
    "parameters": [
        OpenApiParameter(
            "system",
            DESCRIBED_SYSTEM,
            location=OpenApiParameter.PATH,
            description="its id; that of 2/1 with its stroke, or with %2F in place of it",
        ),
        IF_NONE_MATCH,
        header("ETag", "of the document", 200, 304, required=True),
        retry_after(429),
    ],
    "responses": protected_responses({200: SYSTEM}, 404, 406, 429, 500) | NOT_MODIFIED,
}
