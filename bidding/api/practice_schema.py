"""The OpenAPI description of the operations of practice."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.schema import JSON, protected_responses, retry_after
from bidding.api.table_schema import DESCRIBED_SYSTEM
from bidding.practice.practice_documents import (
    BoardsWanted,
    PracticeBoards,
    PracticeThemes,
    TrickDeals,
    TrickDealsWanted,
    WholePracticeBoard,
)

TAGS = ["practice"]
LIST_THEMES: dict[str, Any] = {
    "operation_id": "list_themes",
    "summary": "List what there is to practise",
    "tags": TAGS,
    "parameters": [
        OpenApiParameter("system", DESCRIBED_SYSTEM, description="SAYC without"),
        retry_after(429),
    ],
    "responses": protected_responses({200: PracticeThemes}, 400, 406, 429, 500),
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
    "request": {JSON: BoardsWanted},
    "responses": protected_responses(
        {200: PracticeBoards}, 400, 406, 408, 411, 413, 415, 422, 429, 500
    ),
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
    "responses": protected_responses({200: WholePracticeBoard}, 404, 406, 429, 500),
}
DEAL_TRICKS: dict[str, Any] = {
    "operation_id": "deal_tricks",
    "summary": "Deal hands to count tricks on",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [
        OpenApiExample("Three deals", value={"seed": 7, "first": 0, "count": 3}, request_only=True)
    ],
    "request": {JSON: TrickDealsWanted},
    "responses": protected_responses(
        {200: TrickDeals}, 400, 406, 408, 411, 413, 415, 422, 429, 500
    ),
}
