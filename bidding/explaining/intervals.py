"""Intervals of many distributions at once, each as ``Distribution.nearest_interval`` has it."""

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


def intervals(distributions: Tensor, levels: Sequence[float]) -> list[Intervals]:
    """The intervals of (..., n) distributions at each of these levels."""
    lows, masses = _likeliest_runs(distributions, max(levels))
    missed = (1 - masses).clamp(min=0).sqrt()
    return [_nearest(lows, masses, missed, level) for level in levels]


def _likeliest_runs(distributions: Tensor, level: float) -> tuple[Tensor, Tensor]:
    """(..., widths) where the likeliest run of 1, 2, ... values begins, and its probability.

    The last width is the first at which all of the distributions reach the level.
    """
    cumulated = torch.nn.functional.pad(distributions.double().cumsum(-1), (1, 0))
    lows, masses = [], []
    for width in range(1, cumulated.shape[-1]):
        mass, low = (cumulated[..., width:] - cumulated[..., :-width]).max(-1)
        lows.append(low)
        masses.append(mass)
        if bool((mass >= level - _ROUNDING).all()):
            break
    return torch.stack(lows, -1), torch.stack(masses, -1)


def _nearest(lows: Tensor, masses: Tensor, missed: Tensor, level: float) -> Intervals:
    """Of the last run below the level and the first that reaches it, the nearer."""
    wanted = max(0.0, 1 - level) ** 0.5
    reached = (masses < level - _ROUNDING).sum(-1, keepdim=True).clamp(max=masses.shape[-1] - 1)
    below = (reached - 1).clamp(min=0)
    excess, lack = wanted - missed.gather(-1, reached), missed.gather(-1, below) - wanted
    place = torch.where((reached == 0) | (excess <= lack), reached, below)
    low = lows.gather(-1, place)[..., 0]
    return Intervals(low, low + place[..., 0], masses.gather(-1, place)[..., 0])
