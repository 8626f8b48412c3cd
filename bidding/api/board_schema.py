"""The OpenAPI description of the operations on boards."""

from __future__ import annotations

from typing import Any

from bidding.api.schema import (
    JSON,
    PLAIN,
    SAID,
    SEAT,
    WHOLE,
    guarded,
    null_where_optional,
    object_of,
)

TEXT = {"type": "string"}
TEXT_OR_NULL = {"type": ["string", "null"]}
BOARD = object_of(
    {
        "line": {**WHOLE, "minimum": 0, "description": "where it begins in the text, from 1"},
        "event": TEXT,
        "number": {"type": ["integer", "null"]},
        "room": TEXT,
        "players": object_of(dict.fromkeys("NESW", TEXT), required=[]),
        "dealer": TEXT_OR_NULL,
        "vulnerability": {**TEXT_OR_NULL, "description": "none, NS, EW or both"},
        "hands": {
            **object_of(dict.fromkeys("NESW", TEXT_OR_NULL), required=[]),
            "description": "S.H.D.C of each seat, null where it is not known",
        },
        "auction": {"type": "array", "items": TEXT, "description": "the calls from the dealer on"},
        "notes": {
            "type": "array",
            "description": "what is said about calls",
            "items": object_of(
                {
                    "call": {**WHOLE, "description": "its place in the auction, from 0"},
                    "alerted": {"type": "boolean"},
                    "explanation": TEXT,
                    "comment": TEXT,
                    "marks": {**TEXT, "description": "of quality as PBN has them: !? or $25"},
                },
                required=["call"],
                extra=False,
            ),
        },
        "systems": object_of({"ns": TEXT, "ew": TEXT}, required=[]),
        "contract": {**TEXT, "description": "as it is stated: 3NTX by S, or passed out"},
        "lead": {**TEXT_OR_NULL, "description": "the opening lead, such as SA"},
    },
    required=[],
    extra=False,
)
WHOLE_BOARD = {**BOARD, "required": list(BOARD["properties"])}
REFUSED = object_of(
    {
        "line": WHOLE,
        "place": {"type": ["integer", "null"], "description": "the character, from 0, where known"},
        "code": TEXT,
        "reason": TEXT,
        "said": SAID,
        "number": {"type": ["integer", "null"]},
        "event": TEXT,
    }
)
READ_BOARDS: dict[str, Any] = {
    "operation_id": "read_boards",
    "request": {
        JSON: object_of(
            {
                "text": {**TEXT, "description": "PBN, LIN, links to a hand viewer, or typed text"},
                "file": {**TEXT, "description": "in place of text: a file's bytes in base64"},
                "seat": {**SEAT, "description": "who holds a typed hand that names no seat"},
                "dealer": {**SEAT, "description": "who deals where typed text does not say"},
            },
            required=[],
            extra=False,
        )
    },
    "responses": guarded(
        {
            200: object_of(
                {
                    "boards": {
                        "type": "array",
                        "items": WHOLE_BOARD,
                    },
                    "refused": {"type": "array", "items": REFUSED},
                    "more": {"type": "boolean", "description": "the text has boards after these"},
                }
            )
        },
        *(400, 406, 408, 411, 413, 415, 422, 429, 500),
    ),
}
WRITE_FILE: dict[str, Any] = {
    "operation_id": "write_file",
    "request": {
        JSON: object_of(
            {
                "format": {"type": "string", "enum": ["pbn", "lin"]},
                "boards": {"type": "array", "items": null_where_optional(BOARD)},
            },
            extra=False,
        )
    },
    "responses": {(200, PLAIN): TEXT}
    | guarded({200: TEXT}, 400, 406, 408, 411, 413, 415, 422, 429, 500),
}
