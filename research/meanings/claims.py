"""One claim about the caller's hand: its text, its value by a belief, its share of hands.

There are four kinds. A chance claim says that a number lies in a range, "15-17 HCP", "5+ spades",
"2-5 cards in each suit"; its value is the probability. So is that of a number claim, "2 aces",
"0 or 3 key cards in hearts", if the belief has the distribution of such cards; else an average
claim is its substitute. A card claim says that one card is held, "queen of hearts", or is not. An
average claim gives the mean number of some cards, "aces" or "key cards in hearts": exact from the
probabilities of single cards, which do not determine the joint distribution.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND, WORK_POINTS, Card
from bidding.domain.table import RANKS, Suit
from bidding.encoding.layout import ACES, N_HCP
from bidding.explaining.distributions import Distribution
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.statements import Count

_POINTS = np.array([WORK_POINTS.get(rank, 0) for rank in RANKS] * len(Suit))  # (52,)
_SUITS = {suit.plural: suit for suit in Suit}
_EACH_SUIT = "cards in each suit"
_RANGE = re.compile(r"(\d+)(?:(\+)|-(\d+))? (.+)")
_NUMBERS = re.compile(r"(\d)(?: or (\d)|-(\d))? (aces?|kings?|key cards? in (\w+))")
_CARD = re.compile(r"(no )?(ace|king|queen) of (\w+)")
_RANK_NAMES = {"ace": "A", "king": "K", "queen": "Q"}
_KINGS = tuple(Card.of(suit, "K").index for suit in Suit)
_SLACK = 0.25  # of an average asked where a number should be
_STATED = {"aces": Count.ACES, "kings": Count.KINGS, "key cards": Count.KEY_CARDS}


class Belief(NamedTuple):
    """The belief about one hand: HCP, the length of each suit (S H D C), 52 card chances.

    The distributions of aces, of kings, and of key cards by trump suit are optional, and so is the
    meaning that says what the call promises.
    """

    hcp: Distribution
    lengths: tuple[Distribution, ...]
    cards: tuple[float, ...]
    aces: Distribution | None = None
    kings: Distribution | None = None
    key_cards: Mapping[Suit, Distribution] | None = None
    meaning: CallMeaning | None = None


class Implied(StrEnum):
    """Whether a claim follows from what the sentence of a call promises."""

    YES = "yes"
    WITHIN_A_POINT = "within a point"
    NO = "no"


class Claim(Protocol):
    """A claim of any kind."""

    @property
    def text(self) -> str:
        """The claim in words."""

    @property
    def demand(self) -> str:
        """The demand on its value, in words."""

    def asked_of(self, belief: Belief) -> Claim:
        """Return the claim, or its substitute where the belief does not determine it."""

    def value(self, belief: Belief) -> float:
        """Return the value by a belief about the hand."""

    def interval(self, belief: Belief) -> str:
        """Return the 80 % interval of the number that the claim is about; else an empty string."""

    def implied_by(self, meaning: CallMeaning) -> Implied | None:
        """Return whether the sentence of a meaning says so itself; None for what none can say."""

    def share(self, hands: np.ndarray) -> float:
        """Return the value in (N, 52) bool hands that made the call; N is at least 1."""

    def holds(self, value: float) -> bool:
        """Return True if a value meets the demand."""

    def words(self, value: float) -> str:
        """Format a value."""


@dataclass(frozen=True)
class CardCount:
    """Cards that players count: aces, kings, or the aces and the king of a suit."""

    name: str
    cards: tuple[int, ...]

    @classmethod
    def of(cls, name: str) -> CardCount:
        """Parse "aces", "kings" or "key cards in hearts"; raise ValueError quoting the text."""
        if name in ("aces", "kings"):
            return cls(name, ACES if name == "aces" else _KINGS)
        prefix, _, suit = name.rpartition(" ")
        if prefix != "key cards in" or suit not in _SUITS:
            raise ValueError(f"{name!r} is not 'aces', 'kings' nor such as 'key cards in hearts'")
        return cls(name, (*ACES, _KINGS[_SUITS[suit]]))

    def believed(self, belief: Belief) -> Distribution | None:
        """Return the distribution of their number, if the belief has one."""
        if self.name == "aces":
            return belief.aces
        if self.name == "kings":
            return belief.kings
        trumps = _SUITS[self.name.rpartition(" ")[2]]
        return None if belief.key_cards is None else belief.key_cards.get(trumps)

    @property
    def trump(self) -> Suit | None:
        """The suit whose king counts too, if there is one."""
        return _SUITS.get(self.name.rpartition(" ")[2])

    def held(self, hands: np.ndarray) -> np.ndarray:
        """Count them in each of (N, 52) hands."""
        return np.asarray(hands[:, list(self.cards)].sum(1))


@dataclass(frozen=True, kw_only=True)
class _Probability:
    """The base of claims whose value is a probability, of ``least`` to ``most``."""

    text: str
    least: float = 0.0
    most: float = 1.0

    @property
    def demand(self) -> str:
        """The bound."""
        if self.most < 1:
            return f"at most {self.words(self.most)}"
        return f"at least {self.words(self.least)}"

    def holds(self, value: float) -> bool:
        """Return True if the probability is in bounds."""
        return self.least <= value <= self.most

    def words(self, value: float) -> str:
        """Return a percentage."""
        return f"{value:.0%}".replace("%", " %")

    def implied_by(self, meaning: CallMeaning) -> Implied | None:
        """Return None: a sentence tells ranges and numbers, not this."""
        del meaning
        return None


@dataclass(frozen=True, kw_only=True)
class ChanceClaim(_Probability):
    """A number of the hand lies in low ... high.

    ``suit`` is the suit counted; None is for HCP or, with ``each_suit``, for every suit: the value
    is then that of the suit that fits worst.
    """

    low: int
    high: int
    suit: Suit | None = None
    each_suit: bool = False

    def asked_of(self, belief: Belief) -> Claim:
        """Itself: every belief tells it."""
        del belief
        return self

    def value(self, belief: Belief) -> float:
        """The probability."""
        return min(part.within(self.low, self.high) for part in self._distributions(belief))

    def interval(self, belief: Belief) -> str:
        """Return that of the HCP or the suit; empty for all four suits."""
        return "" if self.each_suit else _interval(self._distributions(belief)[0])

    def implied_by(self, meaning: CallMeaning) -> Implied | None:
        """YES if the promised range is within that of the claim; None for what should be rare."""
        if self.most < 1:
            return None
        hcp, lengths = meaning.promised.hcp, meaning.promised.lengths
        of_points = self.suit is None and not self.each_suit
        ends = (hcp,) if of_points else lengths if self.suit is None else (lengths[self.suit],)
        beyond = max(max(self.low - low, high - self.high) for low, high in ends)
        if beyond <= 0:
            return Implied.YES
        return Implied.WITHIN_A_POINT if of_points and beyond == 1 else Implied.NO

    def share(self, hands: np.ndarray) -> float:
        """The share of the hands that fit."""
        counts = self._counts(hands)
        fitting = (counts >= self.low) & (counts <= self.high)
        return float(fitting.mean(axis=0).min())

    def _distributions(self, belief: Belief) -> tuple[Distribution, ...]:
        if self.each_suit:
            return belief.lengths
        return (belief.hcp if self.suit is None else belief.lengths[self.suit],)

    def _counts(self, hands: np.ndarray) -> np.ndarray:
        """Count in (N, 52) hands: (N, 1) numbers or, for each suit, (N, 4)."""
        if self.suit is None and not self.each_suit:
            return np.asarray(hands @ _POINTS)[:, None]
        lengths = hands.reshape(len(hands), len(Suit), len(RANKS)).sum(2)
        return np.asarray(lengths if self.suit is None else lengths[:, [self.suit]])


@dataclass(frozen=True, kw_only=True)
class NumberClaim(_Probability):
    """One of these numbers of aces, kings or key cards is held.

    Its substitute, if the belief has no distribution of the number, is that the mean lies in the
    range of the numbers, give or take a quarter of a card.
    """

    count: CardCount
    numbers: tuple[int, ...]

    def asked_of(self, belief: Belief) -> Claim:
        """Return the claim if the belief has the distribution, else an average claim."""
        if self.count.believed(belief) is not None:
            return self
        low, high = min(self.numbers) - _SLACK, max(self.numbers) + _SLACK
        top = len(self.count.cards)
        return AverageClaim(self.text, self.count, max(0.0, low), min(float(top), high))

    def value(self, belief: Belief) -> float:
        """Return the probability; raise ValueError if the belief has no distribution."""
        believed = self.count.believed(belief)
        if believed is None:
            raise ValueError(f"{self.text!r} asks for numbers that are not believed")
        return sum(believed.within(number, number) for number in self.numbers)

    def implied_by(self, meaning: CallMeaning) -> Implied | None:
        """YES if the sentence states some of the numbers and no other."""
        if self.most < 1:
            return None
        count = _STATED.get(self.count.name.partition(" in ")[0])
        stated = (one.numbers for one in meaning.statements if one.count is count)
        return (
            Implied.YES if any(numbers <= set(self.numbers) for numbers in stated) else Implied.NO
        )

    def interval(self, belief: Belief) -> str:
        """Of the number, where it is believed."""
        believed = self.count.believed(belief)
        return "" if believed is None else _interval(believed)

    def share(self, hands: np.ndarray) -> float:
        """The share of the hands that fit."""
        return float(np.isin(self.count.held(hands), self.numbers).mean())


@dataclass(frozen=True, kw_only=True)
class CardClaim(_Probability):
    """One card is held; with ``absent``, it is not."""

    card: int
    absent: bool

    def asked_of(self, belief: Belief) -> Claim:
        """Itself: every belief tells it."""
        del belief
        return self

    def value(self, belief: Belief) -> float:
        """The probability."""
        chance = belief.cards[self.card]
        return 1 - chance if self.absent else chance

    def interval(self, belief: Belief) -> str:
        """Return an empty string: it is held or it is not."""
        del belief
        return ""

    def share(self, hands: np.ndarray) -> float:
        """The share of the hands that fit."""
        return float((hands[:, self.card] != self.absent).mean())


@dataclass(frozen=True)
class AverageClaim:
    """So many of certain cards, on average between low and high."""

    text: str
    count: CardCount
    low: float
    high: float

    @property
    def demand(self) -> str:
        """The range."""
        return f"{self.low:g} to {self.high:g} on average"

    def asked_of(self, belief: Belief) -> Claim:
        """Itself: every belief tells it."""
        del belief
        return self

    def value(self, belief: Belief) -> float:
        """Return the mean of the believed number, else the sum of the cards' chances."""
        believed = self.count.believed(belief)
        if believed is not None:
            return believed.mean
        return sum(belief.cards[card] for card in self.count.cards)

    def interval(self, belief: Belief) -> str:
        """Return that of the number, if the belief has its distribution."""
        believed = self.count.believed(belief)
        return "" if believed is None else _interval(believed)

    def share(self, hands: np.ndarray) -> float:
        """Return the mean number in the hands."""
        return float(self.count.held(hands).mean())

    def implied_by(self, meaning: CallMeaning) -> Implied | None:
        """Return None: no sentence tells a mean."""
        del meaning
        return None

    def holds(self, value: float) -> bool:
        """Return True if the mean is in range."""
        return self.low <= value <= self.high

    def words(self, value: float) -> str:
        """Return a number with two decimals."""
        return f"{value:.2f}"


def chance_claim(text: str, *, least: float = 0.0, most: float = 1.0) -> Claim:
    """Parse a claim whose value is a probability.

    That is "15-17 HCP", "22+ HCP", "4 hearts", "5+ spades" or "2-5 cards in each suit";
    "2 aces", "0 or 4 aces", "1-2 kings" or "0 or 3 key cards in hearts"; "queen of hearts" or
    "no queen of hearts". Raise ValueError quoting any other text, or for a bound that is not a
    probability.
    """
    if not 0 <= least <= most <= 1:
        raise ValueError(f"{text!r}: {least} to {most} are no probabilities")
    if match := _NUMBERS.fullmatch(text):
        return _number_claim(text, match, least, most)
    if (match := _CARD.fullmatch(text)) and match[3] in _SUITS:
        card = Card.of(_SUITS[match[3]], _RANK_NAMES[match[2]]).index
        return CardClaim(text=text, least=least, most=most, card=card, absent=bool(match[1]))
    return _range_claim(text, least, most)


def average_claim(text: str, low: float, high: float) -> AverageClaim:
    """Parse "aces", "kings" or "key cards in hearts" (the aces and that king), else raise
    ValueError."""
    count = CardCount.of(text)
    if not 0 <= low <= high <= len(count.cards):
        raise ValueError(f"{text!r}: {low} to {high} of {len(count.cards)} cards is no range")
    return AverageClaim(text, count, low, high)


def _range_claim(text: str, least: float, most: float) -> ChanceClaim:
    """Parse HCP or cards of a suit; raise ValueError quoting any other text."""
    match = _RANGE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no claim such as '15-17 HCP' or '5+ spades'")
    low, plus, high, what = match.groups()
    suit, each_suit = _SUITS.get(what), what == _EACH_SUIT
    if suit is None and not each_suit and what != "HCP":
        raise ValueError(f"{text!r}: {what!r} is neither HCP nor a suit")
    top = N_HCP - 1 if what == "HCP" else CARDS_IN_HAND
    first, last = int(low), top if plus else int(high or low)
    if not first <= last <= top:
        raise ValueError(f"{text!r}: its range is empty or goes beyond {top}")
    return ChanceClaim(
        text=text, least=least, most=most, low=first, high=last, suit=suit, each_suit=each_suit
    )


def _number_claim(text: str, match: re.Match[str], least: float, most: float) -> NumberClaim:
    """Return the claim of a matched text; raise ValueError for impossible numbers."""
    first, other, last, what, suit = match.groups()
    if suit and suit not in _SUITS:
        raise ValueError(f"{text!r}: {suit!r} is no suit")
    name = f"key cards in {suit}" if suit else f"{what.rstrip('s')}s"
    count = CardCount.of(name)
    numbers = tuple(range(int(first), int(last or first) + 1))
    if other:
        numbers = (int(first), int(other))
    if not numbers or max(numbers) > len(count.cards) or sorted(set(numbers)) != list(numbers):
        raise ValueError(f"{text!r}: no such numbers of {len(count.cards)} cards")
    return NumberClaim(text=text, least=least, most=most, count=count, numbers=numbers)


def _interval(distribution: Distribution) -> str:
    """Format the 80 % interval."""
    low, high = distribution.interval()
    return f"{low}" if low == high else f"{low}–{high}"
