"""Positions from recorded boards, as seen by a player or by a spectator, and boards to review."""

from __future__ import annotations

from bidding.domain.auction import Auction
from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.errors import MalformedDeal, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.position import PlayedBoard, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.parsing.formats.recorded_boards import Board
from bidding.parsing.text.words import card_named, parse_seat, quoted

EVERY_SEAT, NO_SEAT, REVIEW = "all", "spectator", "review"
VIEWS = (*(seat.name for seat in Seat), EVERY_SEAT, NO_SEAT, REVIEW)


def parse_view(text: str) -> tuple[Seat | None, ...]:
    """Return the seats of a view; None stands for a spectator, and there are none of a review.

    Raises MalformedTable.
    """
    name = text.strip().lower()
    if name == REVIEW:
        return ()
    if name == NO_SEAT:
        return (None,)
    if name == EVERY_SEAT:
        return tuple(Seat)
    try:
        return (parse_seat(text),)
    except MalformedTable:
        known = ", ".join(VIEWS)
        fault = Message(
            "{quote} is not a view; it must be one of {known}", quote=quoted(text), known=known
        )
        raise MalformedTable(fault, text=text, position=0) from None


def position_of(
    board: Board,
    seat: Seat | None,
    ns: ConventionCard | None = None,
    ew: ConventionCard | None = None,
) -> Position:
    """Return the position after the board's whole auction, of a player or a spectator (None).

    Dealer and vulnerability default to those of the board number. A side without a given system
    plays the one that the board names, by default SAYC. Raises MalformedDeal if the player's hand
    is missing, and MalformedTable if dealer or vulnerability is unknown.
    """
    hand = None if seat is None else board.hands[seat]
    if seat is not None and hand is None:
        raise MalformedDeal(Message("{seat}'s hand is not given", seat=Message(seat.full_name)))
    return Position(
        hand,
        Seat.S if seat is None else seat,
        board.auction or Auction(_dealer(board)),
        _vulnerability(board),
        _systems(board, ns, ew),
    )


def played_board_of(
    board: Board, ns: ConventionCard | None = None, ew: ConventionCard | None = None
) -> PlayedBoard:
    """Return the board to review, with the defaults of ``position_of``.

    Raises MalformedDeal if no hand is given, and MalformedTable if there is no call or the
    vulnerability is unknown.
    """
    if board.hands.count(None) == len(Seat):
        raise MalformedDeal("no hand is given")
    if board.auction is None:
        raise MalformedTable("there is no call to review")
    tricks = None if board.auction.contract is None else board.tricks
    table = (_vulnerability(board), _systems(board, ns, ew))
    return PlayedBoard(board.hands, board.auction, *table, tricks)


def _systems(board: Board, ns: ConventionCard | None, ew: ConventionCard | None) -> Systems:
    named = (card_named(name) or ConventionCard(System.SAYC) for name in board.systems)
    return Systems(*(own or of_board for own, of_board in zip((ns, ew), named, strict=True)))


def _dealer(board: Board) -> Seat:
    if board.dealer is not None:
        return board.dealer
    if not board.number:
        raise MalformedTable("the dealer is missing")
    return dealer_of_board(board.number)


def _vulnerability(board: Board) -> Vulnerability:
    if board.vulnerability is not None:
        return board.vulnerability
    if not board.number:
        raise MalformedTable("the vulnerability is missing")
    return vulnerability_of_board(board.number)
