"""Statements about a hand's suits and points: what a call promises, and what is usual."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Strain, Suit
from bidding.explaining.meanings.hand_statements import Count, Statement, Topic, numbers_between
from bidding.explaining.promises import MOST_HCP, Promise
from bidding.explaining.tables import Facts
from bidding.explaining.wording import (
    cards_words,
    long_words,
    one_of_words,
    points_words,
    usual_points_words,
)

_SHORT = 1  # cards, at most, of a short suit
_SUPPORT, _LONG, _LONGEST_EVEN = 3, 4, 5
_EVEN = (1, 6)  # promised cards of each suit of a balanced hand, at least and at most
_NARROWER = 3  # points by which the usual range is narrower, at least, to be worth a word


def shape(
    promise: Promise,
    facts: Facts,
    offered: Strain | None = None,
    supported: Collection[Suit] = (),
    short_suit: Suit | None = None,
) -> list[Statement]:
    """Return statements about the long suits, the short one, and the points that a call promises
    and earlier calls did not.

    The suit that a natural bid has ``offered`` comes first. Three cards are stated of it, and of
    the ``supported`` suits alone.
    """
    suits = [
        *_long(promise, facts, offered, supported),
        *_one_of(facts),
        *_short(promise, short_suit),
    ]
    if _is_balanced(promise, facts) and (not suits or _notrump(promise, offered)):
        even = Statement(Topic.LENGTHS, Message("balanced"), Count.UNEVEN, frozenset({0}))
        suits = [even, *suits]
    return [*suits, *points(promise)]


def usual(
    promise: Promise,
    facts: Facts,
    offered: Strain | None = None,
    bid_before: Collection[Suit] = (),
) -> Message | None:
    """Return what is usual beyond what a call promises, in short: "4+ clubs, 11–15".

    A bid of a suit says no more of other suits, and no call of the suits that the caller has
    ``bid_before``.
    """
    suit = None if offered is None else offered.suit
    suits = set(Suit) - set(bid_before) if suit is None else {suit}
    parts: list[str] = [
        _or_more(suit, facts) for suit in sorted(suits) if _is_usual(suit, promise, facts, offered)
    ]
    if promise.new_hcp and _is_narrower(promise, facts):
        parts.append(usual_points_words(_within(promise, facts)))
    return Message("{parts}", parts=tuple(parts)) if parts else None


def hand_summary(seat: Seat, promise: Promise, facts: Facts, *, cards_in_view: bool) -> Message:
    """Return one sentence about a hidden hand: what the player's calls promise, then what is usual
    where that says more, as it is to a viewer whose own cards are in view or to a spectator."""
    promise = promise.as_news
    promised = tuple(one.words for one in shape(promise, facts, supported=tuple(Suit)))
    news = _news(promise, facts)
    text = "{promised}; usually {usual}" if promised else "usually {usual}"
    if cards_in_view:
        text = "{promised}; with your cards in view usually {usual}"
        text = text if promised else "with your cards in view usually {usual}"
    shape_words = Message(text, promised=promised, usual=news) if news else promised
    return Message("{seat}: {shape}.", seat=Message(seat.full_name), shape=shape_words)


def _news(promise: Promise, facts: Facts) -> tuple[Message | str, ...]:
    """Return the usual lengths, long or short, and points that say more than the promise."""
    lengths = zip(Suit, promise.lengths, strict=True)
    parts: list[Message | str] = []
    for suit, (least, most) in lengths:
        if facts.at_least[suit] >= _LONG and facts.at_least[suit] > least:
            parts.append(_or_more(suit, facts))
        elif facts.at_most[suit] <= _SHORT and facts.at_most[suit] < most:
            parts.append(short(suit, facts.at_most[suit]).words)
    if _is_narrower(promise, facts):
        parts.append(Message("{points} HCP", points=usual_points_words(_within(promise, facts))))
    return tuple(parts)


def _or_more(suit: Suit, facts: Facts) -> Message:
    return Message("{number}+ {suit}", number=facts.at_least[suit], suit=Message(suit.plural))


def _is_usual(suit: Suit, promise: Promise, facts: Facts, offered: Strain | None) -> bool:
    """Return True if a suit is usually longer than is promised, and long."""
    least, stated = facts.at_least[suit], promise.lengths[suit][0]
    first = offered is not None and suit is offered.suit
    return least >= _LONG and least > stated and (first or stated < _LONG)


def _is_narrower(promise: Promise, facts: Facts) -> bool:
    """Return True if the usual points say clearly more than the promised ones."""
    low, high = _within(promise, facts).hcp
    least, most = promise.hcp
    return low <= high and (
        facts.two_ranges is not None or most - least - (high - low) >= _NARROWER
    )


def _within(promise: Promise, facts: Facts) -> Facts:
    """Return the facts with the part of the usual points that is promised."""
    (low, high), (least, most) = facts.hcp, promise.hcp
    return facts._replace(hcp=(max(low, least), min(high, most)))


def _is_balanced(promise: Promise, facts: Facts) -> bool:
    """Return True if a hand is balanced, but for a short or a long suit now and then."""
    low, high = _EVEN
    return facts.balanced and all(low <= least and most <= high for least, most in promise.lengths)


def _notrump(promise: Promise, offered: Strain | None) -> bool:
    """Return True if notrump is offered, and no suit of five cards known."""
    return offered is Strain.NT and all(least < _LONGEST_EVEN for least, _ in promise.lengths)


def short(suit: Suit, number: int = _SHORT) -> Statement:
    """Return the statement of at most this number of cards in a suit."""
    words = Message("at most {cards}", cards=cards_words(number, suit))
    if number == 0:
        words = Message("no {suit}", suit=Message(suit.plural))
    return Statement(Topic.SHORTNESS, words, Count.LONGEST, numbers_between(0, number), (suit,))


def held(number: int, suit: Suit) -> Statement:
    """Return the statement of exactly this number of cards in a suit."""
    words = cards_words(number, suit)
    return Statement(Topic.LENGTHS, words, Count.LONGEST, frozenset({number}), (suit,))


def _long(
    promise: Promise, facts: Facts, offered: Strain | None, supported: Collection[Suit]
) -> list[Statement]:
    first = None if offered is None else offered.suit
    named = sorted(
        _new_lengths(promise, first, supported),
        key=lambda pair: (pair[1] is not first, -pair[0], pair[1]),
    )
    found = []
    for number, suit in named:
        most = promise.lengths[suit][1]
        if most == number <= _LONGEST_EVEN:  # of a longer suit nobody promises no more
            found.append(held(number, suit))
            continue
        words, numbers = long_words(number, suit), numbers_between(number, CARDS_IN_HAND)
        found.append(Statement(Topic.LENGTHS, words, Count.LONGEST, numbers, (suit,)))
    return found


def _new_lengths(
    promise: Promise, first: Suit | None, supported: Collection[Suit]
) -> Iterator[tuple[int, Suit]]:
    for suit, (least, _), new in zip(Suit, promise.lengths, promise.new_least, strict=True):
        needed = _SUPPORT if suit is first or suit in supported else _LONG
        if least >= needed and (new or suit is first):
            yield least, suit


def _one_of(facts: Facts) -> list[Statement]:
    """Return a statement about one long suit among several."""
    if facts.one_of is None:
        return []
    least, suits = facts.one_of
    numbers = numbers_between(least, CARDS_IN_HAND)
    return [Statement(Topic.EITHER_OR, one_of_words(facts.one_of), Count.LONGEST, numbers, suits)]


def _short(promise: Promise, short_suit: Suit | None) -> list[Statement]:
    if short_suit is not None:
        return [short(short_suit)]
    most = zip(Suit, promise.lengths, promise.new_most, strict=True)
    return [short(suit, high) for suit, (_, high), new in most if new and high <= _SHORT]


def points(promise: Promise) -> list[Statement]:
    """Return the statement of the points, if the call adds to what was promised."""
    if not promise.new_hcp:
        return []
    low, high = promise.hcp
    numbers = numbers_between(low, high)
    return [Statement(Topic.POINTS, points_words(low, high), Count.POINTS, numbers)]


ANY_STRENGTH = Statement(Topic.POINTS, Message("any strength"))


def is_any_strength(promise: Promise) -> bool:
    """Return True if nothing is promised of the points."""
    return promise.hcp == (0, MOST_HCP)
