"""Prices: what a question costs a worker, by its kind and size.

Of what is done in parts an expected number counts at first, then the one that the parts themselves
tell.

Plain Python, so that ``benchmarks/weights.py`` fits the prices without a site.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib import resources

from bidding.domain.position import BiddingTable, PairCalls, PlayedBoard, Position
from bidding.practice.practice_documents import MOST_SEARCH_PARTS, BoardSearch, ThemedTable

Question = Position | PlayedBoard | BiddingTable | ThemedTable | BoardSearch | PairCalls
"""What is asked about: of a review a played board, of robots' calls a table, of boards which are
wanted, of a card a pair's calls, of any other kind a position."""

# By kind the coefficients of ``features``, in ordinary explanations, as benchmarks/weights.py has
# fitted them.
COEFFICIENTS: dict[str, list[float]] = tomllib.loads(
    resources.files("bidding.jobs").joinpath("prices.toml").read_text()
)
# Those of bidding.explaining, which loads torch.
MOST_REFINED_CALLS, MOST_LOSSES = 48, 12
ANALYSIS_PARTS, MOST_ANALYSIS_PARTS = 8, 16
LOSS_PARTS = 2  # that look ahead from a rare call
SEARCH_PARTS = 2  # where what is searched for comes up on one board in thirty
# Of calls to grade that are rare: 1 % of robots', 2 % of people's, 15 % where they play something
# else than was said (docs/review.md).
RARE_SHARE = 0.05
# No auction that people bid has more; if all counted as rare, a busy node would refuse one of ten
# calls, which it reviews in seconds. Nor does a search for boards often need half of its parts.
HIGHEST_SHARE = 0.5


@dataclass(frozen=True)
class Size:
    """What is known of a question, as far as its cost follows from it.

    calls: made so far; sees_hand: the viewer does, or all four are known of a board
    parts: those of an analysis, or of a review those that look ahead
    """

    calls: int
    sees_hand: bool = True
    parts: float = ANALYSIS_PARTS

    @classmethod
    def of(cls, question: Question, parts: float | None = None) -> Size:
        """Return that of a question, of so many parts, or those expected before the first."""
        if isinstance(question, BoardSearch):
            return cls(0, parts=SEARCH_PARTS if parts is None else parts)
        if isinstance(question, PairCalls):
            return cls(sum(len(board.auction.calls) for board in question.boards))
        calls = len(question.auction.calls)
        match question:
            case PlayedBoard():
                expected = LOSS_PARTS * RARE_SHARE * _losses(question)
                size = cls(calls, None not in question.hands, expected)
            case Position(hand=hand):
                size = cls(calls, hand is not None)
            case _:
                size = cls(calls)
        return size if parts is None else replace(size, parts=parts)


def _losses(board: PlayedBoard) -> int:
    """Return the number of calls that are looked ahead from if all are rare."""
    return min(len(board.graded), MOST_LOSSES)


def features(kind: str, size: Size) -> tuple[float, ...]:
    """Return the numbers of which the time of an answer is a sum, each with its own coefficient.

    All is read in one pass for each call. A refined answer draws hands for each call, and asks for
    the chances of all calls before; for a viewer with a hand it does that twice. Analyses, and
    reviews from each rare call, draw layouts and look ahead, part by part. Boards of four hands are
    solved. Searches bid as many deals in each part.
    """
    calls = size.calls
    match kind:
        case "refined":
            readings = 1 + size.sees_hand
            return (readings, readings * calls, readings * calls**2)
        case "analysis":
            return (size.parts, size.parts * calls)
        case "review":
            return (size.sees_hand, size.parts, size.parts * calls)
        case "boards":
            return (size.parts,)
    return (1, calls)


def _cost(kind: str, size: Size) -> float:
    if kind == "refined" and size.calls > MOST_REFINED_CALLS:  # answered without refinement
        kind = "explanation"
    parts = zip(COEFFICIENTS[kind], features(kind, size), strict=True)
    return sum(each * number for each, number in parts)


def price_of(kind: str, size: Size) -> int:
    """Return what a question of that kind and size costs a worker, in explanations."""
    return max(1, round(_cost(kind, size)))


def price(kind: str, question: Question) -> int:
    """Return the same of a question, as it is expected before the first part."""
    return price_of(kind, Size.of(question))


def highest_price(kind: str, question: Question) -> int:
    """Return what a question costs with as many parts as there may be; of a review, if half of the
    calls from which it may look ahead are rare, and of a search with half of its parts."""
    parts: float = MOST_ANALYSIS_PARTS
    if isinstance(question, BoardSearch):
        parts = HIGHEST_SHARE * MOST_SEARCH_PARTS
    elif isinstance(question, PlayedBoard):
        parts = LOSS_PARTS * HIGHEST_SHARE * _losses(question)
    return price_of(kind, Size.of(question, parts))


def charge(kind: str, size: Size, unit: str = "") -> int:
    """Return how many ordinary questions, of its kind or that ``unit``, one counts as for its
    client's limit.
    """
    unit = unit or kind
    return max(1, round(_cost(kind, size) / _cost(unit, ordinary(unit))))


def surcharge(kind: str, question: Question, parts: float, unit: str = "") -> int:
    """Return what a question counts as beyond its charge, by the parts that it turns out to take;
    negative where it counts as less.
    """
    return charge(kind, Size.of(question, parts), unit) - charge(kind, Size.of(question), unit)


def ordinary(kind: str) -> Size:
    """Return the size of an ordinary question of that kind: of a card 8 boards; in a review one
    call is rare."""
    parts = {"review": LOSS_PARTS, "boards": SEARCH_PARTS}
    return Size(80 if kind == "card" else 12, parts=parts.get(kind, ANALYSIS_PARTS))
