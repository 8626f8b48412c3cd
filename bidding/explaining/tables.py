"""Many distributions side by side, and what is said of each, worked out for all of them at once.

An explanation holds hundreds of distributions. Here they stay rows of arrays; the objects of
``explanation`` look at their rows, and build lists and ``Distribution``s only where asked.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bidding.domain.calls import ALL_CALLS
from bidding.domain.table import RANKS, Suit
from bidding.explaining.distributions import INTERVAL_LEVEL
from bidding.explaining.humps import OneOf, TwoRanges, one_of, two_ranges, valleys
from bidding.explaining.intervals import Floats, Integers, LikeliestRuns

DECIMALS = 6
CALL_NAMES = tuple(str(call) for call in ALL_CALLS)
BALANCED_LEVEL = 0.93  # of each suit having two to five cards; chance alone gives 0.86
_SUPPORT = 3
SUPPORT_LEVEL = 0.93  # of a suit having three cards or more; chance alone gives 0.71
_MORE = 0.05  # the chance of a longer suit, at most, where a length is said to be exact
_ROUNDING = 1e-9

Flags = npt.NDArray[np.bool_]


class Facts(NamedTuple):
    """What sentences say of a hand: the interval of the HCP, and of each suit (S H D C) the
    interval, the number held at least and at most, all with the interval level at least; whether
    there are three cards or more, as who raises has, more surely than by chance; ``exact``, whether
    the least is mostly the length itself, and more of the suit hardly ever held. Of two humps
    ``two_ranges`` and ``one_of`` tell what an interval does not."""

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
    """Interval, its probability, median and bounds of (..., n) distributions.

    Each is what ``Distribution`` says of the same probabilities.
    """

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
        """(...) lists of low, high, median and probability, and of the nearest interval the same
        but for the median.
        """
        near_low, near_high, near_held = self.nearest
        parts = (self.low, self.high, self.median, np.round(self.held, DECIMALS))
        nearest = (near_low, near_high, np.round(near_held, DECIMALS))
        return _zipped([part.tolist() for part in (*parts, *nearest)], self.low.ndim)


def _reaching(cumulated: Floats, level: float) -> Integers:
    """(...) the smallest values not exceeded with at least that probability."""
    below = (cumulated < level - _ROUNDING).sum(-1)
    return np.asarray(np.minimum(below, cumulated.shape[-1] - 1))


def _zipped(parts: list[Any], depth: int) -> list[Any]:
    """Lists of the same nesting to lists of rows at the innermost level."""
    if depth == 1:
        return list(zip(*parts, strict=True))
    return [_zipped(list(inner), depth - 1) for inner in zip(*parts, strict=True)]


class HandTable:
    """H hands: hcp (H, 38), lengths (H, 4, 14) and, where they are known of, cards (H, 52)."""

    def __init__(self, hcp: Floats, lengths: Floats, cards: Floats | None = None) -> None:
        self.hcp = hcp / hcp.sum(-1, keepdims=True)
        self.lengths = lengths / lengths.sum(-1, keepdims=True)
        self.cards = np.zeros((len(hcp), 0)) if cards is None else cards

    @cached_property
    def hcp_summaries(self) -> Summaries:
        """Of all hands (H)."""
        return Summaries(self.hcp)

    @cached_property
    def length_summaries(self) -> Summaries:
        """Of all hands and suits (H, 4)."""
        return Summaries(self.lengths)

    @cached_property
    def facts(self) -> list[Facts]:
        """What is said of each hand."""
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
                *rows, self._humps, strict=True
            )
        ]

    @property
    def _humps(self) -> list[tuple[TwoRanges | None, OneOf | None]]:
        """What is said of two humps, of each hand."""
        of_hcp, of_lengths = valleys(self.hcp).tolist(), valleys(self.lengths).tolist()
        found = zip(self.hcp, of_hcp, self.lengths, of_lengths, strict=True)
        return [
            (two_ranges(hcp, valley), one_of(lengths, values) if any(values) else None)
            for hcp, valley, lengths, values in found
        ]

    @cached_property
    def ranges_json(self) -> list[tuple[Any, list[Any]]]:
        """Of each hand the ranges of HCP and of the suits, as in ``Summaries.to_json``."""
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


class ChanceTable:
    """R times the chances of the next call (R, 38), zero where a call is illegal (R, 38) bool."""

    def __init__(self, chances: Floats, legal: Flags) -> None:
        self.chances, self.legal = chances, legal

    @cached_property
    def order(self) -> list[list[int]]:
        """The legal calls of each row, likeliest first; equal ones in the order of calls."""
        key = np.where(self.legal, -self.chances, 1.0)
        places, counts = key.argsort(-1, kind="stable").tolist(), self.legal.sum(-1).tolist()
        return [row[:count] for row, count in zip(places, counts, strict=True)]

    def ranks(self, calls: Integers) -> list[int]:
        """The place of a legal call (R,) in the order of each row, from 1."""
        given = np.take_along_axis(self.chances, calls[:, None], -1)
        earlier = np.arange(self.chances.shape[-1]) < calls[:, None]
        ahead = (self.chances > given) | ((self.chances == given) & earlier)
        return list(((ahead & self.legal).sum(-1) + 1).tolist())

    @cached_property
    def json(self) -> list[list[dict[str, Any]]]:
        """Every row's legal calls in order, with their chances rounded."""
        return [
            [{"call": CALL_NAMES[call], "probability": row[call]} for call in order]
            for row, order in zip(_rounded(self.chances), self.order, strict=True)
        ]


def _rounded(values: Floats) -> list[Any]:
    """Nested lists of the values, rounded for JSON."""
    return list(np.round(values, DECIMALS).tolist())
