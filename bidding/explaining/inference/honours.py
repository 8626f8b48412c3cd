"""Distributions of aces, kings and key cards in a hand, from chances of single cards.

Thirteen cards are drawn with these odds (conditional Bernoulli, see ``hand_proposal``); with even
odds this is the hypergeometric distribution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.encoding.layout import ACES, N_CARDS, N_SUITS
from bidding.explaining.distributions import Distribution
from bidding.explaining.explanation import HonourCounts
from bidding.explaining.inference.hand_proposal import Floats, HandFlags, Integers, card_odds
from bidding.explaining.meanings.answers import MAX_ANSWER_CHANCE, Response
from bidding.explaining.meanings.statements import Count, Statement

KINGS = tuple(ace + 1 for ace in ACES)
N_ACES = len(ACES) + 1  # distributions go from 0 to 4
N_KEYS = len(ACES) + 2  # and from 0 to 5


def _counted_cards() -> HandFlags:
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
_MAX_SHIFT, _HALVINGS = 12.0, 30  # of the log odds, and of the interval in the bisection


@dataclass(frozen=True)
class HonourTable:
    """Distributions for H hands: aces (H, 5), kings (H, 5), and key_cards (H, 4, 6) by trump suit.

    unclear (H,) bool: the posterior differs, but too few hands fit to estimate it.
    """

    aces: Floats
    kings: Floats
    key_cards: Floats
    unclear: HandFlags

    def put(self, rows: Integers | HandFlags, others: HonourTable) -> None:
        """Replace those of some hands."""
        self.aces[rows], self.kings[rows] = others.aces, others.kings
        self.key_cards[rows], self.unclear[rows] = others.key_cards, others.unclear

    def counts(self, row: int, trump: Suit | None) -> HonourCounts:
        """Return those of one hand; key cards only with a trump suit."""
        keys = None if trump is None else Distribution(tuple(self.key_cards[row, trump].tolist()))
        aces, kings = (Distribution(tuple(part[row].tolist())) for part in (self.aces, self.kings))
        return HonourCounts(aces, kings, trump, keys, bool(self.unclear[row]))

    def __getitem__(self, rows: Integers | HandFlags) -> HonourTable:
        """Return those of some hands."""
        aces, kings, keys = (part[rows] for part in (self.aces, self.kings, self.key_cards))
        return HonourTable(aces, kings, keys, self.unclear[rows])


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


def with_honours(cards: Floats, aces: Floats, kings: Floats) -> Floats:
    """Return chances (H, 52) shifted to these expected numbers of aces and kings (H,)."""
    changed = cards.copy()
    for places, total in ((list(ACES), aces), (list(KINGS), kings)):
        changed[:, places] = _shifted_to_sum(cards[:, places], total)
    return changed


def _true(statement: Statement, trump: Suit | None) -> HandFlags:
    """Return (80,) the combinations in which a statement is true, as ``Statement.true_of``."""
    numbers = list(statement.numbers)
    if statement.count is Count.KINGS and statement.suits:
        return np.isin(np.tile(_KINGS_HELD[:, list(statement.suits)].sum(1), N_ACES), numbers)
    if statement.count is not Count.KEY_CARDS:
        return np.isin(_NUMBERS[int(statement.count is Count.KINGS)], numbers)
    if trump is not None:
        return np.isin(_NUMBERS[2 + trump], numbers)
    return np.isin(_NUMBERS[0], [*numbers, *(number - 1 for number in numbers)])


def _shifted_to_sum(chances: Floats, total: Floats) -> Floats:
    """Shift the log odds of chances (H, n) by one number a row, found by bisection, so that each
    row adds up to ``total`` (H,) within bounds."""
    odds, (low, high) = (
        card_odds(chances),
        np.array([[-_MAX_SHIFT], [_MAX_SHIFT]]).repeat(len(total), axis=1),
    )
    for _ in range(_HALVINGS):
        shift = (low + high) / 2
        moved = odds * np.exp(shift)[:, None]
        under = (moved / (1 + moved)).sum(-1) < total
        low, high = np.where(under, shift, low), np.where(under, high, shift)
    return np.asarray(moved / (1 + moved))


def _sums(odds: Floats, size: int) -> Floats:
    """Return (H, size) elementary symmetric polynomials of the odds, of degree 0, 1, ..."""
    sums = np.zeros((len(odds), size))
    sums[:, 0] = 1
    for odd in odds.T:
        sums[:, 1:] += odd[:, None] * sums[:, :-1]
    return sums
