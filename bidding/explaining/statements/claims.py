"""One claim about the hand of the player who called: text, chance in beliefs, share of hands.

Two kinds. A chance claim says that a number lies in a range, "15-17 HCP", "5+ spades",
"2-5 cards in each suit", and is worth the probability of that. An average claim says how many
of some cards, "aces" or "key cards in hearts", are held on average: exact from the chances of
the single cards, where the probability of holding just two would need them jointly.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND, Card
from bidding.domain.evaluation import WORK_POINTS
from bidding.domain.table import RANKS, Suit
from bidding.encoding.layout import ACES, N_HCP
from bidding.explaining.distributions import Distribution

_POINTS = np.array([WORK_POINTS.get(rank, 0) for rank in RANKS] * len(Suit))  # (52,)
_SUITS = {suit.plural: suit for suit in Suit}
_EACH_SUIT = "cards in each suit"
_RANGE = re.compile(r"(\d+)(?:(\+)|-(\d+))? (.+)")


class Belief(NamedTuple):
    """What is believed of one hand: HCP, the length of each suit (S H D C), 52 card chances."""

    hcp: Distribution
    lengths: tuple[Distribution, ...]
    cards: tuple[float, ...]


class Claim(Protocol):
    """What every claim can be asked."""

    @property
    def text(self) -> str:
        """The claim in words."""

    @property
    def demand(self) -> str:
        """What is asked of its value, in words."""

    def value(self, belief: Belief) -> float:
        """What it is worth by what is believed of the hand."""

    def interval(self, belief: Belief) -> str:
        """The 80 % interval of the number that the claim is about; empty where there is none."""

    def share(self, hands: np.ndarray) -> float:
        """The same value in (N, 52) bool hands that made the call; N is at least 1."""

    def holds(self, value: float) -> bool:
        """Whether such a value meets the demand."""

    def words(self, value: float) -> str:
        """A value as a reader wants it."""


@dataclass(frozen=True)
class ChanceClaim:
    """A number of the hand lies in low ... high, with probability ``least`` to ``most``.

    ``suit`` is the suit counted; None asks for the HCP, or with ``each_suit`` for every suit:
    its value is then that of the suit which fits least.
    """

    text: str
    low: int
    high: int
    suit: Suit | None = None
    each_suit: bool = False
    least: float = 0.0
    most: float = 1.0

    @property
    def demand(self) -> str:
        """At least, or at most, so much."""
        if self.most < 1:
            return f"at most {self.words(self.most)}"
        return f"at least {self.words(self.least)}"

    def value(self, belief: Belief) -> float:
        """The probability."""
        return min(part.within(self.low, self.high) for part in self._distributions(belief))

    def interval(self, belief: Belief) -> str:
        """Of the HCP or the suit; of all suits it would be four."""
        if self.each_suit:
            return ""
        low, high = self._distributions(belief)[0].interval()
        return f"{low}" if low == high else f"{low}–{high}"

    def share(self, hands: np.ndarray) -> float:
        """The share of the hands that fit."""
        counts = self._counts(hands)
        fitting = (counts >= self.low) & (counts <= self.high)
        return float(fitting.mean(axis=0).min())

    def holds(self, value: float) -> bool:
        """Whether the probability is in bounds."""
        return self.least <= value <= self.most

    def words(self, value: float) -> str:
        """A percentage."""
        return f"{value:.0%}".replace("%", " %")

    def _distributions(self, belief: Belief) -> tuple[Distribution, ...]:
        if self.each_suit:
            return belief.lengths
        return (belief.hcp if self.suit is None else belief.lengths[self.suit],)

    def _counts(self, hands: np.ndarray) -> np.ndarray:
        """(N, 52) hands to the (N, 1) or, for each suit, (N, 4) numbers in question."""
        if self.suit is None and not self.each_suit:
            return np.asarray(hands @ _POINTS)[:, None]
        lengths = hands.reshape(len(hands), len(Suit), len(RANKS)).sum(2)
        return np.asarray(lengths if self.suit is None else lengths[:, [self.suit]])


@dataclass(frozen=True)
class AverageClaim:
    """So many of certain cards, on average between low and high."""

    text: str
    cards: tuple[int, ...]
    low: float
    high: float

    @property
    def demand(self) -> str:
        """The range."""
        return f"{self.low:g} to {self.high:g} on average"

    def value(self, belief: Belief) -> float:
        """The expected number: the sum of the chances of the cards."""
        return sum(belief.cards[card] for card in self.cards)

    def interval(self, belief: Belief) -> str:
        """None: it would need the cards jointly."""
        return ""

    def share(self, hands: np.ndarray) -> float:
        """The average number in the hands."""
        return float(hands[:, list(self.cards)].sum(1).mean())

    def holds(self, value: float) -> bool:
        """Whether the average is in range."""
        return self.low <= value <= self.high

    def words(self, value: float) -> str:
        """A number with two decimals."""
        return f"{value:.2f}"


def chance_claim(text: str, *, least: float = 0.0, most: float = 1.0) -> ChanceClaim:
    """Read "15-17 HCP", "22+ HCP", "4 hearts", "5+ spades" or "2-5 cards in each suit".

    Raises ValueError quoting a text that is none of these, or a bound that is no probability.
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no claim such as '15-17 HCP' or '5+ spades'")
    if not 0 <= least <= most <= 1:
        raise ValueError(f"{text!r}: {least} to {most} are no probabilities")
    low, plus, high, what = match.groups()
    suit, each_suit = _SUITS.get(what), what == _EACH_SUIT
    if suit is None and not each_suit and what != "HCP":
        raise ValueError(f"{text!r}: {what!r} is neither HCP nor a suit")
    top = N_HCP - 1 if what == "HCP" else CARDS_IN_HAND
    ends = int(low), top if plus else int(high or low)
    if not ends[0] <= ends[1] <= top:
        raise ValueError(f"{text!r}: its range is empty or goes beyond {top}")
    return ChanceClaim(text, *ends, suit, each_suit, least, most)


def average_claim(text: str, low: float, high: float) -> AverageClaim:
    """Read "aces" or "key cards in hearts" (the aces and that king); raises ValueError."""
    cards = ACES
    if text != "aces":
        prefix, _, suit = text.rpartition(" ")
        if prefix != "key cards in" or suit not in _SUITS:
            raise ValueError(f"{text!r} is neither 'aces' nor such as 'key cards in hearts'")
        cards = (*ACES, Card.of(_SUITS[suit], "K").index)
    if not 0 <= low <= high <= len(cards):
        raise ValueError(f"{text!r}: {low} to {high} of {len(cards)} cards is no range")
    return AverageClaim(text, cards, low, high)
