"""Named schemas of robots' calls: the table, and the calls made at it."""

from __future__ import annotations

from bidding.api.components import TEXT, array_of, component, described, object_of, or_null
from bidding.api.table_schema import (
    AUCTION,
    CALL,
    CALLS,
    HAND,
    MODEL,
    SEAT,
    SEATS,
    SYSTEM,
    SYSTEMS,
    VULNERABILITY,
)
from bidding.parsing.documents.bidding_table_documents import LARGEST_SEED
from bidding.practice.boards import PracticeBoard

THREE_HANDS = component(
    "ThreeHands",
    object_of(dict.fromkeys(SEATS, HAND), required=[], extra=False),
    "Three or four hands by seat; the fourth follows from three.",
)
ALL_HANDS = component("AllHands", object_of(dict.fromkeys(SEATS, HAND)), "The four hands by seat.")
BOARD_ID = {"type": "integer", "minimum": 0, "maximum": PracticeBoard.largest().id}
DRAW = or_null(
    {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED},
    "a seed: calls are drawn by their chances; null for the likeliest",
)
TABLE_QUESTION = component(
    "TableQuestion",
    {
        **object_of(
            {
                "board": described(BOARD_ID, "the id of a practice board"),
                "hands": THREE_HANDS,
                "dealer": SEAT,
                "vulnerability": VULNERABILITY,
                "auction": AUCTION,
                "system": SYSTEM,
                "systems": SYSTEMS,
                "players": described(
                    {**array_of(SEAT), "maxItems": len(SEATS)},
                    "the seats of people, South without; none: robots bid to the end",
                ),
                "draw": DRAW,
            },
            required=["auction"],
            extra=False,
        ),
        "not": {"required": ["system", "systems"]},
        "oneOf": [
            {"required": ["board"]},
            {"required": ["hands", "dealer", "vulnerability"]},
        ],
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
