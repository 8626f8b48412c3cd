"""Reasons that the own hand gives: openings, calls over the opponents' and answers to partner.

A rebid or a pass tells what the hand has beyond what was told."""

from __future__ import annotations

from bidding.domain.calls import DOUBLE, PASS, Call
from bidding.domain.cards import Hand, shape
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    EVEN,
    FIVE,
    FOUR,
    GAME_POINTS,
    LEFT,
    MAJORS,
    MINORS,
    MOST_TO_PASS,
    NARROW,
    OPENING,
    OWN,
    PARTNER,
    RIGHT,
    SHORT,
    SIX,
    STRONG,
    SUPPORT,
    WEAK,
    Decision,
    promised_suit,
)
from bidding.explaining.meanings.naming import TAKEOUT, CallMeaning
from bidding.explaining.promises import MOST_HCP
from bidding.explaining.wording import NUMBERS

_WEAKEST = 4  # points of a pre-empt, at least
_STRONGEST = 20  # points, too many to open at the one-level
_STRONG_TWO = Call.bid(2, Strain.C)
_RULE_OF = 20  # points and cards of the two longest suits, to open
_TOO_FEW_TO_ANSWER = 5  # points, at most
_REVERSE = 16  # points
_NOTHING_ADDED = 3  # points above the least promised, at most


def opening(now: Decision) -> Message | None:
    """Return why the bidding is opened so, or is not."""
    longest, points, best, suit = max(now.lengths), now.points, now.best, now.suit
    opens = points >= OPENING or points + sum(shape(now.hand)[:2]) >= _RULE_OF
    if best == PASS:
        if opens or (longest > FIVE and points >= ANSWER - 1):
            return None
        if longest > FIVE:
            return now.say("You have {points}: too few to open.")
        return now.say("You have {points} and no six-card suit: too little to open.")
    if best.strain is Strain.NT:
        return now.with_points(EVEN) if now.balanced and _is_notrump(now, best.level) else None
    assert suit is not None
    if best == _STRONG_TWO and points >= _STRONGEST:
        return now.say("You have {points}, too many to open at the one-level: {call}.")
    length = now.lengths[suit]
    limited = now.system is System.POLISH_CLUB and points < OPENING + 3
    precision = limited and best == _STRONG_TWO and length >= FIVE
    if length > SIX and points < MOST_TO_PASS and best.level == 1:
        return None
    if opens and points < _STRONGEST and (best.level == 1 or precision):
        return _opened_suit(now, suit)
    if not opens and _is_preempt(now, suit) and best != _STRONG_TWO:
        return now.takes_room(suit)
    return None


def _is_notrump(now: Decision, level: int) -> bool:
    """Return True if the points are those of an opening in notrump."""
    ranges = {1: (12, 14) if now.system is System.ACOL else (15, 17), 2: (20, 22)}
    low, high = ranges.get(level, (MOST_HCP, 0))
    return low <= now.points <= high


def _is_preempt(now: Decision, suit: Suit) -> bool:
    """Return True if a suit is as long as its level asks, in a hand without an opening bid."""
    length, level = now.lengths[suit], now.best.level
    return _WEAKEST <= now.points < MOST_TO_PASS and length - level == FOUR and 1 < level <= FOUR


def _opened_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is opened, and no other."""
    length, longest = now.lengths[suit], max(now.lengths)
    equal = [other for other in Suit if other is not suit and now.lengths[other] == length]
    five_card_majors = now.system not in (System.ACOL, System.UNKNOWN)
    if now.system is System.POLISH_CLUB and suit is Suit.C and now.best.level == 1:
        weak_balanced = now.balanced and now.points < OPENING + 3
        return now.with_points(EVEN) if weak_balanced else None
    if (suit in MINORS and now.balanced and _is_notrump(now, level=1)) or (
        suit in MAJORS and five_card_majors and length < FIVE
    ):
        return None
    if length == longest >= FOUR and not equal:
        return now.with_points(now.have(suit))
    if length == longest >= FIVE and suit < min(equal):
        return now.say(
            "You have {one} and {two}: the higher suit first, {call}.",
            one=now.have(suit),
            two=now.have(equal[0]),
        )
    if not five_card_majors or now.system is System.POLISH_CLUB or suit in MAJORS:
        return None
    other = Suit.C if suit is Suit.D else Suit.D
    if max(now.lengths[major] for major in MAJORS) >= FIVE or now.lengths[other] > length:
        return None
    if now.lengths[other] < length:
        return now.say("You have {points} and no five-card major: open your longer minor, {call}.")
    if (length <= SUPPORT) is (suit is Suit.D):
        return None
    return now.say(
        "You have {points}, no five-card major and {number} cards in each minor: {call}.",
        number=NUMBERS[length],
    )


def overcall(now: Decision) -> Message | None:
    """Return the reason of a player whose side has not acted, after the opponents have."""
    suit, points, theirs = now.suit, now.points, now.theirs
    if now.best == PASS:
        return _no_overcall(now)
    if now.best == DOUBLE:
        return _takeout(now)
    if suit is None:
        held = [_is_stopped(now.hand, one) for one in theirs]
        strong = OPENING + 3 <= points <= STRONG
        strong = strong and all(now.lengths[major] < FIVE for major in MAJORS)
        if now.balanced and strong and held and all(held) and now.best.level == 1:
            stopped = Message("{suit} stopped", suit=Message(min(theirs).plural))
            return now.with_points(EVEN, stopped)
        return None
    length, jump = now.lengths[suit], now.best.level - now.cheapest(suit).level
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < FIVE or now.longest(theirs | {suit}) >= FIVE:
        return None
    if jump > 0:
        return now.takes_room(suit) if _is_preempt(now, suit) and not both else None
    enough = {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(now.best.level, OPENING + 1) + both
    long = length > min(now.best.level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    return now.with_points(now.have(suit)) if long and enough <= points < STRONG else None


def _no_overcall(now: Decision) -> Message | None:
    points, last = now.points, now.last_bid
    longest = now.longest(now.theirs)
    if points <= WEAK and longest <= FIVE:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if points <= MOST_TO_PASS and max(now.lengths) <= FOUR:
        return now.say(
            "You have {points} and no five-card suit: too little to bid over {call}.",
            call=last.symbol,
        )
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    bids = [now.cheapest(suit) for suit in long]
    if points <= MOST_TO_PASS and longest == FIVE and len(long) == 1 and bids[0].level >= 2:
        return now.say(
            "You have {points} and {cards}: too little for {call}.",
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    if not now.theirs or longest > FOUR or last.level > 2:
        return None
    own_length = [suit for suit in sorted(now.theirs) if now.lengths[suit] >= FOUR]
    if own_length:
        return Message(
            "Your length is in {suit}, and a double would ask partner to bid: pass.",
            suit=Message(own_length[0].plural),
        )
    if points < OPENING + 3 and any(now.lengths[suit] < SUPPORT for suit in set(Suit) - now.theirs):
        return now.say(
            "You have {points}, but no five-card suit, and a double needs support for the other "
            "suits: pass."
        )
    return None


def _takeout(now: Decision) -> Message | None:
    """Return why a double asks partner to bid: short in their suits, with support for the others;
    or too strong for an overcall."""
    theirs = now.theirs
    enough = ANSWER_AT_TWO if now.is_undisturbed else OPENING
    if not theirs or now.last_bid.strain is Strain.NT or now.last_bid.level > 2:
        return None
    if now.points < enough:
        return None
    short = all(now.lengths[suit] <= SHORT for suit in theirs)
    if short and all(now.lengths[suit] >= SUPPORT for suit in set(Suit) - theirs):
        return Message(
            "You have {points}, are short in {suits} and have support for the other suits: double.",
            suits=tuple(Message(suit.plural) for suit in sorted(theirs)),
            points=now.own_points,
        )
    if now.points >= STRONG and now.last_bid.level == 1:
        return now.say("You have {points}, too many for an overcall: double first.")
    return None


def _is_stopped(hand: Hand, suit: Suit) -> bool:
    ranks = [card.rank for card in hand.suit(suit)]
    return any(rank in ranks and len(ranks) > place for place, rank in enumerate("AKQJ"))


def passing(now: Decision) -> Message | None:
    """Return why a player passes after a call of the own side."""
    partner, points, last = now.last_meaning(PARTNER), now.points, now.last_bid
    told = now.last_bid_meaning(OWN)
    if told is not None:
        (low, _), suit = told.promise.hcp, promised_suit(told)
        long = suit is not None and now.lengths[suit] > max(told.promise.lengths[suit][0], FIVE)
        long = long or any(now.lengths[one] >= SUPPORT for one in now.suits_of(PARTNER) - {suit})
        if not now.theirs_is_last or low == 0 or points > low + _NOTHING_ADDED or long:
            return None
        return Message(
            "Your {call} has told your hand, and with {points} you have nothing to add: pass.",
            points=now.own_points,
            call=told.call.symbol,
        )
    if now.has_acted(OWN) or partner is None:
        return None
    opened = promised_suit(partner)
    if points <= _TOO_FEW_TO_ANSWER and now.theirs_is_last and max(now.lengths) <= FIVE:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if opened is None:
        return None
    if now.is_undisturbed and points <= _TOO_FEW_TO_ANSWER and last.level == 1:
        return now.say("You have {points}: too few to answer partner's {call}.", call=last.symbol)
    if (
        now.opened_by_them
        and points <= WEAK
        and now.lengths[opened] <= SHORT
        and max(now.lengths) <= FIVE
    ):
        return now.say(
            "You have {points} and no fit for partner's {suit}: pass.", suit=Message(opened.plural)
        )
    return None


def response(now: Decision) -> Message | None:
    """Return why a player who has not acted yet answers partner so."""
    partner, suit, points = now.last_meaning(PARTNER), now.suit, now.points
    if partner is None:
        return None
    if partner.convention is not None and partner.convention.id in TAKEOUT:
        return _advance(now)
    if now.best == DOUBLE:
        return _negative_double(now, partner)
    if not now.best.is_bid:
        return None
    if partner.call.strain is Strain.NT:
        return _over_notrump(now, partner)
    opened = promised_suit(partner)
    if opened is None or partner.promise.hcp[0] < ANSWER_AT_TWO:
        return None
    if suit is not None:
        return _new_suit(now, suit)
    if partner.call.level != 1 or not now.is_undisturbed:
        return None
    cheaper = [one for one in Suit if one is not opened and now.cheapest(one).level == 1]
    if now.best.level == 1 and all(now.lengths[one] < FOUR for one in cheaper):
        if opened in MAJORS and now.lengths[opened] >= SUPPORT:
            return None
        what = Message("no suit to bid at the one-level")
        return now.with_points(what) if ANSWER <= points < OPENING else None
    flat = now.balanced and all(now.lengths[suit] < FOUR + (suit in MINORS) for suit in Suit)
    return now.with_points(EVEN) if flat and points >= ANSWER_AT_TWO else None


def _new_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is bid, and no other: it is the longest, or the next in order."""
    length, taken = now.lengths[suit], now.theirs | now.suits_of(PARTNER)
    if suit in taken or length < FOUR or now.best != now.cheapest(suit):
        return None
    if now.calls[RIGHT] == DOUBLE and now.points >= ANSWER_AT_TWO:
        return None
    if any(now.lengths[one] >= FOUR for one in taken - now.theirs if one in MAJORS):
        return None
    at_two = now.system in (System.TWO_OVER_ONE, System.POLISH_CLUB)
    enough = {1: ANSWER, 2: OPENING if at_two else ANSWER_AT_TWO}.get(now.best.level, OPENING)
    if now.points < enough:
        return None
    rivals = [one for one in Suit if one not in taken and one is not suit]
    rivals = [one for one in rivals if now.cheapest(one).level <= now.best.level]
    longer = [one for one in rivals if now.lengths[one] > length]
    equal = [one for one in rivals if now.lengths[one] == length]
    if longer or (length >= FIVE and any(one < suit for one in equal)):
        return None
    if not equal:
        return now.with_points(now.have(suit))
    if length >= FIVE or any(now.cheapest(one) < now.best for one in equal):
        return None
    return now.say(
        "You have {one} and {two}: the cheaper suit first, {call}.",
        one=now.have(suit),
        two=now.have(equal[0]),
    )


def _over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why the majors are told or asked for over partner's natural notrump."""
    level, suit = partner.call.level, now.suit
    if partner.convention is not None or not now.is_undisturbed or now.best.level != level + 1:
        return None
    enough = now.points + partner.promise.hcp[0] >= GAME_POINTS - 2
    if suit is Suit.C and enough and any(now.lengths[major] == FOUR for major in MAJORS):
        return now.say("You have {points} and a four-card major: ask for partner's with {call}.")
    if suit not in (Suit.D, Suit.H):
        return None
    target = Suit(suit - 1)
    others = [now.lengths[one] for one in Suit if one is not target]
    if now.lengths[target] < FIVE or now.lengths[target] < max(others):
        return None
    return now.say("You have {cards}: transfer with {call}.", cards=now.have(target))


def _negative_double(now: Decision, partner: CallMeaning) -> Message | None:
    opened, theirs = promised_suit(partner), now.theirs
    if opened is None or now.is_undisturbed or len(theirs) != 1:
        return None
    majors = [major for major in MAJORS if major not in theirs | {opened}]
    enough = ANSWER + 2 * (now.last_bid.level - 1)
    if not majors or now.points < enough or now.lengths[opened] > SUPPORT:
        return None
    if any(now.lengths[major] != FOUR for major in majors):
        return None
    return now.say(
        "You have {points} and {cards}: the double shows them.",
        cards=tuple(now.have(major) for major in majors),
    )


def _advance(now: Decision) -> Message | None:
    suit, theirs = now.suit, now.theirs
    if suit is None or suit in theirs or now.lengths[suit] < FOUR:
        return None
    longer = [one for one in Suit if one not in theirs and now.lengths[one] > now.lengths[suit]]
    equal = [one for one in Suit if one not in theirs and now.lengths[one] == now.lengths[suit]]
    jump = now.best.level - now.cheapest(suit).level
    if longer or suit is not min(equal) or jump != int(now.points >= ANSWER_AT_TWO):
        return None
    return now.say(
        "Partner's double asks for your best suit; you have {cards} and {points}: {call}.",
        cards=now.have(suit),
    )


def rebid(now: Decision) -> Message | None:
    """Return what a player who has bid has beyond what that told."""
    told, suit = now.last_bid_meaning(OWN), now.suit
    if told is None:
        return None
    own, partners = promised_suit(told), now.suits_of(PARTNER)
    if suit is None:
        calm = own is not None and partners and own not in partners
        balanced = now.balanced and calm and not now.theirs_is_last and now.best.level == 1
        answers = told.promise.hcp[0] < ANSWER_AT_TWO
        low, high = (15, 17) if now.system is System.ACOL else (12, 14)
        fits = now.points <= ANSWER_AT_TWO if answers else low <= now.points <= high
        return now.with_points(EVEN) if balanced and fits else None
    length, least = now.lengths[suit], told.promise.lengths[suit][0]
    earlier = now.suits_of(OWN) | partners | now.theirs
    others = now.longest(earlier | {suit})
    fits = any(now.lengths[one] >= FOUR for one in partners)
    single = others < FOUR and not fits and now.best.level < 4
    calm = single and not now.theirs_is_last
    if suit is own and length >= SIX and length > least and calm and _is_minimum(now, told):
        return now.say(
            "You have {cards}, more than your {told} promised: {call}.",
            cards=now.have(suit),
            told=told.call.symbol,
        )
    if suit not in earlier:
        strong = told.promise.hcp[0] < ANSWER_AT_TWO  # needed by the player who answered
        if own is None or now.theirs_is_last or fits or len(earlier) > 2 or now.best.level > 3:
            return None
        strong = strong or now.best > now.cheapest(own)  # a reverse
        if (strong and now.points < _REVERSE) or now.points > STRONG:
            return None
        if length < FOUR or length <= others or now.best != now.cheapest(suit):
            return None
        return now.say("You have a second suit, {cards}: {call}.", cards=now.have(suit))
    return _preference(now, suit)


def _is_minimum(now: Decision, told: CallMeaning) -> bool:
    """Return True if the cheapest bid is suggested to a hand near the least that was promised."""
    least = told.promise.hcp[0]
    cheapest = now.suit is not None and now.best == now.cheapest(now.suit)
    return cheapest and now.points <= least + NARROW


def _preference(now: Decision, suit: Suit) -> Message | None:
    """Return the choice between two suits of partner's."""
    last = promised_suit(now.last_meaning(PARTNER))
    others = now.suits_of(PARTNER) - {last}
    if last is None or others != {suit} or now.best != now.cheapest(suit):
        return None
    if now.lengths[suit] < now.lengths[last] or now.points > ANSWER_AT_TWO:
        return None
    return now.say(
        "Partner has bid {one} and {two}, and you have {cards}: back to the first suit, {call}.",
        one=Message(suit.plural),
        two=Message(last.plural),
        cards=(now.have(suit), now.have(last)),
    )
