"""Statements about a hand's suits and points."""

from __future__ import annotations

from collections.abc import Collection

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.meanings.hand_statements import Count, Statement, Topic, numbers_between
from bidding.explaining.tables import Facts
from bidding.explaining.wording import cards_words, hcp_words, long_words, one_of_words

_SHORT = 1  # cards, at most, of a short suit
_SUPPORT, _LONG, _LONGEST_EVEN = 3, 4, 5
_ANY_STRENGTH = (5, 13)  # points; a range that includes these is uninformative
_OPEN_WIDTH = 6  # points; wider ranges are stated without their upper end
_MOST_HCP = 37


def shape(
    facts: Facts,
    offered: Strain | None = None,
    supported: Collection[Suit] = (),
    short_suit: Suit | None = None,
) -> list[Statement]:
    """Return statements about the long suits, the short one, and the points.

    The suit that a natural bid has ``offered`` comes first. Three cards are stated of it, and of
    the ``supported`` suits alone.
    """
    suits = [*_long(facts, offered, supported), *_one_of(facts), *_short(facts, short_suit)]
    if facts.balanced and (not suits or _notrump(facts, offered)):
        even = Statement(Topic.LENGTHS, Message("balanced"), Count.UNEVEN, frozenset({0}))
        suits = [even, *suits]
    return [*suits, *_points(facts)]


def _notrump(facts: Facts, offered: Strain | None) -> bool:
    """Return True if notrump is offered, and no suit of five cards known."""
    return offered is Strain.NT and max(facts.at_least) < _LONGEST_EVEN


def short(suit: Suit, number: int = _SHORT) -> Statement:
    """Return the statement of at most this number of cards in a suit."""
    words = Message("at most {cards}", cards=cards_words(number, suit))
    if number == 0:
        words = Message("no {suit}", suit=Message(suit.plural))
    return Statement(Topic.SHORTNESS, words, Count.LONGEST, numbers_between(0, number), (suit,))


def _long(facts: Facts, offered: Strain | None, supported: Collection[Suit]) -> list[Statement]:
    first = None if offered is None else offered.suit
    least = {suit: _SUPPORT if suit is first else _LONG for suit in Suit}
    least |= {suit: _SUPPORT for suit in supported if facts.support[suit]}
    named = sorted(
        ((facts.at_least[suit], suit) for suit in Suit if facts.at_least[suit] >= least[suit]),
        key=lambda pair: (pair[1] is not first, -pair[0], pair[1]),
    )
    while sum(number for number, _ in named) > CARDS_IN_HAND:
        named.pop()
    found = []
    for number, suit in named:
        most = number if facts.exact[suit] else CARDS_IN_HAND
        words, numbers = long_words(number, suit, facts), numbers_between(number, most)
        found.append(Statement(Topic.LENGTHS, words, Count.LONGEST, numbers, (suit,)))
    return found


def _one_of(facts: Facts) -> list[Statement]:
    """Return a statement about one long suit among several."""
    if facts.one_of is None:
        return []
    least, suits = facts.one_of
    numbers = numbers_between(least, CARDS_IN_HAND)
    return [Statement(Topic.EITHER_OR, one_of_words(facts.one_of), Count.LONGEST, numbers, suits)]


def _short(facts: Facts, short_suit: Suit | None) -> list[Statement]:
    if short_suit is not None:
        return [short(short_suit)]
    most = zip(Suit, facts.at_most, strict=True)
    return [short(suit, number) for suit, number in most if number <= _SHORT]


def point_range(facts: Facts) -> Statement:
    """Return the statement of the points, in one interval or two."""
    low, high = facts.hcp
    numbers = numbers_between(low, high)
    if facts.two_ranges is None:
        return Statement(Topic.POINTS, hcp_words(facts), Count.POINTS, numbers)
    numbers = numbers_between(facts.two_ranges.low, facts.two_ranges.high)
    numbers |= numbers_between(facts.two_ranges.least, _MOST_HCP)
    return Statement(Topic.EITHER_OR, hcp_words(facts), Count.POINTS, numbers)


def _points(facts: Facts) -> list[Statement]:
    """Return the points: an interval, "12 or more points" if wide, nothing if uninformative."""
    low, high = facts.hcp
    if facts.two_ranges is not None:
        return [point_range(facts)]
    if low <= _ANY_STRENGTH[0] and high >= _ANY_STRENGTH[1]:
        return []
    if high - low > _OPEN_WIDTH and low > _ANY_STRENGTH[0]:
        words = Message("{low} or more points", low=low)
        return [Statement(Topic.POINTS, words, Count.POINTS, numbers_between(low, _MOST_HCP))]
    return [point_range(facts)]
