"""Reasons that partner's asks and transfers give, and the answers to one's own."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import FOUR, MAJORS, OWN, SLAM, Decision
from bidding.explaining.meanings.answers import NUMBERS_ALONE, answered_count
from bidding.explaining.meanings.naming import ASKS_FOR_MAJORS, CallMeaning, completion_of
from bidding.explaining.wording import NUMBERS

_TRANSFERS = ("jacoby_transfer", "texas_transfer")


def after_answer(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the aces that are missing after partner's answer to one's own ask."""
    own, best = now.last_meaning(OWN), now.best
    if own is None or own.convention is None or partner.meaning is None:
        return None
    told = answered_count(partner.meaning)
    if own.convention.asks != "aces" or told is None or len(told.numbers) != 1:
        return None
    missing = len(Suit) - next(iter(told.numbers)) - sum(card.rank == "A" for card in now.hand)
    if best.is_bid and own.trump is not None and best.strain is not Strain(3 - own.trump):
        return None
    call = best.symbol if best.is_bid else None
    if missing == 0 and call is not None and best.level >= SLAM:
        return Message("All the aces are there: {call}.", call=call)
    if missing == 1 and call is not None and best.level == SLAM:
        return Message("One ace is missing: {call}, and no more.", call=call)
    if missing > 1 and best == PASS:
        return Message("Two aces are missing: stop here.")
    if missing > 1 and call is not None and best.level < SLAM:
        return Message("Two aces are missing: stop in {call}.", call=call)
    return None


def answer_to(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the answer to partner's ask, where the call is that answer, or the transfer that it
    completes."""
    convention, hand, best = partner.convention, now.hand, now.best
    if convention is None or not best.is_bid:
        return None
    if convention.id in _TRANSFERS:
        return _completes(partner, hand, best)
    if convention.id in ASKS_FOR_MAJORS:
        return _majors(hand, best)
    call, steps = best.symbol, best.index - partner.call.index
    held = {card.rank + card.suit.name for card in hand}
    for asked, text in _COUNTED.items():
        number = sum(asked[0].upper() + suit.name in held for suit in Suit)
        if convention.asks == asked and steps == number % 4 + 1:
            return Message(text, number=NUMBERS_ALONE[number], call=call)
    if convention.asks == "key cards" and (trump := partner.trump) is not None:
        keys = len(({"A" + suit.name for suit in Suit} | {"K" + trump.name}) & held)
        if steps not in _KEY_CARD_STEPS.get(convention.id, {}).get(keys, ()):
            return None
        return Message(
            "Partner asks for key cards, {suit} being trumps; you have {number}: {call}.",
            suit=Message(trump.plural),
            number=NUMBERS_ALONE[keys],
            call=call,
        )
    return None


_COUNTED = {
    "aces": Message("Partner asks for aces; you have {number}: {call}."),
    "kings": Message("Partner asks for kings; you have {number}: {call}."),
}
_KEY_CARD_STEPS = {
    "key_card_blackwood_0314": {0: (1,), 3: (1,), 1: (2,), 4: (2,), 2: (3, 4), 5: (3, 4)},
    "key_card_blackwood_1430": {1: (1,), 4: (1,), 0: (2,), 3: (2,), 2: (3, 4), 5: (3, 4)},
}
"""The answers, in steps above the ask, by the number of key cards."""


def _majors(hand: Hand, best: Call) -> Message | None:
    call, suit = best.symbol, None if best.strain is None else best.strain.suit
    long = [major for major in MAJORS if hand.length(major) >= FOUR]
    if not long and suit is Suit.D:
        return Message("Partner asks for a four-card major; you have none: {call}.", call=call)
    if suit is None or suit not in long or best.level > 3 or (suit is Suit.S and len(long) > 1):
        return None
    return Message(
        "Partner asks for a four-card major; you have {number} {suit}: {call}.",
        number=NUMBERS[hand.length(suit)],
        suit=Message(suit.plural),
        call=call,
    )


def _completes(partner: CallMeaning, hand: Hand, best: Call) -> Message | None:
    target = completion_of(partner.call)
    if target is None or target.strain is None or target.strain.suit is None:
        return None
    jumps = best.strain is target.strain and best.level == target.level + 1
    if jumps and hand.length(target.strain.suit) >= FOUR:
        return Message("Four-card support and a good hand: {call}.", call=best.symbol)
    if best != target:
        return None
    return Message(
        "Partner's {call} shows {suit}: complete the transfer.",
        call=partner.call.symbol,
        suit=Message(target.strain.suit.plural),
    )
