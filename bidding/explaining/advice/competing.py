"""Reasons for bids in competition, once partner has acted or the own side has opened."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import is_stopped
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    FIT,
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
from bidding.explaining.meanings.naming import TWO_SUITED
from bidding.explaining.wording import NUMBERS

_GAME = OPENING + 1  # points, opposite an opening bid
_FREE_AT_TWO = 9  # points of a free bid of 2NT less one


def free_bid(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why a player bids notrump, or jumps in a new suit, over the opponents' call after
    partner's opening of one of a suit."""
    opened, suit, points = promised_suit(partner), now.suit, now.points
    if opened is None or now.opener != PARTNER or partner.call.level != 1 or now.is_undisturbed:
        return None
    if suit is not None:
        weak = now.plays("jump_in_competition") == "weak" and points <= WEAK + 1
        jumps = now.best.level == now.cheapest(suit).level + 1 and now.lengths[suit] >= 6
        new = suit not in now.shown_by_them | {opened} and now.best.level <= 3
        return now.takes_room(suit) if weak and jumps and new else None
    theirs, over = now.shown_by_them, now.calls[0]
    if not over.is_bid or over.suit is None or theirs != {over.suit} or max(now.lengths) > 5:
        return None
    (their,) = theirs
    long_major = any(now.lengths[major] >= 4 for major in set(MAJORS) - {their, opened})
    fits = opened in MAJORS and now.lengths[opened] >= SUPPORT
    if not is_stopped(now.hand, their) or long_major or fits:
        return None
    if now.best == ONE_NOTRUMP and ANSWER < points <= ANSWER_AT_TWO:
        return now.with_points(stopped(their))
    if now.best.level == 2 and _FREE_AT_TWO < points <= OPENING:
        return now.say("You have {points} and {what}: {call} invites to game.", what=stopped(their))
    if now.best.level == 3 and points >= _GAME:
        return now.say(
            "You have {points} and {what}: enough for game opposite an opening bid.",
            what=stopped(their),
        )
    return None


def advance_overcall(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why a new suit or notrump answers partner's overcall: no fit, and what is there."""
    shown, suit, points = promised_suit(partner), now.suit, now.points
    if shown is None or not now.opened_by_them or partner.call.level > 2 or not now.best.is_bid:
        return None
    if now.lengths[shown] >= SUPPORT or partner.convention is not None:
        return None
    theirs = now.shown_by_them
    if suit is None:
        if len(theirs) != 1 or now.best != ONE_NOTRUMP:
            return None
        (their,) = theirs
        fits = WEAK < points <= OPENING and is_stopped(now.hand, their)
        return now.with_points(stopped(their)) if fits else None
    new = suit not in theirs | {shown} and now.best == now.cheapest(suit) and now.best.level <= 2
    enough = ANSWER_AT_TWO - 2 * (now.lengths[suit] > 5) if now.best.level > 1 else ANSWER
    long = now.lengths[suit] >= 5 and now.longest(theirs | {suit}) < now.lengths[suit]
    return now.with_points(now.have(suit)) if new and long and enough <= points else None


def by_trumps(now: Decision) -> Message | None:
    """Return the number of trumps of both hands that lets a side compete as high as this."""
    suit, best = now.suit, now.best
    if suit is None or not now.theirs_is_last or best != now.cheapest(suit):
        return None
    own, partners = now.lengths[suit], now.shown_by_partner(suit)
    if suit not in now.suits_of(PARTNER, OWN) or suit in now.theirs or partners < SUPPORT:
        return None
    if best.level > 4 or own + partners < max(FIT, best.level + 6) or now.points > OPENING + 3:
        return None
    if not now.has_acted(OWN) and now.points >= ANSWER_AT_TWO:
        return None
    return now.say(
        "You have {cards}, partner {least} or more: with {trumps} trumps compete to {call}.",
        cards=now.have(suit),
        least=NUMBERS[partners],
        trumps=own + partners,
    )


def chosen(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the choice between the suits that partner's two-suited call shows."""
    suit, least = now.suit, partner.promise.lengths
    if not is_named(partner, *TWO_SUITED, "cappelletti", "multi_landy") or suit is None:
        return None
    shown = [one for one in Suit if least[one][0] >= 4]
    if suit not in shown or now.best != now.cheapest(suit) or now.lengths[suit] < SHORT:
        return None
    if len(shown) == 1 and now.lengths[suit] >= SUPPORT:
        return now.say(
            "Partner's {told} shows {suit}, and you have {number}: {call}.",
            told=partner.call.symbol,
            suit=Message(suit.plural),
            number=NUMBERS[now.lengths[suit]],
        )
    others = [one for one in shown if one is not suit]
    if len(others) != 1 or now.lengths[suit] <= now.lengths[others[0]] - (suit < others[0]):
        return None
    one, other = sorted((suit, others[0]))
    return now.say(
        "Partner shows {one} and {two}, and you have {cards}: {call}.",
        one=Message(one.plural),
        two=Message(other.plural),
        cards=(now.have(suit), now.have(others[0])),
    )


def corrects(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the own suit of a player whose partner asks to pass with one suit and to correct to
    another; or that ask, of a player whose partner has one long major."""
    long = max(partner.promise.lengths[major][0] for major in MAJORS) < SUPPORT
    if is_named(partner, "multi_landy") and partner.call == Call.bid(2, Strain.D) and long:
        if now.best != Call.bid(2, Strain.H) or not now.is_undisturbed:
            return None
        return now.say("Partner has one long major: {call}, to be passed or corrected to spades.")
    if not is_named(partner, "pass_or_correct") or partner.call.suit is None:
        return None
    if now.calls[0] not in (PASS, DOUBLE):
        return None
    named = partner.call.suit
    suit = named if now.best == PASS else now.suit
    if suit is None or now.lengths[suit] < 5 or now.lengths[suit] <= now.longest({suit}):
        return None
    words = Message(suit.plural)
    if now.best == PASS:
        return now.say("Your suit is {suit}, which partner has bid: pass.", suit=words)
    if suit is named or now.best != now.cheapest(suit):
        return None
    return now.say("Your suit is {suit}, so correct to {call}.", suit=words)


def over_gambling(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the stoppers of a hand that passes partner's gambling 3NT, or the lack of them in one
    that takes it out to 4♣."""
    if not is_named(partner, "gambling_three_notrump") or not now.is_undisturbed:
        return None
    lacked = {suit for suit in Suit if not is_stopped(now.hand, suit)}
    majors = sorted(lacked & set(MAJORS))
    if now.best == PASS and len(lacked) <= 1 and not majors:
        return Message("Partner has a long minor to run, and you stop the other suits: pass.")
    if now.best != Call.bid(4, Strain.C):
        return None
    if majors:
        return now.say(
            "Partner has a long minor and little else, and you do not stop {suit}: with {call} "
            "you play in the minor.",
            suit=Message(majors[0].plural),
        )
    if lacked < set(MINORS):
        return None
    return now.say(
        "Partner has a long minor and little else, and you do not stop the other: with {call} you "
        "play in partner's."
    )


def reopens(now: Decision) -> Message | None:
    """Return why opener, whose partner has passed an overcall or one that was raised, does not:
    shortness for a double, another suit, or a long one."""
    suit, own = now.suit, promised_suit(now.last_bid_meaning(OWN))
    last, earlier = now.calls[:2], now.calls[OWN + 4 :: 4]
    if own is None or now.opener != OWN or now.has_acted(PARTNER):
        return None
    high = now.last_bid.level > 3 and (now.best != DOUBLE or now.points < STRONG - 1)
    if not now.theirs_is_last or high or set(earlier) - {PASS}:
        return None
    theirs = now.shown_by_them
    if now.best == DOUBLE:
        raised = last[0].suit is not None and last[0].suit in now.suits_of(LEFT)
        enough = now.points > OPENING + 2 * (now.last_bid.level - 2)
        if last[1] != PASS or not (now.is_undisturbed or (raised and enough)):
            return None
        if not now.has_takeout_shape(theirs, own):
            return None
        if raised:
            return now.doubles_for_takeout(theirs)
        return now.say(
            "You are short in {suits} and have support for the other suits: reopen with a double.",
            suits=tuple(Message(one.plural) for one in sorted(theirs)),
        )
    if suit is None or suit in theirs or now.best != now.cheapest(suit):
        return None
    if now.is_last_seat and now.lengths[suit] < 5 and now.has_takeout_shape(theirs, own):
        return None
    new = suit is not own and now.lengths[suit] >= (
        4 if now.best.level <= 2 and now.is_last_seat else 5
    )
    lower = now.best.level == 1 or now.best < now.cheapest(own)
    if new and lower and now.lengths[suit] > now.longest(theirs | {own, suit}):
        return now.second_suit(own, suit)
    return None
