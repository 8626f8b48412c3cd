"""Bidding tables: four hands and an auction under way, some of whose calls robots make."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidding.domain.auction import Auction
from bidding.domain.cards import Hand
from bidding.domain.systems import Systems
from bidding.domain.table import Seat, Vulnerability


@dataclass(frozen=True)
class BiddingTable:
    """The hands N E S W, the auction so far, and the seats of people; robots have the others.

    Robots make their likeliest call, or, with a seed in ``draw``, one drawn by its chance.
    """

    hands: tuple[Hand, Hand, Hand, Hand]
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)
    players: frozenset[Seat] = frozenset({Seat.S})
    draw: int | None = None

    @property
    def is_robots_turn(self) -> bool:
        """True if a robot is to call."""
        return self.auction.turn is not None and self.auction.turn not in self.players
