"""A proposal distribution of layouts with given odds of cards and factors of suit lengths.

A layout gives every unseen card to one of K hidden hands, thirteen cards to each. The density of
a layout is in proportion to the product of the odds of its cards (a number for each card and
hand) and of the factors of its suit lengths (one for each hand, suit and length). Sums over all
layouts are computed by dynamic programming: within a suit card by card, over the cards still to be
dealt to each hand, and then suit by suit. Draws walk the same tables forwards, so that they are
independent and have known densities.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_CARDS, N_LENGTHS, N_SUITS

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_SUIT_CARDS = N_CARDS // N_SUITS


@dataclass(frozen=True)
class LayoutDraws:
    """N layouts: hand (N, 52), the hidden hand, 0 to K - 1, with each card, -1 for cards that are
    not hidden; log_density (N,) of each, in nats."""

    hand: npt.NDArray[np.int8]
    log_density: Array


class LayoutProposal:
    """The distribution of layouts in proportion to odds and factors of lengths.

    odds (K, 52) are zero for cards that are not hidden and positive for all others, of which
    there are 13 · K; factors (K, 4, 14) are positive. K is 3 or 4.
    """

    def __init__(self, odds: Array, factors: Array) -> None:
        self.odds, self.factors = odds, factors
        self.hidden = odds[0] > 0
        suits = np.split(np.arange(N_CARDS), N_SUITS)
        self.cards = [suit[self.hidden[suit]] for suit in suits]
        self.within = [_within(odds[:, cards]) for cards in self.cards]
        self.splits = [self._splits(suit) for suit in range(N_SUITS)]
        self.across = _across(self.splits, len(odds) - 1)
        self.log_total = float(np.log(self.across[0][_full(len(odds) - 1)]))

    def _splits(self, suit: int) -> tuple[Integers, Array]:
        """Return (L, K - 1) the splits of a suit among all hands but the last, and (L,) their
        weights."""
        weights = self.within[suit][0]
        first = np.argwhere(weights > 0)
        last = len(self.cards[suit]) - first.sum(1)
        mass = weights[tuple(first.T)] * self.factors[-1, suit, last]
        for hand, lengths in enumerate(first.T):
            mass = mass * self.factors[hand, suit, lengths]
        return first, mass

    def draw(self, count: int, rng: np.random.Generator) -> LayoutDraws:
        """Draw ``count`` independent layouts; equal generators give equal layouts."""
        hand = np.full((count, N_CARDS), -1, dtype=np.int8)
        remaining = np.tile(np.array(_full(len(self.odds) - 1)), (count, 1))  # (N, K - 1)
        for suit in range(N_SUITS):
            lengths = self._draw_lengths(suit, remaining, rng)
            remaining = remaining - lengths
            self._draw_cards(suit, lengths, hand, rng)
        return LayoutDraws(hand, self.log_density(hand))

    def log_density(self, hand: npt.NDArray[np.int8]) -> Array:
        """Return (N,) the log densities of layouts (N, 52), in nats."""
        total = np.full(len(hand), -self.log_total)
        odds, factors = np.log(np.where(self.odds > 0, self.odds, 1)), np.log(self.factors)
        for number in range(len(self.odds)):
            held = hand == number
            total += held @ odds[number]
            lengths = held.reshape(-1, N_SUITS, _SUIT_CARDS).sum(-1)
            total += factors[number][np.arange(N_SUITS), lengths].sum(-1)
        return total

    def _draw_lengths(self, suit: int, remaining: Integers, rng: np.random.Generator) -> Integers:
        """Draw (N, K - 1) the numbers of cards of the suit in each hand but the last.

        Draws with the same cards still to be dealt are made together.
        """
        splits, mass = self.splits[suit]
        states, which = np.unique(remaining, axis=0, return_inverse=True)
        which, chance = which.ravel(), rng.random(len(remaining))
        chosen = np.empty(len(remaining), dtype=np.int64)
        order = np.argsort(which, kind="stable")
        bounds = np.searchsorted(which[order], np.arange(len(states) + 1))
        for state, start, end in zip(states, bounds, bounds[1:], strict=False):
            rows, after = order[start:end], state - splits
            fits = (after >= 0).all(1)
            index = tuple(np.where(fits[:, None], after, 0).T)
            weights = np.where(fits, mass * self.across[suit + 1][index], 0).cumsum()
            place = np.searchsorted(weights, chance[rows] * weights[-1], side="right")
            chosen[rows] = np.minimum(place, len(splits) - 1)
        return np.asarray(splits[chosen])

    def _draw_cards(
        self, suit: int, lengths: Integers, hand: npt.NDArray[np.int8], rng: np.random.Generator
    ) -> None:
        """Deal the cards of the suit to the hands, by the lengths drawn."""
        remaining, tables = lengths.copy(), self.within[suit]
        last = len(self.odds) - 1
        for number, card in enumerate(self.cards[suit]):
            after = tables[number + 1]
            weights = np.empty((len(remaining), last + 1))
            weights[:, last] = self.odds[last, card] * after[tuple(remaining.T)]
            for owner in range(last):
                less = remaining.copy()
                less[:, owner] -= 1
                value = after[tuple(np.maximum(less, 0).T)]
                weights[:, owner] = np.where(less[:, owner] >= 0, self.odds[owner, card] * value, 0)
            sums = weights.cumsum(1)
            owner_drawn = (rng.random(len(remaining)) * sums[:, -1])[:, None] >= sums
            drawn = owner_drawn.sum(1).clip(0, last)
            hand[:, card] = drawn
            given = drawn < last
            remaining[given, drawn[given]] -= 1


def _full(hands: int) -> tuple[int, ...]:
    return (CARDS_IN_HAND,) * hands


def _within(odds: Array) -> list[Array]:
    """Return, for the cards of a suit with odds (K, n), tables 0 to n of (14, ...) sums of
    products.

    Table i, at the counts still to be dealt to each hand but the last, is the sum over all ways
    to deal cards i to n - 1 with just these counts.
    """
    hands, cards = odds.shape
    tables = [np.zeros((N_LENGTHS,) * (hands - 1))]
    tables[0][(0,) * (hands - 1)] = 1
    for card in reversed(range(cards)):
        after = tables[0]
        table = odds[-1, card] * after
        for hand in range(hands - 1):
            table[_along(hand, slice(1, None))] += (
                odds[hand, card] * after[_along(hand, slice(None, -1))]
            )
        tables.insert(0, table)
    return tables


def _across(splits: list[tuple[Integers, Array]], hands: int) -> list[Array]:
    """Return tables 0 to 4: at the counts to be dealt, the sum over all splits of suits i to 3."""
    tables = [np.zeros((N_LENGTHS,) * hands)]
    tables[0][(0,) * hands] = 1
    for lengths, mass in reversed(splits):
        table = np.zeros_like(tables[0])
        for length, weight in zip(lengths.tolist(), mass.tolist(), strict=True):
            to = tuple(slice(count, None) for count in length)
            start = tuple(slice(None, N_LENGTHS - count) for count in length)
            table[to] += weight * tables[0][start]
        tables.insert(0, table)
    return tables


def _along(axis: int, part: slice) -> tuple[slice, ...]:
    return (slice(None),) * axis + (part,)
