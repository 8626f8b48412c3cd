"""Intervals of many distributions at once, each as in ``Distribution``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_ROUNDING = 1e-9

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Intervals(NamedTuple):
    """A run of values for each distribution, both ends included, and its probability."""

    low: Integers  # (...)
    high: Integers  # (...)
    probability: Floats  # (...)

    def contain(self, values: Integers) -> npt.NDArray[np.bool_]:
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
