"""Reasons about doubles: the own one, and answers to partner's."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import DOUBLE, PASS
from bidding.domain.cards import is_stopped
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Suit
from bidding.explaining.advice.conventions import lebensohl
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    LEFT,
    MAJORS,
    MINORS,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    STRONG,
    SUPPORT,
    WEAK,
    Decision,
    is_named,
    promised_suit,
    stopped,
)
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import TAKEOUT, TAKEOUTS
from bidding.explaining.wording import NUMBERS

_TRUMP_TRICKS = 5  # cards of the opponents' suit, to leave a double of a low bid in
_TRUMP_POINTS = 3  # in that suit, at least
_AGAINST_GAME = 23  # points of both hands, to double a game
_WEAK_TWO_DOUBLED = "lebensohl_over_weak_two"


def first_double(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what a player's first double shows, after partner has opened or overcalled."""
    if now.opener == PARTNER:
        return _double_of_overcall(now, partner)
    return responsive_double(now)


def _double_of_overcall(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the suits that a negative double shows, or the strength against 1NT."""
    opened, over = promised_suit(partner), now.calls[0]
    polish = is_named(partner, "polish_club")
    if (opened is None and not polish) or partner.call.level != 1 or not over.is_bid:
        return _double_over_notrump(now, partner)
    if over == ONE_NOTRUMP:
        if now.points < ANSWER_AT_TWO - 1:
            return None
        return now.say("You have {points} and partner has opened: double for penalties.")
    if now.shown_by_them != {over.suit}:
        return None
    enough = ANSWER + 2 * (now.last_bid.level - 1)
    fits = opened is not None and now.lengths[opened] > SUPPORT + (opened in MINORS)
    if now.points < enough or fits:
        return None
    taken = (Suit.C if polish else opened, over.suit)
    unbid = [suit for suit in Suit if suit not in taken]
    majors = [suit for suit in unbid if suit in MAJORS]
    if not majors:
        both = all(now.lengths[suit] >= 4 for suit in unbid)
        return now.asks_to_choose(unbid) if both else None
    if (told := _four_each(now, majors)) is not None:
        return told
    (major,) = majors[:1]
    bid = now.cheapest(major)
    if len(majors) > 1 or now.lengths[major] < 5 or bid.level == 1 or now.points >= ANSWER_AT_TWO:
        return None
    return now.say(
        "You have {cards}, but with {points} too little for {bid}: the double shows them.",
        cards=now.have(major),
        bid=bid.symbol,
    )


def _double_over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the majors that a negative double shows over an overcall of partner's 1NT."""
    over, theirs = now.calls[0].suit, now.shown_by_them
    natural = partner.call == ONE_NOTRUMP and partner.convention is None and theirs == {over}
    if not natural or over is None or now.lengths[over] > SHORT or now.points < WEAK:
        return None
    return _four_each(now, [major for major in MAJORS if major is not over])


def _four_each(now: Decision, majors: Sequence[Suit]) -> Message | None:
    """Return the majors that a double shows, if there are four cards of each."""
    if any(now.lengths[major] != 4 for major in majors):
        return None
    return now.say(
        "You have {points} and {cards}: the double shows them.",
        cards=tuple(now.have(major) for major in majors),
    )


def responsive_double(now: Decision) -> Message | None:
    """Return the two suits of a double of a raise, after partner's double or overcall."""
    raised, partner = now.calls[0].suit, now.last_meaning(PARTNER)
    if now.plays("responsive_doubles") != "yes" or partner is None or raised is None:
        return None
    if now.calls[LEFT].suit is not raised or now.last_bid.level > 3 or now.points < ANSWER:
        return None
    doubled = is_named(partner, *TAKEOUT)
    shown = promised_suit(partner)
    if not doubled and (shown is None or now.lengths[shown] >= SUPPORT):
        return None
    unbid = [suit for suit in Suit if suit not in (raised, shown)]
    long = [suit for suit in unbid if now.lengths[suit] >= 4]
    if len(long) != 2 or (doubled and long not in ([*MAJORS], [*MINORS])):
        return None
    return now.asks_to_choose(long)


def advance(now: Decision) -> Message | None:
    """Return the answer to partner's take-out double: the best suit, notrump with a stopper, or
    their suit with strength."""
    suit, theirs, points = now.suit, now.theirs, now.points
    if now.best == DOUBLE:
        return responsive_double(now)
    if now.is_undisturbed and (told := lebensohl(now)) is not None:
        return told
    if suit in theirs and now.best == now.cheapest(suit) and points >= ANSWER_AT_TWO:
        return now.say("You have {points}: {call}, their suit, shows strength.")
    if suit is None:
        return _advance_in_notrump(now)
    if suit in theirs or now.lengths[suit] < 4:
        return None
    longer = [one for one in Suit if one not in theirs and now.lengths[one] > now.lengths[suit]]
    equal = [one for one in Suit if one not in theirs and now.lengths[one] == now.lengths[suit]]
    jump = now.best.level - now.cheapest(suit).level
    if longer or suit is not min(equal):
        return None
    if is_game(now.best) and points >= OPENING - (now.lengths[suit] > 4):
        return now.say(
            "You have {cards} and {points}: enough for game opposite a take-out double.",
            cards=now.have(suit),
        )
    strong = ANSWER_AT_TWO + (now.last_bid.level > 1)
    if jump not in (0, 1) or (points >= strong - jump) is not bool(jump):
        return None
    if now.calls[0].is_bid:  # partner could be left to call again
        enough = points >= ANSWER + 2 * (now.best.level > 2) and now.last_bid.suit is not None
        return now.with_points(now.have(suit)) if enough else None
    return now.say(
        "Partner's double asks for your best suit; you have {cards} and {points}: {call}.",
        cards=now.have(suit),
    )


def _advance_in_notrump(now: Decision) -> Message | None:
    """Return the points and the stopper of an answer in notrump to partner's take-out double."""
    level, points = now.best.level, now.points
    if len(now.theirs) != 1 or not now.last_bid.level <= level <= 3 or not now.best.is_bid:
        return None
    (their,) = now.theirs
    if not is_stopped(now.hand, their) or any(now.lengths[one] > 4 for one in MAJORS):
        return None
    if level == 3:
        return (
            now.say(
                "You have {points} and {what}: enough for game opposite a take-out double.",
                what=stopped(their),
            )
            if points >= OPENING
            else None
        )
    if level == 2 and now.last_bid.level == 2 and now.plays(_WEAK_TWO_DOUBLED) not in ("", "none"):
        return None
    low, high = (ANSWER, ANSWER_AT_TWO) if level == 1 else (ANSWER_AT_TWO, OPENING)
    return now.with_points(stopped(their)) if low <= points <= high else None


def doubles_again(now: Decision) -> Message | None:
    """Return the extra strength and the shortness of a second take-out double."""
    doubled = is_named(now.last_meaning(OWN), *TAKEOUT)
    if not doubled or now.has_bid(OWN) or now.calls[PARTNER] != PASS or now.last_bid.level > 3:
        return None
    shape = now.has_takeout_shape(now.theirs)
    if not (shape and now.theirs_is_last) or now.points < OPENING + 3:
        return None
    return now.say("You have {points}, more than your double has shown: double again.")


def escape(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the long suit, or that there is none, of a weak hand after a double of 1NT."""
    suit, ours = now.suit, partner.call == ONE_NOTRUMP and now.calls[0] == DOUBLE
    theirs = partner.call == DOUBLE and now.last_bid == ONE_NOTRUMP and now.is_undisturbed
    if not (ours or theirs) or now.has_acted(OWN) or now.points > WEAK:
        return None
    if now.best == PASS and ours and max(now.lengths) == 4:
        return Message("You have no five-card suit to escape to: pass.")
    if suit is None or now.best.level != 2 or now.best != now.cheapest(suit):
        return None
    if now.lengths[suit] < 5 or now.lengths[suit] <= now.longest({suit}):
        return None
    return now.plays_in(suit)


def penalty_double(now: Decision) -> Message | None:
    """Return the trumps or the strength that a double of a suit or a game is for."""
    partner, bid, suit = now.last_bid_meaning(PARTNER), now.last_bid, now.last_bid.suit
    if now.best != DOUBLE or partner is None or not now.theirs_is_last:
        return None
    low = partner.promise.hcp[0]
    if bid.level >= 4 and now.points + low >= _AGAINST_GAME and is_game(bid):
        return now.say(
            "You have {points}, partner at least {low}: together too much for {bid}. Double.",
            low=low,
            bid=bid.symbol,
        )
    first = not now.has_acted(OWN) and partner.call.suit is not None
    if suit is None or bid.level < 2 or (first and now.opener == PARTNER and bid.level < 4):
        return None
    if suit in now.suits_of(OWN, PARTNER):
        return None
    if not _holds(now, suit, 4) or now.points + low < 2 * ANSWER_AT_TWO:
        return None
    return now.say(
        "You have {cards}, their suit, and {points}: double for penalties.", cards=now.have(suit)
    )


def _holds(now: Decision, suit: Suit, least: int) -> bool:
    """Return True with so many cards of a suit of the opponents, and honours there."""
    return now.lengths[suit] >= least and now.points_in(suit) >= _TRUMP_POINTS


def left_in(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why partner's double is passed: it is for penalties, or the trumps are long."""
    if partner.call != DOUBLE or not now.is_undisturbed or now.best != PASS:
        return None
    suit = now.last_bid.suit
    if is_named(partner, "penalty_double") and max(now.lengths) <= 6:
        return Message("Partner's double is for penalties: pass.")
    if not is_named(partner, *TAKEOUTS) or suit is None:
        return None
    enough = _TRUMP_TRICKS - (now.last_bid.level > 1)
    if not _holds(now, suit, enough) or (now.last_bid.level > 1 and now.points < ANSWER):
        return None
    return Message("You have {cards}, their suit: pass for penalties.", cards=now.have(suit))


def after_negative_double(now: Decision, partner: CallMeaning) -> Message | None:
    """Return opener's call after partner's negative double: the major that it shows, notrump with
    their suit stopped, or an own suit."""
    suit, points = now.suit, now.points
    if not is_named(partner, "negative_double") or now.calls[0] == DOUBLE:
        return None
    if now.opener != OWN or len(now.theirs) != 1 or not now.best.is_bid:
        return None
    (their,) = now.theirs
    if suit is None:
        fits = now.balanced and is_stopped(now.hand, their) and points < OPENING + 3
        cheap = now.best.level == now.last_bid.level and not any(
            now.lengths[major] >= 4 and partner.promise.lengths[major][0] >= 4 for major in MAJORS
        )
        return now.with_points(stopped(their)) if fits and cheap else None
    jump, own = now.best.level - now.cheapest(suit).level, promised_suit(now.last_meaning(OWN))
    least = partner.promise.lengths[suit][0]
    if suit in MAJORS and least >= 4 and now.lengths[suit] >= 4:
        shown = {"least": NUMBERS[least], "suit": Message(suit.plural)}
        number = NUMBERS[now.lengths[suit]]
        if jump == 0 and points < OPENING + 4:
            return now.say(
                "Partner's double shows {least} {suit}, and you have {number}: {call}.",
                number=number,
                **shown,
            )
        over = now.calls[LEFT].level  # of the overcall
        if is_game(now.best) and points >= STRONG - 3 * (over - 1):
            return now.say(
                "Partner's double shows {least} {suit}; you have {number} and {points}: "
                "bid game, {call}.",
                number=number,
                **shown,
            )
        if jump == 1 and not is_game(now.best) and OPENING + 2 <= points <= OPENING + 6:
            return now.say(
                "Partner's double shows {least} {suit}; you have {number} and {points}: "
                "{call} invites to game.",
                number=number,
                **shown,
            )
        return None
    if jump or points > OPENING + 3 or own is None:
        return None
    if suit in MAJORS and suit not in now.theirs | {own} and now.lengths[suit] == 4:
        return now.shows(suit)
    if suit is own and now.lengths[suit] >= 6:
        return now.say("You have {cards}: rebid them, {call}.", cards=now.have(suit))
    second = suit not in now.theirs | {own} and now.lengths[suit] >= 4
    lower = now.best < now.cheapest(own)
    if second and lower and now.lengths[suit] > now.longest({own, suit} | now.theirs):
        return now.second_suit(own, suit)
    return now.shows(suit) if second and least >= SUPPORT else None
