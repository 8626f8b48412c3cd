"""Cards, hands and deals; points and shapes."""

import random
from collections import Counter

import pytest
from hypothesis import given

from bidding.domain.cards import Card, Deal, Hand, hcp, playing_tricks, shape, suit_lengths
from bidding.domain.errors import ImpossibleHand, MalformedCard, MalformedDeal
from bidding.domain.table import RANKS, Seat, Suit
from tests.strategies import deals, hands

PACK = [Card(index) for index in range(52)]


def test_every_card_is_made_of_its_suit_and_rank() -> None:
    assert [Card.of(suit, rank) for suit in Suit for rank in RANKS] == PACK
    assert [str(card) for card in (PACK[0], PACK[4], PACK[51])] == ["SA", "ST", "C2"]


@pytest.mark.parametrize("rank", ["1", "10", "", "x", "a"])
def test_an_unknown_rank_is_named(rank: str) -> None:
    with pytest.raises(MalformedCard) as caught:
        Card.of(Suit.S, rank)
    assert str(caught.value) == f"{rank!r} is not a rank; ranks are A K Q J T 9 8 7 6 5 4 3 2"
    assert caught.value.text == rank


@pytest.mark.parametrize("index", [-1, 52])
def test_a_card_index_has_bounds(index: int) -> None:
    with pytest.raises(MalformedCard, match=f"card index {index} is not in 0..51"):
        Card(index)


@pytest.mark.parametrize("count", [0, 12, 14])
def test_a_hand_has_thirteen_cards(count: int) -> None:
    with pytest.raises(ImpossibleHand, match=f"a hand has 13 cards, this one has {count}"):
        Hand.of(PACK[:count])


def test_a_card_twice_is_named_with_its_place() -> None:
    with pytest.raises(ImpossibleHand, match="SA is given twice") as caught:
        Hand.of([*PACK[:12], PACK[0]])
    assert (caught.value.text, caught.value.position) == ("SA", 12)


def test_a_card_with_two_players_is_named_with_both() -> None:
    north = Hand.of(PACK[:13])
    south = Hand.of([PACK[0], *PACK[27:39]])
    with pytest.raises(MalformedDeal, match="SA is with North and with South"):
        Deal((north, Hand.of(PACK[13:26]), south, Hand.of(PACK[39:])))


@given(hands())
def test_the_suits_make_up_the_hand(hand: Hand) -> None:
    by_suit = [card for suit in Suit for card in hand.suit(suit)]
    assert by_suit == sorted(hand.cards) == list(hand)
    assert sum(hand.length(suit) for suit in Suit) == 13


@given(deals)
def test_a_deal_gives_every_card_to_one_player(deal: Deal) -> None:
    assert [deal.owner(card) for card in PACK] == [
        seat for card in PACK for seat in Seat if card in deal[seat]
    ]


def test_every_player_gets_each_card_about_equally_often() -> None:
    rng = random.Random(7)
    n_deals = 2000
    owners = Counter(
        (card.index, seat)
        for _ in range(n_deals)
        for seat, hand in zip(Seat, Deal.random(rng).hands, strict=True)
        for card in hand
    )
    # Five standard deviations of a binomial with p = 1/4: 208 counts stay inside but once in 8000.
    slack = 5 * (n_deals * 0.25 * 0.75) ** 0.5
    assert len(owners) == 208
    assert all(abs(count - n_deals / 4) < slack for count in owners.values())


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
