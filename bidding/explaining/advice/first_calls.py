"""Reasons for openings, and for calls over the opponents' before the own side has acted."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.hand_evaluation import shape
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    EVEN,
    FIVE,
    FOUR,
    LEFT,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    OPENING,
    RIGHT,
    SHORT,
    SIX,
    STRONG,
    SUPPORT,
    WEAK,
    Decision,
)
from bidding.explaining.promises import MOST_HCP
from bidding.explaining.wording import NUMBERS

_WEAKEST = 4  # points of a pre-empt, at least
_STRONGEST = 20  # points, too many to open at the one-level
_STRONG_TWO = Call.bid(2, Strain.C)
_RULE_OF = 20  # points and cards of the two longest suits, to open


def opening(now: Decision) -> Message | None:
    """Return why the bidding is opened so, or is not."""
    longest, points, best, suit = max(now.lengths), now.points, now.best, now.suit
    opens = points >= OPENING or points + sum(shape(now.hand)[:2]) >= _RULE_OF
    if best == PASS:
        if opens or (longest > FIVE and points >= ANSWER - 1):
            return None
        if longest > FIVE:
            return Message("You have {points}: too few to open.", points=now.own_points)
        return Message(
            "You have {points} and no six-card suit: too little to open.",
            points=now.own_points,
        )
    if best.strain is Strain.NT:
        return now.with_points(EVEN) if now.balanced and _is_notrump(now, best.level) else None
    assert suit is not None
    if best == _STRONG_TWO and points >= _STRONGEST:
        return Message(
            "You have {points}, too many to open at the one-level: {call}.",
            points=now.own_points,
            call=best.symbol,
        )
    length = now.lengths[suit]
    limited = now.system is System.POLISH_CLUB and points < OPENING + 3
    precision = limited and best == _STRONG_TWO and length >= FIVE
    if length > SIX and points < MOST_TO_PASS and best.level == 1:
        return None
    if opens and points < _STRONGEST and (best.level == 1 or precision):
        return _opened_suit(now, suit)
    if not opens and _is_preempt(now, suit) and best != _STRONG_TWO:
        return now.takes_room(suit)
    return None


def _is_notrump(now: Decision, level: int) -> bool:
    """Return True if the points are those of an opening in notrump."""
    ranges = {1: (12, 14) if now.system is System.ACOL else (15, 17), 2: (20, 22)}
    low, high = ranges.get(level, (MOST_HCP, 0))
    return low <= now.points <= high


def _is_preempt(now: Decision, suit: Suit) -> bool:
    """Return True if a suit is as long as its level asks, in a hand without an opening bid."""
    length, level = now.lengths[suit], now.best.level
    return _WEAKEST <= now.points < MOST_TO_PASS and length - level == FOUR and 1 < level <= FOUR


def _opened_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is opened, and no other."""
    length, longest = now.lengths[suit], max(now.lengths)
    equal = [other for other in Suit if other is not suit and now.lengths[other] == length]
    five_card_majors = now.system not in (System.ACOL, System.UNKNOWN)
    if now.system is System.POLISH_CLUB and suit is Suit.C and now.best.level == 1:
        weak_balanced = now.balanced and now.points < OPENING + 3
        return now.with_points(EVEN) if weak_balanced else None
    if (suit in MINORS and now.balanced and _is_notrump(now, level=1)) or (
        suit in MAJORS and five_card_majors and length < FIVE
    ):
        return None
    if length == longest >= FOUR and not equal:
        return now.with_points(now.have(suit))
    if length == longest >= FIVE and suit < min(equal):
        return Message(
            "You have {one} and {two}: the higher suit first, {call}.",
            one=now.have(suit),
            two=now.have(equal[0]),
            call=now.best.symbol,
        )
    if not five_card_majors or now.system is System.POLISH_CLUB or suit in MAJORS:
        return None
    other = Suit.C if suit is Suit.D else Suit.D
    if max(now.lengths[major] for major in MAJORS) >= FIVE or now.lengths[other] > length:
        return None
    if now.lengths[other] < length:
        return Message(
            "You have {points} and no five-card major: open your longer minor, {call}.",
            points=now.own_points,
            call=now.best.symbol,
        )
    if (length <= SUPPORT) is (suit is Suit.D):
        return None
    return Message(
        "You have {points}, no five-card major and {number} cards in each minor: {call}.",
        points=now.own_points,
        number=NUMBERS[length],
        call=now.best.symbol,
    )


def overcall(now: Decision) -> Message | None:
    """Return the reason of a player whose side has not acted, after the opponents have."""
    suit, points, theirs = now.suit, now.points, now.theirs
    if now.best == PASS:
        return _no_overcall(now)
    if now.best == DOUBLE:
        return _takeout(now)
    if suit is None:
        held = [_is_stopped(now.hand, one) for one in theirs]
        strong = OPENING + 3 <= points <= STRONG
        strong = strong and all(now.lengths[major] < FIVE for major in MAJORS)
        if now.balanced and strong and held and all(held) and now.best.level == 1:
            stopped = Message("{suit} stopped", suit=Message(min(theirs).plural))
            return now.with_points(EVEN, stopped)
        return None
    length, jump = now.lengths[suit], now.best.level - now.cheapest(suit).level
    others = [now.lengths[other] for other in Suit if other not in theirs | {suit}]
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < FIVE or max(others, default=0) >= FIVE:
        return None
    if jump > 0:
        return now.takes_room(suit) if _is_preempt(now, suit) and not both else None
    enough = {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(now.best.level, OPENING + 1) + both
    long = length > min(now.best.level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    return now.with_points(now.have(suit)) if long and enough <= points < STRONG else None


def _no_overcall(now: Decision) -> Message | None:
    points, last = now.points, now.last_bid
    longest = max((now.lengths[suit] for suit in Suit if suit not in now.theirs), default=0)
    values = {"points": now.own_points, "call": last.symbol}
    if points <= WEAK and longest <= FIVE:
        return Message("You have {points}: too few to bid over {call}.", **values)
    if points <= MOST_TO_PASS and max(now.lengths) <= FOUR:
        return Message(
            "You have {points} and no five-card suit: too little to bid over {call}.", **values
        )
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    bids = [now.cheapest(suit) for suit in long]
    if points <= MOST_TO_PASS and longest == FIVE and len(long) == 1 and bids[0].level >= 2:
        return Message(
            "You have {points} and {cards}: too little for {call}.",
            points=now.own_points,
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    if not now.theirs or longest > FOUR or last.level > 2:
        return None
    own_length = [suit for suit in sorted(now.theirs) if now.lengths[suit] >= FOUR]
    if own_length:
        return Message(
            "Your length is in {suit}, and a double would ask partner to bid: pass.",
            suit=Message(own_length[0].plural),
        )
    if points < OPENING + 3 and any(now.lengths[suit] < SUPPORT for suit in set(Suit) - now.theirs):
        return Message(
            "You have {points}, but no five-card suit, and a double needs support for the other "
            "suits: pass.",
            points=now.own_points,
        )
    return None


def _takeout(now: Decision) -> Message | None:
    """Return why a double asks partner to bid: short in their suits, with support for the others;
    or too strong for an overcall."""
    theirs, values = now.theirs, {"points": now.own_points}
    enough = ANSWER_AT_TWO if now.is_undisturbed else OPENING
    if not theirs or now.last_bid.strain is Strain.NT or now.last_bid.level > 2:
        return None
    if now.points < enough:
        return None
    short = all(now.lengths[suit] <= SHORT for suit in theirs)
    if short and all(now.lengths[suit] >= SUPPORT for suit in set(Suit) - theirs):
        return Message(
            "You have {points}, are short in {suits} and have support for the other suits: double.",
            suits=tuple(Message(suit.plural) for suit in sorted(theirs)),
            **values,
        )
    if now.points >= STRONG and now.last_bid.level == 1:
        return Message("You have {points}, too many for an overcall: double first.", **values)
    return None


def _is_stopped(hand: Hand, suit: Suit) -> bool:
    ranks = [card.rank for card in hand.suit(suit)]
    return any(rank in ranks and len(ranks) > place for place, rank in enumerate("AKQJ"))
