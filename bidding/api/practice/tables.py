"""Practice tables: two partners, each with a link that shows the own hand alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.openapi import JsonObject, Schema
from bidding.api.http.operations import (
    APPLIED,
    PREFER,
    RETRY_AFTER,
    BoardNumber,
    Calls,
    View,
    example,
    operation,
)
from bidding.api.http.operations import Problem as ProblemDocument
from bidding.api.http.problems import RETRY_AFTER_SECONDS, Problem
from bidding.api.http.request_parsing import MAX_DIGITS
from bidding.domain.auction import MAX_CALLS
from bidding.jobs import states
from bidding.jobs.dispatch import BrokerUnavailable
from bidding.jobs.registry import NoWorker
from bidding.jobs.submission import Overloaded
from bidding.models import PracticeSeat, Scope
from bidding.models import PracticeTable as TableRow
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import Document, InvalidPosition
from bidding.parsing.documents.position_documents import bidding_table_to_json
from bidding.practice import tables
from bidding.practice.practice_documents import BoardId
from bidding.practice.table_documents import (
    LARGEST_DEAL,
    AgreedCard,
    Holding,
    NewTable,
    NextBoard,
    SentCall,
)
from bidding.practice.tables import Presence, RobotsFailed

_DEAL: Schema = {"type": "integer", "minimum": 1, "maximum": LARGEST_DEAL}


class OpenedSeat(JsonObject):
    """A seat at a new table."""

    seat: fields.Seat
    token: str = Field(description="that opens the seat")
    page: str = Field(description="where a person bids")


class OpenedTable(JsonObject):
    """The seats of a new table."""

    seats: list[OpenedSeat]


class PracticeTable(JsonObject):
    """A practice table as it is seen from one seat."""

    seat: fields.Seat = Field(description="the person's")
    hand: fields.Hand
    deal: Annotated[int, Field(ge=1, le=LARGEST_DEAL)] = Field(
        description="which of the table's boards it is"
    )
    number: BoardNumber | None = Field(description="on the board")
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: Calls
    systems: fields.SystemsPlayed
    seats: list[fields.Seat] = Field(description="of people")
    turn: fields.Seat | None = Field(description="who is to call; null once the auction has ended")
    contract: str | None = Field(description="of an auction that has ended: 3NTX by S")
    hands: fields.AllHands | None = Field(description="once the auction has ended")
    board: BoardId | None = Field(description="of a practice board, once the auction has ended")
    partner: Presence = Field(description="whether partner's browser is at the table")
    taken: bool = Field(description="whether another browser than `holder` has the seat")
    error: ProblemDocument | None = Field(description="why robots whose turn it is do not call")


_TOKEN = OpenApiParameter(
    "token", str, location=OpenApiParameter.PATH, description="the token of a seat"
)


def _post(
    operation_id: str, summary: str, body: type[Document], example: OpenApiExample
) -> Callable[[View], View]:
    """Describe an operation at a seat."""
    return operation(
        operation_id,
        summary,
        {200: PracticeTable},
        *(409, 503),
        body=body,
        examples=[example],
        parameters=[_TOKEN, PREFER, APPLIED, RETRY_AFTER],
    )


ROOM_AFTER_SECONDS = "600"  # until somebody's table may be over


def table_document(
    seat: PracticeSeat, row: TableRow, error: Problem | None, *, taken: bool
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
        "partner": tables.presence_of_partner(seat).value,
        "taken": taken,
        "error": error and error.to_json(),
    }


class PracticeTableList(APIView):
    """The opener of tables."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @operation(
        "open_practice_table",
        "Open a practice table for two partners",
        {201: OpenedTable},
        503,
        body=NewTable,
        examples=[example("North and South", {"board": 4000, "system": "sayc"})],
    )
    def post(self, request: Request) -> Response:
        """Opens a table for two partners; each seat's token is given now, and never again."""
        wanted = request_parsing.document(request._request, NewTable.read)
        try:
            tokens = tables.open_table(wanted, client_of(request), keyed=request.auth is not None)
        except tables.NoRoom as full:
            raise refuse_room(full) from None
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

    @operation(
        "fetch_practice_table",
        "Fetch a practice table from one seat",
        {200: PracticeTable},
        *(400, 503),
        parameters=[
            _TOKEN,
            OpenApiParameter(
                "after",
                {"type": "integer", "minimum": 0, "maximum": MAX_CALLS},
                description="how many calls the client has: the wait is until there are more, or "
                "fewer",
            ),
            OpenApiParameter("deal", _DEAL, description="of which of the table's boards"),
            OpenApiParameter("holder", str, description="the id of the browser that looks"),
            *(PREFER, APPLIED, RETRY_AFTER),
        ],
    )
    def get(self, request: Request, token: str) -> Response:
        """The table from the seat of the token, at once or when it is another than the client has.

        Without `after`, a wait is until robots have called.
        """
        seat = self.seat(token)
        after = number_in(request, "after", 0, MAX_CALLS)
        deal = number_in(request, "deal", 1, LARGEST_DEAL)
        holder = request.query_params.get("holder")

        with _refusals():
            partner = tables.presence_of_partner(seat)

        def is_another(row: TableRow) -> bool:
            if row.n_calls != after or deal not in (None, row.deal):
                return True
            return tables.presence_of_partner(seat) is not partner

        happened = _robots_have_called if after is None else is_another
        return _followed(request, seat, happened, holder)


class PracticeCallList(TableView):
    """The calls from a seat."""

    @_post(
        "call_at_practice_table",
        "Make a call at a practice table",
        SentCall,
        example("The first call", {"index": 0, "call": "P"}),
    )
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

    @_post(
        "deal_next_board",
        "Put the next board on a practice table",
        NextBoard,
        example("The next board", {"board": 4001}),
    )
    def post(self, request: Request, token: str) -> Response:
        """Puts the next board on the table, once the auction of the last is over."""
        seat = self.seat(token)
        wanted = request_parsing.document(request._request, NextBoard.read)
        with _refusals():
            tables.hold(seat, wanted.holder)
            tables.deal_next(seat.table_id, wanted)
        return _followed(request, seat, _robots_have_called, wanted.holder)


class PracticeCard(TableView):
    """The card of the partners."""

    @_post(
        "agree_on_card",
        "Have the partners at a practice table play a card",
        AgreedCard,
        example("Another 1NT", {"card": {"base": "sayc", "options": {"notrump_range": "12-14"}}}),
    )
    def post(self, request: Request, token: str) -> Response:
        """Has both partners play a card from now on, once the auction of the board is over."""
        seat = self.seat(token)
        agreed = request_parsing.document(request._request, AgreedCard.read)
        with _refusals():
            tables.hold(seat, agreed.holder)
            tables.agree_on(seat, agreed.card)
        return _followed(request, seat, _robots_have_called, agreed.holder)


class PracticeHolder(TableView):
    """The browser that has a seat."""

    @_post(
        "take_seat",
        "Take a seat for one browser",
        Holding,
        example("Where nobody sits", {"holder": "b0a3f1d2c4e5"}),
    )
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
    happened: Callable[[TableRow], bool],
    holder: str | None,
) -> Response:
    """Respond with the table once that has happened, or as it stands when the wait is over."""
    wait_seconds = request_parsing.preferred_wait_seconds(request._request)
    name, keyed = client_of(request), request.auth is not None
    client, error = tables.Client(name, keyed=keyed), None
    retry = request.method == "POST"
    headers = {"Cache-Control": "private, no-store"}
    tables.note_look(seat, holder)
    with _refusals(), waiting_place(wait_seconds, name, slow_kind="tables") as seconds:
        if seconds:
            headers["Preference-Applied"] = f"wait={seconds}"
        try:
            row = tables.follow(seat.table_id, client, seconds, happened, retry=retry)
        except (NoWorker, Overloaded, BrokerUnavailable, RobotsFailed) as unavailable:
            row = TableRow.objects.get(pk=seat.table_id)
            error = _robots_problem(unavailable)
            headers["Retry-After"] = error.headers.get("Retry-After", str(RETRY_AFTER_SECONDS))
        document = table_document(seat, row, error, taken=tables.is_taken(seat, holder))
    return Response(document, headers=headers)


def _robots_have_called(row: TableRow) -> bool:
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
    except (TableRow.DoesNotExist, PracticeSeat.DoesNotExist):  # deleted meanwhile
        raise _unknown() from None
    except tables.Conflict as conflict:
        raise Problem(conflict.kind, conflict.detail) from None
    except InvalidPosition as invalid:
        raise problems.of_document(invalid) from None


def refuse_room(full: tables.NoRoom) -> Problem:
    """Return the problem that there is no room for another table or class."""
    of_client = isinstance(full, tables.TooManyOfClient)
    kind = "too-many-tables" if of_client else "tables-full"
    return Problem(kind, str(full), headers={"Retry-After": ROOM_AFTER_SECONDS})


def _unknown() -> Problem:
    return Problem("unknown-table", "It never existed or has been deleted.")


def number_in(request: Request, name: str, low: int, high: int) -> int | None:
    """Return a number of the query; None without it. Raise Problem 400."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS:
        text = ""
    if not text or not low <= int(text) <= high:
        raise Problem("malformed-request", f"'{name}' is a number from {low} to {high}.")
    return int(text)
