"""Distributions over whole numbers (HCP, cards of a suit): intervals, and tables of many.

An explanation has hundreds of distributions. They stay rows of arrays, computed on together; the
objects of ``explanation`` refer to rows, and make lists and ``Distribution``s on demand.

One interval would hide that a distribution is bimodal: 12 to 14 points or 18 or more. Such come of
calls that show one of two kinds of hand. A bimodal length is that of one of several suits, of which
one is long: five cards or more in a minor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import RANKS, Suit
from bidding.encoding.layout import N_HCP

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

INTERVAL_LEVEL = 0.8
MOST_HCP = N_HCP - 1
DECIMALS = 6
CALL_NAMES = tuple(str(call) for call in ALL_CALLS)
BALANCED_LEVEL = 0.93  # of two to five cards in each suit; a priori 0.86
_SUPPORT = 3
SUPPORT_LEVEL = 0.93  # of three cards or more in a suit; a priori 0.71
_MORE = 0.05  # the chance of a longer suit, at most, for an exact length
_ROUNDING = 1e-9
_DEPTH = 0.3  # of the antimode, as a share of the lower mode's peak, at most
_SHARE = 0.15  # of the probability on either side of the antimode, at least
_LONG = (6, 5)  # cards of a long suit, tried in this order
_RARELY_TWO = 6  # the chance of two suits of this length is neglected


class Rows:
    """Base of dataclasses whose fields have one row for each case."""

    def __getitem__(self, rows: Integers | Flags) -> Self:
        """Return some of the cases."""
        return type(self)(**{name: part[rows] for name, part in vars(self).items()})

    def __setitem__(self, rows: Integers | Flags, others: Self) -> None:
        """Replace some of the cases."""
        for name, part in vars(self).items():
            part[rows] = getattr(others, name)


@dataclass(frozen=True)
class Distribution:
    """Probabilities of 0, 1, 2, ...; they sum to one."""

    probabilities: tuple[float, ...]

    @classmethod
    def of(cls, weights: Sequence[float]) -> Self:
        """Normalise weights."""
        total = sum(weights)
        return cls(tuple(weight / total for weight in weights))

    @property
    def mean(self) -> float:
        """The expected value."""
        return sum(value * p for value, p in enumerate(self.probabilities))

    def within(self, low: int, high: int) -> float:
        """Return the probability of low ... high, both included."""
        return sum(self.probabilities[low : high + 1])

    def interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return ``LikeliestRuns.reaching``."""
        low, high, _ = LikeliestRuns(np.array(self.probabilities), level).reaching(level)
        return int(low), int(high)

    def nearest_interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return ``LikeliestRuns.nearest``."""
        low, high, _ = LikeliestRuns(np.array(self.probabilities), level).nearest(level)
        return int(low), int(high)


class Intervals(NamedTuple):
    """A run of values for each distribution, both ends included, and its probability."""

    low: Integers  # (...)
    high: Integers  # (...)
    probability: Floats  # (...)

    def contain(self, values: Integers) -> Flags:
        """Return (...) True where an interval contains its value."""
        return (self.low <= values) & (values <= self.high)


class LikeliestRuns:
    """The likeliest runs of 1, 2, ... values of (..., n) distributions.

    The last width is the first at which all distributions reach ``level``.
    """

    def __init__(self, distributions: Floats, level: float) -> None:
        cumulated = np.zeros((*distributions.shape[:-1], distributions.shape[-1] + 1))
        distributions.cumsum(-1, out=cumulated[..., 1:])
        lows, masses = [], []
        for width in range(1, cumulated.shape[-1]):
            runs = cumulated[..., width:] - cumulated[..., :-width]
            lows.append(runs.argmax(-1))
            masses.append(runs.max(-1))
            if masses[-1].min(initial=1.0) >= level - _ROUNDING:
                break
        self._lows, self._masses = np.stack(lows, axis=-1), np.stack(masses, axis=-1)
        self._missed = np.sqrt(np.maximum(1 - self._masses, 0))

    def reaching(self, level: float) -> Intervals:
        """Return the shortest run of each with that probability or more, the likeliest of them.

        Sentences state these. Whole numbers seldom allow the level itself, so their average
        coverage is higher.
        """
        return self._of_width(self._reached(level))

    def nearest(self, level: float) -> Intervals:
        """Return the run of each whose probability is nearest to the level.

        The average coverage of such runs is the level. It is the shortest that reaches the level or
        the likeliest run one shorter: the one whose missed probability is nearer to ``1 - level``
        by their square roots, on which scale the widths are about evenly spaced.
        """
        target, reached = max(0.0, 1 - level) ** 0.5, self._reached(level)
        below = np.maximum(reached - 1, 0)
        excess = target - np.take_along_axis(self._missed, reached, -1)
        lack = np.take_along_axis(self._missed, below, -1) - target
        return self._of_width(np.where((reached == 0) | (excess <= lack), reached, below))

    def _reached(self, level: float) -> Integers:
        """Return (..., 1) the place of the first width that reaches the level, else of the last."""
        below = (self._masses < level - _ROUNDING).sum(-1, keepdims=True)
        return np.asarray(np.minimum(below, self._masses.shape[-1] - 1))

    def _of_width(self, place: Integers) -> Intervals:
        low = np.take_along_axis(self._lows, place, -1)[..., 0]
        mass = np.take_along_axis(self._masses, place, -1)[..., 0]
        return Intervals(low, low + place[..., 0], mass)


def intervals(distributions: Floats, levels: Sequence[float]) -> list[Intervals]:
    """Return the nearest intervals of (..., n) distributions at each level."""
    runs = LikeliestRuns(distributions, max(levels))
    return [runs.nearest(level) for level in levels]


class TwoRanges(NamedTuple):
    """Points in one of two ranges: low to high, or at least ``least``."""

    low: int
    high: int
    least: int


class OneOf(NamedTuple):
    """The fact that the longest of some suits has at least this many cards, while none surely
    has."""

    least: int
    suits: tuple[Suit, ...]


def antimodes(distributions: Floats) -> Integers:
    """Return (...) the antimode between two modes of (..., n) distributions; 0 if unimodal."""
    left = np.maximum.accumulate(distributions, -1)[..., :-2]
    right = np.maximum.accumulate(distributions[..., ::-1], -1)[..., ::-1][..., 2:]
    cumulated, between = distributions.cumsum(-1), distributions[..., 1:-1]
    deep = between <= _DEPTH * np.minimum(left, right)
    deep &= (cumulated[..., :-2] >= _SHARE) & (1 - cumulated[..., 1:-1] >= _SHARE)
    lowest = np.where(deep, between, np.inf).argmin(-1) + 1
    return np.asarray(np.where(deep.any(-1), lowest, 0))


def two_ranges(points: Floats, antimode: int) -> TwoRanges | None:
    """Return the ranges of points (38,) around the antimode that together have the level."""
    if antimode == 0:
        return None
    share = points[:antimode].sum() + points[antimode + 1 :].sum()
    level = INTERVAL_LEVEL / max(share, INTERVAL_LEVEL)
    low, high = Distribution.of(points[:antimode].tolist()).interval(level)
    above = Summaries(points[antimode + 1 :] / points[antimode + 1 :].sum(), level)
    return TwoRanges(low, high, antimode + 1 + int(above.at_least))


def one_of(lengths: Floats, antimode: Iterable[int]) -> OneOf | None:
    """Return the fact about two suits, or all four, by lengths (4, 14) and antimodes (4,)."""
    bimodal = [suit for suit, value in zip(Suit, antimode, strict=True) if 0 < value < _LONG[0]]
    groups = [*combinations(bimodal, 2), *([tuple(Suit)] if len(bimodal) > 1 else [])]
    for least in _LONG:
        reached = lengths[:, least:].sum(-1)
        for suits in groups:
            chances = reached[list(suits)]
            either = chances.sum() - _both(lengths, least, suits)
            if either >= INTERVAL_LEVEL > chances.max():
                return OneOf(least, suits)
    return None


def _both(lengths: Floats, least: int, suits: tuple[Suit, ...]) -> float:
    """Bound the chance that two of the suits are so long, by the cards left for the others."""
    if least >= _RARELY_TWO:
        return 0.0
    others = [suit for suit in Suit if suit not in suits]
    room = CARDS_IN_HAND - 2 * least
    return float(min((lengths[suit, : room + 1].sum() for suit in others), default=1.0))


class Facts(NamedTuple):
    """Facts about a hand for sentences: the interval of HCP, and for each suit (S H D C) the
    interval and the least and greatest length, all with at least the interval level; ``support``:
    three cards or more, as for a raise, with more certainty than a priori; ``exact``: the least
    length is mostly the length itself, and more are hardly ever held. ``two_ranges`` and
    ``one_of`` describe bimodal distributions."""

    hcp: tuple[int, int]
    intervals: tuple[tuple[int, int], ...]
    at_least: tuple[int, ...]
    at_most: tuple[int, ...]
    support: tuple[bool, ...]
    balanced: bool
    exact: tuple[bool, ...]
    two_ranges: TwoRanges | None = None
    one_of: OneOf | None = None


class Summaries:
    """Of (..., n) distributions the interval and its probability, the median, and the least and the
    greatest value: each reached, or not exceeded, with the level."""

    def __init__(self, distributions: Floats, level: float = INTERVAL_LEVEL) -> None:
        cumulated = distributions.cumsum(-1)
        runs = LikeliestRuns(distributions, level)
        self.low, self.high, self.held = runs.reaching(level)
        self.nearest = runs.nearest(level)
        self.median = _reaching(cumulated, 0.5)
        self.at_most = _reaching(cumulated, level)
        reached = 1 - cumulated >= level - _ROUNDING  # (..., n) by the values above each
        self.at_least: Integers = np.minimum(reached.sum(-1), distributions.shape[-1] - 1)

    def to_json(self) -> list[Any]:
        """Return (...) lists of low, high, median and probability, and low, high and probability of
        the nearest interval."""
        near_low, near_high, near_held = self.nearest
        parts = (self.low, self.high, self.median, np.round(self.held, DECIMALS))
        nearest = (near_low, near_high, np.round(near_held, DECIMALS))
        return _zipped([part.tolist() for part in (*parts, *nearest)], self.low.ndim)


def _reaching(cumulated: Floats, level: float) -> Integers:
    """(...) the smallest values not exceeded with at least that probability."""
    below = (cumulated < level - _ROUNDING).sum(-1)
    return np.asarray(np.minimum(below, cumulated.shape[-1] - 1))


def _zipped(parts: list[Any], depth: int) -> list[Any]:
    """Zip lists of equal nesting into rows at the innermost level."""
    if depth == 1:
        return list(zip(*parts, strict=True))
    return [_zipped(list(inner), depth - 1) for inner in zip(*parts, strict=True)]


class HandTable:
    """H hands: hcp (H, 38), lengths (H, 4, 14) and, if known, cards (H, 52)."""

    def __init__(self, hcp: Floats, lengths: Floats, cards: Floats | None = None) -> None:
        self.hcp = hcp / hcp.sum(-1, keepdims=True)
        self.lengths = lengths / lengths.sum(-1, keepdims=True)
        self.cards = np.zeros((len(hcp), 0)) if cards is None else cards

    @cached_property
    def hcp_summaries(self) -> Summaries:
        """The summaries of HCP (H)."""
        return Summaries(self.hcp)

    @cached_property
    def length_summaries(self) -> Summaries:
        """The summaries of suit lengths (H, 4)."""
        return Summaries(self.lengths)

    @cached_property
    def facts(self) -> list[Facts]:
        """The facts about each hand."""
        hcp, lengths = self.hcp_summaries, self.length_summaries
        balanced = (self.lengths[..., 2:6].sum(-1) >= BALANCED_LEVEL).all(-1)
        points = zip(hcp.low.tolist(), hcp.high.tolist(), strict=True)
        parts = (lengths.low, lengths.high, lengths.at_least, lengths.at_most)
        support = self.lengths[..., _SUPPORT:].sum(-1) >= SUPPORT_LEVEL
        single = (lengths.low == lengths.high) & (lengths.low == lengths.at_least)
        values = np.arange(self.lengths.shape[-1])
        more = (self.lengths * (values > lengths.high[..., None])).sum(-1)
        exact = single & (more <= _MORE + _ROUNDING)
        rows = (points, *(part.tolist() for part in (*parts, support, balanced, exact)))
        return [
            Facts(
                ends,
                tuple(zip(low, high, strict=True)),
                tuple(least),
                tuple(most),
                tuple(up),
                even,
                tuple(just),
                *two,
            )
            for ends, low, high, least, most, up, even, just, two in zip(
                *rows, self._modes, strict=True
            )
        ]

    @property
    def _modes(self) -> list[tuple[TwoRanges | None, OneOf | None]]:
        """The bimodal facts about each hand."""
        of_hcp, of_lengths = antimodes(self.hcp).tolist(), antimodes(self.lengths).tolist()
        found = zip(self.hcp, of_hcp, self.lengths, of_lengths, strict=True)
        return [
            (two_ranges(hcp, antimode), one_of(lengths, values) if any(values) else None)
            for hcp, antimode, lengths, values in found
        ]

    @cached_property
    def ranges_json(self) -> list[tuple[Any, list[Any]]]:
        """The ranges of HCP and of the suits of each hand, as in ``Summaries.to_json``."""
        hcp, lengths = self.hcp_summaries.to_json(), self.length_summaries.to_json()
        return list(zip(hcp, lengths, strict=True))

    @cached_property
    def hcp_json(self) -> list[Any]:
        """(H, 38) rounded."""
        return _rounded(self.hcp)

    @cached_property
    def lengths_json(self) -> list[Any]:
        """(H, 4, 14) rounded."""
        return _rounded(self.lengths)

    @cached_property
    def cards_json(self) -> list[Any]:
        """(H, 4, 13) rounded, by suit."""
        return _rounded(self.cards.reshape(len(self.cards), len(Suit), len(RANKS)))


@dataclass(frozen=True)
class CallChance:
    """A legal call and its probability."""

    call: Call
    probability: float

    def to_json(self) -> dict[str, Any]:
        """Return call and probability."""
        probability = round(self.probability, DECIMALS)
        return {"call": CALL_NAMES[self.call.index], "probability": probability}


class ChanceTable:
    """R distributions (R, 38) of the next call, zero for calls that are not legal (R, 38) bool."""

    def __init__(self, chances: Floats, legal: Flags) -> None:
        self.chances, self.legal = chances, legal

    @cached_property
    def order(self) -> list[list[int]]:
        """The legal calls of each row, likeliest first; equal ones in the order of calls."""
        key = np.where(self.legal, -self.chances, 1.0)
        places, counts = key.argsort(-1, kind="stable").tolist(), self.legal.sum(-1).tolist()
        return [row[:count] for row, count in zip(places, counts, strict=True)]

    def ranks(self, calls: Integers) -> list[int]:
        """Return the rank of a legal call (R,) in each row, from 1."""
        given = np.take_along_axis(self.chances, calls[:, None], -1)
        earlier = np.arange(self.chances.shape[-1]) < calls[:, None]
        ahead = (self.chances > given) | ((self.chances == given) & earlier)
        return list(((ahead & self.legal).sum(-1) + 1).tolist())

    @cached_property
    def json(self) -> list[list[dict[str, Any]]]:
        """The legal calls of every row in order, with rounded chances."""
        return [
            [{"call": CALL_NAMES[call], "probability": row[call]} for call in order]
            for row, order in zip(_rounded(self.chances), self.order, strict=True)
        ]


def _rounded(values: Floats) -> list[Any]:
    """Return nested lists of the values, rounded for JSON."""
    return list(np.round(values, DECIMALS).tolist())
