"""A suggested call of a player to call, with what the player sees, in words of the bidding."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bidding.domain.calls import PASS, Call
from bidding.domain.cards import Hand, hcp, is_stopped, shape, suit_lengths
from bidding.domain.conventions import Forcing
from bidding.domain.messages import NAME, Message
from bidding.domain.position import Position
from bidding.domain.scoring import GAME_LEVELS, is_game
from bidding.domain.systems import System
from bidding.domain.table import Strain, Suit
from bidding.explaining.distributions import MOST_HCP
from bidding.explaining.meanings.call_meaning import CallMeaning
from bidding.explaining.meanings.naming import TAKEOUTS
from bidding.explaining.wording import NUMBERS, cards_words

SHORT = 2  # cards of a short suit, at most
SLAM = 6  # the level
SLAM_POINTS, GRAND_SLAM_POINTS = 33, 37  # of both hands
LIMITED = 5  # points between the ends of a range, at most, of a limited hand
NARROW = 4  # points between the ends of a range, at most, to speak of minimum and maximum
GAME_POINTS = 25  # of both hands
ANSWER = 6  # points, to answer at the one-level
ANSWER_AT_TWO = 10  # points, to answer at the two-level
WEAK = 7  # points, too few for an overcall
MOST_TO_PASS = 11  # points
OPENING = 12  # points
STRONG = 18  # points, too many for an overcall
GOOD_RAISES = ("cue_raise", "limit_raise_or_better", "jordan_two_notrump")
FORCING = (Forcing.ROUND, Forcing.GAME)
EVEN = Message("a balanced hand")
SUPPORT, FIT = 3, 8  # cards of a suit that partner has bid, and of both hands
MAJORS, MINORS = (Suit.S, Suit.H), (Suit.D, Suit.C)
RIGHT, PARTNER, LEFT, OWN = range(4)  # the players, by the calls from the last one back
_TWO_LONG = 9  # cards of the two longest suits, at least, that add a point
_BALANCED = ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))
ONE_NOTRUMP, TWO_NOTRUMP = Call.bid(1, Strain.NT), Call.bid(2, Strain.NT)
THREE_CLUBS, THREE_DIAMONDS = Call.bid(3, Strain.C), Call.bid(3, Strain.D)
THREE_NOTRUMP, FOUR_NOTRUMP = Call.bid(3, Strain.NT), Call.bid(4, Strain.NT)
SIX_NOTRUMP = Call.bid(6, Strain.NT)
STRONG_TWO = Call.bid(2, Strain.C)
SHOWN = 4  # cards, at least, of a suit that partner has shown


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
    def is_alone(self) -> bool:
        """True if the opponents have only passed."""
        return not (self.has_acted(RIGHT) or self.has_acted(LEFT))

    @property
    def is_first_game(self) -> bool:
        """True if the call, a bid, is a game and the side has not reached one yet."""
        assert self.best.strain is not None
        reached = not self.theirs_is_last and is_game(self.last_bid)
        return self.best.level == GAME_LEVELS[self.best.strain] and not reached

    @property
    def is_over_opening(self) -> bool:
        """True if there is one bid so far."""
        return sum(call.is_bid for call in self.calls) == 1

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

    def has_bid(self, player: int) -> bool:
        """Return True if a player has made a bid."""
        return any(call.is_bid for call in self.calls[player::4])

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
    def suits_bid(self) -> set[Suit]:
        """The suits that anybody has bid and promised."""
        return self.suits_of(RIGHT, PARTNER, LEFT, OWN)

    @property
    def theirs(self) -> set[Suit]:
        """The opponents' suits."""
        return self.suits_of(RIGHT, LEFT)

    @property
    def shown_by_them(self) -> set[Suit]:
        """The suits that the opponents have shown, by bids of them or other calls."""
        told = (one for player in (RIGHT, LEFT) for one in self.meanings[::-1][player::4])
        shown = {
            suit
            for one in told
            if one is not None and one.call != PASS and not is_named(one, *TAKEOUTS)
            for suit in Suit
            if one.promise.lengths[suit][0] >= SHOWN
        }
        return shown | self.theirs

    @property
    def narrow_points(self) -> tuple[int, int] | None:
        """The least and the most points that the own last call promises, if these are near enough
        to speak of minimum and maximum."""
        earlier = self.last_meaning(OWN)
        low, high = (0, MOST_HCP) if earlier is None else earlier.promise.hcp
        return (low, high) if high - low <= NARROW else None

    def fits(self, partner: CallMeaning, suit: Suit) -> bool:
        """Return True for a fit in a suit by what this call of partner's promises."""
        return self.lengths[suit] + partner.promise.lengths[suit][0] >= FIT

    def is_raised(self, partner: CallMeaning) -> bool:
        """Return True if this call of partner's raises a suit of one's own."""
        suit = partner.call.suit
        return suit is not None and suit in self.suits_of(OWN) and self.fits(partner, suit)

    def is_forced_to_game(self, partner: CallMeaning) -> bool:
        """Return True if partner's last call, or the own last bid, is forcing to game."""
        told = self.last_bid_meaning(OWN)
        return Forcing.GAME in (partner.forcing, told and told.forcing)

    def shown_by_partner(self, suit: Suit) -> int:
        """Return the cards of a suit that partner has promised, at least."""
        told = (one for one in self.meanings[::-1][PARTNER::4] if one and one.call != PASS)
        return max((one.promise.lengths[suit][0] for one in told), default=0)

    @property
    def trumps(self) -> int:
        """The cards of the suggested bid's suit that one has and partner has promised, at least."""
        if self.suit is None:
            return 0
        return self.lengths[self.suit] + self.shown_by_partner(self.suit)

    @cached_property
    def shape_points(self) -> int:
        """What the shape adds to the points of a hand whose suit partner has raised."""
        short = sum(max(SHORT - length, 0) for length in self.lengths)
        return max(short, int(sum(shape(self.hand)[:2]) >= _TWO_LONG))

    @property
    def unbid(self) -> set[Suit]:
        """The suits that the own side has not bid."""
        return set(Suit) - self.suits_of(OWN, PARTNER)

    @property
    def only_unbid(self) -> Suit | None:
        """The suit that the own side has not bid, where that is one."""
        return next(iter(self.unbid)) if len(self.unbid) == 1 else None

    @property
    def agreed_majors(self) -> set[Suit]:
        """The majors that both partners have bid and promised."""
        return self.suits_of(OWN) & self.suits_of(PARTNER) & set(MAJORS)

    def answers_opening(self, partner: CallMeaning) -> bool:
        """Return True for the first answer to partner's opening of one."""
        return self.opener == PARTNER and not self.has_acted(OWN) and partner.call.level == 1

    def points_in(self, suit: Suit) -> int:
        """Return the high-card points in a suit."""
        return sum("JQKA".find(card.rank) + 1 for card in self.hand.suit(suit))

    def honours(self, suit: Suit) -> int:
        """Return the number of honours in a suit, from the queen on."""
        return sum(card.rank in "AKQ" for card in self.hand.suit(suit))

    def has_ace(self, suit: Suit) -> bool:
        """Return True for the ace of a suit."""
        return any(card.rank == "A" for card in self.hand.suit(suit))

    @property
    def is_last_seat(self) -> bool:
        """True if the opponents' bid becomes the contract unless this player acts."""
        return self.theirs_is_last and tuple(self.calls[:2]) == (PASS, PASS)

    def is_held(self, suit: Suit) -> bool:
        """Return True if a suit of the opponents is stopped by this hand, or by partner, who has
        bid notrump over it."""
        theirs = (place for place in range(0, len(self.calls), 2) if self.calls[place].suit is suit)
        return is_stopped(self.hand, suit) or self.has_partner_notrump(max(theirs, default=0))

    def has_partner_notrump(self, calls: int | None = None) -> bool:
        """Return True if partner has bid notrump naturally, among the last ``calls`` or all."""
        return any(
            one is not None and one.call.strain is Strain.NT and one.convention is None
            for one in self.meanings[::-1][PARTNER:calls:4]
        )

    def cheapest(self, suit: Suit) -> Call:
        """Return the lowest bid in a suit that is not below the last bid."""
        bids = (Call.bid(level, suit.strain) for level in range(1, 8))
        last = self.position.auction.last_bid
        return next(bid for bid in bids if last is None or bid > last[0] or bid.level == 7)

    def have(self, suit: Suit) -> Message:
        """Return the words for the cards of a suit."""
        return cards_words(self.lengths[suit], suit)

    def fit(self, suit: Suit, least: int) -> dict[str, Any]:
        """Return the values of a sentence on the fit with a suit of which partner has ``least``
        cards or more."""
        number = NUMBERS[self.lengths[suit]]
        return {"least": NUMBERS[least], "suit": Message(suit.plural), "number": number}

    def finds_fit(self, suit: Suit, least: int) -> Message:
        """Return the fit with a suit of which partner has ``least`` cards or more as the reason."""
        text = "Partner has {least} or more {suit}, you have {number}: {call}."
        return self.say(text, **self.fit(suit, least))

    def longest(self, but: Collection[Suit]) -> int:
        """Return the cards of the longest suit but for these."""
        return max((self.lengths[suit] for suit in Suit if suit not in but), default=0)

    def say(self, text: str, **values: Any) -> Message:
        """Return these words with the values that they name, the own points and the call among
        them."""
        known = {"points": self.own_points, "call": self.best.symbol} | values
        return Message(text, **{name: known[name] for name in NAME.findall(text)})

    def second_suit(self, first: Suit, second: Suit) -> Message:
        """Return a further suit as the reason; with three cards of the first it is no second."""
        if self.lengths[first] <= SUPPORT:
            return self.shows(second)
        return self.say("You have a second suit, {cards}: {call}.", cards=self.have(second))

    def shows(self, suit: Suit) -> Message:
        """Return the suit that the call shows as the reason."""
        return self.say("You have {cards}: {call} shows them.", cards=self.have(suit))

    def plays_in(self, suit: Suit) -> Message:
        """Return the suit and the points of a call to play as the reason."""
        return self.say("You have {cards} and {points}: {call} is to play.", cards=self.have(suit))

    def invites_with(self, suit: Suit) -> Message:
        """Return the suit and the points of an invitation as the reason."""
        return self.say(
            "You have {cards} and {points}: {call} invites to game.", cards=self.have(suit)
        )

    def invites_over(self, partner: CallMeaning) -> Message:
        """Return the points of both hands as the reason of an invitation."""
        low, high = partner.promise.hcp
        return self.say(
            "You have {points}, partner {low} to {high}: {call} invites to game.",
            low=low,
            high=high,
        )

    def asks_to_choose(self, suits: Sequence[Suit]) -> Message:
        """Return the two suits between which a double asks partner to choose as the reason."""
        one, other = suits
        return self.say(
            "You have {points}, {one} and {two}: the double asks partner to choose.",
            one=self.have(one),
            two=self.have(other),
        )

    def has_takeout_shape(self, theirs: Collection[Suit], own: Suit | None = None) -> bool:
        """Return True for two cards at most of each of their suits, and three of all others but an
        ``own`` one."""
        return bool(theirs) and all(
            self.lengths[suit] <= SHORT if suit in theirs else self.lengths[suit] >= SUPPORT
            for suit in Suit
            if suit in theirs or suit is not own
        )

    def doubles_for_takeout(self, theirs: Collection[Suit]) -> Message:
        """Return the shape and the points of a take-out double as the reason."""
        return self.say(
            "You have {points}, are short in {suits} and have support for the other suits: double.",
            suits=tuple(Message(suit.plural) for suit in sorted(theirs)),
        )

    def first_to_bid(self, suit: Suit) -> int | None:
        """Return the player who has bid and promised a suit first."""
        told = (place for place, one in enumerate(self.meanings) if promised_suit(one) is suit)
        first = next(told, None)
        return None if first is None else (len(self.meanings) - 1 - first) % 4

    def with_points(self, *what: Message) -> Message:
        """Return the points, and what else the hand has, as the reason."""
        return self.say("You have {points} and {what}: {call}.", what=what)

    def takes_room(self, suit: Suit) -> Message:
        """Return the reason for a pre-empt."""
        return self.say(
            "You have {cards} and only {points}: {call} takes room from the opponents.",
            cards=self.have(suit),
        )


def is_named(meaning: CallMeaning | None, *names: str) -> bool:
    """Return True for a call of one of these conventions."""
    return meaning is not None and meaning.convention is not None and meaning.convention.id in names


def stopped(suit: Suit) -> Message:
    """Return the words for a stopper in a suit of the opponents."""
    return Message("{suit} stopped", suit=Message(suit.plural))


def promised_suit(meaning: CallMeaning | None) -> Suit | None:
    """Return the suit of a bid that promises three cards of it, else None."""
    if meaning is None or (suit := meaning.call.suit) is None:
        return None
    return suit if meaning.promise.lengths[suit][0] >= SUPPORT else None
