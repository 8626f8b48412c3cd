"""Responses to asks for aces, kings and key cards, with their trump suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bidding.domain.cards import Card
from bidding.domain.conventions import Meaning
from bidding.domain.table import Seat, Side, Suit
from bidding.explaining.meanings.hand_statements import Count, Hands, Statement
from bidding.explaining.meanings.naming import answered_count, trump_asked

MAX_ANSWER_CHANCE = 0.995
"""The greatest chance that an answer is true, even if its meaning is certain."""

QUEEN_CHANCE = 0.9
"""The share of hands that hold the queen of trumps among those that show it: with ten trumps some
show it without."""


class Response(NamedTuple):
    """A statement of a number of cards by a call, true with this chance."""

    statement: Statement
    trump: Suit | None
    chance: float
    queen: bool | None = None
    """True if it shows the queen of trumps, False if it denies it, None if neither."""

    def likelihood(self, hands: Hands) -> npt.NDArray[np.float64]:
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
            given = (*given, Response(statement, trump, chance, _queen(meaning)))
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


def _queen(meaning: Meaning | None) -> bool | None:
    """Return True or False if an answer shows or denies the queen of trumps, else None."""
    sign = "" if meaning is None else meaning.slot[-1:]
    return {"+": True, "-": False}.get(sign)


def _before(found: Sequence[Responses], number: int) -> Responses:
    return found[number] if number >= 0 else Responses()
