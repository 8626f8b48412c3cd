"""Practice tables: two partners, each with a link that shows the own hand alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    TEXT,
    array_of,
    component,
    described,
    object_of,
    or_null,
)
from bidding.api.http.operations import (
    BOARD_NUMBER,
    CALLS,
    HAND,
    JSON,
    PREFER,
    PROBLEM,
    SEAT,
    SYSTEMS,
    VULNERABILITY,
    header,
    protected_responses,
    retry_after,
)
from bidding.api.http.problems import RETRY_AFTER_SECONDS, Problem
from bidding.api.http.request_parsing import MAX_DIGITS
from bidding.api.practice.boards import TAGS
from bidding.api.questions.analysis_schema import ALL_HANDS, BOARD_ID
from bidding.domain.auction import MAX_CALLS
from bidding.jobs import states
from bidding.jobs.dispatch import BrokerUnavailable
from bidding.jobs.registry import NoWorker
from bidding.jobs.submission import Overloaded
from bidding.models import PracticeSeat, PracticeTable, Scope
from bidding.parsing.documents.document import Document, InvalidPosition
from bidding.parsing.documents.position_documents import bidding_table_to_json
from bidding.practice import tables
from bidding.practice.table_documents import (
    LARGEST_DEAL,
    Holding,
    NewTable,
    NextBoard,
    SentCall,
)
from bidding.practice.tables import RobotsFailed

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
            "number": or_null(BOARD_NUMBER, "on the board"),
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
ROOM_AFTER_SECONDS = "600"  # until somebody's table may be over


def table_document(
    seat: PracticeSeat, row: PracticeTable, error: Problem | None, *, taken: bool
) -> dict[str, Any]:
    """Return what a person sees from the seat; all hands once the auction is over.

    ``error`` is why robots do not call, ``taken`` whether another browser has the seat.
    """
    table = tables.bidding_table(row)
    auction, document = table.auction, bidding_table_to_json(table)
    hands = document["hands"]
    shared = {name: document[name] for name in ("dealer", "vulnerability", "auction", "systems")}
    return {
        "seat": seat.seat,
        "hand": hands[seat.seat],
        "deal": row.deal,
        "number": row.number,
        **shared,
        "seats": document["players"],
        "turn": None if auction.turn is None else auction.turn.name,
        "contract": None if auction.contract is None else str(auction.contract),
        "hands": hands if auction.is_over else None,
        "board": row.board if auction.is_over else None,
        "taken": taken,
        "error": error and error.to_json(),
    }


class PracticeTableList(APIView):
    """The opener of tables."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**OPEN)
    def post(self, request: Request) -> Response:
        """Opens a table for two partners; each seat's token is told now, and never again."""
        wanted = request_parsing.document(request._request, NewTable.read)
        try:
            tokens = tables.open_table(wanted, client_of(request), keyed=request.auth is not None)
        except tables.NoRoom as full:
            of_client = isinstance(full, tables.TooManyOfClient)
            kind = "too-many-tables" if of_client else "tables-full"
            raise Problem(kind, str(full), headers={"Retry-After": ROOM_AFTER_SECONDS}) from None
        page = reverse("practice")
        opened = [
            {"seat": seat.name, "token": token, "page": f"{page}#table={token}"}
            for seat, token in tokens.items()
        ]
        return Response({"seats": opened}, status=201)


class TableView(APIView):
    """A view of one table from one seat."""

    scope = Scope.EXPLAIN
    post_limit = "questions"  # robots may have to answer a call

    def seat(self, token: str) -> PracticeSeat:
        """Return the seat. Raise Problem 404."""
        try:
            return tables.find(token)
        except PracticeSeat.DoesNotExist:
            raise _unknown() from None


class PracticeTableDetail(TableView):
    """One table."""

    @extend_schema(**FETCH)
    def get(self, request: Request, token: str) -> Response:
        """The table from the seat of the token, at once or when it is another than the client has.

        Without `after`, a wait is until robots have called.
        """
        seat = self.seat(token)
        after = _number(request, "after", 0, MAX_CALLS)
        deal = _number(request, "deal", 1, LARGEST_DEAL)
        holder = request.query_params.get("holder")

        def is_another(row: PracticeTable) -> bool:
            return row.n_calls != after or deal not in (None, row.deal)

        happened = _robots_have_called if after is None else is_another
        return _followed(request, seat, happened, holder)


class PracticeCallList(TableView):
    """The calls from a seat."""

    @extend_schema(**CALL_AT_TABLE)
    def post(self, request: Request, token: str) -> Response:
        """Makes a call. Sent again, it is made once; with a wait, robots have called."""
        seat = self.seat(token)
        sent = request_parsing.document(request._request, SentCall.read)
        with _refusals():
            tables.hold(seat, sent.holder)
            tables.make_call(seat, sent)
        return _followed(request, seat, _robots_have_called, sent.holder)


class PracticeDealList(TableView):
    """The boards at a table."""

    @extend_schema(**DEAL)
    def post(self, request: Request, token: str) -> Response:
        """Puts the next board on the table, once the auction of the last is over."""
        seat = self.seat(token)
        wanted = request_parsing.document(request._request, NextBoard.read)
        with _refusals():
            tables.hold(seat, wanted.holder)
            tables.deal_next(seat.table_id, wanted)
        return _followed(request, seat, _robots_have_called, wanted.holder)


class PracticeHolder(TableView):
    """The browser that has a seat."""

    @extend_schema(**HOLD)
    def post(self, request: Request, token: str) -> Response:
        """Takes the seat for one browser, from another only with `takeover`."""
        seat = self.seat(token)
        wanted = request_parsing.document(request._request, Holding.read)
        with _refusals():
            tables.hold(seat, wanted.holder, takeover=wanted.takeover)
        return _followed(request, seat, _robots_have_called, wanted.holder)


def _followed(
    request: Request,
    seat: PracticeSeat,
    happened: Callable[[PracticeTable], bool],
    holder: str | None,
) -> Response:
    """Respond with the table once that has happened, or as it stands when the wait is over."""
    wait_seconds = request_parsing.preferred_wait_seconds(request._request)
    name, keyed = client_of(request), request.auth is not None
    client, error = tables.Client(name, keyed=keyed), None
    retry = request.method == "POST"
    headers = {"Cache-Control": "private, no-store"}
    with _refusals(), waiting_place(wait_seconds, name, slow_kind="tables") as seconds:
        if seconds:
            headers["Preference-Applied"] = f"wait={seconds}"
        try:
            row = tables.follow(seat.table_id, client, seconds, happened, retry=retry)
        except (NoWorker, Overloaded, BrokerUnavailable, RobotsFailed) as unavailable:
            row = PracticeTable.objects.get(pk=seat.table_id)
            error = _robots_problem(unavailable)
            headers["Retry-After"] = error.headers.get("Retry-After", str(RETRY_AFTER_SECONDS))
        taken = tables.is_taken(seat, holder)
    return Response(table_document(seat, row, error, taken=taken), headers=headers)


def _robots_have_called(row: PracticeTable) -> bool:
    return not tables.bidding_table(row).is_robots_turn


def _robots_problem(error: Exception) -> Problem:
    if isinstance(error, RobotsFailed):
        problem = problems.of_failure(error.job)
        seconds = max(RETRY_AFTER_SECONDS, math.ceil(states.seconds_to_retry(error.job)))
        problem.headers["Retry-After"] = str(seconds)
        return problem
    return problems.of_exception(error)


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise refusals as Problems 404, 409, and 400 or 422."""
    try:
        yield
    except PracticeTable.DoesNotExist:  # deleted meanwhile
        raise _unknown() from None
    except tables.Conflict as conflict:
        raise Problem(conflict.kind, conflict.detail) from None
    except InvalidPosition as invalid:
        raise problems.of_document(invalid) from None


def _unknown() -> Problem:
    return Problem("unknown-table", "It never existed or has been deleted.")


def _number(request: Request, name: str, low: int, high: int) -> int | None:
    """Return a number of the query; None without it. Raise Problem 400."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS:
        text = ""
    if not text or not low <= int(text) <= high:
        raise Problem("malformed-request", f"'{name}' is a number from {low} to {high}.")
    return int(text)
