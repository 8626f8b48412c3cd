"""Distributions over whole numbers (HCP, cards of a suit) and their intervals; many at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import sub
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

INTERVAL_LEVEL = 0.8
_ROUNDING = 1e-9

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Distribution:
    """Probabilities of 0, 1, 2, ...; they sum to one."""

    probabilities: tuple[float, ...]

    @classmethod
    def of(cls, weights: Sequence[float]) -> Distribution:
        """Normalise weights."""
        total = sum(weights)
        return cls(tuple(weight / total for weight in weights))

    @property
    def mean(self) -> float:
        """The expected value."""
        return sum(value * p for value, p in enumerate(self.probabilities))

    @property
    def median(self) -> int:
        """The smallest value that is not exceeded with probability one half."""
        return self._quantile(0.5)

    def _quantile(self, level: float) -> int:
        for value, cumulated in enumerate(accumulate(self.probabilities)):
            if cumulated >= level - _ROUNDING:
                return value
        return len(self.probabilities) - 1

    def interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return the shortest run of values with probability ``level`` or more, the likeliest of
        them.

        Sentences state these. Whole numbers seldom allow the level itself, so their average
        coverage is higher.
        """
        return self._runs_about(level)[1]

    def nearest_interval(self, level: float = INTERVAL_LEVEL) -> tuple[int, int]:
        """Return the run of values whose probability is nearest to ``level``.

        The average coverage of such runs is the level. It is ``interval`` or the likeliest run one
        shorter: the one whose missed probability is nearer to ``1 - level`` by their square roots,
        on which scale the widths are about evenly spaced.
        """
        shorter, reached = self._runs_about(level)
        if shorter == reached:
            return reached
        lack, excess = (_missed(self.within(*run)) - _missed(level) for run in (shorter, reached))
        return reached if -excess <= lack else shorter

    def _runs_about(self, level: float) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the likeliest run of the last width below the level, and of the first to reach it.

        They are equal if a single value reaches it.
        """
        cumulated = (0.0, *accumulate(self.probabilities))
        size, below = len(self.probabilities), None
        for width in range(1, size + 1):
            masses = list(map(sub, cumulated[width:], cumulated))
            mass = max(masses)
            low = masses.index(mass)
            run = (low, low + width - 1)
            if mass >= level - _ROUNDING:
                return below or run, run
            below = run
        return (0, size - 1), (0, size - 1)

    def within(self, low: int, high: int) -> float:
        """Return the probability of low ... high, both included."""
        return sum(self.probabilities[low : high + 1])

    def at_least(self, level: float = INTERVAL_LEVEL) -> int:
        """Return the largest value that is reached with probability ``level`` or more."""
        reached = 1.0
        for value, p in enumerate(self.probabilities):
            reached -= p
            if reached < level - _ROUNDING:
                return value
        return len(self.probabilities) - 1

    def at_most(self, level: float = INTERVAL_LEVEL) -> int:
        """Return the smallest value that is not exceeded with probability ``level`` or more."""
        return self._quantile(level)


def _missed(mass: float) -> float:
    """Return the square root of the missed probability."""
    return math.sqrt(max(0.0, 1 - mass))


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
        """Return the first run of each that reaches the level: ``Distribution.interval``."""
        return self._of_width(self._reached(level))

    def nearest(self, level: float) -> Intervals:
        """Return that run or the one before it: ``Distribution.nearest_interval``."""
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
