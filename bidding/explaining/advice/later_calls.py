"""Reasons for answers to partner, rebids and passes: what the hand has beyond what was told."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    EVEN,
    FIVE,
    FOUR,
    GAME_POINTS,
    MAJORS,
    MINORS,
    NARROW,
    OPENING,
    OWN,
    PARTNER,
    RIGHT,
    SHORT,
    SIX,
    STRONG,
    SUPPORT,
    WEAK,
    Decision,
    promised_suit,
)
from bidding.explaining.meanings.naming import CallMeaning

_TOO_FEW_TO_ANSWER = 5  # points, at most
_REVERSE = 16  # points
_TAKEOUT = ("takeout_double", "reopening_double")
_NOTHING_ADDED = 3  # points above the least promised, at most


def passing(now: Decision) -> Message | None:
    """Return why a player passes after a call of the own side."""
    partner, points, last = now.last_meaning(PARTNER), now.points, now.last_bid
    told = now.last_told(OWN)
    values = {"points": now.own_points, "call": last.symbol}
    if told is not None:
        (low, _), suit = told.promise.hcp, promised_suit(told)
        long = suit is not None and now.lengths[suit] > max(told.promise.lengths[suit][0], FIVE)
        long = long or any(now.lengths[one] >= SUPPORT for one in now.suits_of(PARTNER) - {suit})
        if not now.theirs_is_last or low == 0 or points > low + _NOTHING_ADDED or long:
            return None
        values["call"] = told.call.symbol
        return Message(
            "Your {call} has told your hand, and with {points} you have nothing to add: pass.",
            **values,
        )
    if now.has_acted(OWN) or partner is None:
        return None
    opened = promised_suit(partner)
    if points <= _TOO_FEW_TO_ANSWER and now.theirs_is_last and max(now.lengths) <= FIVE:
        return Message("You have {points}: too few to bid over {call}.", **values)
    if opened is None:
        return None
    if now.is_undisturbed and points <= _TOO_FEW_TO_ANSWER and last.level == 1:
        return Message("You have {points}: too few to answer partner's {call}.", **values)
    if (
        now.opened_by_them
        and points <= WEAK
        and now.lengths[opened] <= SHORT
        and max(now.lengths) <= FIVE
    ):
        return Message(
            "You have {points} and no fit for partner's {suit}: pass.",
            points=now.own_points,
            suit=Message(opened.plural),
        )
    return None


def response(now: Decision) -> Message | None:
    """Return why a player who has not acted yet answers partner so."""
    partner, suit, points = now.last_meaning(PARTNER), now.suit, now.points
    if partner is None:
        return None
    if partner.convention is not None and partner.convention.id in _TAKEOUT:
        return _advance(now)
    if now.best == DOUBLE:
        return _negative_double(now, partner)
    if not now.best.is_bid:
        return None
    if partner.call.strain is Strain.NT:
        return _over_notrump(now, partner)
    opened = promised_suit(partner)
    if opened is None or partner.promise.hcp[0] < ANSWER_AT_TWO:
        return None
    if suit is not None:
        return _new_suit(now, suit)
    if partner.call.level != 1 or not now.is_undisturbed:
        return None
    cheaper = [one for one in Suit if one is not opened and now.cheapest(one).level == 1]
    if now.best.level == 1 and all(now.lengths[one] < FOUR for one in cheaper):
        if opened in MAJORS and now.lengths[opened] >= SUPPORT:
            return None
        what = Message("no suit to bid at the one-level")
        return now.with_points(what) if ANSWER <= points < OPENING else None
    flat = now.balanced and all(now.lengths[suit] < FOUR + (suit in MINORS) for suit in Suit)
    return now.with_points(EVEN) if flat and points >= ANSWER_AT_TWO else None


def _new_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is bid, and no other: it is the longest, or the next in order."""
    length, taken = now.lengths[suit], now.theirs | now.suits_of(PARTNER)
    if suit in taken or length < FOUR or now.best != now.cheapest(suit):
        return None
    if now.calls[RIGHT] == DOUBLE and now.points >= ANSWER_AT_TWO:
        return None
    if any(now.lengths[one] >= FOUR for one in taken - now.theirs if one in MAJORS):
        return None
    at_two = now.system in (System.TWO_OVER_ONE, System.POLISH_CLUB)
    enough = {1: ANSWER, 2: OPENING if at_two else ANSWER_AT_TWO}.get(now.best.level, OPENING)
    if now.points < enough:
        return None
    rivals = [one for one in Suit if one not in taken and one is not suit]
    rivals = [one for one in rivals if now.cheapest(one).level <= now.best.level]
    longer = [one for one in rivals if now.lengths[one] > length]
    equal = [one for one in rivals if now.lengths[one] == length]
    if longer or (length >= FIVE and any(one < suit for one in equal)):
        return None
    if not equal:
        return now.with_points(now.have(suit))
    if length >= FIVE or any(now.cheapest(one) < now.best for one in equal):
        return None
    return Message(
        "You have {one} and {two}: the cheaper suit first, {call}.",
        one=now.have(suit),
        two=now.have(equal[0]),
        call=now.best.symbol,
    )


def _over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why the majors are told or asked for over partner's natural notrump."""
    level, suit = partner.call.level, now.suit
    if partner.convention is not None or not now.is_undisturbed or now.best.level != level + 1:
        return None
    enough = now.points + partner.promise.hcp[0] >= GAME_POINTS - 2
    if suit is Suit.C and enough and any(now.lengths[major] == FOUR for major in MAJORS):
        return Message(
            "You have {points} and a four-card major: ask for partner's with {call}.",
            points=now.own_points,
            call=now.best.symbol,
        )
    if suit not in (Suit.D, Suit.H):
        return None
    target = Suit(suit - 1)
    others = [now.lengths[one] for one in Suit if one is not target]
    if now.lengths[target] < FIVE or now.lengths[target] < max(others):
        return None
    return Message(
        "You have {cards}: transfer with {call}.",
        cards=now.have(target),
        call=now.best.symbol,
    )


def _negative_double(now: Decision, partner: CallMeaning) -> Message | None:
    opened, theirs = promised_suit(partner), now.theirs
    if opened is None or now.is_undisturbed or len(theirs) != 1:
        return None
    majors = [major for major in MAJORS if major not in theirs | {opened}]
    enough = ANSWER + 2 * (now.last_bid.level - 1)
    if not majors or now.points < enough or now.lengths[opened] > SUPPORT:
        return None
    if any(now.lengths[major] != FOUR for major in majors):
        return None
    return Message(
        "You have {points} and {cards}: the double shows them.",
        points=now.own_points,
        cards=tuple(now.have(major) for major in majors),
    )


def _advance(now: Decision) -> Message | None:
    suit, theirs = now.suit, now.theirs
    if suit is None or suit in theirs or now.lengths[suit] < FOUR:
        return None
    longer = [one for one in Suit if one not in theirs and now.lengths[one] > now.lengths[suit]]
    equal = [one for one in Suit if one not in theirs and now.lengths[one] == now.lengths[suit]]
    jump = now.best.level - now.cheapest(suit).level
    if longer or suit is not min(equal) or jump != int(now.points >= ANSWER_AT_TWO):
        return None
    return Message(
        "Partner's double asks for your best suit; you have {cards} and {points}: {call}.",
        cards=now.have(suit),
        points=now.own_points,
        call=now.best.symbol,
    )


def rebid(now: Decision) -> Message | None:
    """Return what a player who has bid has beyond what that told."""
    told, suit = now.last_told(OWN), now.suit
    if told is None:
        return None
    own, partners = promised_suit(told), now.suits_of(PARTNER)
    if suit is None:
        calm = own is not None and partners and own not in partners
        balanced = now.balanced and calm and not now.theirs_is_last and now.best.level == 1
        answers = told.promise.hcp[0] < ANSWER_AT_TWO
        low, high = (15, 17) if now.system is System.ACOL else (12, 14)
        fits = now.points <= ANSWER_AT_TWO if answers else low <= now.points <= high
        return now.with_points(EVEN) if balanced and fits else None
    length, least = now.lengths[suit], told.promise.lengths[suit][0]
    earlier = now.suits_of(OWN) | partners | now.theirs
    others = [now.lengths[one] for one in Suit if one not in earlier | {suit}]
    fits = any(now.lengths[one] >= FOUR for one in partners)
    single = max(others, default=0) < FOUR and not fits and now.best.level < 4
    calm = single and not now.theirs_is_last
    if suit is own and length >= SIX and length > least and calm and _is_minimum(now, told):
        return Message(
            "You have {cards}, more than your {told} promised: {call}.",
            cards=now.have(suit),
            told=told.call.symbol,
            call=now.best.symbol,
        )
    if suit not in earlier:
        strong = told.promise.hcp[0] < ANSWER_AT_TWO  # needed by the player who answered
        if own is None or now.theirs_is_last or fits or len(earlier) > 2 or now.best.level > 3:
            return None
        strong = strong or now.best > now.cheapest(own)  # a reverse
        if (strong and now.points < _REVERSE) or now.points > STRONG:
            return None
        if length < FOUR or length <= max(others, default=0) or now.best != now.cheapest(suit):
            return None
        return Message(
            "You have a second suit, {cards}: {call}.",
            cards=now.have(suit),
            call=now.best.symbol,
        )
    return _preference(now, suit)


def _is_minimum(now: Decision, told: CallMeaning) -> bool:
    """Return True if the cheapest bid is suggested to a hand near the least that was promised."""
    least = told.promise.hcp[0]
    cheapest = now.suit is not None and now.best == now.cheapest(now.suit)
    return cheapest and now.points <= least + NARROW


def _preference(now: Decision, suit: Suit) -> Message | None:
    """Return the choice between two suits of partner's."""
    last = promised_suit(now.last_meaning(PARTNER))
    others = now.suits_of(PARTNER) - {last}
    if last is None or others != {suit} or now.best != now.cheapest(suit):
        return None
    if now.lengths[suit] < now.lengths[last] or now.points > ANSWER_AT_TWO:
        return None
    return Message(
        "Partner has bid {one} and {two}, and you have {cards}: back to the first suit, {call}.",
        one=Message(suit.plural),
        two=Message(last.plural),
        cards=(now.have(suit), now.have(last)),
        call=now.best.symbol,
    )
