"""Played boards: an auction with the hands that are known and the tricks that were taken."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidding.domain.auction import Auction
from bidding.domain.cards import Hands
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.domain.table import Vulnerability


@dataclass(frozen=True)
class PlayedBoard:
    """Hands N E S W, None where one is not known, and the auction, which may be unfinished.

    ``tricks`` are those that declarer took, None where that is not known; ``graded_from`` is the
    index of the first call to grade.
    """

    hands: Hands
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)
    tricks: int | None = None
    graded_from: int = 0

    @property
    def graded(self) -> list[int]:
        """The indices of the calls to grade, whose callers' hands are known."""
        calls = range(self.graded_from, len(self.auction.calls))
        return [index for index in calls if self.hands[self.auction.seat_of(index)] is not None]

    def position_before(self, index: int) -> Position:
        """Return the position of the player who makes call number ``index``, before that call."""
        seat = self.auction.seat_of(index)
        auction = self.auction.prefix(index)
        return Position(self.hands[seat], seat, auction, self.vulnerability, self.systems)
