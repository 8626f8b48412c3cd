"""What the released model says that plain calls show to everybody, against the systems' rules."""

from __future__ import annotations

import pytest

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import ExplainedCall, Shape

CALL = {str(call): call for call in ALL_CALLS}
SURE = 0.9


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return Explainer.load()


def last_call(explainer: Explainer, calls: str, system: System = System.SAYC) -> ExplainedCall:
    """The last call of an auction that North deals, as everybody hears it."""
    auction = Auction.of(Seat.N, (CALL[name] for name in calls.split()))
    systems = Systems(system, system)
    position = Position(None, Seat.S, auction, Vulnerability.NONE, systems)
    return explainer.explain(position).calls[-1]


def shape_of(explainer: Explainer, calls: str, system: System = System.SAYC) -> Shape:
    return last_call(explainer, calls, system).shows


@pytest.mark.parametrize(
    ("calls", "system", "low", "high"),
    [
        ("1NT", System.SAYC, 15, 17),
        ("1NT", System.TWO_OVER_ONE, 15, 17),
        ("1NT", System.ACOL, 12, 14),
        ("1NT", System.POLISH_CLUB, 15, 17),
        ("2NT", System.SAYC, 20, 21),
        ("2C", System.SAYC, 20, 37),
        ("2H", System.SAYC, 4, 11),
        ("3S", System.SAYC, 4, 11),
        ("1S", System.SAYC, 10, 21),
        ("1D P 1NT", System.SAYC, 6, 11),
        ("P", System.SAYC, 0, 13),
    ],
)
def test_high_card_points(
    explainer: Explainer, calls: str, system: System, low: int, high: int
) -> None:
    assert shape_of(explainer, calls, system).hcp.within(low, high) > SURE


@pytest.mark.parametrize(
    ("calls", "system", "suit", "least"),
    [
        ("1H", System.SAYC, Suit.H, 5),
        ("1S", System.TWO_OVER_ONE, Suit.S, 5),
        ("1H", System.ACOL, Suit.H, 4),
        ("1D", System.SAYC, Suit.D, 3),
        ("2H", System.SAYC, Suit.H, 6),
        ("2S", System.SAYC, Suit.S, 6),
        ("3C", System.SAYC, Suit.C, 6),
        ("1D P 1H", System.SAYC, Suit.H, 4),
        ("1NT P 2D", System.SAYC, Suit.H, 5),  # a transfer
        ("1NT P 2H", System.SAYC, Suit.S, 5),
        ("1S P 2S", System.SAYC, Suit.S, 3),
        ("1C 1H", System.SAYC, Suit.H, 5),
    ],
)
def test_suit_lengths(
    explainer: Explainer, calls: str, system: System, suit: Suit, least: int
) -> None:
    assert shape_of(explainer, calls, system).lengths[suit].within(least, 13) > SURE


def test_a_notrump_opening_is_called_balanced(explainer: Explainer) -> None:
    assert last_call(explainer, "1NT").sentence == (
        "North's 1NT shows 15–17 HCP, balanced (at least 80 % each)."
    )


def test_a_transfer_says_nothing_of_the_suit_it_names(explainer: Explainer) -> None:
    shape = shape_of(explainer, "1NT P 2D")
    assert shape.lengths[Suit.D].within(4, 13) < 0.5 < shape.lengths[Suit.H].within(5, 13)


def test_absurd_calls_are_flagged_and_plain_ones_are_not(explainer: Explainer) -> None:
    for calls in ("1NT", "1S P 2S", "1H P 4H", "2NT", "3S", "1C 1S X"):
        assert not last_call(explainer, calls).unusual, calls
    for calls in ("7NT", "1C P 7D", "1S X XX 6H", "1NT P 5D"):
        assert last_call(explainer, calls).unusual, calls
