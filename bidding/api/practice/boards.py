"""Boards to practise on, dealt without a model, and the calls of robots."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.operations import example, operation
from bidding.api.http.problems import Problem
from bidding.api.questions.analysis_schema import TableQuestion
from bidding.api.questions.answers import CALLS_STATUS, SEARCH_STATUS
from bidding.api.questions.views import QuestionView, answer_question, ask
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.models import Kind, Scope
from bidding.practice.boards import PracticeBoard
from bidding.practice.practice_documents import (
    BoardSearch,
    BoardsWanted,
    PracticeBoards,
    PracticeThemes,
    TrickDeals,
    TrickDealsWanted,
    WholePracticeBoard,
    practice_card,
    themes_of,
    whole_board,
    with_hands,
)


class ThemeList(APIView):
    """The collection of themes."""

    scope = Scope.EXPLAIN

    @operation(
        "list_themes",
        "List what there is to practise",
        {200: PracticeThemes},
        400,
        parameters=[
            OpenApiParameter(
                "system", str, description="a system or the code of a card; SAYC without"
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """Lists the themes of a system or a card."""
        try:
            card = practice_card(request.query_params.get("system", System.SAYC.value))
        except BridgeError as error:
            raise problems.of_field("/system", error) from None
        return Response(themes_of(card).to_json())


class PracticeBoardList(APIView):
    """The dealer of boards."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @operation(
        "deal_boards",
        "Deal boards to practise on",
        {200: PracticeBoards},
        body=BoardsWanted,
        examples=[
            example(
                "Four boards with Stayman",
                {"seed": 7, "count": 4, "theme": "stayman", "system": "sayc"},
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Deals boards, each with the player's hand alone."""
        wanted = request_parsing.document(request._request, BoardsWanted.read)
        return Response(wanted.deal().to_json())


class PracticeBoardDetail(APIView):
    """One board."""

    scope = Scope.EXPLAIN

    @operation(
        "fetch_practice_board",
        "Fetch a practice board with all four hands",
        {200: WholePracticeBoard},
        parameters=[
            OpenApiParameter(
                "board", OpenApiTypes.INT64, location=OpenApiParameter.PATH, description="its id"
            )
        ],
    )
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

    @operation(
        "deal_tricks",
        "Deal hands to count tricks on",
        {200: TrickDeals},
        body=TrickDealsWanted,
        examples=[example("Three deals", {"seed": 7, "first": 0, "count": 3})],
    )
    def post(self, request: Request) -> Response:
        """Deals with all four hands, and with the tricks that North and South take."""
        wanted = request_parsing.document(request._request, TrickDealsWanted.read)
        return Response(wanted.deal().to_json())


class BoardSearchList(QuestionView):
    """The collection of searches for boards."""

    client_limit = "analyses"

    @ask(
        "search_boards",
        "Ask for boards of a card",
        SEARCH_STATUS,
        BoardSearch,
        example(
            "What a card changes",
            {
                "seed": 7,
                "theme": "changes",
                "system": {"base": "sayc", "options": {"notrump_range": "12-14"}},
                "opponents": "sayc",
            },
        ),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for boards on which a theme comes up as a card is bid; fetched like analyses.

        There are fewer than wanted, or none, where it comes up rarely.
        """
        return answer_question(request, Kind.BOARDS, self.client_limit)


class RobotCallList(QuestionView):
    """The collection of robots' calls."""

    client_limit = "questions"

    @ask(
        "ask_robot_calls",
        "Ask for the calls of robots",
        CALLS_STATUS,
        TableQuestion,
        example("The first calls", {"board": 4000, "auction": []}),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for the calls of robots until a person is to call; fetched like explanations."""
        return answer_question(request, Kind.CALLS, self.client_limit, read=with_hands)
