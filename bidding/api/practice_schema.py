"""The OpenAPI description of the operations of practice."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.components import (
    BOOLEAN,
    COUNT,
    TEXT,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.api.robot_schema import ALL_HANDS, BOARD_ID
from bidding.api.schema import JSON, protected_responses, retry_after
from bidding.api.table_schema import DESCRIBED_SYSTEM, HAND, SEAT, VULNERABILITY
from bidding.parsing.documents.bidding_table_documents import LARGEST_SEED
from bidding.practice.pools import Level
from bidding.practice.practice_documents import MOST_BOARDS
from bidding.practice.themes import THEMES
from bidding.practice.trick_deals import STRAINS

TAGS = ["practice"]
SEED = {"type": "integer", "minimum": 0, "maximum": LARGEST_SEED}
LEVEL = enum(
    "PracticeLevel",
    [level.value for level in Level],
    "How sure the model is of the player's call: it makes it with nine in ten of such hands "
    "(clear), with six in ten (usual), or with fewer (close).",
)
THEME = enum("PracticeTheme", list(THEMES), "A theme to practise.")
_BOARD = {
    "id": described(BOARD_ID, "the board's name: the same id is the same board"),
    "number": described({"type": "integer", "minimum": 1, "maximum": 16}, "on the board"),
    "dealer": SEAT,
    "vulnerability": VULNERABILITY,
    "seat": described(SEAT, "the player's"),
}
BOARDS = component(
    "PracticeBoards",
    object_of(
        {
            "seed": SEED,
            "system": DESCRIBED_SYSTEM,
            "theme": or_null(THEME),
            "level": or_null(LEVEL),
            "boards": array_of(
                component(
                    "PracticeBoard",
                    object_of(
                        {**_BOARD, "hand": described(HAND, "the player's, where it was wanted")},
                        required=list(_BOARD),
                    ),
                )
            ),
        }
    ),
    "Boards to bid, each with the player's hand at most.",
)
WHOLE_BOARD = component(
    "WholePracticeBoard",
    object_of({**_BOARD, "hands": ALL_HANDS}),
    "A board with all four hands.",
)
THEME_LIST = component(
    "PracticeThemes",
    object_of(
        {
            "system": DESCRIBED_SYSTEM,
            "themes": array_of(
                component(
                    "ThemeSummary",
                    object_of(
                        {
                            "id": THEME,
                            "group": TEXT,
                            "name": TEXT,
                            "about": TEXT,
                            "boards": described(COUNT, "how many there are"),
                        }
                    ),
                )
            ),
        }
    ),
)
WANTED = component(
    "BoardsWanted",
    object_of(
        {
            "seed": described(SEED, "the same seed is the same boards"),
            "count": {"type": "integer", "minimum": 1, "maximum": MOST_BOARDS, "default": 1},
            "theme": or_null(THEME, "boards on which it comes up; of any kind without"),
            "level": or_null(LEVEL),
            "system": described(DESCRIBED_SYSTEM, "what both sides play; SAYC without"),
            "hand": described({**BOOLEAN, "default": True}, "with the player's hand"),
        },
        required=["seed"],
        extra=False,
    ),
)
_TRICKS = {"type": "integer", "minimum": 0, "maximum": 13}
_COUNTED = component(
    "CountedTricks",
    object_of(
        {
            "tricks": described(_TRICKS, "double dummy"),
            "estimate": described(_TRICKS, "the estimator's, all four hands seen"),
            "estimate_from_pair": described(
                _TRICKS, "the estimator's with North's and South's hands alone"
            ),
        }
    ),
    "Tricks of North and South; South declares, so that West leads.",
)
TRICK_DEALS = component(
    "TrickDeals",
    object_of(
        {
            "seed": SEED,
            "first": COUNT,
            "deals": array_of(
                component(
                    "TrickDeal",
                    object_of({"hands": ALL_HANDS, **dict.fromkeys(STRAINS, _COUNTED)}),
                )
            ),
        }
    ),
    "Deals that the estimator never learned from, in an order that follows from the seed.",
)
TRICKS_WANTED = component(
    "TrickDealsWanted",
    object_of(
        {
            "seed": described(SEED, "the same seed is the same order"),
            "first": described(
                {**COUNT, "maximum": LARGEST_SEED, "default": 0},
                "the place of the first deal in the order, which begins again after all deals",
            ),
            "count": {"type": "integer", "minimum": 1, "maximum": MOST_BOARDS, "default": 1},
        },
        required=["seed"],
        extra=False,
    ),
)
LIST_THEMES: dict[str, Any] = {
    "operation_id": "list_themes",
    "summary": "List what there is to practise",
    "tags": TAGS,
    "parameters": [
        OpenApiParameter("system", DESCRIBED_SYSTEM, description="SAYC without"),
        retry_after(429),
    ],
    "responses": protected_responses({200: THEME_LIST}, 400, 406, 429, 500),
}
DEAL_BOARDS: dict[str, Any] = {
    "operation_id": "deal_boards",
    "summary": "Deal boards to practise on",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [
        OpenApiExample(
            "Four boards with Stayman",
            value={"seed": 7, "count": 4, "theme": "stayman", "system": "sayc"},
            request_only=True,
        )
    ],
    "request": {JSON: WANTED},
    "responses": protected_responses({200: BOARDS}, 400, 406, 408, 411, 413, 415, 422, 429, 500),
}
FETCH_BOARD: dict[str, Any] = {
    "operation_id": "fetch_practice_board",
    "summary": "Fetch a practice board with all four hands",
    "tags": TAGS,
    "parameters": [
        OpenApiParameter(
            "board", OpenApiTypes.INT64, location=OpenApiParameter.PATH, description="its id"
        ),
        retry_after(429),
    ],
    "responses": protected_responses({200: WHOLE_BOARD}, 404, 406, 429, 500),
}
DEAL_TRICKS: dict[str, Any] = {
    "operation_id": "deal_tricks",
    "summary": "Deal hands to count tricks on",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [
        OpenApiExample("Three deals", value={"seed": 7, "first": 0, "count": 3}, request_only=True)
    ],
    "request": {JSON: TRICKS_WANTED},
    "responses": protected_responses(
        {200: TRICK_DEALS}, 400, 406, 408, 411, 413, 415, 422, 429, 500
    ),
}
