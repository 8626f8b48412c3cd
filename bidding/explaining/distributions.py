"""Distributions over whole numbers (HCP, cards of a suit) and what to say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

INTERVAL_LEVEL = 0.8
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Distribution:
    """Probabilities of 0, 1, 2, ...; they sum to one."""

    probabilities: tuple[float, ...]

    @classmethod
    def of(cls, weights: Sequence[float]) -> Distribution:
        """The distribution in proportion to these weights."""
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
        """The shortest run of values that holds at least ``level``; of several, the likeliest."""
        cumulated = (0.0, *accumulate(self.probabilities))
        size = len(self.probabilities)
        for width in range(1, size + 1):
            masses = [cumulated[low + width] - cumulated[low] for low in range(size - width + 1)]
            best = max(masses)
            if best >= level - _ROUNDING:
                low = masses.index(best)
                return low, low + width - 1
        return 0, size - 1

    def within(self, low: int, high: int) -> float:
        """The probability of low ... high, both included."""
        return sum(self.probabilities[low : high + 1])

    def at_least(self, level: float = INTERVAL_LEVEL) -> int:
        """The largest value that is reached with probability ``level`` or more."""
        reached = 1.0
        for value, p in enumerate(self.probabilities):
            reached -= p
            if reached < level - _ROUNDING:
                return value
        return len(self.probabilities) - 1

    def at_most(self, level: float = INTERVAL_LEVEL) -> int:
        """The smallest value that is not exceeded with probability ``level`` or more."""
        return self._quantile(level)
