"""The reason for a suggested call: what I have, what partner promised, where we belong.

A reason is true of the hand and argues for this call, not for another at the same time; where none
is known there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from bidding.domain.calls import PASS, Call
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.messages import Message
from bidding.domain.position import Position
from bidding.domain.scoring import GAME_LEVELS, is_game
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
    PARTNER,
    SIX,
    SLAM,
    SUPPORT,
    WEAK,
    Decision,
    promised_suit,
)
from bidding.explaining.advice.own_hand import opening, overcall, passing, rebid, response
from bidding.explaining.meanings.answers import NUMBERS_ALONE, answered_count
from bidding.explaining.meanings.naming import CallMeaning, completion_of
from bidding.explaining.meanings.statements import is_any_strength
from bidding.explaining.promises import MOST_HCP
from bidding.explaining.wording import NUMBERS

_SLAM_POINTS = 33  # of both hands
_INVITING = (22, 24)  # points of both hands with partner's least
_LIMITED = 5  # points between the ends of a range, at most
_ALWAYS = 0.9  # the chance that a bid to play is passed
_TRANSFERS = ("jacoby_transfer", "texas_transfer")
_COUNTED = {
    "aces": Message("Partner asks for aces; you have {number}: {call}."),
    "kings": Message("Partner asks for kings; you have {number}: {call}."),
}
_KEY_CARD_STEPS = {
    "key_card_blackwood_0314": {0: (1,), 3: (1,), 1: (2,), 4: (2,), 2: (3, 4), 5: (3, 4)},
    "key_card_blackwood_1430": {1: (1,), 4: (1,), 0: (2,), 3: (2,), 2: (3, 4), 5: (3, 4)},
}
"""The answers, in steps above the ask, by the number of key cards."""


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
        _after_answer(now, partner)
        or _answer_to(now, partner)
        or _invited(now, partner)
        or _together(now, partner)
        or _raised(now, partner)
        or _signed_off(now, partner)
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


def _after_answer(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the aces that are missing after partner's answer to one's own ask."""
    own, best = now.last_meaning(OWN), now.best
    if own is None or own.convention is None or partner.meaning is None:
        return None
    told = answered_count(partner.meaning)
    if own.convention.asks != "aces" or told is None or len(told.numbers) != 1:
        return None
    missing = len(Suit) - next(iter(told.numbers)) - sum(card.rank == "A" for card in now.hand)
    if missing > 1 and best == PASS:
        return Message("Two aces are missing: stop here.")
    if not best.is_bid or own.trump not in (None, now.suit):
        return None
    if missing == 0 and best.level >= SLAM:
        return now.say("All the aces are there: {call}.")
    if missing == 1 and best.level == SLAM:
        return now.say("One ace is missing: {call}, and no more.")
    if missing > 1 and best.level < SLAM:
        return now.say("Two aces are missing: stop in {call}.")
    return None


def _answer_to(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the answer to partner's ask, where the call is that answer, or the transfer that it
    completes."""
    convention, best = partner.convention, now.best
    if convention is None or not best.is_bid:
        return None
    if convention.id in _TRANSFERS:
        return _completes(now, partner)
    if convention.id == "stayman":
        return _majors(now)
    steps = best.index - partner.call.index
    held = {card.rank + card.suit.name for card in now.hand}
    for asked, text in _COUNTED.items():
        number = sum(asked[0].upper() + suit.name in held for suit in Suit)
        if convention.asks == asked and steps == number % 4 + 1:
            return now.say(text.key, number=NUMBERS_ALONE[number])
    if convention.asks == "key cards" and (trump := partner.trump) is not None:
        keys = len(({"A" + suit.name for suit in Suit} | {"K" + trump.name}) & held)
        if steps not in _KEY_CARD_STEPS.get(convention.id, {}).get(keys, ()):
            return None
        return now.say(
            "Partner asks for key cards, {suit} being trumps; you have {number}: {call}.",
            suit=Message(trump.plural),
            number=NUMBERS_ALONE[keys],
        )
    return None


def _majors(now: Decision) -> Message | None:
    suit, long = now.suit, [major for major in MAJORS if now.lengths[major] >= FOUR]
    if not long and suit is Suit.D:
        return now.say("Partner asks for a four-card major; you have none: {call}.")
    if suit is None or suit not in long or now.best.level > 3:
        return None
    if suit is Suit.S and len(long) > 1:
        return None
    return now.say(
        "Partner asks for a four-card major; you have {number} {suit}: {call}.",
        number=NUMBERS[now.lengths[suit]],
        suit=Message(suit.plural),
    )


def _completes(now: Decision, partner: CallMeaning) -> Message | None:
    target = completion_of(partner.call)
    if target is None or target.suit is None:
        return None
    jumps = now.suit is target.suit and now.best.level == target.level + 1
    if jumps and now.lengths[target.suit] >= FOUR:
        return now.say("Four-card support and a good hand: {call}.")
    if now.best != target:
        return None
    return Message(
        "Partner's {call} shows {suit}: complete the transfer.",
        call=partner.call.symbol,
        suit=Message(target.suit.plural),
    )


def _invited(now: Decision, partner: CallMeaning) -> Message | None:
    """Return how good the hand is within its own narrow range, where partner leaves the choice."""
    earlier, best = now.last_meaning(OWN), now.best
    if earlier is None or not partner.call.is_bid or partner.convention is not None:
        return None
    own, (low, high) = now.points, earlier.promise.hcp
    if high - low > NARROW or partner.forcing in FORCING or _is_to_play(partner):
        return None
    if best == PASS and own == low and not is_game(partner.call):
        return Message("Minimum: pass.")
    if best.is_bid and own == high and is_game(best):
        return Message("Maximum: {call}.", call=best.symbol)
    return None


def _together(now: Decision, partner: CallMeaning) -> Message | None:
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
        if not is_game(partner.call) and own + high < GAME_POINTS:
            return Message("You have {points}, partner at most {high}: no game.", **values)
        if is_game(partner.call) and partner.call.level < SLAM and own + high < _SLAM_POINTS:
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


def _raised(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit in partner's suit that is raised, and what settles how high: the points of
    both hands, or the trumps of a weak hand."""
    suit = promised_suit(partner)
    if suit in now.suits_of(OWN) or now.suit is not suit or suit is None:
        return None
    told = now.last_bid_meaning(OWN)
    if Forcing.GAME in (partner.forcing, told and told.forcing):
        return None
    (low, most), least = partner.promise.hcp, partner.promise.lengths[suit][0]
    number = now.lengths[suit]
    trumps, sum_ = number + least, now.points + low
    if trumps < FIT or low == 0 or (most < OPENING and number < SUPPORT):
        return None
    jump, weak = now.best.level - now.cheapest(suit).level, most < OPENING  # partner's hand
    blocks = now.points <= MOST_TO_PASS if weak else now.points < ANSWER_AT_TWO and jump > 0
    if blocks and trumps >= max(FIT + 1, now.best.level + SIX):
        return now.say(
            "{trumps} trumps together or more, and only {points}: "
            "{call} takes room from the opponents.",
            trumps=trumps,
        )
    if is_game(now.best):
        return None
    fit = {"least": NUMBERS[least], "suit": Message(suit.plural), "number": NUMBERS[number]}
    competes = now.theirs_is_last and trumps > FIT and now.best.level == 3
    high_enough = now.best.level <= 2 or competes
    if jump == 0 and sum_ < _INVITING[0] and now.points >= ANSWER and high_enough:
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} you are worth {call}, not more.",
            **fit,
        )
    if jump == 1 and _INVITING[0] - 1 <= sum_ <= _INVITING[1]:
        return now.say(
            "Partner has {least} or more {suit}, you have {number}: a fit. "
            "With {points} {call} invites to game.",
            **fit,
        )
    return None


def _signed_off(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner's bid is passed by nearly all hands: a game, or a lower one that the
    opponents have left alone."""
    call, alone = partner.call, all(made == PASS for made in now.calls[0::2])
    if now.best != PASS or not now.is_undisturbed or partner.convention is not None:
        return None
    if not call.is_bid or call.level == 1 or not (alone or is_game(call)):
        return None
    if not _is_to_play(partner):
        return None
    return Message("Partner's {call} is to play: pass.", call=call.symbol)


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
    return best.level == GAME_LEVELS[best.strain] and (now.theirs_is_last or not is_game(last))


def _has_trumps(now: Decision, partner: CallMeaning) -> bool:
    """Return True if the strain suits what is known: a fit, or notrump without one in a major."""
    promised = [least for least, _ in partner.promise.lengths]
    if now.suit is not None:
        return now.lengths[now.suit] + promised[now.suit] >= FIT or now.lengths[now.suit] > SIX
    return all(now.lengths[major] + promised[major] < FIT for major in MAJORS)


def _told_major(earlier: CallMeaning) -> Suit | None:
    """Return the major in which exactly five cards have been promised at least."""
    lengths = earlier.promise.lengths
    return next((suit for suit in MAJORS if lengths[suit][0] == FIVE), None)
