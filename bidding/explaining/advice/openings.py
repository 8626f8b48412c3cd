"""Reasons of the first bid of an auction."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import shape
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    EVEN,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    OPENING,
    SHORT,
    STRONG,
    STRONG_TWO,
    SUPPORT,
    Decision,
)
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.wording import NUMBERS

_ONE_CLUB = Call.bid(1, Strain.C)
_TWO_DIAMONDS = Call.bid(2, Strain.D)
_WEAKEST = 4  # points of a pre-empt, at least
_STRONGEST = 20  # points, too many to open at the one-level
_MOST = {System.PRECISION: 15, System.POLISH_CLUB: 17}  # points, beside a strong club
_RULE_OF = 20  # points and cards of the two longest suits, to open


def opening(now: Decision) -> Message | None:
    """Return why the bidding is opened so, or is not."""
    longest, points, best, suit = max(now.lengths), now.points, now.best, now.suit
    opens = points >= OPENING or points + sum(shape(now.hand)[:2]) >= _RULE_OF
    if best == PASS:
        if opens or (longest > 5 and points >= ANSWER - 1):
            return None
        if longest > 5:
            return now.say("You have {points}: too few to open.")
        return now.say("You have {points} and no six-card suit: too little to open.")
    if best.strain is Strain.NT:
        return now.with_points(EVEN) if now.balanced and _is_notrump(now, best.level) else None
    assert suit is not None
    if best == STRONG_TWO and points >= _STRONGEST:
        return now.say("You have {points}, too many to open at the one-level: {call}.")
    length = now.lengths[suit]
    if now.system is System.PRECISION and best == _TWO_DIAMONDS and length < SHORT:
        shape_words = Message("short diamonds with length in all other suits")
        return now.with_points(shape_words) if MOST_TO_PASS <= points <= 15 else None
    strong_club = now.system in (System.POLISH_CLUB, System.PRECISION)
    precision = strong_club and points <= 15 and best == STRONG_TWO and length >= 5
    if now.system is System.PRECISION and best == _ONE_CLUB:
        return now.say("You have {points}: open the strong {call}.") if points >= 16 else None
    if length > 6 and points < MOST_TO_PASS and best.level == 1:
        return None
    polish = now.system is System.POLISH_CLUB and best == _ONE_CLUB
    most = _MOST.get(now.system, _STRONGEST - 1)
    if opens and (points <= most or polish) and (best.level == 1 or precision):
        return _opened_suit(now, suit)
    if not opens and is_preempt(now, suit) and best != STRONG_TWO:
        return now.takes_room(suit)
    return None


def _is_notrump(now: Decision, level: int) -> bool:
    """Return True if the points are those of an opening in notrump."""
    ranges = {1: now.notrump_range, 2: (20, 22), 3: (25, 27)}
    low, high = ranges.get(level, (MOST_HCP, 0))
    return low <= now.points <= high


def is_preempt(now: Decision, suit: Suit) -> bool:
    """Return True if a suit is as long as its level asks, in a hand without an opening bid."""
    length, level = now.lengths[suit], now.best.level
    return _WEAKEST <= now.points < MOST_TO_PASS and length - level == 4 and 1 < level <= 4


def _opened_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is opened, and no other."""
    length, longest = now.lengths[suit], max(now.lengths)
    equal = [other for other in Suit if other is not suit and now.lengths[other] == length]
    five_card_majors = now.system not in (System.ACOL, System.UNKNOWN)
    strong = now.system is System.ACOL and now.balanced and now.points > now.notrump_range[1]
    if strong and suit in MAJORS and length == longest == 4 and not set(equal) & set(MAJORS):
        return now.say("You have {points}, too many for 1NT: open your four-card suit, {call}.")
    if now.system is System.PRECISION and suit is Suit.D and length < 5:
        no_major = max(now.lengths[major] for major in MAJORS) < 5
        return now.say("You have {points} and no five-card major: {call}.") if no_major else None
    if now.system is System.POLISH_CLUB and suit is Suit.C and now.best.level == 1:
        if now.points >= STRONG:
            return now.say("You have {points}: open the strong {call}.")
        weak_balanced = now.balanced and now.points < OPENING + 3
        return now.with_points(EVEN) if weak_balanced else None
    if (suit in MINORS and now.balanced and _is_notrump(now, level=1)) or (
        suit in MAJORS and five_card_majors and length < 5
    ):
        return None
    if length == longest >= 4 and not equal:
        return now.with_points(now.have(suit))
    if now.system is System.ACOL and length == longest == 4 and [suit, *equal] == [Suit.H, Suit.S]:
        return now.say(
            "You have {one} and {two}: the cheaper suit first, {call}.",
            one=now.have(suit),
            two=now.have(Suit.S),
        )
    if length == longest >= 5 and suit < min(equal):
        return now.say(
            "You have {one} and {two}: the higher suit first, {call}.",
            one=now.have(suit),
            two=now.have(equal[0]),
        )
    if not five_card_majors or now.system is System.POLISH_CLUB or suit in MAJORS:
        return None
    other = Suit.C if suit is Suit.D else Suit.D
    if max(now.lengths[major] for major in MAJORS) >= 5 or now.lengths[other] > length:
        return None
    if now.lengths[other] < length:
        return now.say("You have {points} and no five-card major: open your longer minor, {call}.")
    if (length <= SUPPORT) is (suit is Suit.D):
        return None
    return now.say(
        "You have {points}, no five-card major and {number} cards in each minor: {call}.",
        number=NUMBERS[length],
    )
