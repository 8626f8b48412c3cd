"""Reasons of a side that has not acted, after the opponents have."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS
from bidding.domain.cards import is_stopped
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER_AT_TWO,
    EVEN,
    LEFT,
    MAJORS,
    MOST_TO_PASS,
    ONE_NOTRUMP,
    OPENING,
    RIGHT,
    SHORT,
    STRONG,
    SUPPORT,
    TWO_NOTRUMP,
    WEAK,
    Decision,
)
from bidding.explaining.advice.openings import is_preempt


def overcall(now: Decision) -> Message | None:
    """Return the reason of a player whose side has not acted, after the opponents have."""
    suit, points, theirs = now.suit, now.points, now.theirs
    if now.best == PASS:
        return _no_overcall(now)
    if now.best == DOUBLE:
        return _takeout(now)
    if (two := _two_suits(now)) is not None:
        one, other = two
        return now.say(
            "You have {one} and {two}: {call} shows two suits.",
            one=now.have(one),
            two=now.have(other),
        )
    if suit is None:
        held = [is_stopped(now.hand, one) for one in theirs]
        strong = OPENING + 3 <= points <= STRONG
        strong = strong and all(now.lengths[major] < 5 for major in MAJORS)
        if now.balanced and strong and held and all(held) and now.best.level == 1:
            stopped = Message("{suit} stopped", suit=Message(min(theirs).plural))
            return now.with_points(EVEN, stopped)
        return None
    length, jump = now.lengths[suit], now.best.level - now.cheapest(suit).level
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < 5 or now.longest(theirs | {suit}) >= 5:
        return None
    if jump > 0:
        return now.takes_room(suit) if is_preempt(now, suit) and not both else None
    enough = {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(now.best.level, OPENING + 1) + both
    long = length > min(now.best.level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    return now.with_points(now.have(suit)) if long and enough <= points < STRONG else None


def _two_suits(now: Decision) -> tuple[Suit, Suit] | None:
    """Return the five-card suits that a bid of the opponents' suit or of 2NT shows over their
    opening of one of a suit: both majors, or the other major and a minor; the two lowest."""
    theirs = now.theirs
    if len(theirs) != 1 or now.last_bid.level != 1 or now.last_bid.strain is Strain.NT:
        return None
    others = [suit for suit in Suit if suit not in theirs]
    long = [suit for suit in others if now.lengths[suit] >= 5]
    if len(long) < 2:
        return None
    pair = (long[0], long[1])
    if now.best == TWO_NOTRUMP:
        return pair if list(pair) == others[1:] else None
    majors = set(MAJORS) - theirs
    shown = majors == set(pair) or (len(majors) == 1 and pair[0] in majors)
    return pair if now.suit in theirs and now.best.level == 2 and shown else None


def _no_overcall(now: Decision) -> Message | None:
    points, last = now.points, now.last_bid
    longest = now.longest(now.theirs)
    if points <= WEAK and longest <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if points <= MOST_TO_PASS and max(now.lengths) <= 4:
        return now.say(
            "You have {points} and no five-card suit: too little to bid over {call}.",
            call=last.symbol,
        )
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    bids = [now.cheapest(suit) for suit in long]
    if points <= MOST_TO_PASS and longest == 5 and len(long) == 1 and bids[0].level >= 2:
        return now.say(
            "You have {points} and {cards}: too little for {call}.",
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    if not now.theirs or longest > 4 or last.level > 2:
        return None
    own_length = [suit for suit in sorted(now.theirs) if now.lengths[suit] >= 4]
    if own_length:
        return Message(
            "Your length is in {suit}, and a double would ask partner to bid: pass.",
            suit=Message(own_length[0].plural),
        )
    if points < OPENING + 3 and any(now.lengths[suit] < SUPPORT for suit in set(Suit) - now.theirs):
        return now.say(
            "You have {points}, but no five-card suit, and a double needs support for the other "
            "suits: pass."
        )
    return None


def _takeout(now: Decision) -> Message | None:
    """Return why a double asks partner to bid: short in their suits, with support for the others;
    or too strong for an overcall."""
    theirs = now.theirs
    enough = ANSWER_AT_TWO if now.is_undisturbed else OPENING
    if now.last_bid == ONE_NOTRUMP and sum(call.is_bid for call in now.calls) == 1:
        strong = now.points >= OPENING + 3
        return now.say("You have {points}: double for penalties.") if strong else None
    if not theirs or now.last_bid.strain is Strain.NT or now.last_bid.level > 2:
        return None
    if now.points < enough:
        return None
    short = all(now.lengths[suit] <= SHORT for suit in theirs)
    if short and all(now.lengths[suit] >= SUPPORT for suit in set(Suit) - theirs):
        return Message(
            "You have {points}, are short in {suits} and have support for the other suits: double.",
            suits=tuple(Message(suit.plural) for suit in sorted(theirs)),
            points=now.own_points,
        )
    if now.points >= STRONG and now.last_bid.level == 1:
        return now.say("You have {points}, too many for an overcall: double first.")
    return None
