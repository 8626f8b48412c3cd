"""The answer: frozen objects, and the JSON that follows them.

Probabilities in JSON are rounded to six decimals, so sums are exact to about 1e-5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidding.domain.calls import Call
from bidding.domain.position import Position
from bidding.domain.table import RANKS, Seat, Suit
from bidding.explaining.distributions import INTERVAL_LEVEL, Distribution
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.positions import position_to_json

DECIMALS = 6


@dataclass(frozen=True)
class Shape:
    """HCP and the length of each suit (S H D C) of one hidden hand, as distributions."""

    hcp: Distribution
    lengths: tuple[Distribution, Distribution, Distribution, Distribution]

    def to_json(self, *, whole: bool) -> dict[str, Any]:
        """Intervals and medians; with ``whole`` the probabilities too."""
        return {
            "hcp": _distribution_json(self.hcp, whole),
            "lengths": {suit.name: _distribution_json(self.lengths[suit], whole) for suit in Suit},
        }


@dataclass(frozen=True)
class HiddenHand:
    """What the viewer believes of one hidden hand.

    ``cards`` are 52 probabilities in card order; over the hidden hands they are consistent:
    each unseen card's sum to 1, each hand's to 13, the viewer's own cards are 0.
    """

    seat: Seat
    shape: Shape
    cards: tuple[float, ...]
    summary: str

    def to_json(self) -> dict[str, Any]:
        """Shape, cards by suit (A K Q ... 2) and the summary."""
        size = len(RANKS)
        cards = {
            suit.name: [_rounded(p) for p in self.cards[size * suit : size * (suit + 1)]]
            for suit in Suit
        }
        return {**self.shape.to_json(whole=True), "cards": cards, "summary": self.summary}


@dataclass(frozen=True)
class CallChance:
    """A legal call and how likely it is to be made."""

    call: Call
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Call and probability."""
        return {"call": str(self.call), "probability": _rounded(self.probability)}


@dataclass(frozen=True)
class ExplainedCall:
    """One call of the auction: how expected it was, and what it shows to everybody.

    ``probability`` and ``rank`` (1 is the likeliest) are those of somebody who sees no hand
    but heard the calls before; ``own_probability`` is that of the viewer's own hand, for
    calls that the viewer made. ``shows`` is what somebody who sees no hand believes of the
    caller's hand after the call.
    """

    index: int
    seat: Seat
    call: Call
    probability: float
    rank: int
    likeliest: Call
    unusual: bool
    own_probability: float | None
    shows: Shape
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """All of it, the shape as intervals."""
        own = self.own_probability
        return {
            "index": self.index,
            "seat": self.seat.name,
            "call": str(self.call),
            "probability": _rounded(self.probability),
            "rank": self.rank,
            "likeliest": str(self.likeliest),
            "unusual": self.unusual,
            "own_probability": None if own is None else _rounded(own),
            "shows": {**self.shows.to_json(whole=False), "sentence": self.sentence},
        }


@dataclass(frozen=True)
class Moment:
    """What the viewer knows after the first ``n_calls`` calls.

    ``next_call`` holds all legal calls, likeliest first, of the player whose turn it is; it
    is empty once the auction is over.
    """

    n_calls: int
    to_call: Seat | None
    hands: tuple[HiddenHand, ...]
    next_call: tuple[CallChance, ...]

    def to_json(self) -> dict[str, Any]:
        """All of it, hands by seat."""
        return {
            "n_calls": self.n_calls,
            "to_call": None if self.to_call is None else self.to_call.name,
            "hands": {hand.seat.name: hand.to_json() for hand in self.hands},
            "next_call": [chance.to_json() for chance in self.next_call],
        }


@dataclass(frozen=True)
class Suggestion:
    """The likeliest next call, in words with its rivals."""

    seat: Seat
    chance: CallChance
    sentence: str

    def to_json(self) -> dict[str, Any]:
        """Seat, call, probability and sentence."""
        return {"seat": self.seat.name, **self.chance.to_json(), "sentence": self.sentence}


@dataclass(frozen=True)
class Explanation:
    """The whole answer; ``moments`` has one entry for each number of calls, 0 to all."""

    position: Position
    model: ModelInfo
    calls: tuple[ExplainedCall, ...]
    moments: tuple[Moment, ...]
    suggestion: Suggestion | None

    def to_json(self) -> dict[str, Any]:
        """The document of the API, of plain JSON values."""
        return {
            "position": position_to_json(self.position),
            "model": self.model.to_dict(),
            "interval_level": INTERVAL_LEVEL,
            "calls": [call.to_json() for call in self.calls],
            "moments": [moment.to_json() for moment in self.moments],
            "suggestion": None if self.suggestion is None else self.suggestion.to_json(),
        }


def _distribution_json(distribution: Distribution, whole: bool) -> dict[str, Any]:
    low, high = distribution.interval()
    summary: dict[str, Any] = {"low": low, "high": high, "median": distribution.median}
    if whole:
        summary["probabilities"] = [_rounded(p) for p in distribution.probabilities]
    return summary


def _rounded(p: float) -> float:
    return round(p, DECIMALS)
