"""Whether what is stated of calls is true of hands."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.systems import System
from bidding.explaining.explainer import Explainer
from bidding.matches.boards import random_boards
from research.strength.statements import bid_by, holding, share_of, statement_figures
from tests.matches.opening import Opens
from tests.released import released

BOARDS = random_boards(3, 11, System.SAYC)


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released()


def test_a_call_on_a_hand_without_what_it_shows_does_not_hold(explainer: Explainer) -> None:
    """2NT, 20 to 21 points, on three ordinary hands."""
    counts = list[int]()
    tables = bid_by(Opens("2NT"), BOARDS, counts.append)
    held = holding(explainer, tables, BOARDS.owner, counts.append)
    assert counts == [3, 3]
    assert [len(calls) for calls in held] == [4, 4, 4]
    assert not any(calls[0] for calls in held)


def test_calls_that_are_not_the_likeliest_stand_beside_those_that_are(
    explainer: Explainer,
) -> None:
    counts = list[int]()
    found = statement_figures(explainer, {"odd": Opens("7NT")}, BOARDS, counts.append)
    assert sum(counts) == 2 * len(BOARDS)
    odd = found["odd"]
    assert (odd["all"]["count"], odd["but_passes"]["count"]) == (12, 3)
    assert odd["differing"]["count"] == odd["instead"]["count"] >= 3


def test_a_share_has_the_error_of_a_share() -> None:
    half = share_of(np.array([True, False, True, False]))
    assert half == {"count": 4, "share": 0.5, "standard_error": 0.25}
    assert share_of(np.array([], dtype=bool)) == {"count": 0, "share": None, "standard_error": None}
