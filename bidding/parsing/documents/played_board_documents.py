"""JSON documents of played boards.

``{"hands": {"N": "AKJT985.6.A76.84", "E": null, ...}, "dealer": "N", "vulnerability": "NS",
"auction": ["1D", "1H"], "system": "sayc", "tricks": 9, "graded_from": 0}``. At least one hand is
given, and one call; ``tricks`` and ``graded_from`` may be missing. Systems are named as in
positions.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainSerializer, ValidationInfo, field_validator

from bidding.domain.auction import Auction
from bidding.domain.errors import MalformedCall, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.played_board import PlayedBoard
from bidding.domain.systems import Systems
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.document_errors import type_name

MAX_TRICKS = 13


def _by_seat(hands: fields.KnownHands) -> fields.HandsBySeat:
    return fields.HandsBySeat.model_construct(**dict(hands))


class PlayedBoardDocument(fields.WithSystems):
    """The board as it was understood."""

    expected: ClassVar = MalformedTable("a board must be an object")

    hands: Annotated[fields.KnownHands, PlainSerializer(_by_seat)]
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction = Field(description="one call or more; the auction may be unfinished")
    system: fields.System = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()
    tricks: Annotated[int, Field(ge=0, le=MAX_TRICKS)] | None = Field(
        None, description="tricks that declarer took, where known"
    )
    graded_from: Annotated[int, Field(ge=0)] = Field(
        0,
        description="the index of the first call to grade; without, all are graded",
        exclude_if=lambda index: not index,
    )

    @field_validator("auction")
    @classmethod
    def _has_calls(cls, auction: Auction) -> Auction:
        if not auction.calls:
            raise MalformedCall("there is no call to review")
        return auction

    @field_validator("tricks", mode="before")
    @classmethod
    def _were_taken(cls, value: object, info: ValidationInfo) -> object:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (type(value) is int and 0 <= value <= MAX_TRICKS):
            given = value if is_number else type_name(value)
            fault = f"expected a number of tricks from 0 to {MAX_TRICKS}, not {given}"
            raise MalformedTable(fault)
        auction = info.data.get("auction")
        if value is not None and auction is not None and auction.contract is None:
            raise MalformedTable("without a contract there are no tricks")
        return value

    @field_validator("graded_from", mode="before")
    @classmethod
    def _is_of_a_call(cls, value: object, info: ValidationInfo) -> object:
        auction = info.data.get("auction")
        last = 0 if auction is None else len(auction.calls) - 1
        if type(value) is int and value >= 0 and (auction is None or value <= last):
            return value
        fault = "{name} is a whole number from {low} to {high}"
        raise MalformedTable(Message(fault, name="graded_from", low=0, high=last))


def played_board_from_json(document: object) -> PlayedBoard:
    """Read the played board of a decoded JSON document; a fourth hand follows from three.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    read = PlayedBoardDocument.read(document)
    table = (read.auction, read.vulnerability, read.systems)
    return PlayedBoard(read.hands.by_seat, *table, read.tricks, read.graded_from)


def played_board_to_json(board: PlayedBoard) -> dict[str, Any]:
    """Return the canonical document of a played board, from which it can be read back."""
    hands = fields.KnownHands.model_construct(**fields.by_seat(board.hands))
    return PlayedBoardDocument.write(
        **{**vars(board), "hands": hands, "dealer": board.auction.dealer}
    )
