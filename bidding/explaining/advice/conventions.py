"""Reasons of conventions: answers to partner's asks, and what the own ones are bid for."""

from __future__ import annotations

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import is_stopped
from bidding.domain.conventions import Kind
from bidding.domain.messages import Message
from bidding.domain.table import Strain, Suit
from bidding.explaining.advice.decision import (
    ANSWER,
    ANSWER_AT_TWO,
    FIT,
    FORCING,
    GAME_POINTS,
    GOOD_RAISES,
    MAJORS,
    MINORS,
    ONE_NOTRUMP,
    OPENING,
    OWN,
    PARTNER,
    SHORT,
    SHOWN,
    SLAM,
    STRONG,
    STRONG_TWO,
    SUPPORT,
    THREE_CLUBS,
    THREE_DIAMONDS,
    TWO_NOTRUMP,
    WEAK,
    Decision,
    is_named,
    promised_suit,
    stopped,
)
from bidding.explaining.meanings.answers import NUMBERS_ALONE, answered_count
from bidding.explaining.meanings.call_meaning import GRADES, CallMeaning
from bidding.explaining.meanings.naming import (
    PUPPETS,
    STRONG_CLUBS,
    SUIT_TRANSFERS,
    completion_of,
    graded_answers,
)
from bidding.explaining.wording import NUMBERS

_TWO_CLUBS, _TWO_DIAMONDS = Call.bid(2, Strain.C), Call.bid(2, Strain.D)
_COUNTED = {
    "aces": Message("Partner asks for aces; you have {number}: {call}."),
    "kings": Message("Partner asks for kings; you have {number}: {call}."),
}
_STEPS_0314 = {0: (1,), 3: (1,), 1: (2,), 4: (2,), 2: (3, 4), 5: (3, 4)}
_STEPS_1430 = {1: (1,), 4: (1,), 0: (2,), 3: (2,), 2: (3, 4), 5: (3, 4)}
_KEY_CARD_STEPS = {
    "key_card_blackwood_0314": _STEPS_0314,
    "kickback_0314": _STEPS_0314,
    "key_card_blackwood_1430": _STEPS_1430,
    "kickback_1430": _STEPS_1430,
}
"""The answers, in steps above the ask, by the number of key cards."""
_GOOD_SUIT = 5  # points in the suit of a weak two, at least
_CHECKBACKS = ("new_minor_forcing", "two_way_checkback", "checkback")
_OPENING_ASKED = Message("Partner asks how good your opening is; you have {what}: {call}.")
_STRENGTH_ASKED = {
    "ogust": Message("Partner asks how good your weak two is; you have {what}: {call}."),
    "feature_ask": Message("Partner asks for a feature; you have {what}: {call}."),
    "drury": _OPENING_ASKED,
    "reverse_drury": _OPENING_ASKED,
    "jacoby_two_notrump": Message("Partner asks for shortness; you have {what}: {call}."),
}
MUST_BID = (
    "Partner's {call} is forcing: you must not pass, and {bid} is the least that you can bid."
)


def forced(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner has to be answered, of the lowest bid that there is."""
    if not now.is_undisturbed or partner.forcing not in FORCING or not partner.call.is_bid:
        return None
    convention = partner.convention
    if is_named(partner, *STRONG_CLUBS):
        return None
    if is_named(partner, "forcing_notrump"):
        return _over_forcing_notrump(now)
    asked = convention is not None and (
        convention.asks or convention.support or convention.kind is Kind.ANSWERING
    )
    asked = bool(asked) or is_named(partner, *GOOD_RAISES)
    invited = convention is not None and convention.kind is Kind.INVITATION
    waits = not (asked or invited) and (convention is not None or now.points <= WEAK)
    if not waits or now.best.index != now.last_bid.index + 1:
        return None
    suit = now.best.suit
    if suit is not None and partner.promise.lengths[suit][0] >= SHOWN:  # a choice of partner's
        return None
    if suit in MAJORS and suit not in now.suits_of(OWN):  # it tells a suit or a stopper
        return None
    return Message(
        MUST_BID,
        call=partner.call.symbol,
        bid=now.best.symbol,
    )


def _over_forcing_notrump(now: Decision) -> Message | None:
    """Return the three-card minor that an opener without another suit to show has to bid."""
    suit, own = now.suit, promised_suit(now.last_bid_meaning(OWN))
    if suit not in MINORS or now.best.level > 2 or own is None or now.lengths[own] != 5:
        return None
    other, rest = now.lengths[Suit.D + Suit.C - suit], now.lengths[Suit.S + Suit.H - own]
    if now.lengths[suit] != SUPPORT or other > SUPPORT or rest > (4 if own is Suit.H else SUPPORT):
        return None
    if other < SUPPORT:
        text = (
            "Partner's 1NT is forcing; with no other suit to show you bid the longer minor, {call}."
        )
    elif suit is Suit.C:
        text = (
            "Partner's 1NT is forcing; with no other suit to show you bid the cheaper minor, "
            "{call}."
        )
    else:
        return None
    return now.say(text)


def missing_aces(now: Decision, partner: CallMeaning) -> int | None:
    """Return the aces that both hands lack by partner's answer to one's own ask; None where that is
    not known for sure."""
    own, told = now.last_meaning(OWN), answered_count(partner.meaning)
    if own is None or own.convention is None or own.convention.asks != "aces" or told is None:
        return None
    held = sum(card.rank == "A" for card in now.hand)
    lacking = {len(Suit) - held - number for number in told.numbers if number + held <= len(Suit)}
    return lacking.pop() if len(lacking) == 1 else None


def after_answer(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the aces that are missing after partner's answer to one's own ask."""
    own, best, missing = now.last_meaning(OWN), now.best, missing_aces(now, partner)
    if own is None or missing is None:
        return None
    lacked = {"number": NUMBERS[missing]}
    if missing > 1 and best == PASS and _is_home(now, now.last_bid, own.trump):
        return Message("Together you lack {number} aces: stop here.", **lacked)
    if not best.is_bid or own.trump not in (None, now.suit):
        return None
    if missing == 0 and best.level >= SLAM:
        return now.say("All the aces are there: {call}.")
    if missing == 1 and best.level == SLAM:
        return now.say("One ace is missing: {call}, and no more.")
    if missing > 1 and best.level < SLAM and _is_home(now, best, own.trump):
        return now.say("Together you lack {number} aces: stop in {call}.", **lacked)
    return None


def _is_home(now: Decision, bid: Call, trump: Suit | None) -> bool:
    """Return True for a bid in trumps; where none are agreed, for one in a fit and for 4NT."""
    if trump is not None:
        return bid.suit is trump
    if bid.suit is None:
        return bid.level == 4
    return now.lengths[bid.suit] + now.shown_by_partner(bid.suit) >= FIT


def answer_to(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the answer to partner's ask, where the call is that answer, or the transfer that it
    completes."""
    convention, best = partner.convention, now.best
    if convention is None or not best.is_bid:
        return None
    if convention.id in SUIT_TRANSFERS:
        return _completes(now, partner)
    if convention.id == "minor_transfer" and now.is_undisturbed:
        return _completes_minor(now, partner)
    if convention.id == "stayman":
        return _majors(now)
    if now.is_undisturbed and best == PUPPETS.get((convention.id, partner.call)):
        return Message(
            "Partner's {call} asks you to bid {bid}.", call=partner.call.symbol, bid=best.symbol
        )
    if convention.id in _STRENGTH_ASKED:
        return _strength(now, convention.id)
    if convention.id in _CHECKBACKS:
        return _told_about_majors(now)
    if convention.id == "fourth_suit_forcing":
        return _over_fourth_suit(now, partner)
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
    suit, long = now.suit, [major for major in MAJORS if now.lengths[major] >= 4]
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


def _strength(now: Decision, asked: str) -> Message | None:
    """Return the answer to an ask about the own opening: its strength, a feature or shortness."""
    own, suit, text = promised_suit(now.last_bid_meaning(OWN)), now.suit, _STRENGTH_ASKED[asked].key
    if own is None or not now.is_undisturbed:
        return None
    honours = "".join(card.rank for card in now.hand if card.suit is own)
    good = now.points_in(own) >= _GOOD_SUIT
    untrue = {
        "weak": good,
        "good": not good,
        "solid": not set("AKQ") <= set(honours),
        "medium": min(now.lengths) < SHORT,
        "extra": min(now.lengths) < SHORT,
    }
    for key, least, most in graded_answers(asked, now.best, own):
        slot = key.partition(":")[2]
        if slot and least <= now.points <= most and not untrue.get(slot.rpartition("-")[2]):
            return now.say(text, what=GRADES[slot])
    if suit in (None, own):
        return None
    if asked == "feature_ask" and any(
        card.suit is suit and card.rank in ("A", "K", "Q") for card in now.hand
    ):
        return now.say(text, what=Message("one in {suit}", suit=Message(suit.plural)))
    if asked == "jacoby_two_notrump" and now.best.level == 3 and now.lengths[suit] < SHORT:
        return now.say(text, what=now.have(suit))
    if now.lengths[suit] >= (5 if asked == "jacoby_two_notrump" else 4):
        return now.say("You have a second suit, {cards}: {call}.", cards=now.have(suit))
    return None


def _told_about_majors(now: Decision) -> Message | None:
    """Return the answer to an ask about the majors over one's own 1NT rebid: three cards of
    partner's, four of the other."""
    earlier, majors = now.last_meaning(OWN), now.suits_of(PARTNER) & set(MAJORS)
    if earlier is None or earlier.call != ONE_NOTRUMP or len(majors) != 1:
        return None
    (partners,) = majors
    other = Suit(1 - partners)
    if now.suit is partners and now.lengths[partners] == SUPPORT:
        if now.best == now.cheapest(partners):
            return now.say(
                "You have three cards in partner's {suit}: {call}.", suit=Message(partners.plural)
            )
        more = now.points > earlier.promise.hcp[0]
        text = "You have three cards in partner's {suit} and more than a minimum: {call}."
        return now.say(text, suit=Message(partners.plural)) if more else None
    if now.suit is other and now.lengths[other] >= 4:
        return now.shows(other)
    if now.suit in MAJORS or now.lengths[partners] >= SUPPORT or now.lengths[other] >= 4:
        return None
    return now.say(
        "You have neither three {partners} nor four {other} to show: {call}.",
        partners=Message(partners.plural),
        other=Message(other.plural),
    )


def _over_fourth_suit(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the answer to partner's fourth suit: the stopper that it asks for, three cards in
    partner's first suit, or neither, of the lowest bid in the own first suit."""
    asked, bids = partner.call.suit, [one.suit for one in now.calls[OWN::4] if one.is_bid]
    suits = {call.suit for call in now.calls[PARTNER::4] if call.suit not in (None, asked)}
    if asked is None or len(suits) != 1 or not bids or not now.is_undisturbed:
        return None
    (partners,) = suits
    told, held, suit = partner.call.symbol, is_stopped(now.hand, asked), now.suit
    if suit is None and held and now.best.level < 4:
        return now.say(
            "Partner's {told} asks for a stopper; you have {points} and {what}: {call}.",
            told=told,
            what=stopped(asked),
        )
    if now.best != now.cheapest(asked if suit is None else suit):
        return None
    if suit is partners and now.lengths[partners] == SUPPORT:
        return now.say(
            "You have three cards in partner's {suit}: {call}.", suit=Message(partners.plural)
        )
    if held or now.lengths[partners] >= SUPPORT or suit is None:
        return None
    if suit is not bids[-1] or now.lengths[suit] < 5:
        return None
    return now.say(
        "You have neither {suit} stopped nor three {partners} to show: {call}.",
        suit=Message(asked.plural),
        partners=Message(partners.plural),
    )


def smolen(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the five-four shape of Smolen's jump after Stayman has found no major."""
    suit = now.suit
    if not is_named(partner, "no_four_card_major") or now.plays("smolen") != "yes":
        return None
    if suit not in MAJORS or now.best.level != partner.call.level + 1 or not now.is_undisturbed:
        return None
    other = Suit(1 - suit)
    enough = now.points + partner.promise.hcp[0] >= GAME_POINTS - 1
    if now.lengths[suit] != 4 or now.lengths[other] < 5 or not enough:
        return None
    return now.say(
        "You have {one} and {two}: {call}, Smolen, shows just this.",
        one=now.have(other),
        two=now.have(suit),
    )


def raise_over_forcing_notrump(now: Decision) -> Message | None:
    """Return the three-card support of a hand that has answered one of a major with 1NT, forcing,
    and invites to game now."""
    suit, forcing = now.suit, is_named(now.last_meaning(OWN), "forcing_notrump")
    if not forcing or not now.is_undisturbed or suit not in MAJORS or now.best.level != 3:
        return None
    opened = now.calls[PARTNER + 4].suit is suit and now.calls[PARTNER].suit is not suit
    if not opened or now.lengths[suit] != SUPPORT or not ANSWER_AT_TWO <= now.points <= OPENING:
        return None
    return now.invites_with(suit)


def odwrotka(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the strength and the support that 2♦ of Polish Club shows after 1♣ and a major."""
    suit, opened = promised_suit(partner), is_named(now.last_meaning(OWN), "polish_club")
    if not opened or suit not in MAJORS or partner.call.level != 1 or not now.is_undisturbed:
        return None
    if now.best != _TWO_DIAMONDS or now.points < STRONG or now.lengths[suit] < SUPPORT:
        return None
    return now.say(
        "You have {cards} and {points}: {call}, odwrotka, shows a strong hand with a fit.",
        cards=now.have(suit),
    )


def after_puppet(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what the own 2NT of Lebensohl, or 2♣ of two-way checkback, was bid for."""
    own, suit = now.last_meaning(OWN), now.suit
    if own is None or own.convention is None or not now.is_undisturbed:
        return None
    asked = partner.call.suit
    if asked is None or partner.call != PUPPETS.get((own.convention.id, own.call)):
        return None
    if now.best == PASS and now.lengths[asked] >= 5:
        return Message(
            "You have {cards}, and your {told} asked for this: pass.",
            cards=now.have(asked),
            told=own.call.symbol,
        )
    if own.convention.id == "lebensohl":
        low = suit is not None and all(suit > their for their in now.theirs)
        if suit is None or not low or now.points > ANSWER_AT_TWO or now.lengths[suit] < 4:
            return None
        return now.plays_in(suit)
    if suit in MAJORS and suit in now.suits_of(OWN) and now.lengths[suit] >= 5:
        return now.invites_with(suit)
    invites = now.best == TWO_NOTRUMP and now.points > ANSWER
    return now.say("You have {points}: {call} invites to game.") if invites else None


def _completes(now: Decision, partner: CallMeaning) -> Message | None:
    target = completion_of(partner.call)
    if target is None or target.suit is None:
        return None
    jumps = now.suit is target.suit and now.best.level == target.level + 1
    if jumps and now.lengths[target.suit] >= 4:
        own = now.last_meaning(OWN)
        if own is not None and now.points >= own.promise.hcp[1]:
            return now.say("Four-card support and a maximum: {call}.")
        short = min(now.lengths) <= SHORT
        return now.say("Four-card support and a doubleton: {call}.") if short else None
    if now.best != target:
        return None
    if partner.promise.lengths[target.suit][0] < 5:  # it shows another suit, or one of two
        return _bids_as_asked(now, partner)
    return _completed(partner, target.suit)


def _bids_as_asked(now: Decision, partner: CallMeaning) -> Message:
    """Return the bid that partner's call asks for, whatever partner has."""
    call, bid = partner.call.symbol, now.best.symbol
    return Message("Partner's {call} asks for {bid}: bid it.", call=call, bid=bid)


def _completed(partner: CallMeaning, suit: Suit) -> Message:
    """Return the suit that partner's transfer shows."""
    return Message(
        "Partner's {call} shows {suit}: complete the transfer.",
        call=partner.call.symbol,
        suit=Message(suit.plural),
    )


def bergen(now: Decision, suit: Suit) -> Message | None:
    """Return the support and the points of a Bergen raise in the range of its suit."""
    weak = {"bergen": THREE_CLUBS, "reverse": THREE_DIAMONDS}.get(now.plays("bergen"))
    low, high = (ANSWER, ANSWER_AT_TWO) if now.best == weak else (ANSWER_AT_TWO - 1, OPENING)
    if weak is None or not now.is_undisturbed or not low <= now.points <= high:
        return None
    return now.say("You have {cards} and {points}: {call}, a Bergen raise.", cards=now.have(suit))


def overcalled_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what a suit is for over an overcall of partner's 1NT, and 2NT of Lebensohl."""
    suit, theirs = now.suit, now.shown_by_them
    if suit is not None and partner.call == ONE_NOTRUMP and partner.convention is None:
        long = now.lengths[suit] >= 5 and now.lengths[suit] > now.longest({suit} | theirs)
        if suit in theirs or not long or now.best != now.cheapest(suit):
            return None
        if now.best.level == 2 and now.points + partner.promise.hcp[1] < GAME_POINTS:
            return now.plays_in(suit)
        forces = now.best.level == 3 and now.points + partner.promise.hcp[0] >= GAME_POINTS
        natural = now.plays("nt_interference") in ("none", "lebensohl")
        return now.with_points(now.have(suit)) if forces and natural else None
    if now.plays("nt_interference") != "lebensohl":
        return None
    if now.best != TWO_NOTRUMP or partner.call != ONE_NOTRUMP or len(now.theirs) != 1:
        return None
    (their,) = now.theirs
    if now.points + partner.promise.hcp[0] >= GAME_POINTS - 1 and is_stopped(now.hand, their):
        return now.say(
            "You have {points} and {suit} stopped: {call} now and 3NT next show both.",
            suit=Message(their.plural),
        )
    long = now.longest({their}) >= 5
    return _asks_to_stop(now) if long and now.points <= WEAK + 1 else None


def _completes_minor(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the minor that partner's transfer shows, of the bid that completes it."""
    suits = {
        Call.bid(2, Strain.S): (now.plays("nt_2s") == "clubs", Suit.C),
        THREE_CLUBS: (now.plays("nt_3c") == "diamonds", Suit.D),
    }
    played, suit = suits.get(partner.call, (False, Suit.C))
    shown = played and partner.promise.lengths[suit][0] >= 5  # else it may be either minor
    if not played or now.best != now.cheapest(suit):
        return None
    return _completed(partner, suit) if shown else _bids_as_asked(now, partner)


def lebensohl(now: Decision) -> Message | None:
    """Return why a weak hand bids 2NT over partner's double of a weak two, where the card has
    Lebensohl, and why a better one bids its suit at once."""
    suit = now.suit
    if now.plays("lebensohl_over_weak_two") != "lebensohl" or now.last_bid.level != 2:
        return None
    if not now.is_over_opening or now.last_bid == STRONG_TWO:
        return None
    weak = now.points <= WEAK + 1
    if now.best == TWO_NOTRUMP and weak:
        return _asks_to_stop(now)
    if suit is None or weak or now.best.level != 3 or now.best != now.cheapest(suit):
        return None
    if suit in now.theirs or now.lengths[suit] < max(4, now.longest(now.theirs)):
        return None
    return now.say(
        "You have {cards} and {points}: {call} shows values; with less you would bid 2NT first.",
        cards=now.have(suit),
    )


def _asks_to_stop(now: Decision) -> Message:
    """Return what 2NT of Lebensohl is for in a weak hand."""
    if now.lengths[Suit.C] == now.longest(now.theirs):
        return _asks_to_stop_in(now, THREE_CLUBS)
    return now.say(
        "You have {points}, too few for game: {call} asks partner for 3♣, and then your suit is "
        "to play."
    )


def _asks_to_stop_in(now: Decision, bid: Call) -> Message:
    """Return that a weak hand asks partner for a bid, to pass it."""
    return now.say(
        "You have {points}, too few for game: {call} asks partner for {bid}, where you can stop.",
        bid=bid.symbol,
    )


def checkback(now: Decision) -> Message | None:
    """Return what the bid of a minor that asks about the majors over partner's 1NT rebid needs."""
    own, played = promised_suit(now.last_bid_meaning(OWN)), now.plays("checkback")
    if (
        now.opener != PARTNER
        or now.calls[PARTNER] != ONE_NOTRUMP
        or own not in MAJORS
        or not now.is_undisturbed
    ):
        return None
    if now.calls[OWN].level != 1 or now.best not in (_TWO_CLUBS, _TWO_DIAMONDS):
        return None
    if now.lengths[own] < 5 and (own is Suit.H or now.lengths[Suit.H] < 4):
        return None
    cards = now.have(own if now.lengths[own] >= 5 else Suit.H)
    if played == "two_way" and now.best == _TWO_DIAMONDS and now.points >= OPENING:
        return now.say(
            "You have {cards} and {points}: {call} asks about the majors and forces to game.",
            cards=cards,
        )
    if played == "two_way" and now.best == _TWO_CLUBS and now.points <= OPENING:
        if now.points < ANSWER_AT_TWO - 1:
            return _asks_to_stop_in(now, _TWO_DIAMONDS) if now.lengths[Suit.D] >= 5 else None
        return now.say(
            "You have {cards} and {points}: {call} asks partner for 2♦, and then you invite to "
            "game.",
            cards=cards,
        )
    new = now.suit not in now.suits_of(PARTNER)
    if played == "nmf" and new and now.points >= ANSWER_AT_TWO:
        return now.say(
            "You have {cards} and {points}: {call}, the new minor, asks about the majors.",
            cards=cards,
        )
    return None
