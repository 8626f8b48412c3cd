"""Reasons of a player who has bid before."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE
from bidding.domain.messages import Message
from bidding.domain.table import Suit
from bidding.explaining.advice.conventions import checkback
from bidding.explaining.advice.decision import (
    ANSWER_AT_TWO,
    EVEN,
    MAJORS,
    MOST_TO_PASS,
    NARROW,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    STRONG,
    SUPPORT,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    promised_suit,
)
from bidding.explaining.meanings.call_meaning import CallMeaning

_TOO_FEW_TO_ANSWER = 5  # points, at most
_REVERSE = 16  # points
_NOTHING_ADDED = 3  # points above the least promised, at most


def passing(now: Decision) -> Message | None:
    """Return why a player passes after a call of the own side."""
    partner, points, last = now.last_meaning(PARTNER), now.points, now.last_bid
    told = now.last_bid_meaning(OWN)
    if told is not None:
        (low, _), suit = told.promise.hcp, promised_suit(told)
        long = suit is not None and now.lengths[suit] > max(told.promise.lengths[suit][0], 5)
        long = long or any(now.lengths[one] >= SUPPORT for one in now.suits_of(PARTNER) - {suit})
        if not now.theirs_is_last or low == 0 or points > low + _NOTHING_ADDED or long:
            return None
        return Message(
            "Your {call} has told your hand, and with {points} you have nothing to add: pass.",
            points=now.own_points,
            call=told.call.symbol,
        )
    if now.has_acted(OWN) or partner is None:
        return None
    opened = promised_suit(partner)
    if points <= _TOO_FEW_TO_ANSWER and now.theirs_is_last and max(now.lengths) <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if opened is None:
        return None
    if now.is_undisturbed and points <= _TOO_FEW_TO_ANSWER and last.level == 1:
        return now.say("You have {points}: too few to answer partner's {call}.", call=last.symbol)
    if (
        now.opened_by_them
        and points <= WEAK
        and now.lengths[opened] <= SHORT
        and max(now.lengths) <= 5
    ):
        return now.say(
            "You have {points} and no fit for partner's {suit}: pass.", suit=Message(opened.plural)
        )
    return None


def rebid(now: Decision) -> Message | None:
    """Return what a player who has bid has beyond what that told."""
    told, suit = now.last_bid_meaning(OWN), now.suit
    if told is None:
        return None
    own, partners = promised_suit(told), now.suits_of(PARTNER)
    if now.best in (DOUBLE, REDOUBLE):
        return _support_double(now)
    if (asks := checkback(now)) is not None:
        return asks
    if suit is None:
        calm = own is not None and partners and own not in partners
        balanced = now.balanced and calm and not now.theirs_is_last and now.best.level == 1
        answers = told.promise.hcp[0] < ANSWER_AT_TWO
        low, high = now.notrump_range
        low, high = (high + 1, high + 3) if low <= OPENING else (min(OPENING, low - 2), low - 1)
        fits = now.points <= ANSWER_AT_TWO if answers else low <= now.points <= high
        if now.best == TWO_NOTRUMP and now.balanced and calm and _is_first_answered(now):
            least = 17 if low > OPENING else 18
            return now.with_points(EVEN) if least <= now.points <= least + 1 else None
        return now.with_points(EVEN) if balanced and fits else None
    length, least = now.lengths[suit], told.promise.lengths[suit][0]
    earlier = now.suits_of(OWN) | partners | now.theirs
    others = now.longest(earlier | {suit})
    fits = any(now.lengths[one] >= 4 for one in partners)
    single = others < 4 and not fits and now.best.level < 4
    calm = single and not now.theirs_is_last
    if suit is own and length >= 6 and length > least and calm and _is_minimum(now, told):
        return now.say(
            "You have {cards}, more than your {told} promised: {call}.",
            cards=now.have(suit),
            told=told.call.symbol,
        )
    if suit not in earlier and len(earlier) == len(Suit) - 1 and not now.theirs:
        enough = now.points >= MOST_TO_PASS and now.best == now.cheapest(suit)
        fourth = now.say("You have {points}: the fourth suit, {call}, asks for more.")
        return fourth if enough and now.is_undisturbed and len(partners) == 2 else None
    if suit not in earlier:
        strong = told.promise.hcp[0] < ANSWER_AT_TWO  # needed by the player who answered
        if own is None or now.theirs_is_last or fits or len(earlier) > 2 or now.best.level > 3:
            return None
        strong = strong or now.best > now.cheapest(own)  # a reverse
        if (strong and now.points < _REVERSE) or now.points > STRONG:
            return None
        if length < 4 or length <= others or now.best != now.cheapest(suit):
            return None
        return now.say("You have a second suit, {cards}: {call}.", cards=now.have(suit))
    return _preference(now, suit)


def _support_double(now: Decision) -> Message | None:
    """Return the three cards that opener's double of an overcall shows in the major of partner's
    answer, or the redouble of a double."""
    suit = promised_suit(now.last_meaning(PARTNER))
    opened = now.opener == OWN
    earlier = (*now.calls[PARTNER + 4 :: 4], *now.calls[OWN + 4 :: 4])
    if suit not in MAJORS or not opened or now.is_undisturbed or {*earlier} - {PASS}:
        return None
    if now.calls[PARTNER].level != 1 or now.plays("support_doubles") != "yes":
        return None
    if now.lengths[suit] != SUPPORT or now.cheapest(suit).level > 2 or now.last_bid.suit is None:
        return None
    if now.best == REDOUBLE:
        text = "You have just three cards in partner's {suit}: the redouble shows them."
    else:
        text = "You have just three cards in partner's {suit}: the double shows them."
    return Message(text, suit=Message(suit.plural))


def _is_first_answered(now: Decision) -> bool:
    """Return True for an opener's first rebid after an answer in a suit at the one-level."""
    last = now.last_bid
    return last.level == 1 and last.suit is not None and not now.theirs_is_last


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
    return now.say(
        "Partner has bid {one} and {two}, and you have {cards}: back to the first suit, {call}.",
        one=Message(suit.plural),
        two=Message(last.plural),
        cards=(now.have(suit), now.have(last)),
    )
