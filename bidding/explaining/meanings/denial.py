"""Denials: holdings that were likely before a call and are unlikely after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bidding.domain.calls import FIRST_BID, PASS, Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import Floats
from bidding.explaining.meanings.hand_statements import Count, Statement, Topic, numbers_between
from bidding.explaining.tables import Facts, HandTable
from bidding.explaining.wording import cards_words

_UNLIKELY = 0.05  # the chance after the call, at most
_LIKELY = 0.2  # the chance before the call, at least
_POSSIBLE = 0.3  # the chance of three cards in partner's suit, to deny four
_SUPPORT, _FOUR = 3, 4
_MAJORS = (Suit.S, Suit.H)
_LAST = Call.bid(3, Strain.NT)  # beyond it no suits are denied


class Denied(NamedTuple):
    """Denied holdings: three and four cards of each suit (S H D C). ``possible``: three cards of
    the suit are still possible."""

    three: tuple[bool, ...]
    four: tuple[bool, ...]
    possible: tuple[bool, ...]


def denied(before: HandTable, after: HandTable) -> list[Denied]:
    """Return the denials of each call, by beliefs about the caller before and after it."""
    prior, posterior = _at_least(before.lengths), _at_least(after.lengths)
    lengths = (prior >= _LIKELY) & (posterior <= _UNLIKELY)
    possible = posterior[..., _SUPPORT] >= _POSSIBLE
    parts = (lengths[..., _SUPPORT], lengths[..., _FOUR], possible)
    return [
        Denied(*map(tuple, flags)) for flags in zip(*(part.tolist() for part in parts), strict=True)
    ]


def _at_least(distributions: Floats) -> Floats:
    """Return (..., n) the chance of each value or more."""
    return distributions[..., ::-1].cumsum(-1)[..., ::-1]


def denials(
    call: Call, earlier: Sequence[Call], found: Denied, facts: Facts, *, natural: bool = True
) -> tuple[Statement, ...]:
    """Return the relevant denials after the ``earlier`` calls: support, majors, and by a natural
    bid the minors that could have been bid more cheaply."""
    counts = dict(_denied_suits(call, earlier, found, facts, natural=natural))
    return tuple(_each(counts))


def _each(counts: dict[Suit, int]) -> Iterator[Statement]:
    for pair in (NO_FOUR_CARD_MAJOR, _NO_FOUR_CARD_MINOR):
        if all(counts.get(suit) == _FOUR for suit in pair.suits):
            yield pair
            counts = {suit: count for suit, count in counts.items() if suit not in pair.suits}
    for suit, count in counts.items():
        words = Message("denies {cards}", cards=cards_words(count, suit))
        if count == _SUPPORT:
            words = Message("denies support for {suit}", suit=Message(suit.plural))
        yield _fewer(count, words, suit)


def _fewer(count: int, words: Message, *suits: Suit) -> Statement:
    return Statement(Topic.DENIAL, words, Count.LONGEST, numbers_between(0, count - 1), suits)


NO_FOUR_CARD_MAJOR = _fewer(_FOUR, Message("denies a four-card major"), *_MAJORS)
_NO_FOUR_CARD_MINOR = _fewer(_FOUR, Message("denies a four-card minor"), Suit.D, Suit.C)


def _denied_suits(
    call: Call, earlier: Sequence[Call], found: Denied, facts: Facts, *, natural: bool
) -> Iterator[tuple[Suit, int]]:
    """Yield the suits, with the number of cards denied in each."""
    if _highest((*earlier, call)).index > _LAST.index:
        return
    own, theirs, partners = (suits_bid(earlier[::-1][turn::4]) for turn in (3, 0, 1))
    theirs |= suits_bid(earlier[::-1][2::4])
    shown = sum(number for number in facts.at_least if number >= _FOUR)
    for suit in Suit:
        held = facts.at_least[suit] if facts.at_least[suit] >= _FOUR else 0
        room = CARDS_IN_HAND - shown + held
        if suit in own | theirs or suit is _suit_of(call) or room < _FOUR:
            continue
        if suit in partners:
            if found.three[suit]:
                yield suit, _SUPPORT
            elif found.four[suit] and found.possible[suit]:
                yield suit, _FOUR
        elif found.four[suit] and (
            suit in _MAJORS or (natural and _is_cheaper(suit, call, earlier))
        ):
            yield suit, _FOUR


def _suit_of(call: Call) -> Suit | None:
    return None if call.strain is None else call.strain.suit


def suits_bid(calls: Sequence[Call]) -> set[Suit]:
    """Return the suits of the bids among these calls."""
    return {suit for suit in map(_suit_of, calls) if suit is not None}


def _highest(calls: Sequence[Call]) -> Call:
    """Return the last bid, or a pass."""
    return next((call for call in reversed(calls) if call.is_bid), PASS)


def _is_cheaper(suit: Suit, call: Call, earlier: Sequence[Call]) -> bool:
    """Return True if a bid in the suit would have been lower than this one."""
    if not call.is_bid:
        return False
    before = _highest(earlier)
    between = range(before.index + 1 if before.is_bid else FIRST_BID, call.index)
    return any(_suit_of(Call(index)) is suit for index in between)
