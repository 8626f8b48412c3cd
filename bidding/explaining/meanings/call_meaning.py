"""The meaning of a call: its name, statements about the hand, what it asks, how forcing it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from bidding.domain.calls import DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.convention_card import UNKNOWN_CARD, ConventionCard
from bidding.domain.conventions import (
    MEANING_INDEX,
    MEANINGS,
    Convention,
    Forcing,
    Kind,
    Meaning,
)
from bidding.domain.messages import Message, message_json
from bidding.domain.scoring import is_game
from bidding.domain.table import Strain, Suit
from bidding.explaining.beliefs import CONFIDENT, Likeliest
from bidding.explaining.distributions import (
    DECIMALS,
    MOST_HCP,
    Facts,
    Floats,
    HandTable,
    OneOf,
)
from bidding.explaining.meanings.answers import answer, trump_asked
from bidding.explaining.meanings.card_calls import not_on_card
from bidding.explaining.meanings.forcing import (
    NEARLY_GAME,
    force_of_calls,
    forces_by_strength,
)
from bidding.explaining.meanings.naming import (
    GAME_TRIES,
    PUPPETS,
    TAKEOUT,
    TAKEOUTS,
    CallContext,
    checked_name,
    completion_of,
)
from bidding.explaining.meanings.statements import (
    ANY_STRENGTH,
    EVEN,
    NO_FOUR_CARD_MAJOR,
    POINTS_LEVEL,
    Count,
    Denied,
    Promise,
    Range,
    Ranges,
    Statement,
    Topic,
    at_least,
    denials,
    denied,
    held,
    is_any_strength,
    points,
    promises,
    shape,
    suits_bid,
    usual,
)

_SHORT, _SUPPORT, _FOUR = 2, 3, 4  # cards, at most and at least
_MAJORS = frozenset({Suit.S, Suit.H})
_DENYING = ("no_four_card_major", "denies_support")  # by their names
_WEAK = ("preempt", "weak_jump_shift")
_FOR_PARTNER_TO_BID = (*TAKEOUT, "negative_double", "responsive_double", "support_double")
_BORNE_OUT = 0.8  # of the hands have the lengths that go with a name, at least
_MOSTLY, _NEARLY_ALL = 0.6, 0.85  # of the hands of a take-out double, and of Smolen
_ALWAYS = 0.9  # the chance that partner passes a bid to play
_HALF = 0.5
_HARDLY_EVER = 0.02  # the chance that partner passes a forcing call
_OFTEN = 0.25  # the same of one that is not, or of a natural bid, at least
_SOMETIMES = 0.1  # the same of a limited bid
_WORTH_SAYING = 12  # points, at most, to which a first pass limits a hand
_INVITING = (22.5, 29)  # points of both hands, as expected, of an invitation to game
_INVITING_BY_RAISE, _RAISED = 21.5, 3  # the least of them by a raise, to this level
_ANSWER = 6  # points, expected at least of a partner who is invited
_LIMITED = 5  # points between the ends of its range, at most
_MAY_INVITE = ("natural", "notrump_with_stopper", "limit_raise", "game_try")
_STRONG_SHIFT = "strong_jump_shift"
_FORCING = ("leaping_michaels", "bromad", "inverted_minor")
_TO_GAME = ("splinter", _STRONG_SHIFT)
_ANSWERED = ("reverse", *GAME_TRIES)  # partner's; a limited answer invites nobody
_ASKING_OPENING = "specific_ace_ask"  # says nothing of the hand
_ALMOST_NEVER = 0.05  # that partner passes a grand slam force, less
_LIMITED_OPENING, _LIMITED_NOTRUMP = 15, 12  # points, at most
_MAJOR_GAMES = (Call.bid(4, Strain.H), Call.bid(4, Strain.S))
_NOTRUMP = _ONE_NOTRUMP, _TWO_NOTRUMP, _THREE_NOTRUMP = tuple(
    Call.bid(level, Strain.NT) for level in (1, 2, 3)
)


class Evidence(NamedTuple):
    """A spectator's beliefs about the caller of a call, and about partner's next call."""

    facts: Facts  # what is usual
    promise: Promise
    denied: Denied
    lengths: Floats  # (4, 14) the chances of the suit lengths
    partner_passes: float  # the chance that partner passes if the next player does
    partner_points: float | None = None  # expected before the call; None if unknown


@dataclass(frozen=True)
class CallMeaning:
    """The public meaning of a call."""

    call: Call
    meaning: Meaning | None  # None if no agreement is known
    chance: float  # of the likeliest meaning; if it has no name, of all meanings without one
    artificial: float  # the chance that the call does not just offer to play in its strain
    forcing: Forcing | None  # None if unknown
    evidence: Evidence
    earlier: tuple[Call, ...] = ()  # the calls before this one
    known: tuple[Meaning | None, ...] = ()  # and their meanings, if they are
    card: ConventionCard = UNKNOWN_CARD
    """The caller's."""

    departs_from: Message | None = None
    """What the call means by the books, where the system's robot plays something else."""

    @property
    def facts(self) -> Facts:
        """What is usual of the caller's hand."""
        return self.evidence.facts

    @property
    def promise(self) -> Promise:
        """What the caller has promised."""
        return self.evidence.promise

    @property
    def convention(self) -> Convention | None:
        """The vocabulary's entry; None if the call has no name."""
        return self.meaning.convention if self.meaning and self.meaning.convention.name else None

    @cached_property
    def name(self) -> Message:
        """The name, or a substitute."""
        if self.meaning is None:
            return Message("No agreement known")
        if self.convention is not None:
            return Message(self.convention.name)
        if self.call in _UNNAMED:
            return _UNNAMED[self.call]
        if self.meaning.convention.artificial:
            return Message("Artificial")
        again = self.call.suit in suits_bid(self._context.own)
        raises = not again and self._context.supports(self.promise)
        return Message("Raise") if raises else Message("Natural")

    @property
    def trump(self) -> Suit | None:
        """The trump suit of an ask, if known."""
        return trump_asked(self.meaning)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The statements about the caller's hand: what it shows, then what it denies."""
        return (*self._shown, *self._denied)

    @cached_property
    def _context(self) -> CallContext:
        return CallContext(self.call, self.earlier, self.known)

    @property
    def _id(self) -> str | None:
        return None if self.meaning is None else self.meaning.convention.id

    @property
    def _kind(self) -> Kind | None:
        return None if self.meaning is None else self.meaning.convention.kind

    @property
    def _defined(self) -> Statement | None:
        if self._id == "polish_club":
            return _polish_club(self.card)
        return _DEFINED.get(self._id or "")

    @property
    def _answer(self) -> Statement | None:
        return None if self.meaning is None else answer(self.meaning)

    @cached_property
    def _shown(self) -> tuple[Statement, ...]:
        if self._is_plain_pass:
            return self._shown_by_pass
        if self.meaning is None:
            return tuple(shape(self.promise, self.facts, self._offered, self._supported))
        if (stated := self._answer or self._defined) is not None:
            return (stated, *points(self.promise)) if stated.topic is Topic.LENGTHS else (stated,)
        if self._kind is Kind.ASKING and not self.meaning.convention.support:
            return () if self._id == _ASKING_OPENING else self._shown_by_ask
        if (grade := GRADES.get(self.meaning.slot)) is not None:
            return (Statement(Topic.POINTS, grade), *points(self.promise))
        special = _STATED.get(self.meaning.convention.id)
        if special is not None and (suit := self._suit_told) is not None:
            return (special(suit), *points(self.promise))
        short_suit = self.call.suit if self.meaning.convention.tells == "shortness" else None
        shown = shape(self.promise, self.facts, self._offered, self._supported, short_suit)
        own, doubles = self._context.own, self.call in (DOUBLE, REDOUBLE)
        told_before = any(made.strain is Strain.NT for made in own)
        if self._kind is Kind.ANSWERING or told_before or doubles:
            shown = [one for one in shown if one.count is not Count.UNEVEN]
        if self._id == "reverse":  # of the longer first suit four cards are no news
            shown = [
                one for one in shown if one.suits == (self.call.suit,) or _FOUR not in one.numbers
            ]
        if self._kind is Kind.TRANSFER and is_any_strength(self.promise):
            shown.append(ANY_STRENGTH)
        told = (*self._just_five, *self._suit_again(shown), *shown)
        if self._id == "preference" and not self.promise.new_hcp:
            told = (*told, *points(self.promise.as_news))
        return (*told, *self._stopped)

    def _suit_again(self, shown: Sequence[Statement]) -> tuple[Statement, ...]:
        """The promised cards of a natural bid's suit of which nothing is shown, if partner has bid
        the suit or nothing else is shown."""
        suit = self.call.suit
        if suit is None or self._offered is None or any(suit in one.suits for one in shown):
            return ()
        least, partners = self.promise.lengths[suit][0], suits_bid(self._context.partners)
        if least < (_SHORT if suit in partners else _SUPPORT) or (shown and suit not in partners):
            return ()
        return (at_least(least, suit),)

    @property
    def _just_five(self) -> tuple[Statement, ...]:
        """The five cards, and no more, of a transfer's suit that a notrump bid tells."""
        if self.call.strain is not Strain.NT:
            return ()
        _, lengths, _, longer, shorter = self.promise
        suits = [suit for suit in self._context.own_by_transfer if lengths[suit] == (5, 5)]
        return tuple(held(5, suit) for suit in suits if shorter[suit] and not longer[suit])

    @property
    def _shown_by_ask(self) -> tuple[Statement, ...]:
        """The points, and by an ask for support the five cards or more of an own suit that it
        tells for the first time."""
        assert self.meaning is not None
        told, new = points(self.promise), self.promise.new_least
        if self.meaning.convention.asks in ("aces", "key cards", "kings"):  # of any strength
            told = []
        if self.meaning.convention.asks not in ("support", "support and strength"):
            return tuple(told)
        longer = [suit for suit in sorted(suits_bid(self._context.own)) if new[suit]]
        lengths = [(self.promise.lengths[suit][0], suit) for suit in longer]
        return (*(at_least(number, suit) for number, suit in lengths if number > _FOUR), *told)

    @property
    def _stopped(self) -> tuple[Statement, ...]:
        """The stoppers of a natural notrump bid: in the opponents' suits those of its meaning, and
        that of an overcall; in the suit that partner asks about."""
        if self.call.strain is not Strain.NT or self.artificial >= _HALF or self.meaning is None:
            return ()
        theirs = suits_bid(self._context.theirs)
        suits = {Suit[letter] for letter in self.meaning.slot} if self._tells_stopper else set()
        if self._id == "natural" and self._context.overcalls and len(theirs) == 1:
            suits = theirs
        suits &= theirs
        if (asked := self._context.suit_asked_to_stop) is not None:
            suits |= {asked}
        return tuple(map(_stopper, sorted(suits)))

    @property
    def _tells_stopper(self) -> bool:
        return self.meaning is not None and self.meaning.convention.tells == "stopper"

    @property
    def _suit_told(self) -> Suit | None:
        """The suit of a bid; of a double or redouble, the suit that partner bid last."""
        bids = self._context.partners if self.call in (DOUBLE, REDOUBLE) else (self.call,)
        return next((made.suit for made in bids if made.is_bid), None)

    @property
    def _is_plain_pass(self) -> bool:
        return self.call == PASS and self.convention is None

    @property
    def _has_acted(self) -> bool:
        return any(call != PASS for call in self._context.own)

    @property
    def usual(self) -> Message | None:
        """What is usual beyond what the call promises."""
        defined = self._defined is not None or self._kind is Kind.ASKING
        defined |= (self._id, self.call) in PUPPETS
        if defined or self._is_plain_pass or self._answer is not None:
            return None
        shapeless = self._id == "penalty_double"
        no_news = set(Suit) if shapeless else suits_bid(self._context.own)
        raises = self._offered is None and self.meaning and self.meaning.convention.support
        if self._kind is Kind.TRANSFER or raises:  # the suit is not the caller's
            no_news |= suits_bid((self.call,))
        partners = suits_bid(self._context.partners)
        told = usual(self.promise, self.facts, self._offered, no_news, partners)
        takeout = self._usual_for_takeout
        parts = (*takeout, *([] if told is None else [told]))
        return Message("{parts}", parts=parts) if parts else None

    @property
    def _usual_for_takeout(self) -> tuple[Message, ...]:
        """What is usual of a take-out double: short in the opponents' suit, support for others."""
        theirs = suits_bid(self._context.theirs)
        if self._id not in TAKEOUT or not theirs:
            return ()
        lengths = self.evidence.lengths
        parts = [
            Message("short in {suit}", suit=Message(suit.plural))
            for suit in sorted(theirs)
            if lengths[suit, : _SHORT + 1].sum() >= _MOSTLY
        ]
        others = set(Suit) - theirs
        stated = all(self.promise.lengths[suit][0] >= _SUPPORT for suit in others)
        if not stated and all(lengths[suit, _SUPPORT:].sum() >= _NEARLY_ALL for suit in others):
            parts.append(Message("support for the other suits"))
        return tuple(parts)

    @property
    def _offered(self) -> Strain | None:
        """The strain of a natural bid."""
        artificial = self.artificial >= _HALF
        if self.meaning is not None:
            artificial = self.meaning.convention.artificial
        return None if artificial else self.call.strain

    @property
    def _supported(self) -> frozenset[Suit]:
        """The suits of which three cards are support: by a take-out double those that the opponents
        have not bid, by an artificial bid partner's, or all others if it is short in its own, by a
        notrump bid partner's major."""
        if self.call in (DOUBLE, REDOUBLE):
            if self._id not in TAKEOUTS:
                return frozenset()
            theirs = suits_bid(self._context.theirs)
            return frozenset(set(Suit) - theirs)
        if self.call == PASS or self._kind is Kind.ANSWERING:
            return frozenset()
        partners = frozenset(suits_bid(self._context.partners))
        if self._offered is not None:
            return partners & _MAJORS if self._offered is Strain.NT else frozenset()
        ends = self.promise.lengths
        three_suited = self.call.suit is not None and ends[self.call.suit][1] < _SHORT
        others = frozenset(Suit) - {self.call.suit}
        if three_suited and all(ends[suit][0] >= _SUPPORT for suit in others):
            return others
        return partners

    @property
    def _shown_by_pass(self) -> tuple[Statement, ...]:
        """The points, if the pass limits them; before a player's first bid, only if to fewer than
        an opening bid."""
        limit = MOST_HCP - 1 if self._has_acted else _WORTH_SAYING
        return tuple(points(self.promise)) if self.promise.hcp[1] <= limit else ()

    @cached_property
    def _denied(self) -> tuple[Statement, ...]:
        asking = self._kind is Kind.ASKING
        if asking or self._id in _DENYING or self._answer is not None:
            return ()
        own, partners = self._context.own, self._context.partners
        if self.call == PASS and any(made.is_bid for made in own) and {*partners} == {PASS}:
            return ()  # opposite a partner who has passed, a four-card suit need not be bid
        shown = self._context.suits_by_transfer
        return denials(
            self.call, self.earlier, self.evidence.denied, self.facts, shown, self.promise
        )

    @cached_property
    def sentence(self) -> Message:
        """One sentence: name, what the call shows, denies and asks, how forcing it is."""
        shown = tuple(one.words for one in self._shown)
        denied = tuple(one.words for one in self._denied)
        stated: Message | tuple[Message, ...] = shown
        if (often := self.usual) is not None and shown:
            stated = Message("{shown} (usually {usual})", shown=shown, usual=often)
        elif often is not None:
            stated = Message("usually {usual}", usual=often)
        parts = [words for words in (stated, denied, self._asks, self._force) if words]
        if not parts and self._is_plain_pass:
            if self.earlier[-2:] == (DOUBLE, PASS):
                return Message("Pass: leaves partner's double in.")
            return Message("Pass: nothing more." if self._context.own else "Pass: nothing yet.")
        return Message(_FORMS[len(parts)], name=self.name, **dict(zip("abcd", parts, strict=False)))

    @property
    def text(self) -> Message:
        """The sentence, and the book's where it says something else."""
        if self.departs_from is None:
            return self.sentence
        return Message("{here} {book}", here=self.sentence, book=self.departs_from)

    @property
    def _asks(self) -> Message | None:
        if self.meaning is None or self.convention is None:
            return None
        target = PUPPETS.get((self._id, self.call))
        if self.convention.asks == "completion of the transfer":
            target = completion_of(self.call)
        if target is not None:
            return Message("asks partner to bid {call}", call=target.symbol)
        if self.convention.asks not in _ASKED or self._id == "asks_longer_suit":  # its name says it
            return None
        if (trump := self.trump) is not None:
            return Message(
                "asks for {what}, {suit} being trumps",
                what=_ASKED[self.convention.asks],
                suit=Message(trump.plural),
            )
        return Message("asks for {what}", what=_ASKED[self.convention.asks])

    @property
    def _force(self) -> Message | None:
        if self._answer is not None:
            return None
        if self.forcing is Forcing.GAME:
            if self._id == "strong_two_clubs":  # partner may pass the rebid that ends the force
                return Message("forcing to game unless opener rebids 2NT")
            return Message("forcing to game")
        if self._id in _FOR_PARTNER_TO_BID:
            return Message("asks partner to bid")
        if self.invites is not None:
            return self.invites
        redoubles = self.call == REDOUBLE and self.evidence.partner_passes >= _ALWAYS
        if redoubles or (self._context.is_alone and self._id == "natural" and self.is_to_play):
            return Message("to play")
        asked = self._asks is not None
        return Message("forcing") if self.forcing is Forcing.ROUND and not asked else None

    @property
    def is_to_play(self) -> bool:
        """True for a bid that partner nearly always passes: a game, or one of too few points for
        it."""
        passed = self.call.is_bid and self.evidence.partner_passes >= _ALWAYS
        points = self._points_together
        return passed and (is_game(self.call) or points is None or points < _INVITING[0])

    @property
    def may_force_to_game(self) -> bool:
        """True for a forcing bid up to the three-level that is no transfer or game try, with points
        for game or nearly."""
        partners, least = self.evidence.partner_points, self.promise.hcp[0]
        enough = partners is None or partners + least >= NEARLY_GAME
        low = self.call.is_bid and self.call.level <= _RAISED and enough
        ends = self._kind in (Kind.TRANSFER, Kind.INVITATION) and self._id != "slam_try"
        return low and self.forcing is Forcing.ROUND and not ends

    @property
    def is_unlimited(self) -> bool:
        """True for a bid of a suit, natural or of a control, without competition, that is forcing
        to game, or of a new suit for a round: partner does not pass it, however strong the caller
        is."""
        told = self._kind is Kind.NATURAL or self._id == "cue_bid"
        new = self.call.suit not in suits_bid(self._context.own)
        forces = self.forcing is Forcing.GAME or (self.forcing is Forcing.ROUND and new)
        return told and forces and self.call.suit is not None and self._context.is_alone

    def with_strength_up_to(self, known: Range) -> CallMeaning:
        """Return the meaning with points up to the most that were ``known`` before the call."""
        low, high = self.promise.hcp[0], max(self.promise.hcp[1], known[1])
        news = low > known[0] or high < known[1]
        promise = self.promise._replace(hcp=(low, high), new_hcp=news)
        return replace(self, evidence=self.evidence._replace(promise=promise))

    @property
    def _limits(self) -> Range:
        """The promised points, or the usual ones of a range that is little too wide."""
        low, high = self.promise.hcp
        return self.facts.hcp if high - low == _LIMITED + 1 else (low, high)

    @property
    def _points_together(self) -> float | None:
        """The points of both hands, from the middle of what the call shows; None if unknown."""
        (low, high), partners = self._limits, self.evidence.partner_points
        return None if partners is None or high == MOST_HCP else (low + high) / 2 + partners

    @property
    def invites(self) -> Message | None:
        """What a limited bid invites partner to, who passes with a minimum: of notrump or a suit of
        partner's, or a jump."""
        if self.forcing in (Forcing.ROUND, Forcing.GAME) or not self.call.is_bid:
            return None
        if self._context.passed_partners_bid and not self._context.is_alone:
            return None
        if self._id == "quantitative_four_notrump":
            return Message("invites to slam")
        partners, (low, high) = self.evidence.partner_points, self._limits
        points = self._points_together
        if points is None or partners is None or self._id not in _MAY_INVITE or is_game(self.call):
            return None
        suit, jumps = self.call.suit, self._context.jump > 0
        raises = suit in (None, *suits_bid(self._context.partners))
        answered = self._context.partner_acted and partners >= _ANSWER
        least, most = _INVITING
        if raises and suit is not None and self.call.level == _RAISED:
            least = _INVITING_BY_RAISE
        if not answered or high - low > _LIMITED or not least <= points < most:
            return None
        answers = self._context.answers_ask or self._context.partners_name in _ANSWERED
        raises &= not (answers or self._context.was_answered_at_two)
        jumps &= raises or (low, high) == self.promise.hcp
        high_enough = self.call.level > (1 if suit is None else 2)
        return (
            Message("invites to game")
            if jumps or (raises and high_enough and self._context.is_alone)
            else None
        )

    @property
    def promised(self) -> Promise:
        """The promise with what the sentence states of each suit: a splinter's shortness, a
        balanced hand, no four-card major."""
        lengths = list(self.promise.lengths)
        majors = [NO_FOUR_CARD_MAJOR] if self._id == "no_four_card_major" else []
        for one in (*self.statements, *majors):
            least, most = 0, max(one.numbers, default=0)
            if one.count is Count.UNEVEN and most == 0:
                suits, (least, most) = tuple(Suit), EVEN
            elif one.count is Count.LONGEST and (len(one.suits) == 1 or 0 in one.numbers):
                suits, least = one.suits, min(one.numbers)
            else:
                continue
            for suit in suits:
                low, high = lengths[suit]
                lengths[suit] = (max(low, least), min(high, most))
        return self.promise._replace(lengths=tuple(lengths))

    def to_json(self) -> dict[str, Any]:
        """Return all of it; ``text`` is as in other objects of the answer."""
        convention = self.convention
        return {
            "name": self.name,
            "id": None if self.meaning is None else self.meaning.key,
            "text": self.text,
            "chance": round(self.chance, DECIMALS),
            "kind": None if self._kind is None else self._kind.value,
            "artificial": round(self.artificial, DECIMALS),
            "forcing": None if self.forcing is None else self.forcing.value,
            "asks": (convention and convention.asks) or None,
            "tells": None if self.meaning is None else self.meaning.convention.tells or None,
            "trump": None if self.trump is None else self.trump.name,
            "promises": self.promised.to_json(),
            "sentence": self.text,
            "said": {"name": message_json(self.name), "sentence": message_json(self.text)},
        }


_UNNAMED = {PASS: Message("Pass"), DOUBLE: Message("Double"), REDOUBLE: Message("Redouble")}
_FORMS = (
    Message("{name}."),
    Message("{name}: {a}."),
    Message("{name}: {a}; {b}."),
    Message("{name}: {a}; {b}; {c}."),
    Message("{name}: {a}; {b}; {c}; {d}."),
)
_ASKED = {
    "aces": Message("aces"),
    "choice of slam": Message("a choice of slams"),
    "feature": Message("a feature"),
    "key cards": Message("key cards"),
    "kings": Message("kings"),
    "length": Message("the length of the suit"),
    "longer suit": Message("the longer suit"),
    "majors": Message("a four-card major"),
    "five-card major": Message("a five-card major"),
    "minors": Message("a four-card minor"),
    "queen of trumps": Message("the queen of trumps"),
    "shape": Message("strength and shape"),
    "shortness": Message("shortness"),
    "stopper": Message("a stopper"),
    "strength": Message("strength and suit quality"),
    "suit": Message("partner's suit"),
    "support": Message("three-card support or the other major"),
    "support and strength": Message("three-card support and strength"),
    "trump honours": Message("top honours in trumps"),
}


def _control(suit: Suit) -> Statement:
    return Statement(Topic.ACES, Message("a control in {suit}", suit=Message(suit.plural)))


def _stopper(suit: Suit) -> Statement:
    return Statement(Topic.ACES, Message("a stopper in {suit}", suit=Message(suit.plural)))


def _feature(suit: Suit) -> Statement:
    words = Message("the ace, king or queen of {suit}", suit=Message(suit.plural))
    return Statement(Topic.ACES, words)


_STATED: dict[str, Callable[[Suit], Statement]] = {
    "cue_bid": _control,
    "feature": _feature,
    "support_double": partial(held, 3),
    "support_redouble": partial(held, 3),
}

GRADES = {
    "minimum": Message("a minimum"),
    "minimum-weak": Message("a minimum with a weak suit"),
    "minimum-good": Message("a minimum with a good suit"),
    "maximum": Message("a maximum"),
    "maximum-weak": Message("a maximum with a weak suit"),
    "maximum-good": Message("a maximum with a good suit"),
    "maximum-solid": Message("a maximum with a solid suit"),
    "full": Message("a full opening"),
    "medium": Message("a medium hand without shortness"),
    "extra": Message("extra strength without shortness"),
}
"""The strength that an answer tells, by its slot."""

_DEFINED = {
    "polish_one_diamond": Statement(
        Topic.EITHER_OR,
        Message("usually 0–6 HCP, or more without a four-card major"),
    ),
    "kokish_relay": Statement(
        Topic.EITHER_OR,
        Message("hearts, or a balanced hand that is too strong for 2NT"),
    ),
    "gambling_three_notrump": Statement(
        Topic.EITHER_OR,
        Message("a solid minor of seven or more cards, and little outside"),
    ),
    "strong_two_clubs": Statement(
        Topic.EITHER_OR,
        Message("22+ HCP, or fewer with nine tricks in one hand"),
    ),
}
"""What a convention with several hands shows, where ranges of all of them say little."""


_BESIDE_ONE_NOTRUMP = {"12-14": "15–17", "13-15": "12, 16–17", "14-16": "12–13, 17"}
"""Points of a balanced hand that opens a Polish 1♣, by those of a 1NT opening; else 12–14."""


def _polish_club(card: ConventionCard) -> Statement:
    one_notrump = None if card == UNKNOWN_CARD else card.option("notrump_range").id
    balanced = _BESIDE_ONE_NOTRUMP.get(one_notrump or "", "12–14")
    words = Message(
        "one of three hands: {points} HCP and balanced, 15+ HCP with clubs, or any 18+ HCP",
        points=balanced,
    )
    return Statement(Topic.EITHER_OR, words)


class Made(NamedTuple):
    """A call, those before it, the likeliest meanings of these and then its own, what it promises
    by recorded auctions, if they say it, and the caller's card. ``in_order``: the calls before it
    stand before it in the same list."""

    call: Call
    earlier: tuple[Call, ...]
    likeliest: Sequence[Likeliest]
    recorded: Ranges | None
    card: ConventionCard = UNKNOWN_CARD
    in_order: bool = False


def call_meanings(
    made: Sequence[Made],
    before: HandTable,
    after: HandTable,
    facts: Sequence[Facts],
    partner_passes: Sequence[float],
    previous: Sequence[int | Promise],
    partner_points: Sequence[float] | None = None,
) -> list[CallMeaning]:
    """Return the meanings of C calls, by beliefs before and after each.

    ``facts`` is what is usual, ``previous`` as for ``promises``: later calls go on from what the
    sentences of earlier ones promise. What they promise does not depend on ``partner_points``,
    which say what is an invitation.
    """
    found: list[CallMeaning] = []
    not_held = denied(before, after)

    def told(row: int, promise: Promise) -> Promise:
        parts = (facts[row], promise, not_held[row], after.lengths[row], partner_passes[row])
        points = None if partner_points is None else partner_points[row]
        call, earlier, likeliest, recorded, card, in_order = made[row]
        forced = False
        if call.is_bid and not is_game(call):
            forces: Sequence[Forcing | None]
            if in_order:
                forces = [one.forcing for one in found[row - len(earlier) :]]
            else:
                forces = _forces(earlier, tuple(likeliest[:-1]), card)
            forced = _is_game_forced(earlier, forces)
        names = tuple(one.stated for one in likeliest[:-1])
        shown = Evidence(*parts, points)
        meaning = call_meaning(
            call, likeliest[-1], shown, earlier, names, game_forced=forced, card=card
        )
        if recorded is not None and recorded.to_game and meaning.may_force_to_game:
            meaning = replace(meaning, forcing=Forcing.GAME)
        if meaning.is_unlimited:
            before = previous[row]
            known = found[before].promised if isinstance(before, int) else before
            meaning = meaning.with_strength_up_to(known.hcp)
        found.append(meaning)
        return found[-1].promised

    promises(before, after, previous, told, recorded=[one.recorded for one in made])
    return found


def call_meaning(
    call: Call,
    likeliest: Likeliest,
    evidence: Evidence,
    earlier: tuple[Call, ...] = (),
    known: tuple[Meaning | None, ...] = (),
    *,
    game_forced: bool = False,
    card: ConventionCard = UNKNOWN_CARD,
) -> CallMeaning:
    """Return the meaning of a call: the likeliest name and force, if they are confident, as far as
    the evidence bears them out.

    ``known`` are the meanings of the ``earlier`` calls, where they are; ``game_forced``: by earlier
    calls of the side, if the call is below game; ``card`` is the caller's.
    """
    lengths, promise, passes = evidence.lengths, evidence.promise, evidence.partner_passes
    context = CallContext(call, earlier, known)
    meaning = checked_name(context, likeliest.stated, lengths, promise, passes)
    if meaning is not None and card != UNKNOWN_CARD:
        meaning = _as_on_card(meaning, card, (*earlier, call), promise)
    artificial = likeliest.artificial
    if meaning is not None and meaning.convention.artificial != (artificial >= _HALF):
        artificial = float(meaning.convention.artificial)  # as the name says
    return CallMeaning(
        call=call,
        meaning=meaning,
        chance=likeliest.chance,
        artificial=artificial,
        forcing=_forcing(
            meaning,
            likeliest,
            passes,
            is_bid=call.is_bid,
            game_forced=game_forced,
            hcp=promise.hcp,
            rule=_rule(context, meaning, evidence, card, game_forced=game_forced),
        ),
        evidence=evidence._replace(
            facts=_with_one_of(evidence.facts, call, meaning, lengths),
            promise=_with_named(promise, context, meaning, lengths),
        ),
        earlier=earlier,
        known=known,
        card=card,
    )


def _as_on_card(
    meaning: Meaning, card: ConventionCard, calls: tuple[Call, ...], promise: Promise
) -> Meaning:
    """Return the meaning of the last of the calls, without a name that the caller's card rules
    out; a double is for take-out then."""
    if meaning.convention.id not in not_on_card(card, calls):
        return meaning
    if calls[-1] == DOUBLE:
        return MEANINGS[MEANING_INDEX["takeout_double"]]
    suit = calls[-1].suit
    is_natural = suit is not None and promise.lengths[suit][0] >= _FOUR
    return MEANINGS[MEANING_INDEX["natural" if is_natural else "unnamed"]]


def _with_named(
    promise: Promise, context: CallContext, meaning: Meaning | None, lengths: Floats
) -> Promise:
    """Return the promise with the lengths that go with the name, if enough hands have them."""
    stated, longer = list(promise.lengths), list(promise.new_least)
    shorter = list(promise.new_most)
    for suit, (least, most), share in _named_lengths(context, meaning):
        low, high = stated[suit]
        if lengths[suit, least:].sum() < share:
            continue
        stated[suit] = (max(low, least), max(min(high, most), least))
        longer[suit] |= low < least
        shorter[suit] |= high > most
    return promise._replace(lengths=tuple(stated), new_least=tuple(longer), new_most=tuple(shorter))


def _named_lengths(
    context: CallContext, meaning: Meaning | None
) -> Iterator[tuple[Suit, Range, float]]:
    """Yield the lengths of suits that go with a name, and the share of hands that must have them:
    three cards of a suit bid naturally, but for openings, where now and then a raise is made on
    two; a convention's
    support for partner's suit; the majors of Smolen."""
    if meaning is None:
        return
    suit = context.call.suit
    if suit is not None and not meaning.convention.artificial and context.bids:
        yield suit, (_SUPPORT, CARDS_IN_HAND), POINTS_LEVEL
    partners = next((made.suit for made in context.partners if made.suit is not None), None)
    if meaning.convention.support and partners is not None:
        yield partners, (meaning.convention.support, CARDS_IN_HAND), _BORNE_OUT
    if meaning.convention.id == "leaping_michaels":
        theirs = next((made.suit for made in context.theirs if made.suit is not None), None)
        if theirs in (Suit.S, Suit.H):
            yield Suit(1 - theirs), (_FOUR + 1, CARDS_IN_HAND), _BORNE_OUT
    if meaning.convention.id == "smolen" and suit in (Suit.S, Suit.H):
        yield suit, (_FOUR, _FOUR), _MOSTLY
        yield Suit(1 - suit), (_FOUR + 1, CARDS_IN_HAND), _MOSTLY


def _with_one_of(facts: Facts, call: Call, meaning: Meaning | None, lengths: Floats) -> Facts:
    """Return the facts with the suits of which a defence to 1NT or a transfer shows one, if enough
    hands have it: over a major a minor, by a Multi a major."""
    name = None if meaning is None else meaning.convention.id
    if facts.one_of is not None or name not in ("cappelletti", "multi_landy", "minor_transfer"):
        return facts
    least, suits = _FOUR, (Suit.D, Suit.C)
    if name == "multi_landy" and call.suit is Suit.D:
        least, suits = _FOUR + 1, (Suit.S, Suit.H)
    elif name == "minor_transfer":
        least = _FOUR + 2
        if lengths[list(suits), least:].sum(-1).max() >= _BORNE_OUT:  # it shows that suit
            return facts
    elif call.suit not in (Suit.S, Suit.H):
        return facts
    either = lengths[list(suits), least:].sum()
    return facts._replace(one_of=OneOf(least, suits)) if either >= _MOSTLY else facts


def _is_game_forced(earlier: tuple[Call, ...], forces: Sequence[Forcing | None]) -> bool:
    """Return True after ``earlier`` calls of these ``forces`` for a side that has made one forcing
    to game and not yet bid game.

    A notrump bid that may surely be passed ends the force of the same player, as after 2♣ and 2♦.
    """
    since = None  # the number of the call that was forcing to game
    for number in range(len(earlier) % 2, len(earlier), 2):
        call, force = earlier[number], forces[number]
        own = since is not None and (number - since) % 4 == 0
        ends = own and call.strain is Strain.NT and force is Forcing.NO
        if call.is_bid and (is_game(call) or ends):
            since = None
        elif since is None and force is Forcing.GAME:
            since = number
    return since is not None


@lru_cache(maxsize=1)  # all options of a position have the same calls before them
def _forces(
    earlier: tuple[Call, ...], likeliest: tuple[Likeliest, ...], card: ConventionCard
) -> tuple[Forcing | None, ...]:
    """Return how forcing the ``earlier`` calls of the side to call are, by their names and the
    calls before each; None for those of the other side."""
    stated = tuple(one.stated for one in likeliest)
    found: list[Forcing | None] = [None] * len(earlier)
    for number in range(len(earlier) % 2, len(earlier), 2):
        context = CallContext(earlier[number], earlier[:number], stated[:number])
        rule = force_of_calls(context, stated[number], card.base)
        to_game = _is_named(stated[number], *_TO_GAME) or rule is Forcing.GAME
        found[number] = Forcing.GAME if to_game else _stated_force(likeliest[number])
    return tuple(found)


def _stated_force(likeliest: Likeliest) -> Forcing | None:
    return likeliest.forcing if likeliest.forcing_chance >= CONFIDENT else None


def _is_named(meaning: Meaning | None, *names: str) -> bool:
    return meaning is not None and meaning.convention.id in names


def _rule(
    context: CallContext,
    meaning: Meaning | None,
    evidence: Evidence,
    card: ConventionCard,
    *,
    game_forced: bool,
) -> Forcing | None:
    """Return how forcing a call is by rules of bidding, whatever partner does; None without one."""
    promise = evidence.promise
    if game_forced and context.is_alone:
        if _is_named(meaning, "waiting_two_diamonds"):  # opener's 2NT may be passed
            return Forcing.ROUND
        return None if context.ends_strong_two_clubs else Forcing.GAME
    if _may_end(context, meaning, promise):
        return Forcing.NO
    if _is_named(meaning, "fourth_suit_forcing") and _forces_to_game(card):
        return Forcing.GAME
    if forces_by_strength(context, meaning, promise, evidence.partner_points):
        return Forcing.GAME
    return force_of_calls(context, meaning, card.base, promise)


def _forces_to_game(card: ConventionCard) -> bool:
    """Return True for a card on which the fourth suit is forcing to game."""
    return card != UNKNOWN_CARD and card.option("fourth_suit").id == "game"


def _may_end(context: CallContext, meaning: Meaning | None, promise: Promise) -> bool:
    """Return True for a pre-empt, an opening in a suit of limited strength, a passed hand's new
    suit over partner's natural opening, a limited one at the two-level over a double of partner's
    opening, a suit at the two-level over an overcall of partner's 1NT,
    a natural overcall and a limited 2NT, a natural or gambling 3NT, a natural game in a
    major over notrump, and a limited game try in notrump: however seldom partner passes them,
    partner may.
    """
    call, most = context.call, promise.hcp[1]
    if _is_named(meaning, "game_try") and call.strain is Strain.NT:
        return most < MOST_HCP
    if _is_named(meaning, *_WEAK):
        return True
    natural = _is_named(meaning, "natural")
    is_two_notrump = call == _TWO_NOTRUMP and _is_named(meaning, "natural", "notrump_with_stopper")
    if (natural and context.overcalls) or (is_two_notrump and most <= _LIMITED_NOTRUMP):
        return True
    if call == _THREE_NOTRUMP:
        return natural or _is_named(meaning, "gambling_three_notrump")
    if natural and call in _MAJOR_GAMES and context.last in _NOTRUMP:
        return True
    limited = call.suit is not None and most <= _LIMITED_OPENING
    passed = natural and context.answers_as_passed_hand and context.jump == 0
    unbid = call.suit not in suits_bid(context.partners)
    new = passed and context.partners_name == "natural" and unbid
    competes = natural and context.competes_over_notrump and call.level == 2
    over_double = context.back[:1] == (DOUBLE,) and context.partners[:1] == tuple(context.bids)
    if natural and over_double and unbid and call.level == 2 and most <= _LIMITED_NOTRUMP:
        return True
    return competes or (limited and (not context.bids or new))


def _forcing(
    meaning: Meaning | None,
    likeliest: Likeliest,
    partner_passes: float,
    *,
    is_bid: bool,
    game_forced: bool,
    hcp: Range,
    rule: Forcing | None,
) -> Forcing | None:
    """Return how forcing a call is: by its label, if that is confident, and by what partner does,
    who hardly ever passes a forcing one, and never often; to game after a game force. A ``rule``
    of bidding goes before. ``hcp``: the promised points.

    Partner goes on after most answers because of the hand that asked.
    """
    stated = _stated_force(likeliest)
    if _is_named(meaning, *_TO_GAME):
        return Forcing.GAME
    if _is_named(meaning, *_FOR_PARTNER_TO_BID, *_FORCING):
        return Forcing.ROUND
    if rule is not None:
        return rule
    if _is_named(meaning, "invitation") and not game_forced:
        return Forcing.NO
    answers = meaning is not None and meaning.convention.kind is Kind.ANSWERING
    shows = meaning is not None and meaning.convention.kind is Kind.ARTIFICIAL
    seldom = _ALMOST_NEVER if shows and is_bid else _HARDLY_EVER
    if stated is Forcing.NO and (partner_passes >= seldom or (answers and not game_forced)):
        return Forcing.NO
    limited = is_bid and not shows and hcp[1] - hcp[0] <= _LIMITED and not game_forced
    if stated is not None and partner_passes > (_SOMETIMES if limited else _OFTEN):
        return Forcing.NO
    if game_forced and partner_passes <= _OFTEN:
        return Forcing.GAME
    if stated is None and is_bid and meaning is not None and not answers:
        unlimited = hcp[1] == MOST_HCP or meaning.convention.artificial
        return Forcing.ROUND if unlimited and partner_passes < _ALMOST_NEVER else None
    return Forcing.ROUND if stated is Forcing.NO else stated
