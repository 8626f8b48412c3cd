"""Intervals, medians and bounds of small distributions, alone and many at once."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plain import Distribution as PlainDistribution
from bidding.explaining.distributions import Distribution, Summaries, intervals

Run = Callable[[Distribution, float], tuple[int, int]]
weights = st.lists(st.floats(0, 1), min_size=1, max_size=38).filter(lambda w: sum(w) > 1e-6)


def test_the_interval_is_the_shortest_that_holds_enough() -> None:
    d = Distribution((0.05, 0.05, 0.12, 0.4, 0.3, 0.08))
    assert d.interval(0.8) == (2, 4)
    assert d.interval(0.7) == (3, 4)
    assert d.interval(0.4) == (3, 3)
    assert d.interval(1.0) == (0, 5)


def test_the_nearest_interval_may_hold_less_than_the_level() -> None:
    d = Distribution((0.05, 0.05, 0.12, 0.4, 0.3, 0.08))
    assert d.nearest_interval(0.8) == (2, 4)  # 82 %
    assert d.nearest_interval(0.77) == (2, 4)  # 82 % rather than 70 %
    assert d.nearest_interval(0.72) == (3, 4)  # 70 % rather than 82 %
    assert d.nearest_interval(0.4) == (3, 3)
    assert d.nearest_interval(1.0) == (0, 5)


def test_nearness_is_measured_on_the_square_root_of_what_is_missed() -> None:
    """75 % and 96 %: half way lies (√.25 + √.04)² / 4 = 12.25 % missed, not 14.5 %."""
    d = Distribution((0.02, 0.21, 0.75, 0.02))
    assert d.nearest_interval(0.87) == (2, 2)
    assert d.nearest_interval(0.88) == (1, 2)


@pytest.mark.parametrize("run", [Distribution.interval, Distribution.nearest_interval])
def test_of_equally_wide_runs_the_likeliest_is_taken(run: Run) -> None:
    assert run(Distribution((0.4, 0.0, 0.6)), 0.5) == (2, 2)
    assert run(Distribution((0.1, 0.45, 0.45)), 0.8) == (1, 2)
    assert run(Distribution((0.5, 0.0, 0.5)), 0.5) == (0, 0)


@pytest.mark.parametrize("run", [Distribution.interval, Distribution.nearest_interval])
def test_a_known_value_is_its_own_interval(run: Run) -> None:
    """A single value may hold far more than the level: nothing shorter can be said."""
    assert run(Distribution((0.0, 0.01, 0.99)), 0.8) == (2, 2)
    assert run(Distribution((1.0,)), 0.95) == (0, 0)


def test_bounds_and_median() -> None:
    d = Distribution((0.1, 0.1, 0.3, 0.3, 0.2))
    some = Summaries(np.array([d.probabilities]), 0.8)
    assert (some.median, some.at_least, some.at_most) == (2, 2, 3)
    assert Summaries(np.array([d.probabilities]), 0.95).at_least == 0
    assert d.mean == pytest.approx(2.4)
    assert d.within(1, 2) == pytest.approx(0.4)


@given(weights, st.floats(0.05, 0.99))
def test_what_an_interval_promises_it_holds(values: list[float], level: float) -> None:
    d = Distribution.of(values)
    low, high = d.interval(level)
    assert d.within(low, high) >= level - 1e-6
    for shorter in range(low, high):
        assert d.within(shorter, shorter + high - low - 1) < level + 1e-6


@given(weights, st.floats(0.05, 0.99))
def test_no_run_comes_nearer_to_the_level(values: list[float], level: float) -> None:
    d = Distribution.of(values)
    low, high = d.nearest_interval(level)
    likeliest = [
        max(d.within(start, start + width) for start in range(len(values) - width))
        for width in range(len(values))
    ]
    assert d.within(low, high) == pytest.approx(likeliest[high - low], abs=1e-9)
    off = [abs(_missed(mass) - math.sqrt(1 - level)) for mass in likeliest]
    assert off[high - low] == pytest.approx(min(off), abs=1e-4)


def _missed(mass: float) -> float:
    return math.sqrt(max(0.0, 1 - mass))


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("mean", "size"), [(10.0, 38), (3.3, 14)])
def test_over_many_shapes_nearest_intervals_hold_their_level_on_average(
    mean: float, size: int, level: float
) -> None:
    """Bells of all widths and places, as HCP and lengths have them: neither more nor less."""
    held = []
    for spread in range(8, 40, 2):
        for shift in range(10):
            d = _bell(mean + shift / 10, mean * spread / 100, size)
            held.append(d.within(*d.nearest_interval(level)))
    assert sum(held) / len(held) == pytest.approx(level, abs=0.012)


def _bell(mean: float, deviation: float, size: int) -> Distribution:
    return Distribution.of(
        [math.exp(-(((value - mean) / deviation) ** 2) / 2) for value in range(size)]
    )


LEVELS = (0.5, 0.8, 0.95)


@pytest.mark.parametrize("size", [2, 14, 38])
@pytest.mark.parametrize("sharpness", [0.3, 1.0, 4.0])
def test_each_agrees_with_a_single_distribution(size: int, sharpness: float) -> None:
    weights = np.exp(sharpness * np.random.default_rng(size).normal(size=(50, 3, size)))
    many = weights / weights.sum(-1, keepdims=True)
    for level, found in zip(LEVELS, intervals(many, LEVELS), strict=True):
        assert found.low.shape == found.high.shape == found.probability.shape == (50, 3)
        for row in range(50):
            one = PlainDistribution.of(many[row, 1].tolist())
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
