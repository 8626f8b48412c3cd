"""Answers to asks: the statements in their slots, and the honours that hands hold by them.

Numbers of aces, kings and key cards follow from chances of single cards: thirteen cards are drawn
with these odds (conditional Bernoulli, see ``inference.hand_sampling``); with even odds this is the
hypergeometric distribution. A response then is evidence for what it states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND, Card
from bidding.domain.conventions import Meaning
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Side, Suit
from bidding.encoding.layout import ACES, N_CARDS, N_SUITS
from bidding.explaining.distributions import (
    DECIMALS,
    Distribution,
    Flags,
    Floats,
    Rows,
)
from bidding.explaining.meanings.statements import Count, Hands, Statement, Topic, held, short
from bidding.explaining.wording import NUMBERS

NUMBERS_ALONE = (Message("none"), *NUMBERS[1:])
_TRUMP_ASKS = (
    *("blackwood", "key_card_blackwood_0314", "key_card_blackwood_1430"),
    *("kickback_0314", "kickback_1430", "crosswood", "queen_ask"),
)
_COUNTING_ANSWERS = ("ace_answer", "key_card_answer", "king_answer")

MAX_ANSWER_CHANCE = 0.995  # that an answer is true, even if its meaning is certain
# The share of hands that hold the queen of trumps among those that show it: with ten trumps some
# show it without.
QUEEN_CHANCE = 0.9

KINGS = tuple(ace + 1 for ace in ACES)
N_ACES = len(ACES) + 1  # distributions go from 0 to 4
N_KEYS = len(ACES) + 2  # and from 0 to 5


def _counted_cards() -> Flags:
    """Return (6, 52): aces, kings, and the key cards with each suit as trumps (S H D C)."""
    cards = np.zeros((2 + N_SUITS, N_CARDS), dtype=bool)
    cards[0, list(ACES)] = cards[1, list(KINGS)] = True
    cards[2:] = cards[0]
    cards[np.arange(2, 2 + N_SUITS), list(KINGS)] = True
    return cards


COUNTED = _counted_cards()

# The kings held, (16, 4); the aces, kings and key cards in each of the 80 combinations of these
# with a number of aces, (6, 80); and the combinations with each number of them, (6, 6, 80).
_KINGS_HELD = (np.arange(2**N_SUITS)[:, None] >> np.arange(N_SUITS)) & 1
_ACES_HELD = np.arange(N_ACES).repeat(len(_KINGS_HELD))
_NUMBERS = np.stack(
    [
        _ACES_HELD,
        np.tile(_KINGS_HELD.sum(1), N_ACES),
        *(_ACES_HELD + np.tile(king, N_ACES) for king in _KINGS_HELD.T),
    ]
)
_CASES = (_NUMBERS[:, None] == np.arange(N_KEYS)[:, None]).astype(np.float64)
_OTHERS_HELD = CARDS_IN_HAND - _ACES_HELD - _NUMBERS[1]  # neither aces nor kings
_OTHERS = ~(COUNTED[0] | COUNTED[1])
_LEAST_CHANCE = 1e-3  # of an unseen card: the calls may contradict the heads


def answer(meaning: Meaning) -> Statement | None:
    """Return the statement in the slot of an answer; None for other meanings."""
    read = _ANSWERS.get(meaning.convention.id)
    return None if read is None else read(meaning.slot)


def _numbered(
    count: Count, one: Message, more: Message, either: Message
) -> Callable[[str], Statement]:
    """Return a parser of "2", "0/3", "2/5+" as numbers of some cards."""

    def read(slot: str) -> Statement:
        numbers = [int(digit) for digit in slot.rstrip("+-").split("/")]
        if len(numbers) == 2:
            words = Message(
                either.key, few=NUMBERS_ALONE[numbers[0]], many=NUMBERS_ALONE[numbers[1]]
            )
        else:
            words = one if numbers == [1] else Message(more.key, number=NUMBERS[numbers[0]])
        if slot.endswith("+"):
            words = Message("{cards} with the queen of trumps", cards=words)
        if slot.endswith("-"):
            words = Message("{cards} without the queen of trumps", cards=words)
        return Statement(Topic.ACES, words, count, frozenset(numbers))

    return read


def _queen(slot: str) -> Statement:
    """Parse an answer to the queen ask; it does not name trumps, so only a side king is counted."""
    if slot == "no":
        return Statement(Topic.ACES, Message("denies the queen of trumps"))
    if slot == "yes":
        return Statement(Topic.ACES, Message("the queen of trumps, and no king to show"))
    suit = Suit[slot]
    words = Message("the queen of trumps and the king of {suit}", suit=Message(suit.plural))
    return Statement(Topic.ACES, words, Count.KINGS, frozenset({1}), (suit,))


_ANSWERS: dict[str, Callable[[str], Statement]] = {
    "ace_answer": _numbered(
        Count.ACES, Message("one ace"), Message("{number} aces"), Message("{few} or {many} aces")
    ),
    "key_card_answer": _numbered(
        Count.KEY_CARDS,
        Message("one key card"),
        Message("{number} key cards"),
        Message("{few} or {many} key cards"),
    ),
    "exclusion_answer": _numbered(
        Count.KEY_CARDS,
        Message("one key card outside the void"),
        Message("{number} key cards outside the void"),
        Message("{few} or {many} key cards outside the void"),
    ),
    "king_answer": _numbered(
        Count.KINGS,
        Message("one king"),
        Message("{number} kings"),
        Message("{few} or {many} kings"),
    ),
    "queen_answer": _queen,
    "shows_length": lambda slot: held(int(slot[0]), Suit[slot[1]]),
    "shows_shortness": lambda slot: short(Suit[slot]),
}


def answer_words(convention: str, numbers: Sequence[int]) -> Message:
    """Return the words of an answer with that id that shows one of these numbers of cards."""
    return _ANSWERS[convention]("/".join(map(str, numbers))).words


def trump_asked(meaning: Meaning | None) -> Suit | None:
    """Return the trump suit of an ask, if known."""
    if meaning is None or meaning.convention.id not in _TRUMP_ASKS:
        return None
    return Suit[meaning.slot] if meaning.slot in Suit.__members__ else None


def answered_count(meaning: Meaning | None) -> Statement | None:
    """Return an answer's statement about aces, kings or key cards; None for other calls."""
    if meaning is None or meaning.convention.id not in _COUNTING_ANSWERS:
        return None
    return answer(meaning)


class Response(NamedTuple):
    """A statement of a number of cards by a call, true with this chance."""

    statement: Statement
    trump: Suit | None
    chance: float
    queen: bool | None = None
    """True if it shows the queen of trumps, False if it denies it, None if neither."""

    def likelihood(self, hands: Hands) -> Floats:
        """Return (N,) the likelihood of the response given each of the hands."""
        statement = self.statement
        if statement.count is Count.KEY_CARDS and self.trump is not None:
            statement = replace(statement, suits=(self.trump,))
        likelihood = np.where(statement.true_of(hands), self.chance, 1 - self.chance)
        if self.queen_of_trumps is None:
            return likelihood
        held = hands[:, self.queen_of_trumps]
        return likelihood * np.where(held == self.queen, QUEEN_CHANCE, 1 - QUEEN_CHANCE)

    @property
    def queen_of_trumps(self) -> int | None:
        """The index of the queen of trumps, if the call shows or denies it."""
        if self.queen is None or self.trump is None:
            return None
        return Card.of(self.trump, "Q").index


@dataclass(frozen=True)
class Responses:
    """The state after a call: the trump suit of its side's last ask, if known, and all responses of
    the caller."""

    trump: Suit | None = None
    given: tuple[Response, ...] = ()


def responses_after_calls(meanings: Sequence[tuple[Meaning | None, float]]) -> list[Responses]:
    """Return the state after each call of an auction, by meanings and their chances."""
    found: list[Responses] = []
    for number, (meaning, chance) in enumerate(meanings):
        trump, statement = trump_asked(meaning), answered_count(meaning)
        if trump is None:
            trump = _before(found, number - len(Side)).trump
        given = _before(found, number - len(Seat)).given
        if statement is not None:
            statement = _without_trump_king(statement, trump, given)
            given = (*given, Response(statement, trump, chance, _shows_queen(meaning)))
        found.append(Responses(trump, given))
    return found


def responses_by_call(meanings: Sequence[tuple[Meaning | None, float]]) -> dict[int, Response]:
    """Return the calls of an auction that are responses, by their numbers."""
    found = responses_after_calls(meanings)
    return {
        number: found[number].given[-1]
        for number, (meaning, _) in enumerate(meanings)
        if answered_count(meaning) is not None
    }


def _without_trump_king(
    statement: Statement, trump: Suit | None, given: Sequence[Response]
) -> Statement:
    """Exclude the king of trumps from an answer about kings after one about key cards; with unknown
    trumps, one king more may be held."""
    counted = any(one.statement.count is Count.KEY_CARDS for one in given)
    if statement.count is not Count.KINGS or not counted:
        return statement
    if trump is None:
        numbers = statement.numbers | {number + 1 for number in statement.numbers}
        return replace(statement, numbers=numbers)
    return replace(statement, suits=tuple(suit for suit in Suit if suit != trump))


def _shows_queen(meaning: Meaning | None) -> bool | None:
    """Return True or False if an answer shows or denies the queen of trumps, else None."""
    sign = "" if meaning is None else meaning.slot[-1:]
    return {"+": True, "-": False}.get(sign)


def _before(found: Sequence[Responses], number: int) -> Responses:
    return found[number] if number >= 0 else Responses()


@dataclass(frozen=True)
class HonourCounts:
    """Distributions of the number of aces, kings and key cards in a hand.

    key_cards are the four aces and the king of ``trump``, if that is known. ``unclear``: the calls
    contradict the shape, but too few sampled hands fit them to estimate the posterior.
    """

    aces: Distribution
    kings: Distribution
    trump: Suit | None
    key_cards: Distribution | None
    unclear: bool

    def to_json(self) -> dict[str, Any]:
        """Return expected numbers and distributions."""
        found = {"aces": _count_json(self.aces), "kings": _count_json(self.kings)}
        if self.trump is not None and self.key_cards is not None:
            found["key_cards"] = {"trump": self.trump.name, **_count_json(self.key_cards)}
        return {**found, "unclear": self.unclear}


def _count_json(count: Distribution) -> dict[str, Any]:
    return {
        "expected": round(count.mean, DECIMALS),
        "distribution": [round(p, DECIMALS) for p in count.probabilities],
    }


@dataclass(frozen=True)
class HonourTable(Rows):
    """Distributions for H hands: aces (H, 5), kings (H, 5), and key_cards (H, 4, 6) by trump suit.

    unclear (H,) bool: the posterior differs, but too few hands fit to estimate it.
    """

    aces: Floats
    kings: Floats
    key_cards: Floats
    unclear: Flags

    @property
    def counted(self) -> Floats:
        """(H, 6, 6) all of them by ``COUNTED``; no hand has five aces or kings."""
        aces_and_kings = np.stack([self.aces, self.kings], axis=1)
        return np.concatenate([np.pad(aces_and_kings, [(0, 0), (0, 0), (0, 1)]), self.key_cards], 1)

    def counts(self, row: int, trump: Suit | None) -> HonourCounts:
        """Return those of one hand; key cards only with a trump suit."""
        keys = None if trump is None else Distribution(tuple(self.key_cards[row, trump].tolist()))
        aces, kings = (Distribution(tuple(part[row].tolist())) for part in (self.aces, self.kings))
        return HonourCounts(aces, kings, trump, keys, bool(self.unclear[row]))


@dataclass(frozen=True)
class HonourDistribution:
    """The joint distribution, chances (H, 80), of the number of aces and the kings held."""

    chances: Floats

    @classmethod
    def of(cls, cards: Floats) -> HonourDistribution:
        """Compute it from chances (H, 52) of each card; zero for cards a hand cannot hold."""
        odds = card_odds(cards)
        aces = _sums(odds[:, list(ACES)], N_ACES)[:, _ACES_HELD]
        kings = np.where(_KINGS_HELD, odds[:, None, list(KINGS)], 1).prod(-1)
        others = _sums(odds[:, _OTHERS], CARDS_IN_HAND + 1)[:, _OTHERS_HELD]
        mass = aces * np.tile(kings, N_ACES) * others
        return cls(mass / mass.sum(-1, keepdims=True))

    def condition(self, row: int, response: Response) -> None:
        """Condition a hand on a response, which is true with its chance, if it is possible."""
        true, chances = _true(response.statement, response.trump), self.chances[row]
        prior = float(chances[true].sum())
        if 0 < prior < 1:
            posterior = min(response.chance, MAX_ANSWER_CHANCE)
            chances *= np.where(true, posterior / prior, (1 - posterior) / (1 - prior))

    @property
    def table(self) -> HonourTable:
        """The distributions of the numbers of aces, kings and key cards."""
        aces, kings, *keys = (self.chances @ cases.T for cases in _CASES)
        clear = np.zeros(len(self.chances), dtype=bool)
        return HonourTable(aces[:, :N_ACES], kings[:, :N_ACES], np.stack(keys, axis=1), clear)


def honours_of(cards: Floats) -> HonourTable:
    """Return the table of hands with chances (H, 52) of each card; zero for impossible cards."""
    return HonourDistribution.of(cards).table


def card_odds(cards: Floats) -> Floats:
    """Return (..., 52) odds of chances, within bounds; zero where a chance is zero."""
    bounded = cards.clip(_LEAST_CHANCE, 1 - _LEAST_CHANCE)
    return np.where(cards > 0, bounded / (1 - bounded), 0.0)


def _true(statement: Statement, trump: Suit | None) -> Flags:
    """Return (80,) the combinations in which a statement is true, as ``Statement.true_of``."""
    numbers = list(statement.numbers)
    if statement.count is Count.KINGS and statement.suits:
        return np.isin(np.tile(_KINGS_HELD[:, list(statement.suits)].sum(1), N_ACES), numbers)
    if statement.count is not Count.KEY_CARDS:
        return np.isin(_NUMBERS[int(statement.count is Count.KINGS)], numbers)
    if trump is not None:
        return np.isin(_NUMBERS[2 + trump], numbers)
    return np.isin(_NUMBERS[0], [*numbers, *(number - 1 for number in numbers)])


def _sums(odds: Floats, size: int) -> Floats:
    """Return (H, size) elementary symmetric polynomials of the odds, of degree 0, 1, ..."""
    sums = np.zeros((len(odds), size))
    sums[:, 0] = 1
    for odd in odds.T:
        sums[:, 1:] += odd[:, None] * sums[:, :-1]
    return sums
