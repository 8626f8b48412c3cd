"""Points and shapes."""

import pytest
from hypothesis import given

from bidding.domain.cards import Card, Deal, Hand
from bidding.domain.hand_evaluation import hcp, playing_tricks, shape, suit_lengths
from bidding.domain.table import Suit
from tests.strategies import deals


def hand_of(*holdings: str) -> Hand:
    return Hand.of(
        Card.of(suit, rank) for suit, ranks in zip(Suit, holdings, strict=True) for rank in ranks
    )


@pytest.mark.parametrize(
    ("holdings", "points", "lengths"),
    [
        (("AKQJ", "AKQ", "AKQ", "AKQ"), 37, (4, 3, 3, 3)),
        (("T987", "987", "987", "987"), 0, (4, 3, 3, 3)),
        (("63", "8", "KJT932", "AK63"), 11, (2, 1, 6, 4)),
        (("AKJT985", "6", "A76", "84"), 12, (7, 1, 3, 2)),
        (("74", "KQ7543", "", "Q9752"), 7, (2, 6, 0, 5)),
    ],
)
def test_points_and_lengths(
    holdings: tuple[str, ...], points: int, lengths: tuple[int, ...]
) -> None:
    hand = hand_of(*holdings)
    assert hcp(hand) == points
    assert suit_lengths(hand) == lengths
    assert shape(hand) == tuple(sorted(lengths, reverse=True))


@given(deals)
def test_a_deal_has_forty_points(deal: Deal) -> None:
    assert sum(hcp(hand) for hand in deal.hands) == 40
    assert [sum(column) for column in zip(*map(suit_lengths, deal.hands), strict=True)] == [13] * 4


@pytest.mark.parametrize(
    ("suits", "tricks"),
    [
        (("AKQJ985", "6", "A76", "84"), 8),
        (("QJT954", "AQ", "A", "AQ62"), 4 + 1.5 + 1 + 1.5),
        (("A9852", "AK963", "AK", "2"), 3 + 4 + 2),
        (("K", "KQ7", "K43", "765432"), 0 + 1 + 0.5 + 3),
        (("Q", "", "A", "J98765432T9"), 1 + 8),
    ],
)
def test_playing_tricks(suits: tuple[str, ...], tricks: float) -> None:
    assert playing_tricks(suits) == tricks
