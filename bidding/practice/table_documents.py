"""JSON documents of practice tables: who bids which board, and what they send from their seats.

``{"board": 4000, "system": "sayc", "seats": ["N", "S"], "draw": null}``, or in place of ``board``
``hands``, ``dealer``, ``vulnerability`` and perhaps ``number``. Systems are named as in positions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.bidding_table import BiddingTable
from bidding.domain.calls import Call
from bidding.domain.cards import Hand
from bidding.domain.errors import MalformedCall, MalformedTable
from bidding.domain.systems import Systems
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.bidding_table_documents import BiddingTableReader
from bidding.parsing.documents.document_errors import InvalidPosition
from bidding.parsing.formats.recorded_boards import LARGEST_NUMBER
from bidding.parsing.text import parse_call, parse_seat, parse_vulnerability
from bidding.practice.boards import PracticeBoard
from bidding.practice.practice_documents import with_hands

LARGEST_DEAL = 999_999
HOLDER_PATTERN = "[A-Za-z0-9_-]{8,64}"
_HOLDER = re.compile(HOLDER_PATTERN)
_PARTNERS = [Seat.N.name, Seat.S.name]
_BOARD_FIELDS = ("board", "hands", "dealer", "vulnerability", "number")
_TABLE_FIELDS = (*_BOARD_FIELDS, "system", "systems", "seats", "draw")
_NEXT_FIELDS = (*_BOARD_FIELDS, "holder")
_CALL_FIELDS = ("index", "call", "deal", "holder")
_HOLDER_FIELDS = ("holder", "takeover")


@dataclass(frozen=True)
class DealtBoard:
    """A board before the first call, with its id and its number if it has them."""

    hands: tuple[Hand, Hand, Hand, Hand]
    dealer: Seat
    vulnerability: Vulnerability
    id: int | None
    number: int | None

    def at(self, table: BiddingTable) -> BiddingTable:
        """Return this board for the people and the systems of a table."""
        auction = Auction(self.dealer)
        return replace(table, hands=self.hands, auction=auction, vulnerability=self.vulnerability)


@dataclass(frozen=True)
class NewTable:
    """A table with its first board, the seats of people, and how robots bid."""

    board: DealtBoard
    systems: Systems
    players: frozenset[Seat]
    draw: int | None

    @property
    def table(self) -> BiddingTable:
        """The table before the first call."""
        board, auction = self.board, Auction(self.board.dealer)
        return BiddingTable(
            board.hands, auction, board.vulnerability, self.systems, self.players, self.draw
        )


@dataclass(frozen=True)
class NextBoard:
    """The next board at a table, and the id of the browser that asks for it."""

    board: DealtBoard
    holder: str | None


@dataclass(frozen=True)
class SentCall:
    """A call at a place of an auction, from 0.

    ``deal`` says which of the table's boards is meant, from 1; None means the present one.
    """

    index: int
    call: Call
    deal: int | None
    holder: str | None


@dataclass(frozen=True)
class Holding:
    """The id of the browser that takes a seat, from another browser only if so wanted."""

    holder: str
    takeover: bool


def new_table_from_json(document: Mapping[str, Any]) -> NewTable:
    """Read which table is wanted. Raises InvalidPosition with the errors of all fields."""
    return _Reader(document).new_table()


def next_board_from_json(document: Mapping[str, Any]) -> NextBoard:
    """Read a later board. Raises InvalidPosition with the errors of all fields."""
    return _Reader(document).next_board()


def call_from_json(document: Mapping[str, Any]) -> SentCall:
    """Read a call. Raises InvalidPosition with the errors of all fields."""
    return _Reader(document).sent_call()


def holding_from_json(document: Mapping[str, Any]) -> Holding:
    """Read who takes a seat. Raises InvalidPosition with the errors of all fields."""
    return _Reader(document).holding()


class _Reader(BiddingTableReader):
    """Reader of the fields of one document that collects their errors."""

    def new_table(self) -> NewTable:
        self.refuse_unknown(self.document, _TABLE_FIELDS, "")
        board = self.board()
        systems, draw = self.systems(), self.draw()
        players = self.partners()
        if self.errors or board is None:
            raise InvalidPosition(self.errors)
        return NewTable(board, systems, frozenset(players), draw)

    def next_board(self) -> NextBoard:
        self.refuse_unknown(self.document, _NEXT_FIELDS, "")
        board, holder = self.board(), self.holder()
        if self.errors or board is None:
            raise InvalidPosition(self.errors)
        return NextBoard(board, holder)

    def sent_call(self) -> SentCall:
        self.refuse_unknown(self.document, _CALL_FIELDS, "")
        index = self.whole_number("index", 0, MAX_CALLS - 1)
        call = self.text("call", parse_call, kind=MalformedCall)
        has_deal = self.document.get("deal") is not None
        deal = self.whole_number("deal", 1, LARGEST_DEAL) if has_deal else None
        holder = self.holder()
        if self.errors or index is None or call is None:
            raise InvalidPosition(self.errors)
        return SentCall(index, call, deal, holder)

    def holding(self) -> Holding:
        self.refuse_unknown(self.document, _HOLDER_FIELDS, "")
        holder = self.holder()
        if holder is None and not self.errors:
            self.refuse("/holder", MalformedTable("holder is missing"))
        takeover = self.flag("takeover", default=False)
        if self.errors or holder is None:
            raise InvalidPosition(self.errors)
        return Holding(holder, takeover)

    def partners(self) -> list[Seat]:
        """Read the seats of two partners."""
        n_errors = len(self.errors)
        seats = self.seats_of("seats", _PARTNERS)
        known = len(self.errors) == n_errors
        if known and (len(seats) != len(_PARTNERS) or seats[0].partner is not seats[1]):
            self.refuse("/seats", MalformedTable("the seats of two partners are wanted"))
        return seats

    def board(self) -> DealtBoard | None:
        """Read a board: the id of a practice board, or hands, dealer and vulnerability."""
        identifier = self.document.get("board")
        try:
            self.document = with_hands(self.document)
        except InvalidPosition as invalid:
            self.errors += invalid.errors
            return None
        hands = self.four_hands()
        dealer = self.text("dealer", parse_seat)
        vulnerability = self.text("vulnerability", parse_vulnerability)
        number = None
        if identifier is not None:
            number = PracticeBoard(identifier).number
            if "number" in self.document:
                self.refuse("/number", MalformedTable("a board has number already"))
        elif self.document.get("number") is not None:
            number = self.whole_number("number", 1, LARGEST_NUMBER)
        if hands is None or dealer is None or vulnerability is None:
            return None
        return DealtBoard(hands, dealer, vulnerability, identifier, number)

    def holder(self) -> str | None:
        """Read the id that a browser has given itself."""
        value = self.document.get("holder")
        if value is None:
            return None
        if not isinstance(value, str) or not _HOLDER.fullmatch(value):
            fault = "8 to 64 letters, digits, - and _ are wanted"
            self.refuse("/holder", MalformedTable(fault))
            return None
        return value
