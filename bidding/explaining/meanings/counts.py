"""What has been answered to asks for aces, kings and key cards, and with what trumps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bidding.domain.cards import Card
from bidding.domain.conventions import Meaning
from bidding.domain.table import Seat, Side, Suit
from bidding.explaining.meanings.naming import cards_counted, trump_asked
from bidding.explaining.meanings.statements import Count, Hands, Statement

ANSWER_HOLDS = 0.995
"""How often what an answer says is true at the most, however surely it is that answer."""

QUEEN_HELD = 0.9
"""The share of hands that hold the queen of trumps of those that show it: with ten trumps some
show it without."""


class Response(NamedTuple):
    """A number of cards that a call says its caller has: true with this chance."""

    said: Statement
    trump: Suit | None
    chance: float
    queen: bool | None = None
    """Whether it says so of the queen of trumps, too."""

    def chances(self, hands: Hands) -> npt.NDArray[np.float64]:
        """(N,) how likely each of the hands is to be told of so."""
        said = self.said
        if said.count is Count.KEY_CARDS and self.trump is not None:
            said = replace(said, suits=(self.trump,))
        likely = np.where(said.true_of(hands), self.chance, 1 - self.chance)
        if self.queen_of_trumps is None:
            return likely
        held = hands[:, self.queen_of_trumps]
        return likely * np.where(held == self.queen, QUEEN_HELD, 1 - QUEEN_HELD)

    @property
    def queen_of_trumps(self) -> int | None:
        """The card (its index), where the call says whether it is held."""
        if self.queen is None or self.trump is None:
            return None
        return Card.of(self.trump, "Q").index


@dataclass(frozen=True)
class Responses:
    """After a call, the suit in which its side has asked last, where that is known, and all
    that its caller has answered."""

    trump: Suit | None = None
    given: tuple[Response, ...] = ()


def responses_given(meanings: Sequence[tuple[Meaning | None, float]]) -> list[Responses]:
    """After each call of an auction, by the meanings and their chances, in order."""
    found: list[Responses] = []
    for number, (meaning, chance) in enumerate(meanings):
        trump, said = trump_asked(meaning), cards_counted(meaning)
        if trump is None:
            trump = _before(found, number - len(Side)).trump
        given = _before(found, number - len(Seat)).given
        if said is not None:
            said = _besides_key_cards(said, trump, given)
            given = (*given, Response(said, trump, chance, _queen(meaning)))
        found.append(Responses(trump, given))
    return found


def responses_by_call(meanings: Sequence[tuple[Meaning | None, float]]) -> dict[int, Response]:
    """The response that each call of an auction is, by its number."""
    found = responses_given(meanings)
    return {
        number: found[number].given[-1]
        for number, (meaning, _) in enumerate(meanings)
        if cards_counted(meaning) is not None
    }


def _besides_key_cards(said: Statement, trump: Suit | None, given: Sequence[Response]) -> Statement:
    """An answer about kings without the king of trumps, where key cards have counted it: in which
    suit the king is left out is ``trump``; where that is not known, one more may be held."""
    counted = any(one.said.count is Count.KEY_CARDS for one in given)
    if said.count is not Count.KINGS or not counted:
        return said
    if trump is None:
        return replace(said, numbers=said.numbers | {number + 1 for number in said.numbers})
    return replace(said, suits=tuple(suit for suit in Suit if suit != trump))


def _queen(meaning: Meaning | None) -> bool | None:
    """What an answer says of the queen of trumps, if it does."""
    sign = "" if meaning is None else meaning.slot[-1:]
    return {"+": True, "-": False}.get(sign)


def _before(found: Sequence[Responses], number: int) -> Responses:
    return found[number] if number >= 0 else Responses()
