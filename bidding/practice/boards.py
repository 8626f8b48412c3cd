"""Boards to practise on, each dealt from its id."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from bidding.domain.cards import Deal, Hand
from bidding.domain.errors import MalformedTable
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board

PLAYER = Seat.S
MOST_DEALS = 2**40
_SEATS = len(Seat)
_CYCLE = 16  # boards until dealer and vulnerability repeat (Law 2)


@dataclass(frozen=True)
class PracticeBoard:
    """A board on which the player sits South.

    An id is ``4 * deal + turns``: the number of a deal, and by how many seats the table is turned
    clockwise, so that each of the four hands of a deal can be the player's.
    """

    id: int

    def __post_init__(self) -> None:
        if not 0 <= self.id < _SEATS * MOST_DEALS:
            fault = Message("there is no board {number}", number=str(self.id))
            raise MalformedTable(fault, text=str(self.id))

    @classmethod
    def of(cls, deal: int, seat: Seat) -> PracticeBoard:
        """Return the board that gives the player the hand of that seat of a deal.

        Raises MalformedTable for a deal below 0 or too large.
        """
        return cls(_SEATS * deal + seat.turns_to(PLAYER))

    @classmethod
    def largest(cls) -> PracticeBoard:
        """Return the board with the largest id."""
        return cls(_SEATS * MOST_DEALS - 1)

    @property
    def deal_number(self) -> int:
        """The number of the deal."""
        return self.id // _SEATS

    @property
    def turns(self) -> int:
        """The number of seats by which the table is turned clockwise."""
        return self.id % _SEATS

    @cached_property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The hands, N E S W."""
        rng = random.Random(self.deal_number)  # noqa: S311  (no secret: the id names the deal)
        dealt = Deal.random(rng).hands
        north, east, south, west = (dealt[(seat - self.turns) % _SEATS] for seat in Seat)
        return north, east, south, west

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        return dealer_of_board(self._unturned).after(self.turns)

    @property
    def vulnerability(self) -> Vulnerability:
        """The vulnerability; a quarter turn exchanges the sides."""
        vulnerability = vulnerability_of_board(self._unturned)
        if self.turns % 2 == 0:
            return vulnerability
        return Vulnerability((vulnerability & 1) << 1 | vulnerability >> 1)

    @property
    def number(self) -> int:
        """The number on the board, 1 to 16: the one with this dealer and vulnerability."""
        return next(
            number
            for number in range(1, _CYCLE + 1)
            if dealer_of_board(number) is self.dealer
            and vulnerability_of_board(number) is self.vulnerability
        )

    @property
    def _unturned(self) -> int:
        return self.deal_number % _CYCLE + 1
