"""Slam tries: control bids, splinters and asks for aces once a major is agreed."""

from __future__ import annotations

from bidding.domain.calls import Call
from bidding.domain.cards import WORK_POINTS
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Suit
from bidding.explaining.advice.decision import (
    FOUR_NOTRUMP,
    GAME_POINTS,
    MAJORS,
    OWN,
    PARTNER,
    SHORT,
    SLAM,
    SLAM_POINTS,
    STRONG,
    SUPPORT,
    THREE_NOTRUMP,
    Decision,
    is_named,
)
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import CONTROL_BID


def splintered(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the major for which partner's splinter, or answer to a strong raise, shows a short
    suit."""
    short = partner.call.suit
    if short is None or partner.promise.lengths[short][1] > SUPPORT:
        return None
    bid = now.suits_of(OWN, PARTNER) - {short}
    fits = [one for one in MAJORS if one in bid and now.fits(partner, one)]
    named = is_named(partner, "splinter", "shows_shortness")
    return fits[0] if named and len(fits) == 1 else None


def is_wasted(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a hand that has no slam without its honours below the ace in the suit in
    which partner is short, if these are two or more."""
    short = partner.call.suit
    if short is None:
        return False
    worth = [WORK_POINTS[card.rank] for card in now.hand.suit(short) if card.rank in "KQJ"]
    wasted = sum(worth)
    return len(worth) > 1 and now.points - wasted + partner.promise.hcp[0] < GAME_POINTS


def over_splinter(now: Decision, partner: CallMeaning) -> Message | None:
    """Return whether honours are wasted in the suit in which partner is short, of a sign-off in the
    agreed major and of a try for slam; a minimum signs off, too."""
    trump, short = splintered(now, partner), partner.call.suit
    if trump is None or short is None or not now.best.is_bid or now.best.level >= SLAM:
        return None
    suit, wasted = Message(short.plural), is_wasted(now, partner)
    if now.best == Call.bid(4, trump.strain):
        if wasted:
            return now.say(
                "Partner is short in {suit}, where your honours are wasted: sign off in {call}.",
                suit=suit,
            )
        if now.points + partner.promise.hcp[0] <= GAME_POINTS:
            return now.say("With {points} you have nothing to spare for slam: {call}.")
        return None
    enough = now.points + partner.promise.hcp[0] > GAME_POINTS
    if not enough or now.suit is trump or now.best == THREE_NOTRUMP:
        return None
    if {card.rank for card in now.hand.suit(short)} & set("KQ"):
        return None
    return now.say(
        "Partner is short in {suit}, where you have no honours wasted: {call} tries for slam.",
        suit=suit,
    )


def is_near_slam(now: Decision, partner: CallMeaning) -> bool:
    """Return True if a hand whose five-card major partner has raised by a limited jump may have a
    slam."""
    suit, most = partner.call.suit, now.points + now.shape_points + partner.promise.hcp[1]
    longer = 0 if suit is None else now.lengths[suit] - 5
    return most + longer >= SLAM_POINTS - SHORT


def asks_for_aces(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the controls of a hand that asks for aces at once over a limit raise."""
    suit = partner.call.suit
    raised = suit in MAJORS and partner.call.level == 3 and now.is_raised(partner)
    if now.best != FOUR_NOTRUMP or not (raised and now.is_alone and is_near_slam(now, partner)):
        return None
    if not _has_all_controls(now, suit):
        return None
    return now.say("You have {points} and a control in every suit: {call} asks for aces.")


def _has_all_controls(now: Decision, trump: Suit | None) -> bool:
    """Return True for an ace, a king or at most one card of each suit but trumps."""
    return all(
        suit is trump
        or now.lengths[suit] < SHORT
        or {card.rank for card in now.hand.suit(suit)} & {"A", "K"}
        for suit in Suit
    )


def agreed_major(now: Decision, partner: CallMeaning) -> Suit | None:
    """Return the own major that partner has raised below game in a game force."""
    trump = partner.call.suit
    if trump not in MAJORS or trump not in now.suits_of(OWN):
        return None
    forced = now.is_forced_to_game(partner) and partner.convention is None
    return trump if forced and now.is_alone and partner.call.level <= 3 else None


def control(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the ace that a bid below game shows over partner's raise."""
    trump, suit = agreed_major(now, partner), now.suit
    if is_named(partner, CONTROL_BID):
        return _control_in_turn(now)
    if trump is None or suit in (None, trump) or not now.has_ace(suit):
        return None
    if now.best != now.cheapest(suit) or is_game(now.best):
        return None
    if partner.call.level < 3 and now.points < STRONG:  # it may be a suit
        return None
    return now.say(
        "With {trump} agreed {call} shows the ace of {suit} and tries for slam.",
        trump=Message(trump.plural),
        suit=Message(suit.plural),
    )


def _control_in_turn(now: Decision) -> Message | None:
    """Return the ace that a bid below game shows over partner's control bid."""
    suit, bid = now.suit, now.agreed_majors
    if suit is None or len(bid) != 1 or suit in bid or not now.has_ace(suit):
        return None
    if now.best != now.cheapest(suit) or now.best > Call.bid(4, bid.pop().strain):
        return None
    text = "Show a control in turn, the ace of {suit}: {call}."
    return now.say(text, suit=Message(suit.plural))
