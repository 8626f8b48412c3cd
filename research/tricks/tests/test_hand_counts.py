"""The counts of paper P2 against counts made by hand."""

from __future__ import annotations

import pytest

from bidding.domain.table import Suit
from bidding.parsing.text.hands import parse_hand
from research.tricks.hand_counts import (
    DISTRIBUTION_COUNTS,
    POINT_COUNTS,
    ZAR_POINTS,
    HandCount,
    Role,
)

COUNTS = {one.name: one for one in (*POINT_COUNTS, *DISTRIBUTION_COUNTS)}
# One ace, three kings, one queen, one jack, two tens in it.
STRONG = "AKT62.KJ5.KQT4.3"
WEAK = "J7432.Q5.865.K92"


def count(name: str, hand: str, trump: Suit | None = None) -> float:
    return COUNTS[name].value(parse_hand(hand), trump)


@pytest.mark.parametrize(
    ("name", "strong", "weak"),
    [
        ("Work", 4 + 9 + 2 + 1, 6),
        ("Bamberger", 7 + 15 + 3 + 1, 9),
        ("Collet", 4 + 9 + 2 + 0.5 + 1, 5.5),
        ("Four aces", 3 + 6 + 1 + 0.5, 3.5),
        ("Polish", 7 + 12 + 3, 7),
        ("Reith", 6 + 12 + 3 + 2 + 2, 9),
        ("Robertson", 7 + 15 + 3 + 2 + 2, 10),
        ("Vernes", 4 + 9.3 + 1.9 + 0.9, 5.9),
        ("AKQ", 4 + 9 + 2, 5),
    ],
)
def test_point_counts_add_up_the_worth_of_cards(name: str, strong: float, weak: float) -> None:
    assert count(name, STRONG) == pytest.approx(strong)
    assert count(name, WEAK) == pytest.approx(weak)


@pytest.mark.parametrize(
    ("name", "trump", "strong", "weak"),
    [
        # AK 2, K with another 0.5, KQ 1; K with others 0.5.
        ("Honour tricks", None, 3.5, 0.5),
        # One more for five spades with an honour.
        ("Playing tricks", None, 4.5, 1.5),
        # Trumps: ace 1, king 1, five of them 1; in the weak hand five trumps 1.
        ("Playing tricks", Suit.S, 7.5, 2.5),
        # 1 in AKTxx, 2 in KJx, 1 in KQTx, 1 in the singleton; 3 + 2 + 3 + 2.
        ("Losing trick count", None, 5, 10),
        ("Asset", None, 16 + 1 + 1, 6 + 1),
        # Shortness counts beside trumps only; the doubleton heart then, and the singleton club.
        ("Stayman", None, 16, 6),
        ("Stayman", Suit.S, 16 + 2, 6 + 1),
        ("Stayman", Suit.C, 16, 6 + 1),
        # Two spades from the fourth and one diamond; two spades.
        ("Rule of three and four", None, 16 + 3, 6 + 2),
        ("Rule of three and four", Suit.S, 16 + 2, 6 + 1),
        # Weak: no ace 1, no ten 0.5, queen in two cards 1, a poor suit of five 0.5.
        ("Minus-value", None, 16, 6 - 3),
        # An ace 0.25, two tens with honours 1, spades solid 0.5.
        ("Plus-value", None, 16 + 1.75, 6),
    ],
)
def test_counts_with_distribution(
    name: str, trump: Suit | None, strong: float, weak: float
) -> None:
    assert count(name, STRONG, trump) == pytest.approx(strong)
    assert count(name, WEAK, trump) == pytest.approx(weak)


@pytest.mark.parametrize(
    ("name", "holding", "role", "worth"),
    [
        # The examples that the paper prints in table IX.
        ("Honour tricks", "AK", Role.NOTRUMP, 2.0),
        ("Honour tricks", "AQ", Role.NOTRUMP, 1.5),
        ("Honour tricks", "KQ", Role.NOTRUMP, 1.0),
        ("Losing trick count", "A2", Role.NOTRUMP, 1),
        ("Losing trick count", "Q2", Role.NOTRUMP, 2),
        ("Losing trick count", "JT2", Role.NOTRUMP, 3),
        ("Playing tricks", "Q2", Role.TRUMPS, 0.5),
        ("Playing tricks", "JT", Role.TRUMPS, 0.5),
        ("Playing tricks", "QJ", Role.TRUMPS, 1.0),
        ("Playing tricks", "KQ5432", Role.TRUMPS, 1 + 2 + 1 + 0.5 + 2),
        ("Asset", "", Role.NOTRUMP, 2),
        ("Asset", "K", Role.NOTRUMP, 4),
        ("Asset", "65432", Role.NOTRUMP, 1),
        # Readings.
        ("Honour tricks", "K", Role.NOTRUMP, 0.0),
        ("Losing trick count", "K", Role.NOTRUMP, 1),
        ("Stayman", "K", Role.SIDE, 3 + 2 - 1),
        ("Stayman", "K", Role.TRUMPS, 3 - 1),
        ("Stayman", "", Role.SIDE, 3),
        ("Stayman", "", Role.NOTRUMP, 0),
        ("Asset", "", Role.TRUMPS, 2),
        ("Minus-value", "K", Role.NOTRUMP, 3 - 1),
        ("Minus-value", "QJ4", Role.NOTRUMP, 3),
        ("Minus-value", "J54", Role.NOTRUMP, 1 - 1),
        # Two of A K Q, or three honours, are no poor suit; one honour is.
        ("Minus-value", "AK432", Role.NOTRUMP, 7),
        ("Minus-value", "QJT54", Role.NOTRUMP, 3),
        ("Minus-value", "A5432", Role.NOTRUMP, 4 - 0.5),
        ("Minus-value", "QJ432", Role.NOTRUMP, 3 - 0.5),
        ("Plus-value", "AK432", Role.NOTRUMP, 7 + 0.25 + 0.5),
        ("Plus-value", "T9", Role.NOTRUMP, 0.5),
        ("Plus-value", "T8", Role.NOTRUMP, 0.0),
        ("Plus-value", "QJT54", Role.NOTRUMP, 3 + 0.5 + 0.5),
    ],
)
def test_single_holdings(name: str, holding: str, role: Role, worth: float) -> None:
    assert COUNTS[name].of_suit(holding, role) == pytest.approx(worth)


def test_zar_points_add_honours_and_shape() -> None:
    # Honours 6 + 12 + 2 + 1; longest two suits 5 + 4, longest less shortest 5 - 1.
    assert ZAR_POINTS.value(parse_hand(STRONG)) == 21 + 9 + 4
    assert ZAR_POINTS.value(parse_hand("AKQJ.AKQ.AKQ.AKQ")) == 4 * 12 + 1 + 7 + 1


def test_every_table_of_the_paper_is_whole() -> None:
    assert len(POINT_COUNTS) == 9
    assert len(DISTRIBUTION_COUNTS) == 8
    assert all(isinstance(one, HandCount) for one in COUNTS.values())
