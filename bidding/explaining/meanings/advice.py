"""Reasons for a suggested call: what I have, what partner promised, where we belong."""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Hand
from bidding.domain.conventions import Forcing
from bidding.domain.hand_evaluation import hcp
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.scoring import GAME_LEVELS
from bidding.domain.table import Seat, Strain, Suit
from bidding.explaining.meanings.naming import (
    ASKS_FOR_MAJORS,
    CallMeaning,
    answered_count,
    completion_of,
)
from bidding.explaining.meanings.shape import is_any_strength
from bidding.explaining.meanings.slots import NUMBERS_ALONE
from bidding.explaining.wording import MOST_HCP, NUMBERS

_FOUR, _FIVE, _FIT = 4, 5, 8  # cards of a suit
_SLAM, _HIGHEST_GAME = 6, 5  # levels
_NARROW = 4  # points between the ends of a range, at most, to speak of minimum and maximum
_GAME_POINTS = 25  # of both hands
_FORCING = (Forcing.ROUND, Forcing.GAME)
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
    partner, passed = meanings[-2], position.auction.calls[-1] == PASS
    if partner is None:
        return None
    own = meanings[-4] if len(meanings) >= len(Seat) else None
    answered = None
    if partner.convention is not None:
        answered = _after_answer(own, partner, position.hand, best)
        answered = answered or _answered(partner, position.hand, best)
    return (
        answered
        or _invited(own, partner, position.hand, best)
        or _together(position, own, partner, best)
        or _raised(partner, position.hand, best)
        or (_forced(partner, best) if passed else None)
    )


def _answered(partner: CallMeaning, hand: Hand, best: Call) -> Message | None:
    convention = partner.convention
    assert convention is not None
    if best == PASS:
        return None
    if convention.id in _TRANSFERS:
        return _completes(partner, hand, best)
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


def _after_answer(
    own: CallMeaning | None, partner: CallMeaning, hand: Hand, best: Call
) -> Message | None:
    """Return the aces that are missing after partner's answer to one's own ask."""
    if own is None or own.convention is None or partner.meaning is None:
        return None
    told = answered_count(partner.meaning)
    if own.convention.asks != "aces" or told is None or len(told.numbers) != 1:
        return None
    missing = len(Suit) - next(iter(told.numbers)) - sum(card.rank == "A" for card in hand)
    call = best.symbol if best.is_bid else None
    if missing == 0 and call is not None and best.level >= _SLAM:
        return Message("All the aces are there: {call}.", call=call)
    if missing == 1 and call is not None and best.level == _SLAM:
        return Message("One ace is missing: {call}, and no more.", call=call)
    if missing > 1 and best == PASS:
        return Message("Two aces are missing: stop here.")
    if missing > 1 and call is not None and best.level < _SLAM:
        return Message("Two aces are missing: stop in {call}.", call=call)
    return None


def _invited(
    earlier: CallMeaning | None, partner: CallMeaning, hand: Hand, best: Call
) -> Message | None:
    """Return how good the hand is within its own narrow range, where partner leaves the choice."""
    if earlier is None or not partner.call.is_bid or partner.convention is not None:
        return None
    own, (low, high) = hcp(hand), earlier.promise.hcp
    if high - low > _NARROW or partner.forcing in _FORCING:
        return None
    if best == PASS and own == low and not _is_game(partner.call):
        return Message("Minimum: pass.")
    if best.is_bid and own == high and _is_game(best):
        return Message("Maximum: {call}.", call=best.symbol)
    return None


def _raised(partner: CallMeaning, hand: Hand, best: Call) -> Message | None:
    """Return the fit in partner's suit that is raised."""
    suit = None if partner.call.strain is None else partner.call.strain.suit
    if suit is None or best.strain is None or best.strain.suit is not suit:
        return None
    least, own = partner.promise.lengths[suit][0], hand.length(suit)
    if own + least < _FIT:
        return None
    return Message(
        "Partner has {least} or more {suit}, you have {number}: a fit.",
        least=NUMBERS[least],
        suit=Message(suit.plural),
        number=NUMBERS[own],
    )


def _together(
    position: Position, earlier: CallMeaning | None, partner: CallMeaning, best: Call
) -> Message | None:
    """Return what both hands have together, where that decides between part-score and game."""
    assert position.hand is not None
    own, (low, high) = hcp(position.hand), partner.promise.hcp
    if is_any_strength(partner.promise):
        return None
    values = {"own": own, "low": low, "high": high}
    if best == PASS and high < MOST_HCP and own + high < _GAME_POINTS:
        if partner.forcing in _FORCING or not any(
            call.is_bid for call in position.auction.calls[-2::-2]
        ):
            return None
        return Message("You have {own} points, partner at most {high}: no game.", **values)
    if not best.is_bid or best.level > _HIGHEST_GAME:
        return None
    if _is_game(best) and own + low >= _GAME_POINTS:
        major = None if earlier is None or best.strain is not Strain.NT else _told_major(earlier)
        if major is not None and partner.promise.lengths[major][0] < _FOUR:
            return Message(
                "{sum} points together: game. Partner chooses between {suit} and notrump.",
                sum=own + low,
                suit=Message(major.plural),
            )
        return Message(
            "You have {own} points, partner at least {low}: {sum} together, enough for game.",
            sum=own + low,
            **values,
        )
    return None


def _told_major(earlier: CallMeaning) -> Suit | None:
    """Return the major in which exactly five cards have been promised at least."""
    lengths = earlier.promise.lengths
    return next((suit for suit in (Suit.S, Suit.H) if lengths[suit][0] == _FIVE), None)


def _is_game(call: Call) -> bool:
    assert call.strain is not None
    return call.level >= GAME_LEVELS[call.strain]


def _completes(partner: CallMeaning, hand: Hand, best: Call) -> Message | None:
    target = completion_of(partner.call)
    if target is None or target.strain is None or target.strain.suit is None:
        return None
    jumps = best.strain is target.strain and best.level == target.level + 1
    if jumps and hand.length(target.strain.suit) >= _FOUR:
        return Message("Four-card support and a good hand: {call}.", call=best.symbol)
    if best != target:
        return None
    return Message(
        "Partner's {call} shows {suit}: complete the transfer.",
        call=partner.call.symbol,
        suit=Message(target.strain.suit.plural),
    )


def _forced(partner: CallMeaning, best: Call) -> Message | None:
    if best == PASS or partner.forcing not in _FORCING:
        return None
    return Message("Partner's {call} is forcing: you must not pass.", call=partner.call.symbol)
