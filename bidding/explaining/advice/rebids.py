"""Reasons of a player who has bid before."""

from __future__ import annotations

from typing import Any

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import is_stopped
from bidding.domain.conventions import Forcing
from bidding.domain.messages import Message
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.competing import by_trumps, reopens
from bidding.explaining.advice.conventions import checkback
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    EVEN,
    FIT,
    FORCING,
    MAJORS,
    MOST_TO_PASS,
    NARROW,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    RIGHT,
    SHORT,
    STRONG,
    STRONG_TWO,
    SUPPORT,
    THREE_NOTRUMP,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    is_named,
    promised_suit,
    stopped,
)
from bidding.explaining.advice.doubles import penalty_double
from bidding.explaining.advice.overcalls import over_game
from bidding.explaining.advice.responses import over_notrump
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import STRONG_CLUBS, TAKEOUT

_TOO_FEW_TO_ANSWER = 5  # points, at most
_ARTIFICIAL_OPENINGS = ("strong_two_clubs", *STRONG_CLUBS)
_COMPLETED = ("transfer_completed", "relay")  # tell nothing of the hand
_WAITED = ("waiting_two_diamonds", "polish_one_diamond", "negative_response")
_PREEMPTS = ("weak_two", "preempt", "weak_jump_overcall")
_REVERSE = 16  # points
_FOURTH_STOPPED = {ONE_NOTRUMP: (6, 10), TWO_NOTRUMP: (11, 12), THREE_NOTRUMP: (13, 16)}
"""The points of responder's notrump over two suits of opener's."""
_NOTHING_ADDED = 3  # points above the least promised, at most


def passing(now: Decision) -> Message | None:
    """Return why a player passes after a call of the own side."""
    partner, told = now.last_meaning(PARTNER), now.last_bid_meaning(OWN)
    if (doubled := _doubled_for_penalties(now)) is not None:
        return doubled
    if partner is not None and partner.call == REDOUBLE and now.is_undisturbed:
        return Message(
            "Partner's redouble shows strength: pass, and leave the next move to partner."
        )
    if told is not None:
        return _prefers_last(now) or _rebid_only(now) or _nothing_to_add(now, told)
    if now.has_acted(OWN):
        return _doubled_before(now)
    if partner is None:
        return None
    if now.theirs_is_last:
        return _too_little(now, partner)
    opened = promised_suit(partner)
    low, high = now.points <= _TOO_FEW_TO_ANSWER, now.last_bid.level > 1
    if opened is not None and now.is_undisturbed and low and not high:
        return now.say(
            "You have {points}: too few to answer partner's {call}.", call=now.last_bid.symbol
        )
    if opened is not None and now.calls[0] == DOUBLE and low and now.lengths[opened] <= SUPPORT:
        return now.say("You have {points}: too few to bid over the double.")
    return _no_fit(now, partner)


def _doubled_for_penalties(now: Decision) -> Message | None:
    """Return that there is no better contract than the side's own that is doubled: its trumps are
    eight or more."""
    suit, double = now.last_bid.suit, now.last_meaning(RIGHT)
    if now.theirs_is_last or now.calls[0] != DOUBLE or suit is None:
        return None
    fits = now.lengths[suit] + now.shown_by_partner(suit) >= FIT
    if not fits or not is_named(double, "penalty_double"):
        return None
    return Message("Their double is for penalties, but you know no better contract: pass.")


def _prefers_last(now: Decision) -> Message | None:
    """Return that of partner's two suits the last is the better fit for a weak hand."""
    told, suits = now.last_meaning(PARTNER), _partners_two_suits(now)
    if told is None or suits is None or not (now.is_alone and _is_weak(now)):
        return None
    first, last = suits
    if told.forcing in FORCING or now.lengths[last] < max(SUPPORT, now.lengths[first] + 2):
        return None
    return now.say(
        "Partner has bid {one} and {two}, and you have {cards}: pass.", **_of_two_suits(now, suits)
    )


def _partners_two_suits(now: Decision) -> tuple[Suit, Suit] | None:
    """Return the first and the last of just two suits that partner has bid, the last just now."""
    last = promised_suit(now.last_meaning(PARTNER))
    others = now.suits_of(PARTNER) - {last}
    return None if last is None or len(others) != 1 else (others.pop(), last)


def _of_two_suits(now: Decision, suits: tuple[Suit, Suit]) -> dict[str, Any]:
    """Return the words for two suits, and for the own cards of them."""
    one, two = (Message(suit.plural) for suit in suits)
    return {"one": one, "two": two, "cards": tuple(map(now.have, suits))}


def _rebid_only(now: Decision) -> Message | None:
    """Return that partner has only bid the first suit again, at its lowest, over a weak answer."""
    told, answer, before = now.last_meaning(PARTNER), now.calls[OWN], now.calls[PARTNER + 4 :][:1]
    if told is None or told.convention is not None or told.forcing in FORCING or not answer.is_bid:
        return None
    suit, level = told.call.suit, told.call.level
    again = suit is not None and [suit] == [one.suit for one in before]
    lowest = level == 2 and told.call.index - answer.index <= len(Strain)
    if suit is None or not (again and lowest and now.is_alone and _is_weak(now)):
        return None
    if now.lengths[suit] == 0 or max(now.lengths) > 5:
        return None
    return now.say(
        "Partner has only bid {suit} again; with {points} you have nothing to add: pass.",
        suit=Message(suit.plural),
    )


def _is_weak(now: Decision) -> bool:
    """Return True for too few points to go on opposite a minimum."""
    return now.points < ANSWER_AT_TWO - 1


def _nothing_to_add(now: Decision, told: CallMeaning) -> Message | None:
    """Return that the own bid has told the hand."""
    (low, _), suit, points = told.promise.hcp, promised_suit(told), now.points
    if not now.theirs_is_last and (now.calls[0] != DOUBLE or now.calls[PARTNER] != PASS):
        return None
    length, least = (0, 0) if suit is None else (now.lengths[suit], told.promise.lengths[suit][0])
    if suit is not None and is_named(told, *_PREEMPTS) and length <= least + 1:
        return Message(
            "Your {call} has told your hand; after a pre-empt you leave the rest to partner: pass.",
            call=told.call.symbol,
        )
    if is_named(told, *_COMPLETED):
        return None
    long = length > max(least, 5)
    fits = any(
        now.lengths[one] >= (SUPPORT if one in now.suits_of(PARTNER) else 4)
        for one in Suit
        if one is not suit and now.shown_by_partner(one) >= SUPPORT
    )
    if low == 0 or points > low + _NOTHING_ADDED or long or fits:
        return None
    return Message(
        "Your {call} has told your hand, and with {points} you have nothing to add: pass.",
        points=now.own_points,
        call=told.call.symbol,
    )


def _doubled_before(now: Decision) -> Message | None:
    """Return that the own take-out double has told the hand."""
    if not is_named(now.last_meaning(OWN), *TAKEOUT):
        return None
    more = now.points > OPENING + 3 or max(now.lengths) > 5
    partner = now.last_meaning(PARTNER)
    answered = now.is_undisturbed and partner is not None and partner.call.is_bid
    answered &= partner is not None and partner.forcing not in FORCING and not partner.invites
    if more or not (answered or (now.theirs_is_last and now.calls[PARTNER] == PASS)):
        return None
    return now.say(
        "Your double has told your hand, and with {points} you have nothing to add: pass."
    )


def _too_little(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what a player lacks who passes the opponents' bid after partner's call: nothing where
    partner's double asks for a bid, and where it is redoubled, and a weak hand might run."""
    asked = is_named(partner, *TAKEOUT) and now.is_undisturbed and now.last_bid.level < 4
    if asked or now.calls[0] == REDOUBLE:
        return None
    points, last, opened = now.points, now.last_bid, promised_suit(partner)
    few = _TOO_FEW_TO_ANSWER + 2 * min(max(last.level - 2, 0), 2)
    if points <= _TOO_FEW_TO_ANSWER and max(now.lengths) <= 5 + (last.level > 1):
        too_few = now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
        return over_game(now) or too_few
    if now.opener == PARTNER and opened is not None and partner.call.level == 1:
        return _no_free_bid(now, opened)
    unbid = [suit for suit in Suit if suit not in now.shown_by_them]
    free = is_named(partner, *TAKEOUT) and now.calls[0].is_bid
    fits = any(now.lengths[suit] >= (4 if now.cheapest(suit).level == 1 else 5) for suit in unbid)
    if free and points <= WEAK and not fits:
        return now.say(
            "Over {call} you need not answer partner's double: with {points} you pass.",
            call=last.symbol,
        )
    fit = opened is not None and now.lengths[opened] >= SUPPORT
    if points <= few and max(now.lengths) <= 5 and not fit:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    return _no_fit(now, partner)


def _no_free_bid(now: Decision, opened: Suit) -> Message | None:
    """Return what a player has not, or has in their suit, who passes an overcall of partner's
    opening."""
    over, points, theirs = now.calls[0], now.points, now.shown_by_them
    if over.suit is None or over.level > 3 or theirs != {over.suit} or points > ANSWER_AT_TWO:
        return None
    unbid = [suit for suit in Suit if suit not in (opened, over.suit)]
    if any(now.lengths[suit] >= (4 if suit in MAJORS else 5) for suit in unbid):
        return None
    if now.lengths[opened] >= (SUPPORT if opened in MAJORS else 4):
        return None
    if now.lengths[over.suit] >= 5 and now.points_in(over.suit) >= 4:
        return Message(
            "Your length is in {suit}: pass, and leave it to partner to double.",
            suit=Message(over.suit.plural),
        )
    if is_stopped(now.hand, over.suit) and points > ANSWER:
        return None
    return now.say("You have {points}, but neither a fit nor a suit to bid: pass.")


def _no_fit(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that a player has no fit for partner's overcall."""
    opened, points = promised_suit(partner), now.points
    if opened is None or not now.opened_by_them or now.lengths[opened] > SHORT:
        return None
    long = now.longest(now.theirs | {opened})
    few = long == 5 or now.last_bid.level == 1 or not now.theirs_is_last
    if points > (WEAK if few else WEAK + 2) or long > 5:
        return None
    return now.say(
        "You have {points} and no fit for partner's {suit}: pass.", suit=Message(opened.plural)
    )


def rebid(now: Decision) -> Message | None:
    """Return what a player who has bid has beyond what that told."""
    told, suit = now.last_bid_meaning(OWN), now.suit
    if told is None:
        return _after_double(now)
    opened = "" if told.convention is None else told.convention.id
    if (told_now := _after_artificial(now, opened)) is not None:
        return told_now
    partner = now.last_meaning(PARTNER)
    if opened in _WAITED and partner is not None and partner.call.strain is Strain.NT:
        return over_notrump(now, partner)
    if now.best in (DOUBLE, REDOUBLE):
        return _support_double(now) or reopens(now) or penalty_double(now)
    if (known := by_trumps(now) or reopens(now) or checkback(now)) is not None:
        return known
    if now.best == TWO_NOTRUMP and now.calls[OWN] == ONE_NOTRUMP and now.opener == PARTNER:
        invites = now.is_alone and ANSWER_AT_TWO <= now.points <= OPENING
        return now.say("You have {points}: {call} invites to game.") if invites else None
    if suit is None:
        return _stopped_rebid(now) or _notrump_rebid(now, told) or _fourth_stopped(now, told)
    if _is_longer(now, told, suit):
        return now.say(
            "You have {cards}, more than your {told} promised: {call}.",
            cards=now.have(suit),
            told=told.call.symbol,
        )
    repeated = _weak_in_own_suit(now, suit) or _repeats_without_stopper(now, told, suit)
    if repeated is not None or (repeated := _both_majors(now, suit)) is not None:
        return repeated
    if suit in now.suits_bid:
        return _jump(now, suit) or _invites_in_long_major(now, suit) or _preference(now, suit)
    if len(now.suits_of(OWN, PARTNER)) == len(Suit) - 1 and not now.theirs:
        return _fourth_suit(now, suit)
    return _jump_shift(now, suit) or _new_suit(now, told, suit)


def _weak_in_own_suit(now: Decision, suit: Suit) -> Message | None:
    """Return the six cards and the points of a weak hand that has answered 1NT and now bids its
    suit."""
    answered = now.opener == PARTNER and now.calls[OWN] == ONE_NOTRUMP and now.is_alone
    long = now.lengths[suit] >= 6 and suit not in now.suits_bid and now.best == now.cheapest(suit)
    return now.plays_in(suit) if answered and long and now.points < ANSWER_AT_TWO else None


def _both_majors(now: Decision, suit: Suit) -> Message | None:
    """Return the hearts of a weak hand with five spades, over partner's 1NT rebid."""
    over_notrump = now.opener == PARTNER and now.calls[PARTNER] == ONE_NOTRUMP and now.is_alone
    shape_fits = now.lengths[Suit.S] >= 5 and now.lengths[Suit.H] >= 4
    told = now.suits_of(OWN) == {Suit.S} and now.best == Call.bid(2, Strain.H)
    weak = told and shape_fits and over_notrump and now.points < ANSWER_AT_TWO
    return now.shows(suit) if weak else None


def _after_double(now: Decision) -> Message | None:
    """Return the own suit of a player whose take-out double partner has answered: a major over an
    answer in the opponents' suit, five cards and a strong hand over another."""
    suit, answer = now.suit, now.calls[PARTNER].suit
    if not is_named(now.last_meaning(OWN), *TAKEOUT) or suit is None or answer is None:
        return None
    if not now.is_undisturbed or now.best != now.cheapest(suit):
        return None
    others = now.longest(now.shown_by_them | {suit})
    if answer in now.theirs:
        return now.shows(suit) if suit in MAJORS and now.lengths[suit] >= max(4, others) else None
    strong = now.points > _REVERSE and suit is not answer and suit not in now.shown_by_them
    return now.with_points(now.have(suit)) if strong and now.lengths[suit] >= 5 > others else None


def _notrump_rebid(now: Decision, told: CallMeaning) -> Message | None:
    """Return the points of a balanced hand that has bid a suit, for which partner has no fit."""
    own, partner = promised_suit(told), promised_suit(now.last_meaning(PARTNER))
    partners, points = now.suits_of(PARTNER), now.points
    if not now.balanced or own is None or not partners or own in partners:
        return None
    strong_notrump = now.notrump_range[0] > OPENING
    higher = partner is not None and partner > own  # so that 2NT is no jump
    if now.best == TWO_NOTRUMP and higher and _is_first_rebid(now, 2):
        low, high = (OPENING, OPENING + 2) if strong_notrump else (OPENING + 3, STRONG + 1)
        return now.with_points(EVEN) if low <= points <= high else None
    if now.best == TWO_NOTRUMP and _is_first_answered(now):
        least = 18 if strong_notrump else 17
        return now.with_points(EVEN) if least <= points <= least + 1 else None
    if now.best.level > 1 or now.theirs_is_last:
        return None
    low, high = now.notrump_range
    low, high = (MOST_TO_PASS, low - 1) if strong_notrump else (high + 1, high + 3)
    answers = told.promise.hcp[0] < ANSWER_AT_TWO
    fits = points <= ANSWER_AT_TWO if answers else low <= points <= high
    return now.with_points(EVEN) if fits else None


def _is_longer(now: Decision, told: CallMeaning, suit: Suit) -> bool:
    """Return True if the own suit is bid again on more cards than it promised, and nothing else
    could be."""
    length, others = now.lengths[suit], now.longest(now.suits_bid)
    if suit is not promised_suit(told) or length < 6 or length <= told.promise.lengths[suit][0]:
        return False
    if _has_four_of_partners(now):
        return False
    cheapest = now.best == now.cheapest(suit)
    invites = length == 6 and now.points >= OPENING + 2 and now.best.level == 3
    low = cheapest and (now.best.level <= length - 4 or invites)
    if now.theirs_is_last:
        return low and others < 5
    answers_notrump = now.calls[PARTNER] == ONE_NOTRUMP and now.opener == PARTNER
    weak = answers_notrump and now.points < ANSWER_AT_TWO and suit in MAJORS
    minimum = cheapest and now.points <= told.promise.hcp[0] + NARROW
    return (weak and low) or (minimum and others < 4 and now.best.level < 4)


def _repeats_without_stopper(now: Decision, told: CallMeaning, suit: Suit) -> Message | None:
    """Return the own five-card suit, bid again in a game force by a hand that does not stop the
    only unbid suit."""
    partner, lacking = now.last_meaning(PARTNER), now.only_unbid
    again = suit is promised_suit(told) and now.lengths[suit] == 5 and now.is_alone
    if partner is None or lacking is None or not again or now.best != now.cheapest(suit):
        return None
    if not now.is_forced_to_game(partner) or is_stopped(now.hand, lacking):
        return None
    return now.say(
        "You have {cards}, and not {suit} stopped for 3NT: {call}.",
        cards=now.have(suit),
        suit=Message(lacking.plural),
    )


def _fourth_suit(now: Decision, suit: Suit) -> Message | None:
    """Return the points of a player who bids the fourth suit, three having been bid."""
    enough = now.points >= MOST_TO_PASS and now.best == now.cheapest(suit)
    enough &= now.opener == PARTNER and not is_game(now.last_bid)
    told = now.last_meaning(OWN)
    enough &= told is None or told.forcing is not Forcing.GAME
    if not enough or not now.is_undisturbed or len(now.suits_of(PARTNER)) != 2:
        return None
    return now.say("You have {points}: the fourth suit, {call}, asks for more.")


def _new_suit(now: Decision, told: CallMeaning, suit: Suit) -> Message | None:
    """Return a further suit of a player who has bid one, and has no fit for partner's."""
    own, length = promised_suit(told), now.lengths[suit]
    others = now.longest(now.suits_bid | {suit})
    if own is None or now.theirs_is_last or now.best.level > 3 or _has_four_of_partners(now):
        return None
    if len(now.suits_of(OWN, PARTNER) - now.theirs) > 2:
        return None
    # Needed by the player who answered, and for a reverse.
    strong = told.promise.hcp[0] < ANSWER_AT_TWO or now.best > now.cheapest(own)
    if (strong and now.points < _REVERSE) or (now.points > STRONG and not strong):
        return None
    if now.best.level == 1 and length == 4 == others and _is_first_rebid(now):
        return now.shows(suit)
    if length < 4 or length <= others or now.best != now.cheapest(suit):
        return None
    if strong:
        text = "You have a second suit, {cards}, and {points}: {call}."
        return now.say(text, cards=now.have(suit))
    return now.second_suit(own, suit)


def _stopped_rebid(now: Decision) -> Message | None:
    """Return the stopper in the opponents' suit of opener's lowest rebid in notrump, or of a
    stronger hand's jump."""
    partners, theirs = promised_suit(now.last_meaning(PARTNER)), now.shown_by_them
    opened = now.opener == OWN and sum(call.is_bid for call in now.calls[OWN::4]) == 1
    if not opened or partners is None or len(theirs) != 1 or not now.balanced:
        return None
    (their,) = theirs
    cheapest = now.best.level == now.last_bid.level <= 2
    fits = now.lengths[partners] >= (SUPPORT if partners in MAJORS and now.best.level > 1 else 4)
    jumps = now.best == TWO_NOTRUMP and now.last_bid.level == 1
    enough = STRONG <= now.points <= STRONG + 1 if jumps else now.points <= OPENING + 3
    if fits or not is_stopped(now.hand, their) or not (enough and (cheapest or jumps)):
        return None
    return now.with_points(stopped(their))


def _fourth_stopped(now: Decision, told: CallMeaning) -> Message | None:
    """Return the points and the stopper in the fourth suit of responder's notrump over opener's
    second suit."""
    suits, points = _partners_two_suits(now), _FOURTH_STOPPED.get(now.best)
    unbid = set(Suit) - now.suits_of(OWN, PARTNER)
    alone = now.opener == PARTNER and now.is_alone
    if suits is None or points is None or len(unbid) != 1 or not alone:
        return None
    if told.forcing is Forcing.GAME:
        points = (OPENING, _REVERSE)
    first, second = suits
    fits = now.lengths[second] > SUPPORT or (first in MAJORS and now.lengths[first] >= SUPPORT)
    (fourth,) = unbid
    if fits or not is_stopped(now.hand, fourth) or not points[0] <= now.points <= points[1]:
        return None
    return now.with_points(stopped(fourth))


def _after_artificial(now: Decision, opened: str) -> Message | None:
    """Return the points and shape, or the suit, that opener shows after an artificial opening."""
    suit, points = now.suit, now.points
    disturbed = opened == "strong_two_clubs" and now.theirs_is_last and now.suit is not None
    if opened not in _ARTIFICIAL_OPENINGS:
        return None
    if not disturbed and not _is_first_rebid(now, now.last_bid.level):
        return None
    if now.best == TWO_NOTRUMP and opened == "strong_two_clubs":
        return now.with_points(EVEN) if now.balanced and 22 <= points <= 24 else None
    negative = now.last_bid == Call.bid(1, Strain.D)
    if now.best == ONE_NOTRUMP and opened == "precision_club" and negative:
        return now.with_points(EVEN) if now.balanced and points >= _REVERSE else None
    if now.best == ONE_NOTRUMP and opened == "polish_club":
        low, high = (STRONG, STRONG + 2) if negative else (OPENING, OPENING + 2)
        fits = now.balanced and low <= points <= high
        return now.with_points(EVEN) if fits and not _has_four_of_partners(now) else None
    if suit is None or now.best != now.cheapest(suit):
        return None
    if opened == "polish_club":
        if suit is Suit.C and now.best == STRONG_TWO and now.lengths[suit] >= 5:
            return now.with_points(now.have(suit)) if points > OPENING + 2 else None
        four = suit in MAJORS and now.lengths[suit] >= 4 and now.best.level == 1
        if not four or points >= STRONG:
            return None
        return now.shows(suit)
    long = now.lengths[suit] >= 5 and now.longest({suit}) < now.lengths[suit]
    return now.with_points(now.have(suit)) if long else None


def _invites_in_long_major(now: Decision, suit: Suit) -> Message | None:
    """Return the six cards and the points of responder's jump in the own major over a limited rebid
    of opener's."""
    told, partner = now.last_meaning(OWN), now.last_meaning(PARTNER)
    if told is None or partner is None or told.call.suit is not suit or not now.is_alone:
        return None
    jumps = suit in MAJORS and now.best.level == 3 == now.cheapest(suit).level + 1
    limited = partner.convention is None and partner.forcing not in FORCING
    answered = now.opener == PARTNER and told.call.level == 1 and limited
    enough = now.lengths[suit] == 6 and MOST_TO_PASS <= now.points <= OPENING
    return now.invites_with(suit) if jumps and answered and enough else None


def _jump(now: Decision, suit: Suit) -> Message | None:
    """Return why opener jumps in the own suit after partner's answer at the one-level."""
    own, length = promised_suit(now.last_meaning(OWN)), now.lengths[suit]
    if not _is_first_rebid(now) or suit is not own or length < 6:
        return None
    if is_game(now.best) and suit in MAJORS and length > 6 and 14 <= now.points <= STRONG:
        return now.say("You have {cards} and {points}: enough for game.", cards=now.have(suit))
    if now.best.level != 3:
        return None
    if now.best.level != now.cheapest(suit).level + 1 or not 15 <= now.points <= STRONG:
        return None
    return now.invites_with(suit)


def _jump_shift(now: Decision, suit: Suit) -> Message | None:
    """Return why opener jumps in a new suit after partner's answer at the one-level."""
    own = promised_suit(now.last_meaning(OWN))
    jumps = now.best.level == now.cheapest(suit).level + 1 <= 3
    if not _is_first_rebid(now) or own is None or not jumps or now.points < STRONG:
        return None
    if now.lengths[suit] < 4 or now.lengths[suit] <= now.longest({own, suit}):
        return None
    return now.say(
        "You have a second suit, {cards}, and {points}: {call} forces to game.",
        cards=now.have(suit),
    )


def _has_four_of_partners(now: Decision) -> bool:
    """Return True for four cards of a suit that partner has bid."""
    return any(now.lengths[suit] >= 4 for suit in now.suits_of(PARTNER))


def _is_first_rebid(now: Decision, level: int = 1) -> bool:
    """Return True for an opener's first rebid after an undisturbed answer at this level."""
    first = now.opener == OWN and sum(call.is_bid for call in now.calls) == 2
    return now.is_alone and first and now.last_bid.level == level


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


def _preference(now: Decision, suit: Suit) -> Message | None:
    """Return the choice between two suits of partner's."""
    told, suits = now.last_meaning(PARTNER), _partners_two_suits(now)
    if suits is None or suits[0] is not suit or now.best != now.cheapest(suit):
        return None
    spare = now.shown_by_partner(suit) >= 5 and now.lengths[suit] == SHORT
    if suit in now.suits_of(OWN) or now.lengths[suit] + spare < now.lengths[suits[1]]:
        return None
    chosen = told is not None and told.convention is None and is_game(told.call)
    chosen &= now.best.level == now.last_bid.level
    if now.points > ANSWER_AT_TWO and not chosen:
        return None
    return now.say(
        "Partner has bid {one} and {two}, and you have {cards}: back to the first suit, {call}.",
        **_of_two_suits(now, suits),
    )
