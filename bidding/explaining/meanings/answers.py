"""Answers to asks: the statements in their slots, and those about aces, kings and key cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from bidding.domain.cards import Card
from bidding.domain.conventions import Meaning
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Side, Suit
from bidding.explaining.distributions import Floats
from bidding.explaining.meanings.statements import Count, Hands, Statement, Topic, held, short
from bidding.explaining.wording import NUMBERS

NUMBERS_ALONE = (Message("none"), *NUMBERS[1:])
_TRUMP_ASKS = (
    *("blackwood", "key_card_blackwood_0314", "key_card_blackwood_1430"),
    *("crosswood", "queen_ask"),
)
_COUNTING_ANSWERS = ("ace_answer", "key_card_answer", "king_answer")

MAX_ANSWER_CHANCE = 0.995
"""The greatest chance that an answer is true, even if its meaning is certain."""

QUEEN_CHANCE = 0.9
"""The share of hands that hold the queen of trumps among those that show it: with ten trumps some
show it without."""


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
