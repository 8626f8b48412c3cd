"""Reasons for a suggested call that follow from partner's last call."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.conventions import Forcing
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.table import Suit
from bidding.explaining.meanings.naming import ASKS_FOR_MAJORS, CallMeaning, completion_of
from bidding.explaining.meanings.slots import NUMBERS_ALONE
from bidding.explaining.wording import NUMBERS

_FOUR = 4
_TRANSFERS = ("jacoby_transfer", "texas_transfer")


def reason_for(
    position: Position, meanings: Sequence[CallMeaning | None], best: Call
) -> Message | None:
    """Return the reason for the viewer's next call if partner's last call gives one, else None.

    ``meanings`` are those of the calls of the auction, in order.
    """
    if position.hand is None or len(meanings) < 2:
        return None
    if position.auction.seat_of(len(meanings)) is not position.seat:
        return None
    partner = meanings[-2]
    if partner is None or partner.convention is None:
        return None
    return _answered(partner, position.hand, best) or _forced(partner, best)


def _answered(partner: CallMeaning, hand: Hand, best: Call) -> Message | None:
    convention = partner.convention
    assert convention is not None
    if best == PASS:
        return None
    if convention.id in _TRANSFERS:
        return _completes(partner, best)
    call = best.symbol
    held = {card.rank + card.suit.name for card in hand}
    if convention.asks == "aces":
        number = NUMBERS_ALONE[sum("A" + suit.name in held for suit in Suit)]
        return Message(
            "Partner asks for aces; you have {number}: {call}.", number=number, call=call
        )
    if convention.asks == "kings":
        number = NUMBERS_ALONE[sum("K" + suit.name in held for suit in Suit)]
        return Message(
            "Partner asks for kings; you have {number}: {call}.", number=number, call=call
        )
    if convention.asks == "key cards" and (trump := partner.trump) is not None:
        keys = {"A" + suit.name for suit in Suit} | {"K" + trump.name}
        return Message(
            "Partner asks for key cards, {suit} being trumps; you have {number}: {call}.",
            suit=Message(trump.plural),
            number=NUMBERS_ALONE[len(keys & held)],
            call=call,
        )
    if convention.id in ASKS_FOR_MAJORS:
        return _majors(hand, call)
    return None


def _majors(hand: Hand, call: str) -> Message:
    long = [suit for suit in (Suit.H, Suit.S) if hand.length(suit) >= _FOUR]
    if not long:
        return Message("Partner asks for a four-card major; you have none: {call}.", call=call)
    suit = max(long, key=hand.length)
    return Message(
        "Partner asks for a four-card major; you have {number} {suit}: {call}.",
        number=NUMBERS[hand.length(suit)],
        suit=Message(suit.plural),
        call=call,
    )


def _completes(partner: CallMeaning, best: Call) -> Message | None:
    target = completion_of(partner.call)
    if target is None or target.strain is None or target.strain.suit is None or best != target:
        return None
    return Message(
        "Partner's {call} shows {suit}: complete the transfer.",
        call=partner.call.symbol,
        suit=Message(target.strain.suit.plural),
    )


def _forced(partner: CallMeaning, best: Call) -> Message | None:
    if best == PASS or partner.forcing not in (Forcing.ROUND, Forcing.GAME):
        return None
    return Message("Partner's {call} is forcing: you must not pass.", call=partner.call.symbol)
