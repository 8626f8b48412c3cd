"""JSON documents of positions, of bidding tables, of played boards and of a pair's calls.

A position: ``{"hand": "AKJT985.6.A76.84", "seat": "S", "dealer": "N", "vulnerability": "NS",
"auction": ["1D", "1H"] or "1D 1H", "system": "sayc"}``, or in place of ``system``
``"systems": {"ns": "sayc", "ew": "2/1"}``; without either both sides play SAYC. A spectator has no
hand, or null. Every other field is required, and no other field is accepted.

A bidding table: ``{"hands": {"N": "AKJT985.6.A76.84", ...}, "dealer": "N", "vulnerability": "NS",
"auction": ["1D"], "system": "sayc", "players": ["S"], "draw": null}``. Three hands at least are
given; ``players`` is South alone, and ``draw`` null, where they are missing.

A played board: ``{"hands": {"N": "AKJT985.6.A76.84", "E": null, ...}, "dealer": "N",
"vulnerability": "NS", "auction": ["1D", "1H"], "system": "sayc", "tricks": 9, "graded_from": 0}``.
At least one hand is given, and one call; ``tricks`` and ``graded_from`` may be missing. Systems are
named as in positions.

A pair's calls: ``{"boards": [{"seat": "S", "hands": {"N": "AKJT985.6.A76.84", ...}, "dealer": "N",
"vulnerability": "NS", "auction": ["1D", "1H"], "opponents": "sayc"}], "card": null}``. Of each
board ``seat`` is one of the pair's; hands and ``opponents`` may be missing. ``card`` is what the
pair is said to play, null where nothing is known.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, PlainSerializer, ValidationInfo, field_validator

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.convention_card import Systems
from bidding.domain.errors import MalformedCall, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.position import BiddingTable, PairBoard, PairCalls, PlayedBoard, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT, Document, WholeNumber
from bidding.parsing.formats.recorded_boards import MOST_TRICKS


class PositionDocument(fields.WithSystems):
    """The question as it was understood."""

    expected: ClassVar = MalformedTable("a position must be an object")

    hand: fields.Hand | None = Field(
        None, description="S.H.D.C of the viewer; null, or left out, for a spectator"
    )
    seat: fields.Seat
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction
    system: fields.Card = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()


def position_from_json(document: object) -> Position:
    """Read the position of a decoded JSON document.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    read = PositionDocument.read(document)
    return Position(read.hand, read.seat, read.auction, read.vulnerability, read.systems)


def position_to_json(position: Position) -> dict[str, Any]:
    """Return the canonical document of a position, from which it can be read back."""
    return PositionDocument.write(**vars(position), dealer=position.auction.dealer)


class BiddingTableDocument(fields.WithSystems):
    """A table at which robots call."""

    expected: ClassVar = MalformedTable("a table must be an object")

    hands: fields.ThreeHands
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction
    system: fields.Card = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()
    players: fields.Seats = Field(
        [Seat.S], description="the seats of people, South without; none: robots bid to the end"
    )
    draw: fields.Draw = None

    @property
    def table(self) -> BiddingTable:
        """The table; a fourth hand follows from three."""
        whole, people = self.hands.all_four, frozenset(self.players)
        return BiddingTable(
            whole, self.auction, self.vulnerability, self.systems, people, self.draw
        )


def bidding_table_from_json(document: object) -> BiddingTable:
    """Read the bidding table of a decoded JSON document; a fourth hand follows from three.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    return BiddingTableDocument.read(document).table


def bidding_table_to_json(table: BiddingTable) -> dict[str, Any]:
    """Return the canonical document of a bidding table, from which it can be read back."""
    hands = fields.ThreeHands.model_construct(**fields.by_seat(table.hands))
    players, dealer = sorted(table.players), table.auction.dealer
    given = {**vars(table), "hands": hands, "players": players, "dealer": dealer}
    return BiddingTableDocument.write(**given)


def _by_seat(hands: fields.BoardHands) -> fields.HandsBySeat:
    return fields.HandsBySeat.model_construct(**dict(hands))


class PlayedBoardDocument(fields.WithSystems):
    """The board as it was understood."""

    expected: ClassVar = MalformedTable("a board must be an object")

    hands: Annotated[fields.KnownHands, PlainSerializer(_by_seat)]
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction = Field(
        description="it may be unfinished; of a deal that is known there may be no call"
    )
    system: fields.Card = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()
    tricks: Annotated[int, WholeNumber(0, MOST_TRICKS)] | None = Field(
        None, description="tricks that declarer took, where known"
    )
    graded_from: Annotated[int, WholeNumber(0, MAX_CALLS - 1)] = Field(
        0,
        description="the index of the first call to grade; without, all are graded",
        exclude_if=lambda index: not index,
    )

    @field_validator("auction")
    @classmethod
    def _has_calls(cls, auction: Auction, info: ValidationInfo) -> Auction:
        hands = info.data.get("hands")
        if not auction.calls and (hands is None or None in hands.by_seat):
            raise MalformedCall("there is no call to review")
        return auction

    @field_validator("tricks")
    @classmethod
    def _has_contract(cls, tricks: int | None, info: ValidationInfo) -> int | None:
        if tricks is not None and "auction" in info.data and info.data["auction"].contract is None:
            raise MalformedTable("without a contract there are no tricks")
        return tricks

    @field_validator("graded_from")
    @classmethod
    def _is_of_a_call(cls, index: int, info: ValidationInfo) -> int:
        if index and "auction" in info.data and index >= len(info.data["auction"].calls):
            raise WholeNumber(0, len(info.data["auction"].calls) - 1).error("graded_from")
        return index


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


MOST_PAIR_BOARDS = 64


class PairHands(fields.BoardHands):
    """The hands by seat; null, or left out, where one is not known."""

    def check(self) -> None:
        """Refuse contradicting hands."""
        _ = self.by_seat


class BoardOfPair(Document):
    """A board that a pair bid."""

    expected: ClassVar = MalformedTable("a board must be an object")

    seat: fields.Seat = Field(description="a seat of the pair, either of the two")
    hands: Annotated[PairHands, PlainSerializer(_by_seat)] = Field(
        PairHands(), description="those of the pair count, as far as they are known"
    )
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction
    opponents: fields.Card = Field(Systems().ew, description="what the other side plays")

    def to_domain(self) -> PairBoard:
        """Return the board, with the hands of the pair alone."""
        side, hands = self.seat.side, self.hands.by_seat
        north, east, south, west = (hands[seat] if seat.side is side else None for seat in Seat)
        own = (north, east, south, west)
        return PairBoard(side, own, self.auction, self.vulnerability, self.opponents)


def _boards(value: object) -> object:
    if isinstance(value, list) and 0 < len(value) <= MOST_PAIR_BOARDS:
        return value
    raise MalformedTable(Message("expected 1 to {most} boards", most=MOST_PAIR_BOARDS))


class PairCallsDocument(Document):
    """A pair's boards of which its card is guessed."""

    expected: ClassVar = MalformedTable("expected an object")

    boards: Annotated[
        list[BoardOfPair],
        BeforeValidator(_boards),
        Field(min_length=1, max_length=MOST_PAIR_BOARDS),
    ]
    card: fields.Card | None = Field(
        None,
        description="what the pair is said to play: changes of it are looked for; null, or an "
        "unknown system: any system",
    )

    @field_validator("boards")
    @classmethod
    def _have_calls(cls, boards: list[BoardOfPair]) -> list[BoardOfPair]:
        if not PairCalls(tuple(board.to_domain() for board in boards)).n_calls:
            raise MalformedCall("the pair has made no call")
        return boards


def pair_calls_from_json(document: object) -> PairCalls:
    """Read a pair's calls of a decoded JSON document.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    read = PairCallsDocument.read(document)
    card = None if read.card is None or read.card.base is System.UNKNOWN else read.card
    return PairCalls(tuple(board.to_domain() for board in read.boards), card)


def pair_calls_to_json(asked: PairCalls) -> dict[str, Any]:
    """Return the canonical document of a pair's calls, from which it can be read back."""
    boards = [
        BoardOfPair.model_construct(
            seat=Seat(board.side),
            hands=PairHands.model_construct(**fields.by_seat(board.hands)),
            dealer=board.auction.dealer,
            vulnerability=board.vulnerability,
            auction=board.auction,
            opponents=board.opponents,
        )
        for board in asked.boards
    ]
    return PairCallsDocument.write(boards=boards, card=asked.card)
