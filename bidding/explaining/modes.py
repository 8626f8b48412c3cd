"""Bimodal distributions, which one interval would hide: 12 to 14 points or 18 or more.

They come of calls that show one of two kinds of hand. A bimodal length is that of one of several
suits, of which one is long: five cards or more in a minor.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.explaining.distributions import INTERVAL_LEVEL, Distribution, Floats, Integers

_DEPTH = 0.3  # of the antimode, as a share of the lower mode's peak, at most
_SHARE = 0.15  # of the probability on either side of the antimode, at least
_LONG = (6, 5)  # cards of a long suit, tried in this order
_RARELY_TWO = 6  # the chance of two suits of this length is neglected


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
    upper = np.where(np.arange(len(points)) > antimode, points, 0)
    return TwoRanges(low, high, Distribution.of(upper.tolist()).at_least(level))


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
