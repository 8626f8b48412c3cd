"""Bimodal distributions are recognised, noise is not."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from bidding.domain.table import Suit
from bidding.explaining.modes import OneOf, TwoRanges, antimodes, one_of, two_ranges

ONE_LONG = {1: 0.2, 2: 0.2, 3: 0.05, 4: 0.05, 5: 0.4, 6: 0.1}
UNSURE = {1: 0.2, 2: 0.2, 3: 0.2, 4: 0.2, 5: 0.2}
LONG = {5: 0.8, 6: 0.2}
SIX_OR_SHORT = {2: 5, 3: 0.2, 6: 5}
ONE_SUITER = {1: 3, 2: 4, 4: 0.5, 5: 0.4, 6: 2, 7: 0.5}
SHORT = {0: 0.4, 1: 0.4, 2: 0.2}


def spread(chances: Mapping[int, float], size: int = 14) -> np.ndarray:
    row = np.zeros(size)
    row[list(chances)] = list(chances.values())
    return row / row.sum()


@pytest.mark.parametrize(
    ("chances", "antimode"),
    [
        ({12: 3, 13: 3, 14: 2, 15: 0.5, 17: 0.4, 18: 2, 19: 2}, 16),
        ({12: 3, 13: 3, 14: 2, 15: 1, 16: 1, 17: 2, 18: 2}, 0),  # not deep
        ({12: 30, 13: 30, 14: 30, 18: 3, 19: 3}, 0),  # the second mode is rare
        (dict.fromkeys(range(10, 20), 1), 0),
        ({13: 1}, 0),
    ],
)
def test_an_antimode_is_deep_between_two_likely_modes(
    chances: dict[int, float], antimode: int
) -> None:
    row = spread(chances, 38)
    assert antimodes(row) == antimode
    assert antimodes(np.stack([row, spread({3: 1}, 38)])).tolist() == [antimode, 0]


def test_both_ranges_hold_the_level_together() -> None:
    points = spread({11: 2, 12: 5, 13: 5, 14: 5, 15: 0.6, 16: 0.6, 17: 1, 18: 3, 19: 3}, 38)
    found = two_ranges(points, int(antimodes(points)))
    assert found == TwoRanges(12, 14, 17)
    assert found is not None
    assert points[found.low : found.high + 1].sum() + points[found.least :].sum() >= 0.8
    assert two_ranges(points, 0) is None


def lengths(**suits: Mapping[int, float]) -> np.ndarray:
    return np.stack([spread(suits.get(suit.name, UNSURE)) for suit in Suit])


@pytest.mark.parametrize(
    ("suits", "known"),
    [
        ({"H": LONG, "S": SHORT, "D": ONE_LONG, "C": ONE_LONG}, OneOf(5, (Suit.D, Suit.C))),
        ({"S": SHORT, "H": SHORT, "D": ONE_LONG, "C": ONE_LONG}, None),  # both minors may be long
        ({"H": LONG, "S": SHORT, "D": ONE_LONG}, None),  # of clubs too little is known
        (dict.fromkeys("SH", SIX_OR_SHORT), OneOf(6, (Suit.S, Suit.H))),
        (dict.fromkeys("SHDC", ONE_SUITER), OneOf(6, tuple(Suit))),
        ({"S": LONG, "H": LONG}, None),
    ],
)
def test_one_long_suit_of_several(
    suits: dict[str, Mapping[int, float]], known: OneOf | None
) -> None:
    rows = lengths(**suits)
    assert one_of(rows, antimodes(rows).tolist()) == known
