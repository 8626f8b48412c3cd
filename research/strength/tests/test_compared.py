"""Matches on the same boards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from research.strength.compared import Played, mean_of, on_the_same_boards, share_of
from research.strength.tests.played import board

FLAT, LOST = board(("4S", 10), ("4S", 10)), board(("2S", 10), ("4S", 10), number=2)


def test_boards_that_all_have_are_compared() -> None:
    short, long = on_the_same_boards([Played({}, [FLAT]), Played({}, [FLAT, LOST])])
    assert len(short.results) == len(long.results) == 1


def test_other_deals_are_refused() -> None:
    other = replace(FLAT, deal="another")
    with pytest.raises(ValueError, match="different deals"):
        on_the_same_boards([Played({}, [FLAT]), Played({}, [other])])


def test_a_mean_has_the_error_of_the_mean() -> None:
    assert Played({}, [FLAT, LOST]).imps.tolist() == [0, -6]
    assert mean_of(np.array([0.0, -6.0])) == {"imps_a_board": -3, "standard_error": 3}
    assert mean_of(np.array([2.0]))["standard_error"] is None


def test_a_share_has_the_error_of_a_share() -> None:
    half = share_of(np.array([True, False, True, False]))
    assert half == {"count": 4, "share": 0.5, "standard_error": 0.25}
    assert share_of(np.array([], dtype=bool)) == {"count": 0, "share": None, "standard_error": None}
