"""Hand evaluation: high-card points and shape."""

from __future__ import annotations

from collections.abc import Sequence

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


def playing_tricks(suits: Sequence[str]) -> float:
    """Return the tricks that a hand expects to take with its longest suit as trumps.

    ``suits`` are the ranks of each suit. A suit of five cards or more takes one for each card but
    one for each of ace, king and queen that is missing; a shorter one takes its quick tricks.
    """
    return sum(map(_tricks_of, suits))


_QUICK_TRICKS = {"AKQ": 3.0, "AK": 2.0, "AQ": 1.5, "A": 1.0, "KQ": 1.0, "K": 0.5, "Q": 0.0, "": 0.0}


def _tricks_of(ranks: str) -> float:
    honours = "".join(rank for rank in "AKQ" if rank in ranks)
    if len(ranks) >= 5:
        return len(ranks) - (3 - len(honours))
    if len(ranks) == 1:
        return float(honours == "A")
    return _QUICK_TRICKS[honours]
