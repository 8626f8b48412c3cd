"""The reason for a suggested call: what I have, what partner promised, where we belong.

A reason is true of the hand and argues for this call, not for another at the same time; where none
is known there is none. Reasons of both hands go first, then those of the own hand: openings, calls
over the opponents', answers to partner, rebids and passes.
"""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.explaining.advice.competing import chosen, corrects, over_gambling
from bidding.explaining.advice.conventions import (
    after_answer,
    after_puppet,
    answer_to,
    forced,
    odwrotka,
    raise_over_forcing_notrump,
    smolen,
)
from bidding.explaining.advice.decision import OWN, PARTNER, Decision
from bidding.explaining.advice.doubles import after_negative_double, doubles_again, escape, left_in
from bidding.explaining.advice.fits import raised, shown_fit
from bidding.explaining.advice.openings import opening
from bidding.explaining.advice.overcalls import overcall
from bidding.explaining.advice.rebids import passing, rebid
from bidding.explaining.advice.responses import response
from bidding.explaining.advice.slams import asks_for_aces, control, over_splinter
from bidding.explaining.advice.strength import (
    in_major,
    invited,
    signed_off,
    stopped_low,
    together,
    tried,
)
from bidding.explaining.meanings.call_meaning import CallMeaning


def reason_for(
    position: Position,
    meanings: Sequence[CallMeaning | None],
    usual: Call,
    best: Call | None = None,
) -> Message | None:
    """Return a reason for the viewer's usual next call if there is one, else None.

    ``meanings`` are those of the calls of the auction, in order. Against a call that scores
    ``best``, where that is another, there is no reason.
    """
    if position.hand is None or position.auction.turn is not position.seat:
        return None
    if best not in (None, usual):
        return None
    now = Decision(position, position.hand, meanings, usual)
    if position.auction.last_bid is None:
        return opening(now)
    if not now.has_acted(PARTNER) and not now.has_acted(OWN):
        return overcall(now)
    partner = now.last_meaning(PARTNER)
    if partner is not None and partner.call != PASS:
        return _to_partner(now, partner) or _described(now) or forced(now, partner)
    return _described(now)


def _to_partner(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the reason that follows from partner's last call."""
    return (
        left_in(now, partner)
        or chosen(now, partner)
        or corrects(now, partner)
        or over_gambling(now, partner)
        or escape(now, partner)
        or after_negative_double(now, partner)
        or after_answer(now, partner)
        or answer_to(now, partner)
        or smolen(now, partner)
        or odwrotka(now, partner)
        or raise_over_forcing_notrump(now)
        or after_puppet(now, partner)
        or over_splinter(now, partner)
        or control(now, partner)
        or asks_for_aces(now, partner)
        or tried(now, partner)
        or in_major(now, partner)
        or invited(now, partner)
        or together(now, partner)
        or raised(now, partner)
        or shown_fit(now, partner)
        or stopped_low(now, partner)
        or signed_off(now, partner)
    )


def _described(now: Decision) -> Message | None:
    """Return what the own hand has, or lacks, for the call."""
    if now.best == PASS:
        return passing(now)
    if now.best == DOUBLE and (again := doubles_again(now)) is not None:
        return again
    return rebid(now) if now.has_acted(OWN) else response(now)
