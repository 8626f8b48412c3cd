"""The bidding systems that a partnership may be assumed to play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bidding.domain.table import Seat, Side


class System(Enum):
    """A bidding system; the value is its stable name in text and in the API."""

    SAYC = "sayc"
    TWO_OVER_ONE = "2/1"
    ACOL = "acol"
    POLISH_CLUB = "polish"
    UNKNOWN = "unknown"

    @property
    def full_name(self) -> str:
        """The name as players write it."""
        return _FULL_NAMES[self]

    @property
    def short_name(self) -> str:
        """The name as it stands in a sentence: "they play ..."."""
        return _SHORT_NAMES.get(self, self.full_name)


_FULL_NAMES = {
    System.SAYC: "Standard American Yellow Card",
    System.TWO_OVER_ONE: "Two over one game force",
    System.ACOL: "Acol",
    System.POLISH_CLUB: "Polish Club",
    System.UNKNOWN: "an unknown system",
}
_SHORT_NAMES = {System.SAYC: "SAYC", System.TWO_OVER_ONE: "2/1"}


@dataclass(frozen=True)
class Systems:
    """What each side plays."""

    ns: System = System.SAYC
    ew: System = System.SAYC

    def of(self, seat: Seat) -> System:
        """The system of the side this seat belongs to."""
        return self.ns if seat.side is Side.NS else self.ew
