"""Positions: the information of one player at one moment of an auction."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidding.domain.auction import Auction
from bidding.domain.cards import Hand
from bidding.domain.systems import Systems
from bidding.domain.table import Seat, Vulnerability


@dataclass(frozen=True)
class Position:
    """A viewer's seat and hand, and the auction so far.

    ``hand`` is None for a spectator, who sees no cards; ``seat`` only sets the perspective.
    """

    hand: Hand | None
    seat: Seat
    auction: Auction
    vulnerability: Vulnerability
    systems: Systems = field(default_factory=Systems)
