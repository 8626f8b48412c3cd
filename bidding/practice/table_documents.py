"""JSON documents of practice tables: who bids which board, and what they send from their seats.

``{"board": 4000, "system": "sayc", "seats": ["N", "S"], "draw": null}``, or in place of ``board``
``hands``, ``dealer``, ``vulnerability`` and perhaps ``number``. Systems are named as in positions.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import InitErrorDetails

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.convention_card import Systems
from bidding.domain.errors import MalformedTable
from bidding.domain.position import BiddingTable
from bidding.domain.table import Seat
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import (
    LEFT_OUT,
    Document,
    InvalidPosition,
    WholeNumber,
    error_at,
)
from bidding.parsing.formats.recorded_boards import LARGEST_NUMBER
from bidding.practice.boards import PracticeBoard
from bidding.practice.practice_documents import OF_A_BOARD, BoardId, with_hands

LARGEST_DEAL = 999_999
_HOLDER = re.compile("[A-Za-z0-9_-]{8,64}")


def _holder(value: object) -> str:
    if value is None:
        raise MalformedTable("holder is missing")
    if not isinstance(value, str) or not _HOLDER.fullmatch(value):
        raise MalformedTable("expected 8 to 64 letters, digits, - and _")
    return value


TableHolder = Annotated[
    str,
    fields.Value(
        "TableHolder",
        {
            "type": "string",
            "pattern": f"^{_HOLDER.pattern}$",
            "description": "A random id that a browser gives itself, so that a seat has one "
            "browser at a time.",
        },
        _holder,
        str,
    ),
]
DealNumber = Annotated[int, WholeNumber(1, LARGEST_DEAL)]


class DealtBoard(Document):
    """A board before the first call: the id of a practice board, or the board itself."""

    board: BoardId = Field(LEFT_OUT, description="the id of a practice board")
    hands: fields.ThreeHands
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    number: Annotated[int, WholeNumber(1, LARGEST_NUMBER)] | None = Field(
        None, description="on the board"
    )

    @classmethod
    def describe(cls, schema: dict[str, Any]) -> None:
        """Add that there is the id of a board, or the board."""
        super().describe(schema)
        del schema["required"]
        by_id = {"required": ["board"], "not": {"required": ["number"]}}
        schema["oneOf"] = [by_id, {"required": list(OF_A_BOARD)}]

    @classmethod
    def prepare(cls, given: dict[str, Any]) -> list[InitErrorDetails]:
        """Have the id of a practice board stand for the board."""
        errors = super().prepare(given)
        if "board" not in given:
            return errors
        try:
            found, identifier = with_hands(given), given["board"]
            if "number" in given:
                errors.append(
                    error_at("number", error=MalformedTable("a board has number already"))
                )
        except InvalidPosition as invalid:
            errors += [error_at(one.pointer[1:], error=one.error) for one in invalid.errors]
            identifier = 0  # any: the errors of the other fields are still found
            found = with_hands({"board": identifier})
        number = PracticeBoard(identifier).number
        given.update({**given, **found, "board": identifier, "number": number})
        return errors

    def at(self, table: BiddingTable) -> BiddingTable:
        """Return this board for the people and the systems of a table."""
        auction, hands = Auction(self.dealer), self.hands.all_four
        return replace(table, hands=hands, auction=auction, vulnerability=self.vulnerability)


def _partners(seats: list[Seat]) -> list[Seat]:
    if len(seats) != 2 or seats[0].partner is not seats[1]:
        raise MalformedTable("expected the seats of two partners")
    return seats


class NewTable(fields.WithSystems, DealtBoard):
    """The first board, as robots' tables have it, and who bids it."""

    system: fields.Card = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()
    seats: Annotated[fields.Seats, AfterValidator(_partners)] = Field(
        [Seat.N, Seat.S],
        description="of two partners",
        json_schema_extra={"minItems": 2, "maxItems": 2, "default": ["N", "S"]},
    )
    draw: fields.Draw = None

    @property
    def table(self) -> BiddingTable:
        """The table before the first call."""
        board = (self.hands.all_four, Auction(self.dealer), self.vulnerability)
        return BiddingTable(*board, self.systems, frozenset(self.seats), self.draw)


class NextBoard(DealtBoard):
    """The next board at a table, and the id of the browser that asks for it."""

    holder: TableHolder | None = None


class SentCall(Document):
    """A call at a place of an auction."""

    index: Annotated[int, WholeNumber(0, MAX_CALLS - 1)] = Field(description="its place, from 0")
    call: fields.Call
    deal: DealNumber | None = Field(
        None, description="which of the table's boards is meant; the present one without"
    )
    holder: TableHolder | None = None


class AgreedCard(Document):
    """What the two partners play from now on, and the id of the browser that says so."""

    card: fields.Card
    holder: TableHolder | None = None


class Holding(Document):
    """The id of the browser that takes a seat, from another browser only if so wanted."""

    holder: TableHolder
    takeover: bool = Field(False, description="also from another browser")
