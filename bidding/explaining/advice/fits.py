"""Reasons to raise: the fit that partner has shown, and how high it goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.conventions import Forcing
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Suit
from bidding.explaining.advice.conventions import bergen
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    FIT,
    GAME_POINTS,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    NARROW,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    SLAM_POINTS,
    STRONG_TWO,
    SUPPORT,
    THREE_CLUBS,
    THREE_DIAMONDS,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    is_named,
    promised_suit,
)
from bidding.explaining.meanings.call_meaning import CallMeaning

_INVITING = (22, 24)  # points of both hands with partner's least
_JUMPS = (15, 18)  # points of an opener who raises partner's answer by a jump
_OVER_WEAK_TWO = 15  # points, at least, to raise a weak two to game for strength
_JUMP_RAISE = "major_jump_raise"


def raised(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit in partner's suit that is raised, and what settles how high: the points of
    both hands, or the trumps of a weak hand."""
    suit, forced = now.suit, now.is_forced_to_game(partner)
    if suit is None:
        return None
    own = suit in now.suits_of(OWN)
    if suit is not (partner.call.suit if own else promised_suit(partner)):
        return _raised_before(now, suit, partner, forced=forced)
    if own:
        return _own_suit_raised(now, suit, partner) if forced else None
    if forced:
        return _agreed(now, suit, partner)
    (low, most), least = partner.promise.hcp, partner.promise.lengths[suit][0]
    number = now.lengths[suit]
    if number + least < FIT or low == 0 or (most < OPENING and number < SUPPORT):
        return None
    if _blocks(now, suit, partner):
        return now.say(
            "{trumps} trumps together or more, and only {points}: "
            "{call} takes room from the opponents.",
            trumps=number + least,
        )
    fit = now.fit(suit, least)
    if is_game(now.best):
        return _raised_to_game(now, suit, fit)
    flat = suit in MINORS and number == 4 and now.balanced and now.theirs_is_last
    if flat and now.last_bid < ONE_NOTRUMP and all(map(now.is_held, now.shown_by_them)):
        return None
    inverted = now.plays("inverted_minors") == "yes" and suit in MINORS
    if now.answers_opening(partner) and inverted and now.is_undisturbed:
        return _inverted(now, suit)
    if _is_worth_no_more(now, suit, partner):
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} you are worth {call}, not more.",
            **fit,
        )
    cheap = now.best == now.cheapest(suit)
    pushed = now.opener == OWN and now.theirs_is_last and partner.call.level == 1
    if pushed and min(number, least) > SUPPORT and now.best.level == 3 and cheap:
        return now.finds_fit(suit, least) if now.points >= OPENING + 2 else None
    answered = partner.forcing is Forcing.ROUND and now.opener == OWN and least > 4
    minimum = number >= SUPPORT and now.points <= OPENING + 2 and cheap
    if answered and suit in MAJORS and minimum and not now.theirs_is_last:
        return now.finds_fit(suit, least)
    if _invites_by_raise(now, suit, partner):
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} {call} invites to game.",
            **fit,
        )
    return None


def _own_suit_raised(now: Decision, suit: Suit, partner: CallMeaning) -> Message | None:
    """Return game at once as what a minimum bids in opener's suit, raised in a game force."""
    minimum = now.is_alone and now.opener == OWN and now.points <= OPENING + 2
    minimum &= now.is_first_game and now.points + partner.promise.hcp[0] < SLAM_POINTS - SHORT
    if not minimum or partner.convention or now.first_to_bid(suit) != OWN:
        return None
    return now.say(
        "Partner has raised your {suit}: with a minimum, bid game: {call}.",
        suit=Message(suit.plural),
    )


def _blocks(now: Decision, suit: Suit, partner: CallMeaning) -> bool:
    """Return True for a raise on many trumps by a weak hand, or opposite one."""
    number, level = now.lengths[suit], now.best.level
    trumps = number + partner.promise.lengths[suit][0]
    jumps, opened = now.best > now.cheapest(suit), now.answers_opening(partner)
    if partner.promise.hcp[1] < OPENING:
        weak = now.points <= MOST_TO_PASS
    else:
        weak = now.points < ANSWER_AT_TWO and jumps
    over_double = opened and now.calls[0] == DOUBLE
    doubled = over_double and now.points < ANSWER and level == 2
    weak |= doubled and number > SUPPORT
    if opened and now.is_undisturbed and level == 3 and now.plays(_JUMP_RAISE) == "limit":
        return False
    jump = over_double and level == 3 and number > SUPPORT
    return weak and trumps >= (FIT if jump else max(FIT + (not doubled), level + 6))


def _is_worth_no_more(now: Decision, suit: Suit, partner: CallMeaning) -> bool:
    """Return True for a lowest raise by the points of both hands, neither of them strong."""
    (low, _), least = partner.promise.hcp, partner.promise.lengths[suit][0]
    number, level = now.lengths[suit], now.best.level
    competes = now.theirs_is_last and number + least > FIT and level == 3
    over_two = now.opened_by_them and partner.call.level == 2 and now.points > WEAK
    high_enough = level <= 2 or competes or (over_two and level == 3)
    most = OPENING + 3 if low <= WEAK else ANSWER_AT_TWO - (number > SUPPORT)  # partner's, or own
    shapely = now.answers_opening(partner) and number > 4 and min(now.lengths) < SHORT
    limited = ANSWER <= now.points <= most and not shapely
    few = now.best == now.cheapest(suit) and now.points + low < _INVITING[0]
    return few and high_enough and limited


def _invites_by_raise(now: Decision, suit: Suit, partner: CallMeaning) -> bool:
    """Return True for a single jump that invites to game, or responder's second raise of a minor to
    the three-level."""
    (low, most), number = partner.promise.hcp, now.lengths[suit]
    jump, short = now.best.level - now.cheapest(suit).level, min(now.lengths) < SHORT
    if jump == 0:
        second = now.opener == PARTNER and now.has_acted(OWN) and now.is_alone and suit in MINORS
        values = ANSWER_AT_TWO - 1 <= now.points <= OPENING and now.points + most >= GAME_POINTS
        return second and values and now.best.level == 3 and number > SUPPORT
    if jump > 1:
        return False
    if now.answers_opening(partner):
        played = now.is_undisturbed and (suit in MINORS or now.plays(_JUMP_RAISE) != "preemptive")
        enough = ANSWER_AT_TWO - (number > SUPPORT and short) <= now.points <= OPENING
        support = number > SUPPORT or now.plays("bergen") in ("", "none")
        return played and enough and support
    if now.opener == OWN and low < WEAK and partner.call.level == 1:
        return number > SUPPORT and _JUMPS[0] - short <= now.points <= _JUMPS[1]
    return _INVITING[0] - 1 <= now.points + low <= _INVITING[1]


def _raised_before(
    now: Decision, suit: Suit, partner: CallMeaning, *, forced: bool
) -> Message | None:
    """Return the fit in a suit that partner has shown, but not by bidding it just now: in a game
    force, or a major by a bid of notrump."""
    if suit in now.suits_of(OWN):
        return None
    if forced and now.shown_by_partner(suit) >= 5:
        return _agreed(now, suit, partner)
    least = partner.promise.lengths[suit][0]
    shown = partner.call.is_bid and partner.call.suit is None and suit in MAJORS
    if not shown or min(least, now.lengths[suit]) < 4 or now.best != now.cheapest(suit):
        return None
    return now.finds_fit(suit, least)


def _inverted(now: Decision, suit: Suit) -> Message | None:
    """Return the strength of a single raise of partner's minor, where it is the strong one."""
    majors = any(now.lengths[major] >= 4 for major in MAJORS)
    if now.best.level != 2 or majors or now.points < ANSWER_AT_TWO or now.lengths[suit] < 4:
        return None
    return now.say(
        "You have {cards}, no four-card major and {points}: {call}, the strong raise.",
        cards=now.have(suit),
    )


def _agreed(now: Decision, suit: Suit, partner: CallMeaning) -> Message | None:
    """Return the fit that a raise below game agrees, where the side has to reach game."""
    least, number = now.shown_by_partner(suit), now.lengths[suit]
    fits = number >= SUPPORT - (least > 5) and least + number >= FIT
    fit = now.fit(suit, least)
    if fits and suit in MAJORS and now.best == Call.bid(4, suit.strain):
        low, high = now.narrow_points or (OPENING, OPENING + NARROW)
        minimum = 2 * now.points < low + high and not is_game(partner.call)
        text = "Partner has {least} or more {suit}, you have {number}: with a minimum, bid game."
        return now.say(text, **fit) if minimum else None
    if not fits or is_game(now.best) or now.best != now.cheapest(suit) or now.theirs_is_last:
        return None
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: {call} sets the trumps; you are "
        "forced to game.",
        **fit,
    )


def _raised_to_game(now: Decision, suit: Suit, fit: Mapping[str, Any]) -> Message | None:
    """Return the fit and the shape, or the strength, of a raise to game."""
    number, partner = now.lengths[suit], now.last_meaning(PARTNER)
    if suit not in MAJORS or now.best.level != 4 or partner is None:
        return None
    short = [one for one in Suit if now.lengths[one] < SHORT]
    opened = now.opener == PARTNER and not now.has_acted(OWN)
    if opened and partner.call.level == 1 and number > SUPPORT and short:
        if not ANSWER <= now.points <= ANSWER_AT_TWO or now.lengths[suit] + 5 < FIT + 1:
            return None
        return now.say(
            "Partner has {least} or more {suit}, you have {number} and {cards}: "
            "with this shape {points} are enough for {call}.",
            cards=now.have(short[0]),
            **fit,
        )
    weak_two = is_named(partner, "weak_two") and now.points >= _OVER_WEAK_TWO
    answered = now.opener == OWN and partner.call.level == 1 and number > SUPPORT
    shape = bool(short) and number + partner.promise.lengths[suit][0] > FIT
    enough = _JUMPS[1] - 3 * shape
    if (weak_two and number >= SUPPORT - 1) or (answered and now.points >= enough):
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} bid game, {call}.",
            **fit,
        )
    return None


def shown_fit(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit that an artificial call shows: a splinter, also of opener, or, as a first
    call, a good raise by 2NT, by a bid in the opponents' suit or by a passed hand's 2♣ without
    clubs."""
    suit, best, own = promised_suit(partner), now.best, now.suit
    if suit is None or own is suit or not best.is_bid:
        return None
    least, number = partner.promise.lengths[suit][0], now.lengths[suit]
    fit = now.fit(suit, least)
    if number < SUPPORT or least + number < FIT:
        return None
    opened = partner.call.level == 1 and suit in MAJORS and not now.theirs_is_last
    jumps = own is not None and best.level == now.cheapest(own).level + 2 and now.is_undisturbed
    short = own is not None and jumps and now.lengths[own] < SHORT and number > SUPPORT
    if now.has_acted(OWN) and (now.opener != OWN or now.points < _JUMPS[1]):
        short = False
    if opened and own is not None and short:
        return now.say(
            "Partner has {least} or more {suit}, you have {number} and {cards}: "
            "{call} shows the fit and the shortness.",
            cards=now.have(own),
            **fit,
        )
    if now.has_acted(OWN):
        return None
    if opened and number > SUPPORT and best in (THREE_CLUBS, THREE_DIAMONDS):
        return bergen(now, suit)
    named = own in now.theirs or {own} == now.shown_by_them
    cue = own is not None and named and best == now.cheapest(own) and best.level < 4
    drury = best == STRONG_TWO and (
        now.lengths[Suit.C] < 4 or (PASS in now.calls[OWN::4] and now.plays("drury") != "none")
    )
    if now.points < ANSWER_AT_TWO or not (cue or (opened and (drury or best == TWO_NOTRUMP))):
        return None
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: a fit. "
        "With {points} {call} shows a good raise.",
        **fit,
    )
