"""The counts of many deals at once are those of the hands one by one."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.cards import Card, Hand
from bidding.domain.table import Suit
from bidding.tricks.solving import random_deals
from research.tricks.encodings import Situations, encode
from research.tricks.hand_counts import DISTRIBUTION_COUNTS, POINT_COUNTS, ZAR_POINTS, HandCount
from research.tricks.many_hands import estimate, limits, raw_tricks

ALL = (*POINT_COUNTS, *DISTRIBUTION_COUNTS, ZAR_POINTS)


@pytest.mark.parametrize("estimator", ALL, ids=lambda estimator: estimator.name)
def test_they_are_the_same_for_random_hands(estimator: HandCount) -> None:
    deals = random_deals(30, seed=11)
    trumps = np.arange(30) % 5
    counts = estimate(estimator, deals, trumps)
    low, high = limits(estimator)
    for row, owner in enumerate(deals):
        trump = None if trumps[row] == 4 else Suit(int(trumps[row]))
        for seat in range(4):
            hand = Hand.of(Card(int(index)) for index in np.flatnonzero(owner == seat))
            assert counts[row, seat] == pytest.approx(estimator.value(hand, trump))
    assert (counts >= low).all()
    assert (counts <= high).all()


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("Work", 0, 37),
        ("AKQ", 0, 36),
        ("Honour tricks", 0, 8),
        ("Losing trick count", 0, 12),
        ("Zar", 8, 58),  # flat without an honour: 4 + 3 + 1
    ],
)
def test_the_least_and_most_that_a_hand_can_count(name: str, low: float, high: float) -> None:
    estimator = next(one for one in ALL if one.name == name)
    assert limits(estimator)[0] == pytest.approx(low)
    assert limits(estimator)[1] == pytest.approx(high)


def test_inputs_lie_between_a_tenth_and_nine_tenths() -> None:
    deals = random_deals(200, seed=12)
    situations = Situations(deals, np.arange(200) % 5, np.full(200, 3))
    names = ("points", "distribution", "zar", "work-sum", "points-pairs", "distribution-pairs")
    inputs = encode(situations, names)
    assert inputs.min() >= 0.1 - 1e-6
    assert inputs.max() <= 0.9 + 1e-6


def test_sums_of_pairs_stand_after_the_hands() -> None:
    deals = random_deals(3, seed=13)
    situations = Situations(deals, np.full(3, 4), np.full(3, 3))
    six = encode(situations, ["points-pairs"])[:, :6]
    work = encode(situations, ["work"])
    assert six[:, :4] == pytest.approx(work)
    assert six[:, 4] == pytest.approx((work[:, 0] + work[:, 2]) / 2)
    assert six[:, 5] == pytest.approx((work[:, 1] + work[:, 3]) / 2)
    assert encode(situations, ["work-sum"])[:, 0] == pytest.approx(six[:, 4])


def test_raw_points_are_read_as_the_paper_reads_them() -> None:
    """15 points promise five tricks (section X-A), 25 promise eight (X-E)."""
    deals = random_deals(300, seed=14)
    points = estimate(POINT_COUNTS[0], deals, np.full(300, 4))
    sums = points[:, 0] + points[:, 2]
    tricks = raw_tricks(POINT_COUNTS[0], deals, np.full(300, 4))
    assert set(tricks[sums == 15]) == {5}
    assert set(tricks[sums == 25]) == {8}
