"""Statements about one hand in the sentence on a call; each can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from bidding.domain.messages import Message
from bidding.domain.table import RANKS, Suit
from bidding.encoding.layout import N_SUITS
from bidding.encoding.views import card_hcp

Hands = npt.NDArray[np.bool_]  # (N, 52)
_POINTS = card_hcp().numpy()
_ACE, _KING = RANKS.index("A"), RANKS.index("K")

EVEN = (2, 5)
"""Cards of each suit of a balanced hand, at least and at most."""


class Topic(Enum):
    """The topic of a statement."""

    POINTS = "points"
    LENGTHS = "lengths"
    ACES = "aces"
    SHORTNESS = "shortness"
    DENIAL = "denial"
    EITHER_OR = "either_or"


class Count(Enum):
    """A quantity counted in a hand."""

    POINTS = "points"
    LONGEST = "longest"
    """Cards of the longest of the suits; for one suit, its cards."""

    UNEVEN = "uneven suits"
    """Suits of fewer than two cards, or more than five."""

    ACES = "aces"
    KEY_CARDS = "key cards"
    KINGS = "kings"


@dataclass(frozen=True)
class Statement:
    """The statement that a count is one of some numbers: "five or more hearts", "two aces"."""

    topic: Topic
    words: Message
    count: Count | None = None
    """None if nothing can be counted."""

    numbers: frozenset[int] = frozenset()
    suits: tuple[Suit, ...] = ()
    """The suits counted; for kings all suits if empty; for key cards the trump suit."""

    def true_of(self, hands: Hands) -> npt.NDArray[np.bool_]:
        """Return (N,) True for the hands of which it is true.

        Key cards without a trump suit: True if the aces are as many, or one less.
        """
        numbers = set(self.numbers)
        if self.count is Count.KEY_CARDS and not self.suits:
            numbers |= {number - 1 for number in self.numbers}
        return np.isin(self._counted(hands), list(numbers))

    def _counted(self, hands: Hands) -> npt.NDArray[np.int64]:
        by_suit = hands.reshape(len(hands), N_SUITS, -1)
        suits = list(self.suits)
        match self.count:
            case Count.POINTS:
                return np.asarray(hands @ _POINTS)
            case Count.LONGEST:
                return np.asarray(by_suit[:, suits].sum(-1).max(-1))
            case Count.UNEVEN:
                lengths = by_suit.sum(-1)
                return np.asarray(((lengths < EVEN[0]) | (lengths > EVEN[1])).sum(-1))
            case Count.KINGS:
                return np.asarray(by_suit[:, suits or slice(None), _KING].sum(-1))
            case Count.ACES:
                return np.asarray(by_suit[:, :, _ACE].sum(-1))
            case Count.KEY_CARDS:
                trump_kings = by_suit[:, suits, _KING].sum(-1)
                return np.asarray(by_suit[:, :, _ACE].sum(-1) + trump_kings)
        raise ValueError(f"nothing is counted in {self.words!r}")


def numbers_between(low: int, high: int) -> frozenset[int]:
    """Return the whole numbers from low to high."""
    return frozenset(range(low, high + 1))
