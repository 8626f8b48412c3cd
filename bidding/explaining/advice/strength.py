"""Reasons from both hands together: points, fit, minimum and maximum."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.conventions import Forcing
from bidding.domain.messages import Message
from bidding.domain.scoring import GAME_LEVELS
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    FIT,
    FIVE,
    FORCING,
    FOUR,
    GAME_POINTS,
    MAJORS,
    MOST_TO_PASS,
    NARROW,
    OPENING,
    OWN,
    SIX,
    SLAM,
    SUPPORT,
    Decision,
    promised_suit,
)
from bidding.explaining.meanings.naming import CallMeaning
from bidding.explaining.meanings.statements import is_any_strength
from bidding.explaining.promises import MOST_HCP
from bidding.explaining.wording import NUMBERS

_SLAM_POINTS = 33  # of both hands
_INVITING = (22, 24)  # points of both hands with partner's least
_LIMITED = 5  # points between the ends of a range, at most
_ALWAYS = 0.9  # the chance that a bid to play is passed


def invited(now: Decision, partner: CallMeaning) -> Message | None:
    """Return how good the hand is within its own narrow range, where partner leaves the choice."""
    earlier, best = now.last_meaning(OWN), now.best
    if earlier is None or not partner.call.is_bid or partner.convention is not None:
        return None
    own, (low, high) = now.points, earlier.promise.hcp
    if high - low > NARROW or partner.forcing in FORCING or _is_to_play(partner):
        return None
    if best == PASS and own == low and not _is_game(partner.call):
        return Message("Minimum: pass.")
    if best.is_bid and own == high and _is_game(best):
        return Message("Maximum: {call}.", call=best.symbol)
    return None


def together(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what both hands have together, where that decides between part-score, game and
    slam."""
    own, best, (low, high) = now.points, now.best, partner.promise.hcp
    if is_any_strength(partner.promise):
        return None
    values = {"points": now.own_points, "low": low, "high": high}
    if best == PASS and high < MOST_HCP:
        if partner.forcing in FORCING or not partner.call.is_bid:
            return None
        if not now.is_undisturbed or not _is_content(now, partner):
            return None
        if not _is_game(partner.call) and own + high < GAME_POINTS:
            return Message("You have {points}, partner at most {high}: no game.", **values)
        if _is_game(partner.call) and partner.call.level < SLAM and own + high < _SLAM_POINTS:
            return Message("You have {points}, partner at most {high}: no slam.", **values)
        return None
    if not best.is_bid or not _is_first_game(now) or not _has_trumps(now, partner):
        return None
    if own + low >= GAME_POINTS:
        earlier = now.last_meaning(OWN)
        major = None if earlier is None or best.strain is not Strain.NT else _told_major(earlier)
        if major is not None and partner.promise.lengths[major][0] < FOUR:
            return Message(
                "{sum} points together: game. Partner chooses between {suit} and notrump.",
                sum=own + low,
                suit=Message(major.plural),
            )
        return Message(
            "You have {points}, partner at least {low}: {sum} together, enough for game.",
            sum=own + low,
            **values,
        )
    enough = 2 * GAME_POINTS - (now.suit is not None)  # with a fit half a point less will do
    if high - low <= _LIMITED and 2 * own + low + high >= enough:
        return Message("You have {points}, partner {low} to {high}: enough to try game.", **values)
    return None


def raised(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit in partner's suit that is raised, and what settles how high: the points of
    both hands, or the trumps of a weak hand."""
    suit = promised_suit(partner)
    if suit in now.suits_of(OWN) or now.suit is not suit or suit is None:
        return None
    if Forcing.GAME in (partner.forcing, _own_force(now)):
        return None
    (low, most), least = partner.promise.hcp, partner.promise.lengths[suit][0]
    number = now.lengths[suit]
    trumps, sum_ = number + least, now.points + low
    if trumps < FIT or low == 0 or (most < OPENING and number < SUPPORT):
        return None
    jump, weak = now.best.level - now.cheapest(suit).level, most < OPENING  # partner's hand
    blocks = now.points <= MOST_TO_PASS if weak else now.points < ANSWER_AT_TWO and jump > 0
    if blocks and trumps >= max(FIT + 1, now.best.level + SIX):
        return Message(
            "{trumps} trumps together or more, and only {points}: "
            "{call} takes room from the opponents.",
            trumps=trumps,
            points=now.own_points,
            call=now.best.symbol,
        )
    if _is_game(now.best):
        return None
    values = {
        "least": NUMBERS[least],
        "suit": Message(suit.plural),
        "number": NUMBERS[number],
        "points": now.own_points,
        "call": now.best.symbol,
    }
    competes = now.theirs_is_last and trumps > FIT and now.best.level == 3
    high_enough = now.best.level <= 2 or competes
    if jump == 0 and sum_ < _INVITING[0] and now.points >= ANSWER and high_enough:
        return Message(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} you are worth {call}, not more.",
            **values,
        )
    if jump == 1 and _INVITING[0] - 1 <= sum_ <= _INVITING[1]:
        return Message(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} {call} invites to game.",
            **values,
        )
    return None


def signed_off(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner's bid is passed by nearly all hands: a game, or a lower one that the
    opponents have left alone."""
    call, alone = partner.call, all(call == PASS for call in now.calls[0::2])
    if now.best != PASS or not now.is_undisturbed or partner.convention is not None:
        return None
    if not call.is_bid or call.level == 1 or not (alone or _is_game(call)):
        return None
    if not _is_to_play(partner):
        return None
    return Message("Partner's {call} is to play: pass.", call=partner.call.symbol)


def _own_force(now: Decision) -> Forcing | None:
    told = now.last_told(OWN)
    return None if told is None else told.forcing


def _is_to_play(partner: CallMeaning) -> bool:
    return partner.evidence.partner_passes >= _ALWAYS


def _is_content(now: Decision, partner: CallMeaning) -> bool:
    """Return True if partner's strain suits the hand: no long major beside notrump, and two cards
    of a suit, or one of a long one."""
    suit = promised_suit(partner)
    if suit is None:
        return max(now.lengths) <= FIVE and all(now.lengths[major] < FIVE for major in MAJORS)
    return now.lengths[suit] + partner.promise.lengths[suit][0] >= FIT - 1


def _is_first_game(now: Decision) -> bool:
    """Return True if the call bids a game that the side has not reached yet."""
    best, last = now.best, now.last_bid
    assert best.strain is not None
    return best.level == GAME_LEVELS[best.strain] and (now.theirs_is_last or not _is_game(last))


def _has_trumps(now: Decision, partner: CallMeaning) -> bool:
    """Return True if the strain suits what is known: a fit, or notrump without one in a major."""
    promised = [least for least, _ in partner.promise.lengths]
    if now.suit is not None:
        return now.lengths[now.suit] + promised[now.suit] >= FIT or now.lengths[now.suit] > SIX
    return all(now.lengths[major] + promised[major] < FIT for major in MAJORS)


def _told_major(earlier: CallMeaning) -> Suit | None:
    """Return the major in which exactly five cards have been promised at least."""
    lengths = earlier.promise.lengths
    return next((suit for suit in (Suit.S, Suit.H) if lengths[suit][0] == FIVE), None)


def _is_game(call: Call) -> bool:
    assert call.strain is not None
    return call.level >= GAME_LEVELS[call.strain]
