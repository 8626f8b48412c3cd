"""What a player counts in a hand: high-card points and shape."""

from __future__ import annotations

from bidding.domain.cards import Hand
from bidding.domain.table import Suit

WORK_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_BALANCED = {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}


def hcp(hand: Hand) -> int:
    """High-card points by the Work (Milton) count, A 4, K 3, Q 2, J 1: 0 to 37 in a hand."""
    return sum(WORK_POINTS.get(card.rank, 0) for card in hand.cards)


def suit_lengths(hand: Hand) -> tuple[int, int, int, int]:
    """Cards in spades, hearts, diamonds and clubs."""
    spades, hearts, diamonds, clubs = (hand.length(suit) for suit in Suit)
    return spades, hearts, diamonds, clubs


def shape(hand: Hand) -> tuple[int, int, int, int]:
    """The suit lengths, longest first, without the suits' names."""
    first, second, third, fourth = sorted(suit_lengths(hand), reverse=True)
    return first, second, third, fourth


def is_balanced(hand: Hand) -> bool:
    """Whether the shape is 4-3-3-3, 4-4-3-2 or 5-3-3-2, whichever the suits."""
    return shape(hand) in _BALANCED
