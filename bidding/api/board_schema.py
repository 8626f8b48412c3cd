"""The OpenAPI description of the operations on boards."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from bidding.api.components import (
    BOOLEAN,
    COUNT,
    INTEGER,
    TEXT,
    Schema,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.api.problem_schema import MESSAGE_OR_NULL
from bidding.api.schema import JSON, PLAIN, protected_responses, retry_after
from bidding.api.table_schema import CALL, HAND, SEAT, SEATS, VULNERABILITY
from bidding.domain.auction import MAX_CALLS
from bidding.parsing.documents.board_documents import MARKS_PATTERN, MAX_BOARDS
from bidding.parsing.formats.recorded_boards import LARGEST_NUMBER, MOST_TRICKS

TAGS = ["boards"]
NUMBER = {**COUNT, "maximum": LARGEST_NUMBER}
_PLACE = described(COUNT, "its place in the auction, from 0")
_NOTE = {
    "call": _PLACE,
    "alerted": BOOLEAN,
    "explanation": TEXT,
    "comment": TEXT,
    "marks": described(TEXT, "of quality as PBN has them: !? or $25"),
    "same_as": or_null(
        COUNT, "the call of an earlier note whose explanation this one has; its own is then empty"
    ),
}
_LEAD = {"type": "string", "pattern": "^[SHDC][AKQJT2-9]$"}
_HANDS = component(
    "BoardHands",
    object_of(dict.fromkeys(SEATS, or_null(HAND)), required=[], extra=False),
    "The hands by seat; null, or left out, where one is not known.",
)
_SIDES = ("ns", "ew")


def _board(players: Schema, systems: Schema, notes: Schema) -> dict[str, Schema]:
    """Return the fields of a board."""
    return {
        "line": described(NUMBER, "where it begins in the text, from 1"),
        "event": TEXT,
        "number": or_null(NUMBER),
        "room": TEXT,
        "players": players,
        "dealer": or_null(SEAT),
        "vulnerability": or_null(VULNERABILITY),
        "hands": _HANDS,
        "auction": {**array_of(CALL), "maxItems": MAX_CALLS},
        "notes": {**array_of(notes), "maxItems": MAX_CALLS},
        "systems": systems,
        "contract": described(TEXT, "as it is stated: 3NTX by S, or passed out"),
        "lead": or_null(_LEAD, "the opening lead, such as SA"),
        "tricks": or_null({**COUNT, "maximum": MOST_TRICKS}, "that declarer took"),
    }


def _optional(fields: dict[str, Schema], *required: str) -> Schema:
    """Return the schema of an object whose other fields may be missing or null."""
    loose = {
        name: schema if name in required else _once_or_null(schema)
        for name, schema in fields.items()
    }
    return object_of(loose, required=required, extra=False)


def _once_or_null(schema: Schema) -> Schema:
    can_be = "oneOf" in schema or isinstance(schema.get("type"), list)
    return schema if can_be else or_null(schema)


BOARD = component(
    "Board",
    object_of(
        _board(
            component("Players", object_of(dict.fromkeys(SEATS, TEXT)), "Names by seat."),
            component("SystemNames", object_of(dict.fromkeys(_SIDES, TEXT))),
            component("Note", object_of(_NOTE), "What is said about a call."),
        )
    ),
    "A board as it was read; what the text does not say is null or empty.",
)
NEW_BOARD = component(
    "NewBoard",
    _optional(
        _board(
            component("NewPlayers", _optional(dict.fromkeys(SEATS, TEXT))),
            component("NewSystemNames", _optional(dict.fromkeys(_SIDES, TEXT))),
            component(
                "NewNote",
                _optional({**_NOTE, "marks": {**_NOTE["marks"], "pattern": MARKS_PATTERN}}, "call"),
            ),
        )
    ),
    "A board to write. Who deals must be said where there are calls.",
)
REFUSED = component(
    "RefusedBoard",
    object_of(
        {
            "line": INTEGER,
            "place": or_null(INTEGER, "the character, from 0, where known"),
            "code": TEXT,
            "reason": TEXT,
            "said": MESSAGE_OR_NULL,
            "number": or_null(INTEGER),
            "event": TEXT,
        }
    ),
    "A board that could not be read.",
)
TEXT_OF_BOARDS = component(
    "BoardText",
    object_of(
        {
            "text": or_null(TEXT, "PBN, LIN, links to a hand viewer, or typed text"),
            "file": or_null(
                {**TEXT, "contentEncoding": "base64"},
                "in place of text: a file's bytes in base64",
            ),
            "seat": or_null(SEAT, "who holds a typed hand that names no seat"),
            "dealer": or_null(SEAT, "who deals where typed text does not say"),
        },
        required=[],
        extra=False,
    ),
    "Boards to read: `text` or `file`.",
)
_TEXT_EXAMPLE = OpenApiExample(
    "A board of LIN",
    value={"text": "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D!|an|four or more|mb|1H|"},
    request_only=True,
)
_FILE_EXAMPLE = OpenApiExample(
    "One board",
    value={
        "format": "pbn",
        "boards": [
            {
                "number": 3,
                "dealer": "S",
                "vulnerability": "NS",
                "hands": {"S": "AKJT985.6.A76.84"},
                "auction": ["1D", "1H"],
                "notes": [{"call": 0, "alerted": True, "explanation": "four or more"}],
            }
        ],
    },
    request_only=True,
)
READ_BOARDS: dict[str, Any] = {
    "operation_id": "read_boards",
    "summary": "Read boards from a text",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [_TEXT_EXAMPLE],
    "request": {JSON: TEXT_OF_BOARDS},
    "responses": protected_responses(
        {
            200: component(
                "Boards",
                object_of(
                    {
                        "boards": array_of(BOARD),
                        "refused": array_of(REFUSED),
                        "more": described(BOOLEAN, "the text has boards after these"),
                    }
                ),
            )
        },
        *(400, 406, 408, 411, 413, 415, 422, 429, 500),
    ),
}
WRITE_FILE: dict[str, Any] = {
    "operation_id": "write_file",
    "summary": "Write boards as PBN or LIN",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [_FILE_EXAMPLE],
    "request": {
        JSON: component(
            "NewFile",
            object_of(
                {
                    "format": enum("FileFormat", ["pbn", "lin"]),
                    "boards": {**array_of(NEW_BOARD), "minItems": 1, "maxItems": MAX_BOARDS},
                },
                extra=False,
            ),
        )
    },
    "responses": {(200, PLAIN): TEXT}
    | protected_responses({200: TEXT}, 400, 406, 408, 411, 413, 415, 422, 429, 500),
}
