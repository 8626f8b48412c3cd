"""The OpenAPI description of the operations on practice tables."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.board_schema import NUMBER
from bidding.api.components import (
    BOOLEAN,
    COUNT,
    TEXT,
    array_of,
    component,
    described,
    object_of,
    or_null,
)
from bidding.api.practice_schema import TAGS
from bidding.api.problem_schema import PROBLEM
from bidding.api.robot_schema import ALL_HANDS, BOARD_ID
from bidding.api.schema import JSON, PREFER, header, protected_responses, retry_after
from bidding.api.table_schema import CALLS, HAND, SEAT, SYSTEMS, VULNERABILITY
from bidding.domain.auction import MAX_CALLS
from bidding.parsing.documents.document import Document
from bidding.practice.table_documents import (
    LARGEST_DEAL,
    Holding,
    NewTable,
    NextBoard,
    SentCall,
)

_DEAL = {"type": "integer", "minimum": 1, "maximum": LARGEST_DEAL}
OPENED = component(
    "OpenedTable",
    object_of(
        {
            "seats": array_of(
                component(
                    "OpenedSeat",
                    object_of(
                        {
                            "seat": SEAT,
                            "token": described(TEXT, "that opens the seat"),
                            "page": described(TEXT, "where a person bids"),
                        }
                    ),
                )
            )
        }
    ),
)
TABLE = component(
    "PracticeTable",
    object_of(
        {
            "seat": described(SEAT, "the person's"),
            "hand": HAND,
            "deal": described(_DEAL, "which of the table's boards it is"),
            "number": or_null(NUMBER, "on the board"),
            "dealer": SEAT,
            "vulnerability": VULNERABILITY,
            "auction": CALLS,
            "systems": SYSTEMS,
            "seats": described(array_of(SEAT), "of people"),
            "turn": or_null(SEAT, "who is to call; null once the auction has ended"),
            "contract": or_null(TEXT, "of an auction that has ended: 3NTX by S"),
            "hands": or_null(ALL_HANDS, "once the auction has ended"),
            "board": or_null(BOARD_ID, "of a practice board, once the auction has ended"),
            "taken": described(BOOLEAN, "whether another browser than `holder` has the seat"),
            "error": or_null(PROBLEM, "why robots whose turn it is do not call"),
        }
    ),
    "A practice table as it is seen from one seat.",
)
_TOKEN = OpenApiParameter(
    "token", TEXT, location=OpenApiParameter.PATH, description="the token of a seat"
)
_APPLIED = header("Preference-Applied", "wait=N: so long it could have taken", 200)


def _post(
    operation_id: str, summary: str, body: type[Document], example: OpenApiExample
) -> dict[str, Any]:
    """Return the description of an operation at a seat."""
    return {
        "operation_id": operation_id,
        "summary": summary,
        "tags": TAGS,
        "parameters": [_TOKEN, PREFER, _APPLIED, retry_after(200, 429, 503)],
        "examples": [example],
        "request": {JSON: body},
        "responses": protected_responses(
            {200: TABLE}, 400, 404, 406, 408, 409, 411, 413, 415, 422, 429, 500, 503
        ),
    }


def _example(name: str, value: dict[str, Any]) -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


OPEN: dict[str, Any] = {
    "operation_id": "open_practice_table",
    "summary": "Open a practice table for two partners",
    "tags": TAGS,
    "parameters": [retry_after(429, 503)],
    "examples": [_example("North and South", {"board": 4000, "system": "sayc"})],
    "request": {JSON: NewTable},
    "responses": protected_responses(
        {201: OPENED}, 400, 406, 408, 411, 413, 415, 422, 429, 500, 503
    ),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_practice_table",
    "summary": "Fetch a practice table from one seat",
    "tags": TAGS,
    "parameters": [
        _TOKEN,
        OpenApiParameter(
            "after",
            {**COUNT, "maximum": MAX_CALLS},
            description="how many calls the client has: the wait is until there are more, or fewer",
        ),
        OpenApiParameter("deal", _DEAL, description="of which of the table's boards"),
        OpenApiParameter("holder", TEXT, description="the id of the browser that looks"),
        PREFER,
        _APPLIED,
        retry_after(200, 429, 503),
    ],
    "responses": protected_responses({200: TABLE}, 400, 404, 406, 429, 500, 503),
}
CALL_AT_TABLE = _post(
    "call_at_practice_table",
    "Make a call at a practice table",
    SentCall,
    _example("The first call", {"index": 0, "call": "P"}),
)
DEAL = _post(
    "deal_next_board",
    "Put the next board on a practice table",
    NextBoard,
    _example("The next board", {"board": 4001}),
)
HOLD = _post(
    "take_seat",
    "Take a seat for one browser",
    Holding,
    _example("Where nobody sits", {"holder": "b0a3f1d2c4e5"}),
)
