"""The call that the bidding so far asks for, where the usual one goes against it."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import is_stopped
from bidding.domain.position import Position
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.conventions import missing_aces
from bidding.explaining.advice.decision import (
    GAME_POINTS,
    MAJORS,
    ONE_NOTRUMP,
    OWN,
    PARTNER,
    SLAM,
    THREE_NOTRUMP,
    Decision,
    promised_suit,
)
from bidding.explaining.advice.together import is_wasted, splintered
from bidding.explaining.meanings.call_meaning import CallMeaning

_LONG = 6  # cards


def agreed_call(
    position: Position, meanings: Sequence[CallMeaning | None], usual: Call
) -> Call | None:
    """Return the viewer's next call by what both partners have told each other, where the usual
    call goes against it; else None."""
    if position.hand is None or position.auction.turn is not position.seat:
        return None
    now = Decision(position, position.hand, meanings, usual)
    partner = now.last_meaning(PARTNER)
    if partner is None or not partner.call.is_bid or not now.has_acted(OWN) or not now.is_alone:
        return None
    found = (
        _stops_short_of_slam(now, partner)
        or _accepts(now, partner)
        or _bids_long_major(now, partner)
        or _signs_off_over_splinter(now, partner)
        or _rebids_without_stopper(now, partner)
    )
    return None if found == usual else found


def _stops_short_of_slam(now: Decision, partner: CallMeaning) -> Call | None:
    """Return where to stop in place of a slam off two aces."""
    own, missing = now.last_meaning(OWN), missing_aces(now, partner)
    slam = now.best.is_bid and now.best.level >= SLAM
    if own is None or missing is None or missing < 2 or not slam:
        return None
    trump = own.trump
    if trump is None:
        trump = next((suit for suit in Suit if now.lengths[suit] >= _LONG), None)
    if trump is not None and partner.call.suit is trump:
        return PASS
    stop = Call.bid(4, Strain.NT) if trump is None else now.cheapest(trump)
    return stop if partner.call < stop and stop.level < SLAM else None


def _accepts(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the game of a hand that an invitation finds with the most points that it has
    promised, and the agreed major in place of notrump."""
    suit, narrow = partner.call.suit, now.narrow_points
    if not partner.invites or narrow is None or partner.call.level > 3:
        return None
    fits = [major for major in MAJORS if now.fits(partner, major)]
    fit = suit if suit in fits else next(iter(fits), None)
    if suit not in (None, fit):
        return None
    raises = suit is not None and suit in now.suits_of(OWN)
    accepts = now.best == PASS and now.points >= narrow[1]
    if not accepts and not (now.best == THREE_NOTRUMP and raises):
        return None
    return THREE_NOTRUMP if fit is None else Call.bid(4, fit.strain)


def _bids_long_major(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the own major of six cards in place of a pass of partner's 1NT, natural."""
    suit = promised_suit(now.last_bid_meaning(OWN))
    if now.best != PASS or partner.call != ONE_NOTRUMP or partner.convention is not None:
        return None
    if suit not in MAJORS or now.lengths[suit] < _LONG:
        return None
    few = now.points + partner.promise.hcp[1] < GAME_POINTS
    return now.cheapest(suit) if few else None


def _signs_off_over_splinter(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the game in the agreed major of a hand whose honours partner's splinter wastes."""
    trump = splintered(now, partner)
    if trump is None or not is_wasted(now, partner) or now.best.level >= SLAM:
        return None
    return now.cheapest(trump)


def _rebids_without_stopper(now: Decision, partner: CallMeaning) -> Call | None:
    """Return the cheapest bid in the own first suit, of five cards, in place of notrump without
    the stopper that partner asks for."""
    asked, first = partner.call.suit, promised_suit(now.meanings[::-1][OWN::4][-1])
    asks = partner.convention is not None and partner.convention.asks == "stopper"
    if not asks or asked is None or now.best.strain is not Strain.NT or first is None:
        return None
    return None if is_stopped(now.hand, asked) or now.lengths[first] < 5 else now.cheapest(first)
