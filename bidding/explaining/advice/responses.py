"""Reasons of a player who has not acted and answers partner."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.competing import advance_overcall, by_trumps, free_bid
from bidding.explaining.advice.conventions import overcalled_notrump
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    EVEN,
    GAME_POINTS,
    MAJORS,
    MINORS,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    RIGHT,
    SHORT,
    STRONG_TWO,
    SUPPORT,
    TWO_NOTRUMP,
    Decision,
    is_named,
    promised_suit,
)
from bidding.explaining.advice.doubles import advance, first_double, penalty_double
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import STRONG_CLUBS, TAKEOUT

_NEGATIVE = {"polish_club": 6, "precision_club": 7}  # points of the negative answer, at most
_STRONGEST_WEAK = 13  # points, at most, that do not ask a weak two


def response(now: Decision) -> Message | None:
    """Return why a player who has not acted yet answers partner so."""
    partner, suit, points = now.last_meaning(PARTNER), now.suit, now.points
    if partner is None:
        return None
    if is_named(partner, *TAKEOUT):
        return advance(now)
    if now.best == DOUBLE:
        return first_double(now, partner) or penalty_double(now)
    if now.best == REDOUBLE and points >= ANSWER_AT_TWO and partner.call.level == 1:
        opened = promised_suit(partner)
        fits = opened is not None and now.lengths[opened] > SUPPORT
        return None if fits else now.say("You have {points}: the redouble shows strength.")
    if not now.best.is_bid:
        return None
    if partner.convention is not None and partner.convention.id in STRONG_CLUBS:
        return _to_strong_club(now, partner.convention.id)
    weak_two = is_named(partner, "weak_two")
    fits = now.last_bid.suit is not None and now.lengths[now.last_bid.suit] >= SHORT
    enough = points > _STRONGEST_WEAK + (0 if fits else 3)  # without two trumps a king more
    if weak_two and now.best == TWO_NOTRUMP and enough and now.is_undisturbed:
        return now.say("You have {points}: {call} asks partner to describe the weak two.")
    if partner.call.strain is Strain.NT:
        return over_notrump(now, partner)
    if (told := by_trumps(now) or free_bid(now, partner)) is not None:
        return told
    if now.opened_by_them:
        return advance_overcall(now, partner)
    opened = promised_suit(partner)
    if opened is None or partner.promise.hcp[0] < ANSWER_AT_TWO:
        return None
    if suit is not None:
        return _new_suit(now, suit)
    if partner.call.level != 1 or not now.is_undisturbed:
        return None
    cheaper = [one for one in Suit if one is not opened and now.cheapest(one).level == 1]
    if now.best.level == 1 and all(now.lengths[one] < 4 for one in cheaper):
        if opened in MAJORS and now.lengths[opened] >= SUPPORT:
            return _limit_raise_by_notrump(now, opened)
        what = Message("no suit to bid at the one-level")
        return now.with_points(what) if ANSWER <= points < OPENING else None
    flat = now.balanced and all(now.lengths[suit] < 4 + (suit in MINORS) for suit in Suit)
    return now.with_points(EVEN) if flat and points >= ANSWER_AT_TWO else None


def _limit_raise_by_notrump(now: Decision, opened: Suit) -> Message | None:
    """Return the three cards and the points of an invitation that begins with 1NT, forcing;
    it is not that of a passed hand."""
    invites = now.lengths[opened] == SUPPORT and ANSWER_AT_TWO <= now.points <= OPENING
    if now.system is not System.TWO_OVER_ONE or not invites or PASS in now.calls[OWN::4]:
        return None
    return now.say(
        "You have {cards} and {points}: {call}, forcing, and {raised} next invite to game.",
        cards=now.have(opened),
        raised=Call.bid(3, opened.strain).symbol,
    )


def _to_strong_club(now: Decision, opened: str) -> Message | None:
    """Return the answer to an artificial 1♣: negative, a suit of its own, or a balanced hand."""
    suit, points, most = now.suit, now.points, _NEGATIVE[opened]
    if not now.is_undisturbed:
        return None
    if now.best == Call.bid(1, Strain.D) and points <= most:
        return now.say("You have {points}: {call}, the negative answer.")
    if suit in MAJORS and now.best.level == 1 and points > most:
        other = now.lengths[1 - suit]
        length = now.lengths[suit]
        longest = length > other or (length == other and (suit is Suit.S) is (length > 4))
        enough = 4 if opened == "polish_club" else 5
        return now.with_points(now.have(suit)) if longest and length >= enough else None
    flat = now.best == ONE_NOTRUMP and now.balanced and points > most
    four = any(now.lengths[major] >= 4 for major in MAJORS)
    return now.with_points(EVEN) if flat and not four else None


def _new_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is bid, and no other: it is the longest, or the next in order."""
    length, taken = now.lengths[suit], now.theirs | now.suits_of(PARTNER)
    if suit in taken or length < 4 or now.best != now.cheapest(suit):
        return None
    if now.last_bid == STRONG_TWO and suit is Suit.D:  # it asks a natural 2♣
        return None
    if now.calls[RIGHT] == DOUBLE and now.points >= ANSWER_AT_TWO:
        return None
    if any(now.lengths[one] >= 4 for one in taken - now.theirs if one in MAJORS):
        return None
    at_two = now.system in (System.TWO_OVER_ONE, System.POLISH_CLUB)
    enough = {1: ANSWER, 2: OPENING if at_two else ANSWER_AT_TWO}.get(now.best.level, OPENING)
    if now.points < enough:
        return None
    rivals = [one for one in Suit if one not in taken and one is not suit]
    rivals = [one for one in rivals if now.cheapest(one).level <= now.best.level]
    longer = [one for one in rivals if now.lengths[one] > length]
    equal = [one for one in rivals if now.lengths[one] == length]
    if longer or (length >= 5 and any(one < suit for one in equal)):
        return None
    if not equal:
        return now.with_points(now.have(suit))
    if length >= 5 or any(now.cheapest(one) < now.best for one in equal):
        return None
    return now.say(
        "You have {one} and {two}: the cheaper suit first, {call}.",
        one=now.have(suit),
        two=now.have(equal[0]),
    )


def over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why the majors are told or asked for over partner's natural notrump."""
    level, suit = partner.call.level, now.suit
    if now.calls[RIGHT] == now.last_bid and now.opener == PARTNER:
        return overcalled_notrump(now, partner)
    if partner.convention is not None or not now.is_undisturbed:
        return None
    if partner.call == ONE_NOTRUMP and not now.has_acted(OWN):
        minor = _minor_over_notrump(now, partner)
        if minor is not None:
            return minor
    if now.best.level == 4 and suit in (Suit.D, Suit.H) and level < 3:
        return _texas(now, Suit(suit - 1))
    if now.best.level != level + 1:
        return None
    enough = now.points + partner.promise.hcp[0] >= GAME_POINTS - 2
    low, high = partner.promise.hcp
    if now.best == TWO_NOTRUMP and now.points + low < GAME_POINTS <= now.points + high:
        return now.invites_over(partner)
    if suit is Suit.C and enough and any(now.lengths[major] == 4 for major in MAJORS):
        return now.say("You have {points} and a four-card major: ask for partner's with {call}.")
    if suit not in (Suit.D, Suit.H) or (level == 1 and now.system is System.ACOL):
        return None
    target = Suit(suit - 1)
    others = [now.lengths[one] for one in Suit if one is not target]
    if now.lengths[target] < 5 or now.lengths[target] < max(others):
        return None
    return now.say("You have {cards}: transfer with {call}.", cards=now.have(target))


def _texas(now: Decision, target: Suit) -> Message | None:
    """Return the long major of a transfer to game."""
    if now.plays("texas") != "yes" or now.lengths[target] < 6 or now.points >= OPENING + 3:
        return None
    return now.say(
        "You have {cards} and {points}: {call} is a transfer to game.", cards=now.have(target)
    )


def _minor_over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the long suit of a bid that is a transfer to it, to play or an invitation by the
    card."""
    suit, level, (low, high) = now.suit, now.best.level, partner.promise.hcp
    transfers = {
        "2♠": (now.plays("nt_2s") == "clubs" and now.opener == PARTNER, Suit.C),
        "3♣": (now.plays("nt_3c") == "diamonds" and now.opener == PARTNER, Suit.D),
    }
    if suit is None:
        return None
    acol = now.system is System.ACOL and now.opener == PARTNER
    played, target = transfers.get(now.best.symbol, (False, suit))
    if played and not acol and now.lengths[target] >= 6 and now.longest({target}) < 5:
        return now.say("You have {cards}: transfer with {call}.", cards=now.have(target))
    long = now.lengths[suit] >= 5 and now.longest({suit}) < now.lengths[suit]
    if acol and level == 2 and suit is not Suit.C and long and now.points + high < GAME_POINTS:
        return now.plays_in(suit)
    natural = {Suit.C: "nt_3c", Suit.D: "nt_3d"}
    invites = suit in natural and level == 3 and now.lengths[suit] >= 6 and long
    invites = invites and now.plays(natural[suit]) == "natural" and now.opener == PARTNER
    if invites and now.points + low < GAME_POINTS <= now.points + high + 1:
        return now.invites_with(suit)
    return None
