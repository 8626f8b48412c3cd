"""The released model on a few calls that every player knows."""

from __future__ import annotations

import pytest

from bidding.domain.table import Suit, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall
from tests.released import released
from tests.small import position


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


def last_call(explainer: Explainer, calls: str) -> ExplainedCall:
    """The last call of a SAYC auction that North deals, explained to a spectator."""
    return explainer.explain(position(calls, None, vulnerability=Vulnerability.NONE)).calls[-1]


def test_a_notrump_opening_is_called_balanced(explainer: Explainer) -> None:
    assert last_call(explainer, "1NT").sentence == (
        "North's 1NT usually shows 15–17 HCP, balanced (each in at least 80 % of cases)."
    )


def test_a_transfer_does_not_show_the_suit_it_names(explainer: Explainer) -> None:
    lengths = last_call(explainer, "1NT P 2D").shows.lengths
    assert lengths[Suit.D].within(4, 13) < 0.5 < lengths[Suit.H].within(5, 13)


def test_absurd_calls_are_flagged_and_plain_ones_are_not(explainer: Explainer) -> None:
    for calls in ("1NT", "1S P 2S", "1H P 4H", "2NT", "3S", "1C 1S X"):
        assert not last_call(explainer, calls).unusual, calls
    for calls in ("7NT", "1C P 7D", "1S X XX 6H", "1NT P 7C"):
        assert last_call(explainer, calls).unusual, calls
