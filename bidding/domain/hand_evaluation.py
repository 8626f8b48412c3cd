"""Hand evaluation: high-card points and shape."""

from __future__ import annotations

from bidding.domain.cards import Hand
from bidding.domain.table import Suit

WORK_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def hcp(hand: Hand) -> int:
    """Return high-card points by the Work (Milton) count, A 4, K 3, Q 2, J 1: 0 to 37."""
    return sum(WORK_POINTS.get(card.rank, 0) for card in hand.cards)


def suit_lengths(hand: Hand) -> tuple[int, int, int, int]:
    """Return the number of spades, hearts, diamonds and clubs."""
    spades, hearts, diamonds, clubs = (hand.length(suit) for suit in Suit)
    return spades, hearts, diamonds, clubs


def shape(hand: Hand) -> tuple[int, int, int, int]:
    """Return the suit lengths, longest first."""
    first, second, third, fourth = sorted(suit_lengths(hand), reverse=True)
    return first, second, third, fourth
