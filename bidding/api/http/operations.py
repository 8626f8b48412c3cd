"""What descriptions of operations share: bridge terms, errors, parameters, headers, responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    PREFIX,
    PROBABILITY,
    TEXT,
    Schema,
    array_of,
    component,
    described,
    enum,
    map_of,
    named,
    object_of,
    operations,
    or_null,
    schema_of,
)
from bidding.api.http.problems import KINDS, MEDIA_TYPE, TYPE_PREFIX
from bidding.api.http.request_parsing import MAX_DIGITS
from bidding.domain.table import Seat, Suit
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import Document
from bidding.parsing.documents.position_documents import PositionDocument
from bidding.parsing.formats.recorded_boards import LARGEST_NUMBER
from bidding.practice.practice_documents import DescribedSystem

JSON = "application/json"

_MESSAGE = {"$ref": PREFIX + "Message"}  # its values may be messages again
_VALUES = [TEXT, NUMBER, BOOLEAN, _MESSAGE]
MESSAGE = component(
    "Message",
    object_of(
        {
            "key": described(TEXT, "the English form with its {names}"),
            "values": map_of({"anyOf": [*_VALUES, array_of({"anyOf": _VALUES})]}),
        },
        required=["key"],
    ),
    "What a sentence was made of, for catalogues of other languages.",
)
MESSAGE_OR_NULL = or_null(MESSAGE)
PROBLEM_TYPE = enum(
    "ProblemType", [TYPE_PREFIX + kind for kind in KINDS], names=[kind.upper() for kind in KINDS]
)
FIELD_ERROR = component(
    "FieldError",
    object_of(
        {
            "pointer": described(TEXT, "JSON Pointer to the field"),
            "code": TEXT,
            "detail": TEXT,
            "text": described(TEXT, "what is at fault"),
            "position": or_null(INTEGER, "its place, from 0"),
            "said": MESSAGE_OR_NULL,
        }
    ),
)
PROBLEM = component(
    "Problem",
    object_of(
        {
            "type": PROBLEM_TYPE,
            "title": TEXT,
            "status": INTEGER,
            "detail": TEXT,
            "instance": {
                "type": "string",
                "format": "uri",
                "description": "urn:uuid: and the X-Request-ID of the request that was refused, "
                "which the site's logs name; not in the errors of single answers and items",
            },
            "errors": array_of(FIELD_ERROR),
        },
        required=["type", "title", "status", "detail"],
    ),
    "An error (RFC 9457).",
)
SUITS = tuple(suit.name for suit in Suit)
SEATS = tuple(seat.name for seat in Seat)

SEAT = named(fields.Seat)
SUIT = enum("Suit", SUITS, "Spades, hearts, diamonds or clubs.")
CALL = named(fields.Call)
VULNERABILITY = named(fields.Vulnerability)
SYSTEM = named(fields.System)
DESCRIBED_SYSTEM = named(DescribedSystem)
HAND = named(fields.Hand)
SYSTEMS = named(fields.Systems, "validation")
CALLS = described(array_of(CALL), "the calls from the dealer on")
QUESTION = component(
    "Question",
    schema_of(PositionDocument, "validation"),
    "A position to explain. Either `system` says what both sides play, or `systems` what each "
    "does; without them both play SAYC. Other common forms of the values are read, too.",
)
POSITION = component("Position", schema_of(PositionDocument))
MODEL_FIELDS = ("name", "version", "sha256", "recipe")
MODEL = component(
    "Model",
    object_of(dict.fromkeys(MODEL_FIELDS, TEXT)),
    "The weights that an answer was computed with.",
)
BOARD_NUMBER = {**COUNT, "maximum": LARGEST_NUMBER}
PROBABILITIES = array_of(PROBABILITY)


def header(name: str, description: str, *statuses: int, required: bool = False) -> OpenApiParameter:
    """Return a header of requests, or of responses with these statuses."""
    return OpenApiParameter(
        name,
        OpenApiTypes.STR,
        location=OpenApiParameter.HEADER,
        description=description,
        response=list(statuses) or False,
        required=required,
    )


def retry_after(*statuses: int) -> OpenApiParameter:
    """Return the Retry-After header of responses with these statuses."""
    return OpenApiParameter(
        "Retry-After",
        OpenApiTypes.INT,
        location=OpenApiParameter.HEADER,
        description="seconds to wait before the next request",
        response=list(statuses),
    )


FIELDS = OpenApiParameter(
    name="fields",
    type=OpenApiTypes.STR,
    description="the fields of the result to send, separated by commas; a dot leads to a "
    "field of a field (calls.meaning.name), in arrays of each element. All of them without it",
    examples=[OpenApiExample("What calls mean", value="calls.call,calls.meaning.name")],
)
ALL, LAST = "all", "last"
MOMENTS = OpenApiParameter(
    name="moments",
    type=enum("MomentSelection", [ALL, LAST]),
    description="last: of the moments of an explanation only the one after the last call; all of "
    "them without it",
)
FROM: Schema = {**COUNT, "maximum": 10**MAX_DIGITS - 1}  # a number in a list
IF_NONE_MATCH = header("If-None-Match", "an ETag: 304 where the answer is still the same")
NOT_MODIFIED: dict[Any, Any] = {(304, JSON): None}

HEADERS: dict[str, Schema] = {
    "RateLimit": {
        "description": "what is left of the client's limits, one or more: r requests (items, under "
        "batch_items); t seconds until all are left again or, with status 429, until the next "
        "request is accepted",
        "schema": {**TEXT, "examples": ['"questions";r=97;t=6']},
    },
    "RateLimit-Policy": {
        "description": "the limits by their names: q requests or items in a window of w seconds",
        "schema": {**TEXT, "examples": ['"questions";q=100;w=10']},
    },
}

PREFER = header("Prefer", "wait=N: wait up to N seconds for the result (RFC 7240)")
LINK = header("Link", 'rel="next": where the next ones are, if there are more (RFC 8288)', 200)


def add_headers(result: dict[str, Any], **options: object) -> dict[str, Any]:
    """Add the rate limit headers of all counted responses to the OpenAPI document."""
    result.setdefault("components", {})["headers"] = HEADERS
    for _, _, operation in operations(result):
        for answer in operation["responses"].values() if "429" in operation["responses"] else ():
            headers = answer.setdefault("headers", {})
            headers |= {name: {"$ref": f"#/components/headers/{name}"} for name in HEADERS}
    return result


QUESTION_EXAMPLE = {
    "hand": "AKJT985.6.A76.84",
    "seat": "S",
    "dealer": "N",
    "vulnerability": "NS",
    "auction": ["1D", "1H"],
    "system": "sayc",
}
Described = Schema | type[Document] | None
"""The schema of a body, or its model."""


def responses(statuses: Mapping[int, Described], *problems: int) -> dict[Any, Any]:
    """Return responses by status and media type; all problems share one schema."""
    good = {(status, JSON): body for status, body in statuses.items()}
    return good | {(status, MEDIA_TYPE): PROBLEM for status in problems}


def protected_responses(statuses: Mapping[int, Described], *problems: int) -> dict[Any, Any]:
    """Return the responses of an operation that may need a key."""
    return responses(statuses, 401, 403, *problems)
