"""Intervals, medians and bounds of small distributions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.explaining.distributions import Distribution

weights = st.lists(st.floats(0, 1), min_size=1, max_size=38).filter(lambda w: sum(w) > 1e-6)


def test_the_interval_is_the_shortest_that_holds_enough() -> None:
    d = Distribution((0.05, 0.05, 0.12, 0.4, 0.3, 0.08))
    assert d.interval(0.8) == (2, 4)
    assert d.interval(0.7) == (3, 4)
    assert d.interval(0.4) == (3, 3)
    assert d.interval(1.0) == (0, 5)


def test_of_equally_short_intervals_the_likeliest_is_taken() -> None:
    assert Distribution((0.4, 0.0, 0.6)).interval(0.5) == (2, 2)
    assert Distribution((0.1, 0.45, 0.45)).interval(0.8) == (1, 2)


def test_bounds_and_median() -> None:
    d = Distribution((0.1, 0.1, 0.3, 0.3, 0.2))
    assert d.median == 2
    assert d.at_least(0.8) == 2
    assert d.at_least(0.95) == 0
    assert d.at_most(0.8) == 3
    assert d.mean == pytest.approx(2.4)
    assert d.within(1, 2) == pytest.approx(0.4)


@given(weights, st.floats(0.05, 0.99))
def test_what_an_interval_promises_it_holds(values: list[float], level: float) -> None:
    d = Distribution.of(values)
    low, high = d.interval(level)
    assert d.within(low, high) >= level - 1e-6
    for shorter in range(low, high):
        assert d.within(shorter, shorter + high - low - 1) < level + 1e-6
    assert d.within(d.at_least(level), len(values)) >= level - 1e-6
    assert d.within(0, d.at_most(level)) >= level - 1e-6
