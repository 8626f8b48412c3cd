"""Prices: what a question costs a worker, by its kind and size, before it is computed.

Plain Python, so that ``benchmarks/weights.py`` fits the prices without a site.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources

from bidding.domain.bidding_table import BiddingTable
from bidding.domain.played_board import PlayedBoard
from bidding.domain.position import Position

# By kind the coefficients of ``features``, in ordinary explanations, as benchmarks/weights.py has
# fitted them.
COEFFICIENTS: dict[str, list[float]] = tomllib.loads(
    resources.files("bidding.jobs").joinpath("prices.toml").read_text()
)
MOST_REFINED_CALLS, MOST_LOSSES = 48, 12  # those of bidding.explaining, which loads torch


@dataclass(frozen=True)
class Size:
    """What is known of a question before it is computed, as far as its cost follows from it.

    calls: made so far; sees_hand: the viewer does; graded: calls to grade
    """

    calls: int
    sees_hand: bool = True
    graded: int = 0

    @classmethod
    def of(cls, question: Position | PlayedBoard | BiddingTable) -> Size:
        """Return that of a question."""
        calls = len(question.auction.calls)
        match question:
            case PlayedBoard():
                return cls(calls, graded=len(question.graded))
            case Position(hand=hand):
                return cls(calls, hand is not None)
        return cls(calls)


ORDINARY = Size(calls=12, graded=4)


def features(kind: str, size: Size) -> tuple[float, ...]:
    """Return the numbers of which the time of an answer is a sum, each with its own coefficient.

    All is read in one pass for each call. A refined answer draws hands for each call, and asks for
    the chances of all calls before; for a viewer with a hand it does that twice. Reviews look
    ahead from each rare call, which may be all of those to grade.
    """
    calls = size.calls
    match kind:
        case "refined":
            readings = 1 + size.sees_hand
            return (readings, readings * calls, readings * calls**2)
        case "review":
            rare = min(size.graded, MOST_LOSSES)
            return (rare, rare * calls)
    return (1, calls)


def _cost(kind: str, size: Size) -> float:
    if kind == "refined" and size.calls > MOST_REFINED_CALLS:  # answered without refinement
        kind = "explanation"
    parts = zip(COEFFICIENTS[kind], features(kind, size), strict=True)
    return sum(each * number for each, number in parts)


def price_of(kind: str, size: Size) -> int:
    """Return what a question of that kind and size costs a worker, in explanations."""
    return max(1, round(_cost(kind, size)))


def price(kind: str, question: Position | PlayedBoard | BiddingTable) -> int:
    """Return the same of a question."""
    return price_of(kind, Size.of(question))


def charge(kind: str, size: Size, unit: str = "") -> int:
    """Return how many ordinary questions, of its kind or that ``unit``, one counts as for its
    client's limit.
    """
    return max(1, round(_cost(kind, size) / _cost(unit or kind, ORDINARY)))
