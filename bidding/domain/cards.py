"""Cards, hands of thirteen cards and their evaluation, and deals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import total_ordering

from bidding.domain.errors import ImpossibleHand, MalformedCard, MalformedDeal
from bidding.domain.messages import Message
from bidding.domain.table import RANKS, Seat, Suit

CARDS_IN_HAND = 13
CARDS_IN_PACK = 52
_SUITS = tuple(Suit)  # Suit(place) takes thirty times as long

WORK_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_QUICK_TRICKS = {"AKQ": 3.0, "AK": 2.0, "AQ": 1.5, "A": 1.0, "KQ": 1.0, "K": 0.5, "Q": 0.0, "": 0.0}


@total_ordering
@dataclass(frozen=True)
class Card:
    """One card. ``index`` is 13 · suit + rank, so 0 is the spade ace and 51 the club two."""

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < CARDS_IN_PACK:
            raise MalformedCard(f"card index {self.index} is not in 0..51", text=str(self.index))

    @classmethod
    def of(cls, suit: Suit, rank: str) -> Card:
        """Return the card of a suit and a rank letter (A K Q J T 9 ... 2).

        Raises MalformedCard for another letter.
        """
        place = RANKS.find(rank) if len(rank) == 1 else -1
        if place < 0:
            raise MalformedCard(f"{rank!r} is not a rank; ranks are {' '.join(RANKS)}", text=rank)
        return cls(13 * suit + place)

    @property
    def suit(self) -> Suit:
        """The suit."""
        return _SUITS[self.index // 13]

    @property
    def rank(self) -> str:
        """The rank as a letter."""
        return RANKS[self.index % 13]

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.suit.name + self.rank


@dataclass(frozen=True)
class Hand:
    """Thirteen different cards. Raises ImpossibleHand for another number."""

    cards: frozenset[Card]

    def __post_init__(self) -> None:
        if len(self.cards) != CARDS_IN_HAND:
            raise ImpossibleHand(
                Message("a hand has 13 cards, this one has {count}", count=len(self.cards))
            )

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """Build a hand from cards. Raises ImpossibleHand, which names a card that occurs twice."""
        seen: set[Card] = set()
        for position, card in enumerate(cards):
            if card in seen:
                raise ImpossibleHand(
                    Message("{card} is given twice", card=str(card)),
                    text=str(card),
                    position=position,
                )
            seen.add(card)
        return cls(frozenset(seen))

    def suit(self, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of one suit, highest first."""
        return tuple(sorted(card for card in self.cards if card.suit is suit))

    def length(self, suit: Suit) -> int:
        """Return the number of cards in the suit."""
        return sum(card.suit is suit for card in self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __iter__(self) -> Iterator[Card]:
        return iter(sorted(self.cards))

    def __str__(self) -> str:
        return ".".join("".join(card.rank for card in self.suit(suit)) for suit in Suit)


Hands = tuple[Hand | None, Hand | None, Hand | None, Hand | None]
"""Hands N E S W; None where one is not known."""


@dataclass(frozen=True)
class Deal:
    """Four hands, N E S W. Raises MalformedDeal where two of them hold the same card."""

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        owners: dict[Card, Seat] = {}
        for seat, hand in zip(Seat, self.hands, strict=True):
            for card in hand:
                if card in owners:
                    raise MalformedDeal(
                        Message(
                            "{card} is with {one} and with {other}",
                            card=str(card),
                            one=Message(owners[card].full_name),
                            other=Message(seat.full_name),
                        ),
                        text=str(card),
                    )
                owners[card] = seat

    @classmethod
    def random(cls, rng: random.Random) -> Deal:
        """Return a random deal, uniform over all deals (paper P5, section 2.5)."""
        pack = [Card(index) for index in range(CARDS_IN_PACK)]
        rng.shuffle(pack)
        north, east, south, west = (Hand.of(pack[start : start + 13]) for start in (0, 13, 26, 39))
        return cls((north, east, south, west))

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[seat]

    def owner(self, card: Card) -> Seat:
        """Return the seat that was dealt the card."""
        return next(seat for seat in Seat if card in self.hands[seat])


def is_stopped(hand: Hand, suit: Suit) -> bool:
    """Return True with a stopper: the ace, Kx, Qxx or Jxxx."""
    ranks = [card.rank for card in hand.suit(suit)]
    return any(rank in ranks and len(ranks) > place for place, rank in enumerate("AKQJ"))


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


def _tricks_of(ranks: str) -> float:
    honours = "".join(rank for rank in "AKQ" if rank in ranks)
    if len(ranks) >= 5:
        return len(ranks) - (3 - len(honours))
    if len(ranks) == 1:
        return float(honours == "A")
    return _QUICK_TRICKS[honours]
