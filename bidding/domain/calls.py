"""The 38 calls: pass, double, redouble and the 35 bids, each with an index.

The index order is that of the recorded auctions: 0 pass, 1 double, 2 redouble,
3 ... 37 for 1C 1D 1H 1S 1NT 2C ... 7NT.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering

from bidding.domain.errors import MalformedCall
from bidding.domain.table import Strain, Suit

N_CALLS = 38
FIRST_BID = 3
_STRAINS = tuple(Strain)  # Strain(place) takes thirty times as long


@total_ordering
@dataclass(frozen=True)
class Call:
    """One of the 38 calls."""

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < N_CALLS:
            raise MalformedCall(f"call index {self.index} is not in 0..37", text=str(self.index))

    @classmethod
    def bid(cls, level: int, strain: Strain) -> Call:
        """Return the bid of a level (1 to 7) and a strain. Raises MalformedCall."""
        if not 1 <= level <= 7:
            raise MalformedCall(f"bids go from level 1 to 7, not {level}", text=str(level))
        return cls(FIRST_BID + 5 * (level - 1) + strain)

    @property
    def is_bid(self) -> bool:
        """True for the 35 bids."""
        return self.index >= FIRST_BID

    @property
    def level(self) -> int:
        """The level of a bid, 1 to 7; 0 for pass, double and redouble."""
        return (self.index - FIRST_BID) // 5 + 1 if self.is_bid else 0

    @property
    def strain(self) -> Strain | None:
        """The denomination of a bid; None for pass, double and redouble."""
        return _STRAINS[(self.index - FIRST_BID) % 5] if self.is_bid else None

    @property
    def suit(self) -> Suit | None:
        """The suit of a bid; None for notrump, pass, double and redouble."""
        return None if self.strain is None else self.strain.suit

    @property
    def symbol(self) -> str:
        """The call for display, with a suit symbol: ``1♠``, ``Pass``, ``X``."""
        strain = self.strain
        if strain is None:
            return ("Pass", "X", "XX")[self.index]
        return f"{self.level}{strain.symbol}"

    def __lt__(self, other: Call) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        strain = self.strain
        if strain is None:
            return ("P", "X", "XX")[self.index]
        return f"{self.level}{strain.name}"


PASS, DOUBLE, REDOUBLE = Call(0), Call(1), Call(2)
ALL_CALLS = tuple(Call(index) for index in range(N_CALLS))
BIDS = ALL_CALLS[FIRST_BID:]
