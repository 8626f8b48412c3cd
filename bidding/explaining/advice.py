"""The reason for a suggested call: what I have, what partner promised, where we belong.

A reason is true of the hand and argues for this call, not for another at the same time; where none
is known there is none. Reasons of both hands go first, then those of the own hand: openings, calls
over the opponents', answers to partner, rebids and passes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import Hand, hcp, is_stopped, shape, suit_lengths
from bidding.domain.conventions import Forcing, Kind
from bidding.domain.messages import NAME, Message
from bidding.domain.position import Position
from bidding.domain.scoring import GAME_LEVELS, is_game
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.meanings.answers import NUMBERS_ALONE, answered_count
from bidding.explaining.meanings.call_meaning import GRADES, CallMeaning
from bidding.explaining.meanings.naming import (
    PUPPETS,
    TAKEOUT,
    TAKEOUTS,
    completion_of,
    graded_answers,
)
from bidding.explaining.meanings.statements import is_any_strength
from bidding.explaining.wording import NUMBERS, cards_words

SHORT = 2  # cards of a short suit, at most
SLAM = 6  # the level
NARROW = 4  # points between the ends of a range, at most, to speak of minimum and maximum
GAME_POINTS = 25  # of both hands
ANSWER = 6  # points, to answer at the one-level
ANSWER_AT_TWO = 10  # points, to answer at the two-level
WEAK = 7  # points, too few for an overcall
MOST_TO_PASS = 11  # points
OPENING = 12  # points
STRONGEST_WEAK = 13  # points, at most, that do not ask a weak two
STRONG = 18  # points, too many for an overcall
FORCING = (Forcing.ROUND, Forcing.GAME)
EVEN = Message("a balanced hand")
SUPPORT, FIT = 3, 8  # cards of a suit that partner has bid, and of both hands
MAJORS, MINORS = (Suit.S, Suit.H), (Suit.D, Suit.C)
RIGHT, PARTNER, LEFT, OWN = range(4)  # the players, by the calls from the last one back
_BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
_WEAKEST = 4  # points of a pre-empt, at least
_STRONGEST = 20  # points, too many to open at the one-level
_ONE_NOTRUMP, _TWO_NOTRUMP = Call.bid(1, Strain.NT), Call.bid(2, Strain.NT)
_THREE_CLUBS, _THREE_DIAMONDS = Call.bid(3, Strain.C), Call.bid(3, Strain.D)
_TWO_CLUBS, _TWO_DIAMONDS = Call.bid(2, Strain.C), Call.bid(2, Strain.D)
_STRONG_TWO, _ONE_CLUB = _TWO_CLUBS, Call.bid(1, Strain.C)
_RULE_OF = 20  # points and cards of the two longest suits, to open
_TOO_FEW_TO_ANSWER = 5  # points, at most
_REVERSE = 16  # points
_NOTHING_ADDED = 3  # points above the least promised, at most
_SLAM_POINTS = 33  # of both hands
_INVITING = (22, 24)  # points of both hands with partner's least
_SHOWN = 4  # cards, at least, of a suit that partner has shown
_LIMITED = 5  # points between the ends of a range, at most
_TRANSFERS = ("jacoby_transfer", "texas_transfer")
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


@dataclass(frozen=True)
class Decision:
    """A suggested call of a player to call, with what the player sees."""

    position: Position
    hand: Hand
    meanings: Sequence[CallMeaning | None]
    best: Call

    @cached_property
    def points(self) -> int:
        """The high-card points."""
        return hcp(self.hand)

    @property
    def own_points(self) -> Message:
        """The points in words."""
        few = (Message("no points"), Message("one point"))
        return Message("{count} points", count=self.points) if self.points > 1 else few[self.points]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The cards of each suit (S H D C)."""
        return suit_lengths(self.hand)

    @property
    def balanced(self) -> bool:
        """True for a hand without a short suit or two long ones."""
        return shape(self.hand) in _BALANCED

    @property
    def suit(self) -> Suit | None:
        """The suit of the suggested bid."""
        return self.best.suit

    @property
    def calls(self) -> Sequence[Call]:
        """The calls from the last one back."""
        return self.position.auction.calls[::-1]

    @property
    def last_bid(self) -> Call:
        """The highest bid so far."""
        assert self.position.auction.last_bid is not None
        return self.position.auction.last_bid[0]

    @property
    def is_undisturbed(self) -> bool:
        """True if the player to the right has passed."""
        return self.calls[0] == PASS

    @property
    def theirs_is_last(self) -> bool:
        """True if the opponents have made the last bid."""
        assert self.position.auction.last_bid is not None
        return self.position.auction.last_bid[1].side is not self.position.seat.side

    @property
    def opener(self) -> int:
        """The player who has made the first bid."""
        calls = self.position.auction.calls
        first = next(place for place, call in enumerate(calls) if call.is_bid)
        return (len(calls) - 1 - first) % 4

    @property
    def opened_by_them(self) -> bool:
        """True if the opponents have made the first bid."""
        return self.opener in (RIGHT, LEFT)

    @property
    def system(self) -> System:
        """The system of the own side."""
        return self.position.systems.of(self.position.seat).base

    @property
    def notrump_range(self) -> tuple[int, int]:
        """The points of the own side's 1NT opening, as most play it for an unknown system."""
        card = self.position.systems.of(self.position.seat)
        if card.base is System.UNKNOWN:
            return 15, 17
        low, high = card.option("notrump_range").id.split("-")
        return int(low), int(high)

    def plays(self, choice: str) -> str:
        """Return the id of the option that the own side's card has; empty for an unknown system."""
        card = self.position.systems.of(self.position.seat)
        return "" if card.base is System.UNKNOWN else card.option(choice).id

    def has_acted(self, player: int) -> bool:
        """Return True if a player has made another call than pass."""
        return any(call != PASS for call in self.calls[player::4])

    def last_meaning(self, player: int) -> CallMeaning | None:
        """Return the meaning of the player's last call."""
        return self.meanings[-1 - player] if len(self.meanings) > player else None

    def last_bid_meaning(self, player: int) -> CallMeaning | None:
        """Return the meaning of the player's last bid."""
        bids = (one for one in self.meanings[::-1][player::4] if one and one.call.is_bid)
        return next(bids, None)

    def suits_of(self, *players: int) -> set[Suit]:
        """Return the suits that these players have bid and promised."""
        told = [one for player in players for one in self.meanings[::-1][player::4]]
        return {suit for one in told if (suit := promised_suit(one)) is not None}

    @property
    def theirs(self) -> set[Suit]:
        """The opponents' suits."""
        return self.suits_of(RIGHT, LEFT)

    @property
    def shown_by_them(self) -> set[Suit]:
        """Return the suits that the opponents have shown, by bids of them or other calls."""
        told = (one for player in (RIGHT, LEFT) for one in self.meanings[::-1][player::4])
        shown = {
            suit
            for one in told
            if one is not None and one.call != PASS and not _asks_for_a_suit(one)
            for suit in Suit
            if one.promise.lengths[suit][0] >= _SHOWN
        }
        return shown | self.theirs

    def is_held(self, suit: Suit) -> bool:
        """Return True if a suit of the opponents is stopped by this hand, or by partner, who has
        bid notrump over it."""
        if is_stopped(self.hand, suit):
            return True
        bid = next((place for place, one in enumerate(self.calls) if one.suit is suit), 0)
        return any(
            one is not None and one.call.strain is Strain.NT and one.convention is None
            for one in self.meanings[::-1][PARTNER:bid:4]
        )

    def cheapest(self, suit: Suit) -> Call:
        """Return the lowest bid in a suit that is not below the last bid."""
        bids = (Call.bid(level, Strain(3 - suit)) for level in range(1, 8))
        last = self.position.auction.last_bid
        return next(bid for bid in bids if last is None or bid > last[0] or bid.level == 7)

    def have(self, suit: Suit) -> Message:
        """Return the words for the cards of a suit."""
        return cards_words(self.lengths[suit], suit)

    def longest(self, but: Collection[Suit]) -> int:
        """Return the cards of the longest suit but for these."""
        return max((self.lengths[suit] for suit in Suit if suit not in but), default=0)

    def say(self, text: str, **values: Any) -> Message:
        """Return these words with the values that they name, the own points and the call among
        them."""
        known = {"points": self.own_points, "call": self.best.symbol} | values
        return Message(text, **{name: known[name] for name in NAME.findall(text)})

    def with_points(self, *what: Message) -> Message:
        """Return the points, and what else the hand has, as the reason."""
        return self.say("You have {points} and {what}: {call}.", what=what)

    def takes_room(self, suit: Suit) -> Message:
        """Return the reason for a pre-empt."""
        return self.say(
            "You have {cards} and only {points}: {call} takes room from the opponents.",
            cards=self.have(suit),
        )


def _asks_for_a_suit(meaning: CallMeaning) -> bool:
    """Return True for a double for take-out, or one like it."""
    return meaning.convention is not None and meaning.convention.id in TAKEOUTS


def promised_suit(meaning: CallMeaning | None) -> Suit | None:
    """Return the suit of a bid that promises three cards of it, else None."""
    if meaning is None or (suit := meaning.call.suit) is None:
        return None
    return suit if meaning.promise.lengths[suit][0] >= SUPPORT else None


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
        or _after_puppet(now, partner)
        or _invited(now, partner)
        or _together(now, partner)
        or _raised(now, partner)
        or _shown_fit(now, partner)
        or _stopped_low(now, partner)
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
    if convention is not None and convention.id == "forcing_notrump":
        return _over_forcing_notrump(now)
    asked = convention is not None and (
        convention.asks or convention.support or convention.kind is Kind.ANSWERING
    )
    invited = convention is not None and convention.kind is Kind.INVITATION
    waits = not (asked or invited) and (convention is not None or now.points <= WEAK)
    if not waits or now.best.index != now.last_bid.index + 1:
        return None
    suit = now.best.suit
    if suit is not None and partner.promise.lengths[suit][0] >= _SHOWN:  # a choice of partner's
        return None
    return Message(
        "Partner's {call} is forcing: you must not pass, and {bid} is the least that you can bid.",
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
    if now.is_undisturbed and best == PUPPETS.get((convention.id, partner.call)):
        return Message(
            "Partner's {call} asks you to bid {bid}.", call=partner.call.symbol, bid=best.symbol
        )
    if convention.id in _STRENGTH_ASKED:
        return _strength(now, convention.id)
    if convention.id in _CHECKBACKS:
        return _told_about_majors(now)
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
    good = sum("JQKA".find(rank) + 1 for rank in honours) >= _GOOD_SUIT
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
    if earlier is None or earlier.call != _ONE_NOTRUMP or len(majors) != 1:
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
        return now.say("You have {cards}: {call} shows them.", cards=now.have(other))
    if now.suit in MAJORS or now.lengths[partners] >= SUPPORT or now.lengths[other] >= 4:
        return None
    return now.say(
        "You have neither three {partners} nor four {other} to show: {call}.",
        partners=Message(partners.plural),
        other=Message(other.plural),
    )


def _after_puppet(now: Decision, partner: CallMeaning) -> Message | None:
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
        return now.say("You have {cards} and {points}: {call} is to play.", cards=now.have(suit))
    if suit in MAJORS and suit in now.suits_of(OWN) and now.lengths[suit] >= 5:
        return now.say(
            "You have {cards} and {points}: {call} invites to game.", cards=now.have(suit)
        )
    invites = now.best == _TWO_NOTRUMP and now.points > ANSWER
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
    if high - low > NARROW or partner.forcing in FORCING or partner.is_to_play:
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
        if partner.invites and not is_game(partner.call) and 2 * own + low + high < 2 * GAME_POINTS:
            return Message(
                "You have {points}, partner {low} to {high}: too few to try game.", **values
            )
        return None
    if not best.is_bid or not _is_first_game(now) or not _has_trumps(now, partner):
        return None
    if now.suit is None and not all(map(now.is_held, now.shown_by_them)):
        return None
    if low == 0 and own >= GAME_POINTS:
        return Message("You have {points}: enough for game.", **values)
    if own + low >= GAME_POINTS:
        earlier = now.last_meaning(OWN)
        major = None if earlier is None or best.strain is not Strain.NT else _told_major(earlier)
        if major is not None and partner.promise.lengths[major][0] < 4:
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
        return Message("You have {points}, partner {low} to {high}: worth bidding game.", **values)
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
    if blocks and trumps >= max(FIT + 1, now.best.level + 6):
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
    limited = low < WEAK or now.points <= ANSWER_AT_TWO - (number > SUPPORT)  # partner's, or own
    if jump == 0 and sum_ < _INVITING[0] and now.points >= ANSWER and high_enough and limited:
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


def _shown_fit(now: Decision, partner: CallMeaning) -> Message | None:
    """Return the fit that an artificial first call shows: a splinter, or a good raise by 2NT, by a
    bid in the opponents' suit or by a passed hand's 2♣ without clubs."""
    suit, best, own = promised_suit(partner), now.best, now.suit
    if suit is None or own is suit or now.has_acted(OWN) or not best.is_bid:
        return None
    least, number = partner.promise.lengths[suit][0], now.lengths[suit]
    fit = {"least": NUMBERS[least], "suit": Message(suit.plural), "number": NUMBERS[number]}
    if number < SUPPORT or least + number < FIT:
        return None
    opened = partner.call.level == 1 and suit in MAJORS and not now.theirs_is_last
    jumps = own is not None and best.level == now.cheapest(own).level + 2 and now.is_undisturbed
    if opened and own is not None and jumps and now.lengths[own] < SHORT and number > SUPPORT:
        return now.say(
            "Partner has {least} or more {suit}, you have {number} and {cards}: "
            "{call} shows the fit and the shortness.",
            cards=now.have(own),
            **fit,
        )
    if opened and number > SUPPORT and best in (_THREE_CLUBS, _THREE_DIAMONDS):
        return _bergen(now, suit)
    cue = own is not None and own in now.theirs and best == now.cheapest(own) and best.level < 4
    drury = best == _STRONG_TWO and (
        now.lengths[Suit.C] < 4 or (PASS in now.calls[OWN::4] and now.plays("drury") != "none")
    )
    if now.points < ANSWER_AT_TWO or not (cue or (opened and (drury or best == _TWO_NOTRUMP))):
        return None
    return now.say(
        "Partner has {least} or more {suit}, you have {number}: a fit. "
        "With {points} {call} shows a good raise.",
        **fit,
    )


def _bergen(now: Decision, suit: Suit) -> Message | None:
    """Return the support and the points of a Bergen raise in the range of its suit."""
    weak = {"bergen": _THREE_CLUBS, "reverse": _THREE_DIAMONDS}.get(now.plays("bergen"))
    low, high = (ANSWER, ANSWER_AT_TWO) if now.best == weak else (ANSWER_AT_TWO - 1, OPENING)
    if weak is None or not now.is_undisturbed or not low <= now.points <= high:
        return None
    return now.say("You have {cards} and {points}: {call}, a Bergen raise.", cards=now.have(suit))


def _stopped_low(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that the points are too few for game, of the lowest bid in the agreed suit over
    partner's artificial raise or answer."""
    suit, high, told = now.suit, partner.promise.hcp[1], now.last_meaning(OWN)
    named = partner.convention
    if suit is None or named is None or told is None or not now.is_undisturbed:
        return None
    if not (named.support or named.kind is Kind.ANSWERING) or partner.call.suit is suit:
        return None
    agreed = suit in now.suits_of(OWN) if named.support else suit in now.suits_of(PARTNER)
    forced = Forcing.GAME in (partner.forcing, told.forcing)
    if not agreed or forced or is_game(now.best) or now.best != now.cheapest(suit):
        return None
    if now.points + high >= GAME_POINTS:
        return None
    return now.say("You have {points}, partner at most {high}: {call} is enough.", high=high)


def _signed_off(now: Decision, partner: CallMeaning) -> Message | None:
    """Return that partner's bid is passed by nearly all hands: a game, or a lower one that the
    opponents have left alone."""
    call, alone = partner.call, all(made == PASS for made in now.calls[0::2])
    if now.best != PASS or not now.is_undisturbed or partner.convention is not None:
        return None
    if not call.is_bid or call.level == 1 or not (alone or is_game(call)):
        return None
    if not partner.is_to_play:
        return None
    return Message("Partner's {call} is to play: pass.", call=call.symbol)


def _is_content(now: Decision, partner: CallMeaning) -> bool:
    """Return True if partner's strain suits the hand: no long major where it is notrump, else two
    cards of the suit, or one of a long one."""
    suit = promised_suit(partner)
    if suit is None:
        return max(now.lengths) <= 5 and all(now.lengths[major] < 5 for major in MAJORS)
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
        return now.lengths[now.suit] + promised[now.suit] >= FIT or now.lengths[now.suit] > 6
    return all(now.lengths[major] + promised[major] < FIT for major in MAJORS)


def _told_major(earlier: CallMeaning) -> Suit | None:
    """Return the major in which exactly five cards have been promised at least."""
    lengths = earlier.promise.lengths
    return next((suit for suit in MAJORS if lengths[suit][0] == 5), None)


def opening(now: Decision) -> Message | None:
    """Return why the bidding is opened so, or is not."""
    longest, points, best, suit = max(now.lengths), now.points, now.best, now.suit
    opens = points >= OPENING or points + sum(shape(now.hand)[:2]) >= _RULE_OF
    if best == PASS:
        if opens or (longest > 5 and points >= ANSWER - 1):
            return None
        if longest > 5:
            return now.say("You have {points}: too few to open.")
        return now.say("You have {points} and no six-card suit: too little to open.")
    if best.strain is Strain.NT:
        return now.with_points(EVEN) if now.balanced and _is_notrump(now, best.level) else None
    assert suit is not None
    if best == _STRONG_TWO and points >= _STRONGEST:
        return now.say("You have {points}, too many to open at the one-level: {call}.")
    length = now.lengths[suit]
    strong_club = now.system in (System.POLISH_CLUB, System.PRECISION)
    precision = strong_club and points <= 15 and best == _STRONG_TWO and length >= 5
    if now.system is System.PRECISION and best == _ONE_CLUB:
        return now.say("You have {points}: open the strong {call}.") if points >= 16 else None
    if length > 6 and points < MOST_TO_PASS and best.level == 1:
        return None
    polish = now.system is System.POLISH_CLUB and best == _ONE_CLUB
    if opens and (points < _STRONGEST or polish) and (best.level == 1 or precision):
        return _opened_suit(now, suit)
    if not opens and _is_preempt(now, suit) and best != _STRONG_TWO:
        return now.takes_room(suit)
    return None


def _is_notrump(now: Decision, level: int) -> bool:
    """Return True if the points are those of an opening in notrump."""
    ranges = {1: now.notrump_range, 2: (20, 22), 3: (25, 27)}
    low, high = ranges.get(level, (MOST_HCP, 0))
    return low <= now.points <= high


def _is_preempt(now: Decision, suit: Suit) -> bool:
    """Return True if a suit is as long as its level asks, in a hand without an opening bid."""
    length, level = now.lengths[suit], now.best.level
    return _WEAKEST <= now.points < MOST_TO_PASS and length - level == 4 and 1 < level <= 4


def _opened_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is opened, and no other."""
    length, longest = now.lengths[suit], max(now.lengths)
    equal = [other for other in Suit if other is not suit and now.lengths[other] == length]
    five_card_majors = now.system not in (System.ACOL, System.UNKNOWN)
    if now.system is System.PRECISION and suit is Suit.D and length < 5:
        no_major = max(now.lengths[major] for major in MAJORS) < 5
        return now.say("You have {points} and no five-card major: {call}.") if no_major else None
    if now.system is System.POLISH_CLUB and suit is Suit.C and now.best.level == 1:
        if now.points >= STRONG:
            return now.say("You have {points}: open the strong {call}.")
        weak_balanced = now.balanced and now.points < OPENING + 3
        return now.with_points(EVEN) if weak_balanced else None
    if (suit in MINORS and now.balanced and _is_notrump(now, level=1)) or (
        suit in MAJORS and five_card_majors and length < 5
    ):
        return None
    if length == longest >= 4 and not equal:
        return now.with_points(now.have(suit))
    if now.system is System.ACOL and length == longest == 4 and [suit, *equal] == [Suit.H, Suit.S]:
        return now.say(
            "You have {one} and {two}: the cheaper suit first, {call}.",
            one=now.have(suit),
            two=now.have(Suit.S),
        )
    if length == longest >= 5 and suit < min(equal):
        return now.say(
            "You have {one} and {two}: the higher suit first, {call}.",
            one=now.have(suit),
            two=now.have(equal[0]),
        )
    if not five_card_majors or now.system is System.POLISH_CLUB or suit in MAJORS:
        return None
    other = Suit.C if suit is Suit.D else Suit.D
    if max(now.lengths[major] for major in MAJORS) >= 5 or now.lengths[other] > length:
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
    if (two := _two_suits(now)) is not None:
        one, other = two
        return now.say(
            "You have {one} and {two}: {call} shows two suits.",
            one=now.have(one),
            two=now.have(other),
        )
    if suit is None:
        held = [is_stopped(now.hand, one) for one in theirs]
        strong = OPENING + 3 <= points <= STRONG
        strong = strong and all(now.lengths[major] < 5 for major in MAJORS)
        if now.balanced and strong and held and all(held) and now.best.level == 1:
            stopped = Message("{suit} stopped", suit=Message(min(theirs).plural))
            return now.with_points(EVEN, stopped)
        return None
    length, jump = now.lengths[suit], now.best.level - now.cheapest(suit).level
    both = now.has_acted(RIGHT) and now.has_acted(LEFT)
    if suit in theirs or length < 5 or now.longest(theirs | {suit}) >= 5:
        return None
    if jump > 0:
        return now.takes_room(suit) if _is_preempt(now, suit) and not both else None
    enough = {1: WEAK + 1, 2: ANSWER_AT_TWO + 1}.get(now.best.level, OPENING + 1) + both
    long = length > min(now.best.level, 2) + 2 + (now.last_bid.strain is Strain.NT)
    return now.with_points(now.have(suit)) if long and enough <= points < STRONG else None


def _two_suits(now: Decision) -> tuple[Suit, Suit] | None:
    """Return the five-card suits that a bid of the opponents' suit or of 2NT shows over their
    opening of one of a suit: both majors, or the other major and a minor; the two lowest."""
    theirs = now.theirs
    if len(theirs) != 1 or now.last_bid.level != 1 or now.last_bid.strain is Strain.NT:
        return None
    others = [suit for suit in Suit if suit not in theirs]
    long = [suit for suit in others if now.lengths[suit] >= 5]
    if len(long) < 2:
        return None
    pair = (long[0], long[1])
    if now.best == _TWO_NOTRUMP:
        return pair if list(pair) == others[1:] else None
    majors = set(MAJORS) - theirs
    shown = majors == set(pair) or (len(majors) == 1 and pair[0] in majors)
    return pair if now.suit in theirs and now.best.level == 2 and shown else None


def _no_overcall(now: Decision) -> Message | None:
    points, last = now.points, now.last_bid
    longest = now.longest(now.theirs)
    if points <= WEAK and longest <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if points <= MOST_TO_PASS and max(now.lengths) <= 4:
        return now.say(
            "You have {points} and no five-card suit: too little to bid over {call}.",
            call=last.symbol,
        )
    long = [suit for suit in Suit if suit not in now.theirs and now.lengths[suit] == longest]
    bids = [now.cheapest(suit) for suit in long]
    if points <= MOST_TO_PASS and longest == 5 and len(long) == 1 and bids[0].level >= 2:
        return now.say(
            "You have {points} and {cards}: too little for {call}.",
            cards=now.have(long[0]),
            call=bids[0].symbol,
        )
    if not now.theirs or longest > 4 or last.level > 2:
        return None
    own_length = [suit for suit in sorted(now.theirs) if now.lengths[suit] >= 4]
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
    if now.last_bid == _ONE_NOTRUMP and sum(call.is_bid for call in now.calls) == 1:
        strong = now.points >= OPENING + 3
        return now.say("You have {points}: double for penalties.") if strong else None
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


def passing(now: Decision) -> Message | None:
    """Return why a player passes after a call of the own side."""
    partner, points, last = now.last_meaning(PARTNER), now.points, now.last_bid
    told = now.last_bid_meaning(OWN)
    if told is not None:
        (low, _), suit = told.promise.hcp, promised_suit(told)
        long = suit is not None and now.lengths[suit] > max(told.promise.lengths[suit][0], 5)
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
    if points <= _TOO_FEW_TO_ANSWER and now.theirs_is_last and max(now.lengths) <= 5:
        return now.say("You have {points}: too few to bid over {call}.", call=last.symbol)
    if opened is None:
        return None
    if now.is_undisturbed and points <= _TOO_FEW_TO_ANSWER and last.level == 1:
        return now.say("You have {points}: too few to answer partner's {call}.", call=last.symbol)
    if (
        now.opened_by_them
        and points <= WEAK
        and now.lengths[opened] <= SHORT
        and max(now.lengths) <= 5
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
    if now.best == REDOUBLE and points >= ANSWER_AT_TWO and partner.call.level == 1:
        return now.say("You have {points}: the redouble shows strength.")
    if not now.best.is_bid:
        return None
    weak_two = partner.convention is not None and partner.convention.id == "weak_two"
    if weak_two and now.best == _TWO_NOTRUMP and points > STRONGEST_WEAK and now.is_undisturbed:
        return now.say("You have {points}: {call} asks partner to describe the weak two.")
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
    if now.best.level == 1 and all(now.lengths[one] < 4 for one in cheaper):
        if opened in MAJORS and now.lengths[opened] >= SUPPORT:
            return None
        what = Message("no suit to bid at the one-level")
        return now.with_points(what) if ANSWER <= points < OPENING else None
    flat = now.balanced and all(now.lengths[suit] < 4 + (suit in MINORS) for suit in Suit)
    return now.with_points(EVEN) if flat and points >= ANSWER_AT_TWO else None


def _new_suit(now: Decision, suit: Suit) -> Message | None:
    """Return why this suit is bid, and no other: it is the longest, or the next in order."""
    length, taken = now.lengths[suit], now.theirs | now.suits_of(PARTNER)
    if suit in taken or length < 4 or now.best != now.cheapest(suit):
        return None
    if now.calls[RIGHT] == DOUBLE and now.points >= ANSWER_AT_TWO:
        return None
    if any(now.lengths[one] >= 4 for one in taken - now.theirs if one in MAJORS):
        return None
    at_two = now.system in (System.TWO_OVER_ONE, System.POLISH_CLUB)
    enough = {1: ANSWER, 2: OPENING if at_two else ANSWER_AT_TWO}.get(now.best.level, OPENING)
    if now.points < enough:
        return None
    rivals = [one for one in Suit if one not in taken and one is not suit]
    rivals = [one for one in rivals if now.cheapest(one).level <= now.best.level]
    longer = [one for one in rivals if now.lengths[one] > length]
    equal = [one for one in rivals if now.lengths[one] == length]
    if longer or (length >= 5 and any(one < suit for one in equal)):
        return None
    if not equal:
        return now.with_points(now.have(suit))
    if length >= 5 or any(now.cheapest(one) < now.best for one in equal):
        return None
    return now.say(
        "You have {one} and {two}: the cheaper suit first, {call}.",
        one=now.have(suit),
        two=now.have(equal[0]),
    )


def _over_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return why the majors are told or asked for over partner's natural notrump."""
    level, suit = partner.call.level, now.suit
    if now.calls[RIGHT] == now.last_bid and now.plays("nt_interference") == "lebensohl":
        return _overcalled_notrump(now, partner)
    if partner.convention is not None or not now.is_undisturbed or now.best.level != level + 1:
        return None
    enough = now.points + partner.promise.hcp[0] >= GAME_POINTS - 2
    low, high = partner.promise.hcp
    if now.best == _TWO_NOTRUMP and now.points + low < GAME_POINTS <= now.points + high:
        return now.say(
            "You have {points}, partner {low} to {high}: {call} invites to game.",
            low=low,
            high=high,
        )
    if suit is Suit.C and enough and any(now.lengths[major] == 4 for major in MAJORS):
        return now.say("You have {points} and a four-card major: ask for partner's with {call}.")
    if suit not in (Suit.D, Suit.H):
        return None
    target = Suit(suit - 1)
    others = [now.lengths[one] for one in Suit if one is not target]
    if now.lengths[target] < 5 or now.lengths[target] < max(others):
        return None
    return now.say("You have {cards}: transfer with {call}.", cards=now.have(target))


def _overcalled_notrump(now: Decision, partner: CallMeaning) -> Message | None:
    """Return what 2NT of Lebensohl over an overcall of partner's 1NT is for."""
    if now.best != _TWO_NOTRUMP or partner.call != _ONE_NOTRUMP or len(now.theirs) != 1:
        return None
    (their,) = now.theirs
    if now.points + partner.promise.hcp[0] >= GAME_POINTS - 1 and is_stopped(now.hand, their):
        return now.say(
            "You have {points} and {suit} stopped: {call} now and 3NT next show both.",
            suit=Message(their.plural),
        )
    long = now.longest({their}) >= 5
    return _asks_to_stop(now) if long and now.points <= WEAK + 1 else None


def _negative_double(now: Decision, partner: CallMeaning) -> Message | None:
    opened, theirs = promised_suit(partner), now.theirs
    if opened is None or now.is_undisturbed or len(theirs) != 1:
        return None
    majors = [major for major in MAJORS if major not in theirs | {opened}]
    enough = ANSWER + 2 * (now.last_bid.level - 1)
    if not majors or now.points < enough or now.lengths[opened] > SUPPORT:
        return None
    if any(now.lengths[major] != 4 for major in majors):
        return None
    return now.say(
        "You have {points} and {cards}: the double shows them.",
        cards=tuple(now.have(major) for major in majors),
    )


def _lebensohl(now: Decision) -> Message | None:
    """Return why a weak hand bids 2NT over partner's double of a weak two, where the card has
    Lebensohl, and why a better one bids its suit at once."""
    suit, opened = now.suit, sum(call.is_bid for call in now.calls) == 1
    if now.plays("lebensohl_over_weak_two") != "lebensohl" or now.last_bid.level != 2:
        return None
    if not opened or now.last_bid == _STRONG_TWO:
        return None
    weak = now.points <= WEAK + 1
    if now.best == _TWO_NOTRUMP and weak:
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
        return _asks_to_stop_in(now, _THREE_CLUBS)
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


def _advance(now: Decision) -> Message | None:
    suit, theirs = now.suit, now.theirs
    if now.is_undisturbed and (told := _lebensohl(now)) is not None:
        return told
    if suit in theirs and now.best == now.cheapest(suit) and now.points >= ANSWER_AT_TWO:
        return now.say("You have {points}: {call}, their suit, shows strength.")
    if now.best == _ONE_NOTRUMP and len(theirs) == 1:
        (their,) = theirs
        stopped = Message("{suit} stopped", suit=Message(their.plural))
        fits = ANSWER <= now.points <= ANSWER_AT_TWO and is_stopped(now.hand, their)
        return now.with_points(stopped) if fits else None
    if suit is None or suit in theirs or now.lengths[suit] < 4:
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
    if now.best in (DOUBLE, REDOUBLE):
        return _support_double(now)
    if (asks := _checkback(now)) is not None:
        return asks
    if suit is None:
        calm = own is not None and partners and own not in partners
        balanced = now.balanced and calm and not now.theirs_is_last and now.best.level == 1
        answers = told.promise.hcp[0] < ANSWER_AT_TWO
        low, high = now.notrump_range
        low, high = (high + 1, high + 3) if low <= OPENING else (min(OPENING, low - 2), low - 1)
        fits = now.points <= ANSWER_AT_TWO if answers else low <= now.points <= high
        if now.best == _TWO_NOTRUMP and now.balanced and calm and _is_first_answered(now):
            least = 17 if low > OPENING else 18
            return now.with_points(EVEN) if least <= now.points <= least + 1 else None
        return now.with_points(EVEN) if balanced and fits else None
    length, least = now.lengths[suit], told.promise.lengths[suit][0]
    earlier = now.suits_of(OWN) | partners | now.theirs
    others = now.longest(earlier | {suit})
    fits = any(now.lengths[one] >= 4 for one in partners)
    single = others < 4 and not fits and now.best.level < 4
    calm = single and not now.theirs_is_last
    if suit is own and length >= 6 and length > least and calm and _is_minimum(now, told):
        return now.say(
            "You have {cards}, more than your {told} promised: {call}.",
            cards=now.have(suit),
            told=told.call.symbol,
        )
    if suit not in earlier and len(earlier) == len(Suit) - 1 and not now.theirs:
        enough = now.points >= MOST_TO_PASS and now.best == now.cheapest(suit)
        fourth = now.say("You have {points}: the fourth suit, {call}, asks for more.")
        return fourth if enough and now.is_undisturbed and len(partners) == 2 else None
    if suit not in earlier:
        strong = told.promise.hcp[0] < ANSWER_AT_TWO  # needed by the player who answered
        if own is None or now.theirs_is_last or fits or len(earlier) > 2 or now.best.level > 3:
            return None
        strong = strong or now.best > now.cheapest(own)  # a reverse
        if (strong and now.points < _REVERSE) or now.points > STRONG:
            return None
        if length < 4 or length <= others or now.best != now.cheapest(suit):
            return None
        return now.say("You have a second suit, {cards}: {call}.", cards=now.have(suit))
    return _preference(now, suit)


def _support_double(now: Decision) -> Message | None:
    """Return the three cards that opener's double of an overcall shows in the major of partner's
    answer, or the redouble of a double."""
    suit = promised_suit(now.last_meaning(PARTNER))
    opened = now.opener == OWN
    earlier = (*now.calls[PARTNER + 4 :: 4], *now.calls[OWN + 4 :: 4])
    if suit not in MAJORS or not opened or now.is_undisturbed or {*earlier} - {PASS}:
        return None
    if now.calls[PARTNER].level != 1 or now.plays("support_doubles") != "yes":
        return None
    if now.lengths[suit] != SUPPORT or now.cheapest(suit).level > 2 or now.last_bid.suit is None:
        return None
    if now.best == REDOUBLE:
        text = "You have just three cards in partner's {suit}: the redouble shows them."
    else:
        text = "You have just three cards in partner's {suit}: the double shows them."
    return Message(text, suit=Message(suit.plural))


def _checkback(now: Decision) -> Message | None:
    """Return what the bid of a minor that asks about the majors over partner's 1NT rebid needs."""
    own, played = promised_suit(now.last_bid_meaning(OWN)), now.plays("checkback")
    if (
        now.opener != PARTNER
        or now.calls[PARTNER] != _ONE_NOTRUMP
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


def _is_first_answered(now: Decision) -> bool:
    """Return True for an opener's first rebid after an answer in a suit at the one-level."""
    last = now.last_bid
    return last.level == 1 and last.suit is not None and not now.theirs_is_last


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
