"""Distributions of aces, kings and key cards in a hand, from chances of single cards.

Thirteen cards drawn with these odds (conditional Bernoulli, see ``proposal``): where the odds
are even this is the hypergeometric distribution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.encoding.layout import ACES, N_CARDS, N_SUITS
from bidding.explaining.distributions import Distribution
from bidding.explaining.explanation import Counted
from bidding.explaining.inference.proposal import Floats, HandFlags, Integers, card_odds
from bidding.explaining.meanings.counts import ANSWER_HOLDS, Response
from bidding.explaining.meanings.statements import Count, Statement

KINGS = tuple(ace + 1 for ace in ACES)
N_ACES = len(ACES) + 1  # distributions go from 0 to 4
N_KEYS = len(ACES) + 2  # and from 0 to 5


def _counted() -> HandFlags:
    """(6, 52): aces, kings, and the key cards with each suit as trumps (S H D C)."""
    counted = np.zeros((2 + N_SUITS, N_CARDS), dtype=bool)
    counted[0, list(ACES)] = counted[1, list(KINGS)] = True
    counted[2:] = counted[0]
    counted[np.arange(2, 2 + N_SUITS), list(KINGS)] = True
    return counted


COUNTED = _counted()

# Which kings a hand has, (16, 4), and of each number of aces with each of these, 80 cases: how
# many of the counted cards that are, (6, 80); and each count's cases number by number, (6, 6, 80).
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
_FAR, _HALVINGS = 12.0, 30  # log odds: so far chances are moved at most, and how finely


@dataclass(frozen=True)
class Holdings:
    """Of H hands: aces (H, 5), kings (H, 5), and key_cards (H, 4, 6) for each suit as trumps.

    unclear (H,) bool: something else was told of the hand, but not what.
    """

    aces: Floats
    kings: Floats
    key_cards: Floats
    unclear: HandFlags

    def put(self, rows: Integers | HandFlags, others: Holdings) -> None:
        """Replace those of some hands."""
        self.aces[rows], self.kings[rows] = others.aces, others.kings
        self.key_cards[rows], self.unclear[rows] = others.key_cards, others.unclear

    def counted(self, row: int, trump: Suit | None) -> Counted:
        """Those of one hand, key cards with a trump suit."""
        keys = None if trump is None else Distribution(tuple(self.key_cards[row, trump].tolist()))
        aces, kings = (Distribution(tuple(part[row].tolist())) for part in (self.aces, self.kings))
        return Counted(aces, kings, trump, keys, bool(self.unclear[row]))

    def __getitem__(self, rows: Integers | HandFlags) -> Holdings:
        """Those of some hands."""
        aces, kings, keys = (part[rows] for part in (self.aces, self.kings, self.key_cards))
        return Holdings(aces, kings, keys, self.unclear[rows])


@dataclass(frozen=True)
class Honours:
    """chances (H, 80) of each number of aces with each choice of kings in a hand."""

    chances: Floats

    @classmethod
    def of(cls, cards: Floats) -> Honours:
        """From the chances (H, 52) that a hand holds each card; zero for cards it cannot hold."""
        odds = card_odds(cards)
        aces = _sums(odds[:, list(ACES)], N_ACES)[:, _ACES_HELD]
        kings = np.where(_KINGS_HELD, odds[:, None, list(KINGS)], 1).prod(-1)
        others = _sums(odds[:, _OTHERS], CARDS_IN_HAND + 1)[:, _OTHERS_HELD]
        mass = aces * np.tile(kings, N_ACES) * others
        return cls(mass / mass.sum(-1, keepdims=True))

    def told(self, row: int, response: Response) -> None:
        """Have what is said of a hand be true of it with its chance, where it can be."""
        true, chances = _true(response.said, response.trump), self.chances[row]
        likely = float(chances[true].sum())
        if 0 < likely < 1:
            wanted = min(response.chance, ANSWER_HOLDS)
            chances *= np.where(true, wanted / likely, (1 - wanted) / (1 - likely))

    @property
    def holdings(self) -> Holdings:
        """The numbers of aces, kings and key cards."""
        aces, kings, *keys = (self.chances @ cases.T for cases in _CASES)
        clear = np.zeros(len(self.chances), dtype=bool)
        return Holdings(aces[:, :N_ACES], kings[:, :N_ACES], np.stack(keys, axis=1), clear)


def holdings_of(cards: Floats) -> Holdings:
    """From the chances (H, 52) that a hand holds each card; zero for cards it cannot hold."""
    return Honours.of(cards).holdings


def with_honours(cards: Floats, aces: Floats, kings: Floats) -> Floats:
    """The chances (H, 52) with so many aces and kings (H,) expected."""
    changed = cards.copy()
    for places, total in ((list(ACES), aces), (list(KINGS), kings)):
        changed[:, places] = _adding_up(cards[:, places], total)
    return changed


def _true(said: Statement, trump: Suit | None) -> HandFlags:
    """(80,) in which cases a statement holds; key cards of unknown trumps as it holds of hands."""
    numbers = list(said.numbers)
    if said.count is Count.KINGS and said.suits:
        return np.isin(np.tile(_KINGS_HELD[:, list(said.suits)].sum(1), N_ACES), numbers)
    if said.count is not Count.KEY_CARDS:
        return np.isin(_NUMBERS[int(said.count is Count.KINGS)], numbers)
    if trump is not None:
        return np.isin(_NUMBERS[2 + trump], numbers)
    return np.isin(_NUMBERS[0], [*numbers, *(number - 1 for number in numbers)])


def _adding_up(chances: Floats, total: Floats) -> Floats:
    """Chances (H, n) with their log odds moved alike, so that each row adds up to ``total`` (H,),
    as nearly as it can."""
    odds, (low, high) = card_odds(chances), np.array([[-_FAR], [_FAR]]).repeat(len(total), axis=1)
    for _ in range(_HALVINGS):
        shift = (low + high) / 2
        moved = odds * np.exp(shift)[:, None]
        under = (moved / (1 + moved)).sum(-1) < total
        low, high = np.where(under, shift, low), np.where(under, high, shift)
    return np.asarray(moved / (1 + moved))


def _sums(odds: Floats, size: int) -> Floats:
    """(H, size) elementary symmetric polynomials: sums of products of 0, 1, ... of the odds."""
    sums = np.zeros((len(odds), size))
    sums[:, 0] = 1
    for odd in odds.T:
        sums[:, 1:] += odd[:, None] * sums[:, :-1]
    return sums
