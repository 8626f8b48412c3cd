"""REST views of practice: boards to bid, without a model, and the calls of robots."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import practice_schema, problems, request_parsing, schema
from bidding.api.explanation_views import QuestionView, answer_question
from bidding.api.problems import Problem
from bidding.domain.errors import BridgeError
from bidding.domain.systems import System
from bidding.models import Kind, Scope
from bidding.parsing.documents.document import FieldError, InvalidPosition
from bidding.practice.boards import PracticeBoard
from bidding.practice.practice_documents import (
    BoardsWanted,
    TrickDealsWanted,
    parse_practice_system,
    themes_of,
    whole_board,
    with_hands,
)


class ThemeList(APIView):
    """The collection of themes."""

    scope = Scope.EXPLAIN

    @extend_schema(**practice_schema.LIST_THEMES)
    def get(self, request: Request) -> Response:
        """Lists the themes of which a system has boards."""
        try:
            system = parse_practice_system(request.query_params.get("system", System.SAYC.value))
        except BridgeError as error:
            raise problems.of_document(InvalidPosition([FieldError("/system", error)])) from None
        return Response(themes_of(system).to_json())


class PracticeBoardList(APIView):
    """The dealer of boards."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**practice_schema.DEAL_BOARDS)
    def post(self, request: Request) -> Response:
        """Deals boards, each with the player's hand alone."""
        wanted = request_parsing.document(request._request, BoardsWanted.read)
        return Response(wanted.deal().to_json())


class PracticeBoardDetail(APIView):
    """One board."""

    scope = Scope.EXPLAIN

    @extend_schema(**practice_schema.FETCH_BOARD)
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

    @extend_schema(**practice_schema.DEAL_TRICKS)
    def post(self, request: Request) -> Response:
        """Deals with all four hands, and with the tricks that North and South take."""
        wanted = request_parsing.document(request._request, TrickDealsWanted.read)
        return Response(wanted.deal().to_json())


class RobotCallList(QuestionView):
    """The collection of robots' calls."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_CALLS)
    def post(self, request: Request) -> Response:
        """Asks for the calls of robots until a person is to call; fetched like explanations."""
        return answer_question(request, Kind.CALLS, self.client_limit, read=with_hands)
