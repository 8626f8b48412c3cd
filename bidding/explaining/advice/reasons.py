"""The reason for a suggested call: what I have, what partner promised, where we belong.

A reason is true of the hand and argues for this call, not for another at the same time; where none
is known there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import PASS, Call
from bidding.domain.conventions import Kind
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.explaining.advice.asks import after_answer, answer_to
from bidding.explaining.advice.decision import FORCING, OWN, PARTNER, WEAK, Decision
from bidding.explaining.advice.first_calls import opening, overcall
from bidding.explaining.advice.later_calls import passing, rebid, response
from bidding.explaining.advice.strength import invited, raised, signed_off, together
from bidding.explaining.meanings.naming import CallMeaning


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
        return _to_partner(now, partner) or _described(now) or _forced(now, partner)
    return _described(now)


def _to_partner(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the reason that follows from partner's last call."""
    return (
        after_answer(now, partner)
        or answer_to(now, partner)
        or invited(now, partner)
        or together(now, partner)
        or raised(now, partner)
        or signed_off(now, partner)
    )


def _described(now: Decision) -> Message | None:
    """Return what the own hand has, or lacks, for the call."""
    if now.best == PASS:
        return passing(now)
    return rebid(now) if now.has_acted(OWN) else response(now)


def _forced(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner has to be answered, of the lowest bid that there is."""
    if not now.is_undisturbed or partner.forcing not in FORCING or not partner.call.is_bid:
        return None
    convention = partner.convention
    asked = convention is not None and (convention.asks or convention.kind is Kind.ANSWERING)
    waits = not asked and (convention is not None or now.points <= WEAK)
    if not waits or now.best.index != now.last_bid.index + 1:
        return None
    return Message(
        "Partner's {call} is forcing: you must not pass, and {bid} is the least that you can bid.",
        call=partner.call.symbol,
        bid=now.best.symbol,
    )
