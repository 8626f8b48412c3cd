"""Calls that the bidding so far rules out, whatever they are predicted to score.

An adviser compares scores double dummy: it sees no agreement in an answer to an ask, knows which
finesse works, and takes a partner's decision back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import is_stopped
from bidding.domain.position import Position
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    FIT,
    FORCING,
    FOUR_NOTRUMP,
    GAME_POINTS,
    GRAND_SLAM_POINTS,
    NARROW,
    OWN,
    PARTNER,
    SHORT,
    SHOWN,
    SLAM,
    SLAM_POINTS,
    SUPPORT,
    THREE_NOTRUMP,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    is_named,
)
from bidding.explaining.meanings.answers import (
    Response,
    answer,
    answered_count,
    responses_after_calls,
)
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import TAKEOUTS
from bidding.explaining.meanings.statements import Count

_COUNTED = ("aces", "kings", "key cards", "queen of trumps")  # asks with one answer to each hand
_PREEMPTS = ("weak_two", "preempt", "weak_jump_overcall")
_LENGTH = 5  # cards of a suit, each beyond which is worth a point
_LONG = 6  # cards of a suit that needs no support
_TOLD = 3  # points, at most, between the ends of a limited notrump bid
_TRUMPS_LIKE_A_QUEEN = 10  # of both hands: the queen will fall, or can be shown without it
_TRUMPS_TO_PREEMPT = 10  # of both hands: bid without the points, to keep the opponents out
_HALF = 20  # points of both hands
_HIGH = 3  # the level from which a suit doubled by partner is left in
_GAME_AT_BEST, _GRAND_SLAM_AT_BEST = GAME_POINTS - 1, GRAND_SLAM_POINTS - 1
"""Points of both hands with those for shape, at least, if partner has the most that is usual."""


def is_ruled_out(
    position: Position, meanings: Sequence[CallMeaning | None], usual: Call, call: Call
) -> bool:
    """Return True if no player would make a call in place of the usual one after this bidding.

    ``meanings`` are those of the calls of the auction, in order.
    """
    if position.hand is None or position.auction.last_bid is None or len(meanings) < 2:
        return False
    now, partner = Decision(position, position.hand, meanings, call), meanings[-1 - PARTNER]
    if call.is_bid and call.level >= SLAM and _has_no_slam(now, usual):
        return True
    if call == DOUBLE:
        return _doubles_on_nothing(now, partner)
    if call == REDOUBLE and now.last_bid.strain is Strain.NT:
        return now.points + (0 if partner is None else partner.promise.hcp[0]) < _HALF
    if call.is_bid and _preempts_again(now, partner):
        return True
    if partner is None:
        return False
    if _answers_otherwise(now, partner, usual):
        return True
    if call == PASS:
        return _must_bid(now, partner) or _passes_with_maximum(now, partner)
    rules = (_takes_decision, _takes_out, _asks_too_soon, _lacks_stopper, _lacks_points)
    return call.is_bid and any(is_out(now, partner) for is_out in rules)


def _doubles_on_nothing(now: Decision, partner: CallMeaning | None) -> bool:
    """Return True for the double of a suit with few points and without trumps, where partner has
    not shown the rest of half the points."""
    suit = now.last_bid.suit
    if suit is None or now.points > WEAK or now.lengths[suit] >= SHOWN:
        return False
    return now.points + (0 if partner is None else partner.promise.hcp[0]) < _HALF


def _preempts_again(now: Decision, partner: CallMeaning | None) -> bool:
    """Return True for a bid by who has begun with a pre-empt, unless partner asks for one, or has
    bid something else than its suit or a game."""
    bids = (one for one in now.meanings[::-1][OWN::4][::-1] if one and one.call.is_bid)
    first = next(bids, None)
    if first is None or not is_named(first, *_PREEMPTS):
        return False
    if partner is None:
        return True
    decides = partner.call.suit is first.call.suit or is_game(partner.call)
    return partner.forcing not in FORCING and (decides or not partner.call.is_bid)


def _must_bid(now: Decision, partner: CallMeaning) -> bool:
    """Return True if partner's bid is forcing, or partner's double is for take-out and the hand has
    too few trumps to play for penalties."""
    if not now.is_undisturbed:
        return False
    if is_named(partner, *TAKEOUTS):
        suit = now.last_bid.suit
        return suit is not None and now.last_bid.level < 4 and now.lengths[suit] < SHOWN
    forcing = partner.call.is_bid and partner.call.level < SLAM and partner.forcing in FORCING
    return forcing and now.is_alone


def _passes_with_maximum(now: Decision, partner: CallMeaning) -> bool:
    """Return True if partner invites to game, and the hand has the most that it has promised."""
    told = [one.promise.hcp for one in now.meanings[::-1][OWN::4] if one is not None]
    low, high = (
        max((ends[0] for ends in told), default=0),
        min((ends[1] for ends in told), default=0),
    )
    is_top = high - low <= NARROW and now.points >= high
    return is_top and bool(partner.invites) and now.is_undisturbed


def _takes_out(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a bid over partner's penalty double of a high suit, with trumps and without a
    long suit."""
    doubled = now.last_bid
    if doubled.suit is None or doubled.level < _HIGH or not is_named(partner, "penalty_double"):
        return False
    long = now.suit is not None and now.lengths[now.suit] >= _LONG
    return now.is_undisturbed and now.lengths[doubled.suit] > 0 and not long


def _asks_too_soon(now: Decision, partner: CallMeaning) -> bool:
    """Return True for 4NT over partner's suit with a void, with two losers in a suit that partner
    has not bid, or without the points of a slam if partner has the most that it promises."""
    if now.best != FOUR_NOTRUMP or partner.call.suit is None or now.theirs_is_last:
        return False
    if 0 in now.lengths:
        return True
    bid = {call.suit for call in now.calls[PARTNER::4]}
    held = {card.suit for card in now.hand if card.rank in "AK"}
    if any(now.lengths[suit] >= SHORT for suit in set(Suit) - bid - held):
        return True
    trumps = max(now.lengths[suit] + now.shown_by_partner(suit) for suit in Suit)
    own = now.points + max(*now.lengths, _LENGTH) - _LENGTH
    own += (trumps >= FIT) * now.shape_points + max(trumps - FIT, 0)
    return own + partner.promise.hcp[1] < SLAM_POINTS


def _answers_otherwise(now: Decision, partner: CallMeaning, usual: Call) -> bool:
    """Return True for another answer to an ask for aces, kings or key cards than the usual one."""
    return _is_ask(partner) and now.is_undisturbed and now.best != usual


def _is_ask(meaning: CallMeaning | None) -> bool:
    """Return True for an ask for aces, kings or key cards."""
    convention = None if meaning is None else meaning.convention
    return convention is not None and convention.asks in _COUNTED


def _takes_decision(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a bid over partner's slam, over the decision of a partner who has asked for
    aces or key cards, and by who has told the hand with a natural notrump bid, over partner's game
    or, to a game, over a suit that invites to none; who has shown one of two numbers and holds the
    higher goes on."""
    if not partner.call.is_bid or partner.convention is not None:
        return False
    if partner.call.level >= SLAM:
        return now.is_undisturbed and partner.forcing not in FORCING
    own = now.last_meaning(OWN)
    if own is not None and own.convention is None and own.call.strain is Strain.NT:
        low, high = own.promise.hcp
        is_told = high - low <= _TOLD and partner.forcing not in FORCING
        to_play = partner.call.suit is not None and not partner.invites
        decides = is_game(partner.call) or (is_game(now.best) and to_play)
        return is_told and decides and now.is_undisturbed
    if own is None or answered_count(own.meaning) is None:
        return False
    *_, shown = _responses(now, OWN)
    return _held(now, shown) <= min(shown.statement.numbers)


def _lacks_stopper(now: Decision, partner: CallMeaning) -> bool:
    """Return True for notrump without the stopper that partner asks for, and for 3NT, or 2NT over
    partner's bid, without one in a suit of the opponents where partner has not bid notrump."""
    held = now.has_partner_notrump() or all(map(now.is_held, now.theirs))
    is_natural = now.best == THREE_NOTRUMP or (now.best == TWO_NOTRUMP and partner.call.is_bid)
    if is_natural and not held:
        return True
    asked, suit = partner.convention, partner.call.suit
    if asked is None or asked.asks != "stopper" or suit is None:
        return False
    return now.best.strain is Strain.NT and not is_stopped(now.hand, suit)


def _lacks_points(now: Decision, partner: CallMeaning) -> bool:
    """Return True for a first game over a partner who mostly has too few points for it."""
    if now.theirs_is_last or not now.is_undisturbed or not now.is_first_game:
        return False
    if not partner.call.is_bid:
        return False
    trumps, is_long = now.trumps, now.suit is not None and now.lengths[now.suit] > _LONG
    if trumps >= _TRUMPS_TO_PREEMPT or is_long:
        return False
    most = now.points + now.shape_points * (trumps >= FIT - 1) + max(trumps - FIT, 0)
    return most + partner.facts.hcp[1] < _GAME_AT_BEST


def _has_no_slam(now: Decision, usual: Call) -> bool:
    """Return True for a slam opposite a partner who has only passed, in place of asking for aces,
    without a fit for its suit or the points, or without the cards that an ask has found missing."""
    suit, partner = now.suit, now.last_meaning(PARTNER)
    if not now.has_acted(PARTNER) or (suit is not None and usual == FOUR_NOTRUMP):
        return True
    if partner is not None and not now.theirs_is_last and _lacks_slam_points(now, partner):
        return True
    if suit is not None and now.lengths[suit] < _LONG:
        times = sum(call.suit is suit for call in now.calls[PARTNER::4])
        shown = max(now.shown_by_partner(suit), times and times + SUPPORT)
        if now.lengths[suit] + shown < FIT:
            return True
    if partner is not None and (response := _over_exclusion(now, partner)) is not None:
        return _is_off(now, response)
    return any(_is_off(now, response) for response in _responses(now, PARTNER))


def _lacks_slam_points(now: Decision, partner: CallMeaning) -> bool:
    """Return True without the points of a slam. Partner has what is usual if nobody else has bid,
    or after a natural notrump bid; after an ask or by a convention it may have the most, for a
    grand slam the most that is usual."""
    is_grand = now.best.level > SLAM
    counted = now.is_alone or partner.call.strain is Strain.NT
    asked = any(map(_is_ask, now.meanings[::-1][PARTNER::2]))
    partners: float = (partner.facts if is_grand else partner.promise).hcp[1]
    if counted and not asked and partner.convention is None:
        partners = sum(partner.facts.hcp) / 2
    longest = max(*now.lengths, *map(now.shown_by_partner, Suit), _LENGTH)
    own = now.points + longest - _LENGTH + now.shape_points * (now.trumps >= FIT)
    return own + partners < (_GRAND_SLAM_AT_BEST if is_grand else SLAM_POINTS)


def _over_exclusion(now: Decision, partner: CallMeaning) -> Response | None:
    """Return partner's answer about key cards outside the own void, trumps being the suit bid."""
    own = now.last_meaning(OWN)
    if own is None or partner.meaning is None or not is_named(partner, "exclusion_answer"):
        return None
    told, void = answer(partner.meaning), own.call.suit
    outside = tuple(suit for suit in Suit if suit is not void)
    return None if told is None else Response(replace(told, suits=outside), now.suit, 1.0)


def _responses(now: Decision, player: int) -> Sequence[Response]:
    """Return what a player has answered to asks for aces, kings or key cards."""
    known = [(None if one is None else one.meaning, 1.0) for one in now.meanings]
    return responses_after_calls(known)[-1 - player].given if len(known) > player else ()


def _is_off(now: Decision, response: Response) -> bool:
    """Return True if a slam lacks what partner's answer tells: two aces or key cards, or one and
    the queen of trumps; a grand slam one of these or a king."""
    told, trump = response.statement, response.trump
    counts_trump = told.count is Count.KEY_CARDS and trump is not None
    every = len(told.suits or Suit) + counts_trump
    rest = every - _held(now, response)
    lacking = min((rest - number for number in told.numbers if number <= rest), default=0)
    if now.best.level > SLAM:
        return lacking > 0 or _lacks_queen(now, response)
    if told.count is Count.KINGS:
        return False
    return lacking > 1 or (lacking == 1 and _lacks_queen(now, response))


def _lacks_queen(now: Decision, response: Response) -> bool:
    """Return True if the queen of trumps is missing for sure, and may cost a trick."""
    trump, told = response.trump, now.last_meaning(PARTNER)
    denied = response.queen is False
    if told is not None and told.meaning is not None and is_named(told, "queen_answer"):
        denied = told.meaning.slot == "no"
    if trump is None or not denied or any(card.rank == "Q" for card in now.hand.suit(trump)):
        return False
    return now.lengths[trump] + now.shown_by_partner(trump) < _TRUMPS_LIKE_A_QUEEN


def _held(now: Decision, response: Response) -> int:
    """Return the own cards of those that an answer counts."""
    told, trump = response.statement, response.trump
    rank = "K" if told.count is Count.KINGS else "A"
    held = {card for card in now.hand if card.rank == rank and card.suit in (told.suits or Suit)}
    if told.count is Count.KEY_CARDS and trump is not None:
        held |= {card for card in now.hand.suit(trump) if card.rank == "K"}
    return len(held)
