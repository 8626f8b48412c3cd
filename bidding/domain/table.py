"""Seats, suits, strains and vulnerability, and the order of each.

Suits run S H D C and ranks A K Q J T 9 ... 2 (cards, hands, screens); strains run
C D H S NT (the order of bids); seats run N E S W, clockwise.
"""

from __future__ import annotations

from enum import IntEnum

from bidding.domain.errors import MalformedTable
from bidding.domain.messages import Message

RANKS = "AKQJT98765432"


class Side(IntEnum):
    """One of the two partnerships."""

    NS = 0
    EW = 1

    @property
    def opponents(self) -> Side:
        """The other partnership."""
        return Side(1 - self)

    @property
    def full_name(self) -> str:
        """North-South or East-West."""
        return ("North-South", "East-West")[self]


class Seat(IntEnum):
    """A player, clockwise from North."""

    N = 0
    E = 1
    S = 2
    W = 3

    def after(self, turns: int) -> Seat:
        """Return the seat that many turns clockwise; negative turns go back."""
        return _SEATS[(self + turns) % 4]

    def turns_to(self, other: Seat) -> int:
        """Return the number of turns clockwise to the other seat, 0 to 3."""
        return (other - self) % 4

    @property
    def lho(self) -> Seat:
        """The left-hand opponent."""
        return self.after(1)

    @property
    def partner(self) -> Seat:
        """The player opposite."""
        return self.after(2)

    @property
    def rho(self) -> Seat:
        """The right-hand opponent."""
        return self.after(3)

    @property
    def side(self) -> Side:
        """The partnership of this seat."""
        return Side(self % 2)

    @property
    def full_name(self) -> str:
        """North, East, South or West."""
        return ("North", "East", "South", "West")[self]


_SEATS = tuple(Seat)  # Seat(place) takes thirty times as long


class Suit(IntEnum):
    """A suit of the pack, highest first."""

    S = 0
    H = 1
    D = 2
    C = 3

    @property
    def symbol(self) -> str:
        """The suit symbol."""
        return "♠♥♦♣"[self]

    @property
    def plural(self) -> str:
        """spades, hearts, diamonds or clubs."""
        return ("spades", "hearts", "diamonds", "clubs")[self]

    @property
    def strain(self) -> Strain:
        """The strain with these trumps."""
        return Strain(3 - self)


class Strain(IntEnum):
    """The denomination of a bid, lowest first."""

    C = 0
    D = 1
    H = 2
    S = 3
    NT = 4

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None at notrump."""
        return None if self is Strain.NT else Suit(3 - self)

    @property
    def symbol(self) -> str:
        """The suit symbol, or NT."""
        return ("♣", "♦", "♥", "♠", "NT")[self]


class Vulnerability(IntEnum):
    """The vulnerable sides; the two bits are N-S and E-W."""

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    def holds_for(self, side: Side) -> bool:
        """Return True if that side is vulnerable."""
        return bool(self >> side & 1)

    @property
    def label(self) -> str:
        """The vulnerability for display."""
        return ("none", "N-S", "E-W", "both")[self]


# Boards 1 to 16 (Laws of Duplicate Bridge, Law 2): the cycle then starts again.
_BOARD_VULNERABILITY = (0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2)


def dealer_of_board(board: int) -> Seat:
    """Return the dealer of a board number (Law 2). Raises MalformedTable below 1."""
    return Seat((_checked_board(board) - 1) % 4)


def vulnerability_of_board(board: int) -> Vulnerability:
    """Return the vulnerability of a board number (Law 2). Raises MalformedTable below 1."""
    return Vulnerability(_BOARD_VULNERABILITY[(_checked_board(board) - 1) % 16])


def _checked_board(board: int) -> int:
    if board < 1:
        raise MalformedTable(
            Message("board numbers start at 1, not {number}", number=str(board)), text=str(board)
        )
    return board
