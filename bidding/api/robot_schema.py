"""Named schemas of robots' calls: the table, and the calls made at it."""

from __future__ import annotations

from bidding.api.components import (
    TEXT,
    array_of,
    component,
    described,
    named,
    object_of,
    or_null,
    schema_of,
)
from bidding.api.table_schema import CALL, CALLS, MODEL, SEAT
from bidding.parsing.documents.fields import AllHands
from bidding.parsing.documents.position_documents import BiddingTableDocument
from bidding.practice.practice_documents import OF_A_BOARD, BoardId

BOARD_ID = schema_of(BoardId)
ALL_HANDS = named(AllHands)
_QUESTION = schema_of(BiddingTableDocument, "validation")
TABLE_QUESTION = component(
    "TableQuestion",
    {
        **_QUESTION,
        "properties": {
            "board": described(BOARD_ID, "the id of a practice board"),
            **_QUESTION["properties"],
        },
        "required": ["auction"],
        "oneOf": [{"required": ["board"]}, {"required": list(OF_A_BOARD)}],
    },
    "A table at which robots call: a practice `board`, or `hands`, `dealer` and `vulnerability`. "
    "Systems are named as in questions about positions.",
)
ROBOT_CALLS = component(
    "RobotCalls",
    object_of(
        {
            "model": MODEL,
            "auction": CALLS,
            "calls": described(array_of(CALL), "those that robots have made now"),
            "turn": or_null(SEAT, "who is to call; null once the auction has ended"),
            "contract": or_null(TEXT, "of an auction that has ended: 3NTX by S"),
        }
    ),
    "The auction after the calls of robots.",
)
