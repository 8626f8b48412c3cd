"""Intervals of many distributions at once, each as ``Distribution`` has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

_ROUNDING = 1e-9


class Intervals(NamedTuple):
    """A run of values for each distribution, both ends included, and its probability."""

    low: Tensor  # (...) int64
    high: Tensor  # (...) int64
    probability: Tensor  # (...) float64

    def hold(self, values: Tensor) -> Tensor:
        """(...) bool: whether each run holds its value."""
        return (self.low <= values) & (values <= self.high)


class LikeliestRuns:
    """Of (..., n) distributions the likeliest run of 1, 2, ... values.

    The last width is the first at which all of the distributions reach ``level``.
    """

    def __init__(self, distributions: Tensor, level: float) -> None:
        cumulated = torch.nn.functional.pad(distributions.double().cumsum(-1), (1, 0))
        lows, masses = [], []
        for width in range(1, cumulated.shape[-1]):
            mass, low = (cumulated[..., width:] - cumulated[..., :-width]).max(-1)
            lows.append(low)
            masses.append(mass)
            if bool((mass >= level - _ROUNDING).all()):
                break
        self._lows, self._masses = torch.stack(lows, -1), torch.stack(masses, -1)
        self._missed = (1 - self._masses).clamp(min=0).sqrt()

    def reaching(self, level: float) -> Intervals:
        """The first run of each that reaches the level: ``Distribution.interval``."""
        return self._of_width(self._reached(level))

    def nearest(self, level: float) -> Intervals:
        """That one or the last below the level: ``Distribution.nearest_interval``."""
        wanted, reached = max(0.0, 1 - level) ** 0.5, self._reached(level)
        below = (reached - 1).clamp(min=0)
        excess = wanted - self._missed.gather(-1, reached)
        lack = self._missed.gather(-1, below) - wanted
        return self._of_width(torch.where((reached == 0) | (excess <= lack), reached, below))

    def _reached(self, level: float) -> Tensor:
        """(..., 1) the place of the first width that reaches the level, else of the last."""
        below = (self._masses < level - _ROUNDING).sum(-1, keepdim=True)
        return below.clamp(max=self._masses.shape[-1] - 1)

    def _of_width(self, place: Tensor) -> Intervals:
        low = self._lows.gather(-1, place)[..., 0]
        return Intervals(low, low + place[..., 0], self._masses.gather(-1, place)[..., 0])


def intervals(distributions: Tensor, levels: Sequence[float]) -> list[Intervals]:
    """The nearest intervals of (..., n) distributions at each of these levels."""
    runs = LikeliestRuns(distributions, max(levels))
    return [runs.nearest(level) for level in levels]
