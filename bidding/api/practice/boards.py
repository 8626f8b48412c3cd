"""Boards to practise on, dealt without a model, and the calls of robots."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.operations import DESCRIBED_SYSTEM, JSON, protected_responses, retry_after
from bidding.api.http.problems import Problem
from bidding.api.questions.views import ASK_CALLS, QuestionView, answer_question
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.models import Kind, Scope
from bidding.practice.boards import PracticeBoard
from bidding.practice.practice_documents import (
    BoardsWanted,
    PracticeBoards,
    PracticeThemes,
    TrickDeals,
    TrickDealsWanted,
    WholePracticeBoard,
    parse_practice_system,
    themes_of,
    whole_board,
    with_hands,
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


class ThemeList(APIView):
    """The collection of themes."""

    scope = Scope.EXPLAIN

    @extend_schema(**LIST_THEMES)
    def get(self, request: Request) -> Response:
        """Lists the themes of which a system has boards."""
        try:
            system = parse_practice_system(request.query_params.get("system", System.SAYC.value))
        except BridgeError as error:
            raise problems.of_field("/system", error) from None
        return Response(themes_of(system).to_json())


class PracticeBoardList(APIView):
    """The dealer of boards."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**DEAL_BOARDS)
    def post(self, request: Request) -> Response:
        """Deals boards, each with the player's hand alone."""
        wanted = request_parsing.document(request._request, BoardsWanted.read)
        return Response(wanted.deal().to_json())


class PracticeBoardDetail(APIView):
    """One board."""

    scope = Scope.EXPLAIN

    @extend_schema(**FETCH_BOARD)
    def get(self, request: Request, board: int) -> Response:
        """The board with all four hands."""
        try:
            return Response(whole_board(PracticeBoard(board)).to_json())
        except BridgeError as error:
            raise Problem("unknown-address", error.fault) from None


class TrickDealList(APIView):
    """The dealer of deals to count tricks on."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**DEAL_TRICKS)
    def post(self, request: Request) -> Response:
        """Deals with all four hands, and with the tricks that North and South take."""
        wanted = request_parsing.document(request._request, TrickDealsWanted.read)
        return Response(wanted.deal().to_json())


class RobotCallList(QuestionView):
    """The collection of robots' calls."""

    client_limit = "questions"

    @extend_schema(**ASK_CALLS)
    def post(self, request: Request) -> Response:
        """Asks for the calls of robots until a person is to call; fetched like explanations."""
        return answer_question(request, Kind.CALLS, self.client_limit, read=with_hands)
