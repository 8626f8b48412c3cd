"""Intervals of many distributions at once: each the same as of one."""

import numpy as np
import pytest

from bidding.explaining.distributions import Distribution
from bidding.explaining.intervals import intervals

LEVELS = (0.5, 0.8, 0.95)


@pytest.mark.parametrize("size", [2, 14, 38])
@pytest.mark.parametrize("sharpness", [0.3, 1.0, 4.0])
def test_each_agrees_with_a_single_distribution(size: int, sharpness: float) -> None:
    weights = np.exp(sharpness * np.random.default_rng(size).normal(size=(50, 3, size)))
    many = weights / weights.sum(-1, keepdims=True)
    for level, found in zip(LEVELS, intervals(many, LEVELS), strict=True):
        assert found.low.shape == found.high.shape == found.probability.shape == (50, 3)
        for row in range(50):
            one = Distribution.of(many[row, 1].tolist())
            low, high = one.nearest_interval(level)
            assert (int(found.low[row, 1]), int(found.high[row, 1])) == (low, high)
            assert float(found.probability[row, 1]) == pytest.approx(one.within(low, high))


def test_impossible_values_change_nothing() -> None:
    many = np.array([[0.0, 0.3, 0.7, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0]])
    (found,) = intervals(many, [0.95])
    assert found.low.tolist() == [1, 0]
    assert found.high.tolist() == [2, 0]
    assert found.probability.tolist() == pytest.approx([1.0, 1.0])


def test_a_run_holds_its_ends_and_what_lies_between() -> None:
    (found,) = intervals(np.tile([0.1, 0.3, 0.3, 0.25, 0.05], (5, 1)), [0.85])
    assert (found.low[0], found.high[0]) == (1, 3)
    assert found.contain(np.arange(5)).tolist() == [False, True, True, True, False]
