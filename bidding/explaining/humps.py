"""Distributions with two humps, which one range would hide: 12 to 14 points or 18 or more.

So it is with a call that shows one of two hands. A length with two humps says that the suit is
one of several, of which one is long: five cards or more in a minor.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.explaining.distributions import INTERVAL_LEVEL, Distribution
from bidding.explaining.intervals import Floats, Integers

_DEPTH = 0.3  # of the valley, as a share of the lower hump's peak, at most
_SHARE = 0.15  # of a hump, at least
_LONG = (6, 5)  # cards of a long suit, the most that is true first
_RARELY_TWO = 6  # so many cards of two suits are too rare to count


class TwoRanges(NamedTuple):
    """Points of either kind of hand: low to high, or at least ``least``."""

    low: int
    high: int
    least: int


class OneOf(NamedTuple):
    """That the longest of some suits has at least so many cards, while none surely has."""

    least: int
    suits: tuple[Suit, ...]


def valleys(distributions: Floats) -> Integers:
    """(...) the least likely value between two humps of (..., n) distributions; 0 without."""
    left = np.maximum.accumulate(distributions, -1)[..., :-2]
    right = np.maximum.accumulate(distributions[..., ::-1], -1)[..., ::-1][..., 2:]
    cumulated, between = distributions.cumsum(-1), distributions[..., 1:-1]
    deep = between <= _DEPTH * np.minimum(left, right)
    deep &= (cumulated[..., :-2] >= _SHARE) & (1 - cumulated[..., 1:-1] >= _SHARE)
    lowest = np.where(deep, between, np.inf).argmin(-1) + 1
    return np.asarray(np.where(deep.any(-1), lowest, 0))


def two_ranges(points: Floats, valley: int) -> TwoRanges | None:
    """The ranges of points (38,) on both sides of the valley, which hold the level together."""
    if valley == 0:
        return None
    share = points[:valley].sum() + points[valley + 1 :].sum()
    level = INTERVAL_LEVEL / max(share, INTERVAL_LEVEL)
    low, high = Distribution.of(points[:valley].tolist()).interval(level)
    upper = np.where(np.arange(len(points)) > valley, points, 0)
    return TwoRanges(low, high, Distribution.of(upper.tolist()).at_least(level))


def one_of(lengths: Floats, valley: Iterable[int]) -> OneOf | None:
    """What is known of two suits, or of all four, by their lengths (4, 14) and valleys (4,)."""
    humps = [suit for suit, value in zip(Suit, valley, strict=True) if 0 < value < _LONG[0]]
    groups = [*combinations(humps, 2), *([tuple(Suit)] if len(humps) > 1 else [])]
    for least in _LONG:
        reached = lengths[:, least:].sum(-1)
        for suits in groups:
            known = reached[list(suits)]
            together = known.sum() - _both(lengths, least, suits)
            if together >= INTERVAL_LEVEL > known.max():
                return OneOf(least, suits)
    return None


def _both(lengths: Floats, least: int, suits: tuple[Suit, ...]) -> float:
    """The most that two of the suits can be so long at once, by what is left to the others."""
    if least >= _RARELY_TWO:
        return 0.0
    others = [suit for suit in Suit if suit not in suits]
    room = CARDS_IN_HAND - 2 * least
    return float(min((lengths[suit, : room + 1].sum() for suit in others), default=1.0))
