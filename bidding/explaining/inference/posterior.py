"""Posterior summaries of sampled hands, beside prior summaries of the same sample, and honours.

Beliefs are updated by the ratio of the two. With even weights the ratio is one and nothing
changes; otherwise the ratio cancels most of the sampling noise.

Honours are the aces, kings and key cards in a hand, from chances of single cards: thirteen cards
are drawn with these odds (conditional Bernoulli, see ``hand_sampling``); with even odds this is the
hypergeometric distribution."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.domain.cards import CARDS_IN_HAND
from bidding.domain.table import Suit
from bidding.encoding.layout import ACES, N_CARDS, N_HCP, N_LENGTHS, N_SUITS
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.distributions import Distribution, Flags, Floats, Integers
from bidding.explaining.explanation import HonourCounts
from bidding.explaining.inference.hand_likelihood import Rows
from bidding.explaining.inference.hand_sampling import card_odds, points_of, suit_lengths
from bidding.explaining.meanings.answers import MAX_ANSWER_CHANCE, Response
from bidding.explaining.meanings.statements import Count, Statement

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
_SHORT = 2  # fewer cards of a suit are shortness
_LEAST = 1e-12  # to divide by
_MAX_SHIFT, _HALVINGS = 12.0, 30  # of the log odds, and of the interval in the bisection


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


def with_honours(cards: Floats, aces: Floats, kings: Floats) -> Floats:
    """Return chances (H, 52) shifted to these expected numbers of aces and kings (H,)."""
    changed = cards.copy()
    for places, total in ((list(ACES), aces), (list(KINGS), kings)):
        changed[:, places] = _shifted_to_sum(cards[:, places], total)
    return changed


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


def _shifted_to_sum(chances: Floats, total: Floats) -> Floats:
    """Shift the log odds of chances (H, n) by one number a row, found by bisection, so that each
    row adds up to ``total`` (H,) within bounds."""
    odds = card_odds(chances)
    low, high = np.array([[-_MAX_SHIFT], [_MAX_SHIFT]]).repeat(len(total), axis=1)
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


@dataclass(frozen=True)
class Summary(Rows):
    """Distributions in S weighted samples of hands.

    cards (S, 52) chances; lengths (S, 4, 14); hcp (S, 38); counts (S, 6, 6) of aces, kings and
    key cards (``COUNTED``); those of aces and kings end at four.
    """

    cards: Floats
    lengths: Floats
    hcp: Floats
    counts: Floats

    @property
    def short(self) -> Floats:
        """(S, 4, 2) the chances of two cards or more of a suit, and of fewer."""
        few = self.lengths[..., :_SHORT].sum(-1)
        return np.stack([1 - few, few], axis=-1)

    @classmethod
    def of_beliefs(cls, hands: HiddenHands, rows: Integers) -> Summary:
        """Make the prior of some hidden hands, with counts from the chances of single cards."""
        cards, lengths, hcp = (
            part[rows].numpy() for part in (hands.cards, hands.lengths, hands.hcp)
        )
        return cls(cards, lengths, hcp, honours_of(cards).counted)


@dataclass(frozen=True)
class Thresholds:
    """Relative entropies, in nats, above which a posterior is used: for the number of aces, of
    kings, for shortness in a suit, and for HCP and suit lengths, separately for players with a
    stated and an unstated system."""

    aces: float
    kings: float
    short: float
    shape: float
    shape_unstated: float

    def excess(self, before: Summary, after: Summary, stated: Flags) -> Floats:
        """Return (S,) the greatest ratio of a relative entropy to its threshold.

        ``stated`` (S,) is True for players with a stated system.
        """
        short = relative_entropy(after.short, before.short).max(-1) / self.short
        aces, kings = (relative_entropy(after.counts[:, k], before.counts[:, k]) for k in range(2))
        lengths = relative_entropy(after.lengths, before.lengths).max(-1)
        shape = np.maximum(relative_entropy(after.hcp, before.hcp), lengths)
        shape /= np.where(stated, self.shape, self.shape_unstated)
        parts = [aces / self.aces, kings / self.kings, short, shape]
        return np.asarray(np.maximum.reduce(parts))


class Sample:
    """S samples of N hands (S, N, 52), with their lengths, HCP and counts."""

    def __init__(self, hands: Flags) -> None:
        self.hands = hands
        numbers = hands.astype(np.float32)
        self._lengths = suit_lengths(hands)
        self._hcp = points_of(hands)
        self._counts = (numbers @ COUNTED.T.astype(np.float32)).astype(np.int64)  # (S, N, 6)

    def summary(self, weights: Floats) -> Summary:
        """Summarise the samples with weights (S, N) that add up to one."""
        return Summary(
            cards=(weights[:, None] @ self.hands)[:, 0],
            lengths=_histograms(self._lengths, weights, N_LENGTHS),
            hcp=_histograms(self._hcp[..., None], weights, N_HCP)[:, 0],
            counts=_histograms(self._counts, weights, N_KEYS),
        )


def relative_entropy(after: Floats, before: Floats) -> Floats:
    """Return (...) the relative entropy, in nats, of distributions (..., n)."""
    ratio = np.maximum(after, _LEAST) / np.maximum(before, _LEAST)
    return np.asarray((after * np.log(ratio)).sum(-1))


def reweighted(
    believed: Floats, prior: Floats, posterior: Floats, effective: Floats, added: float
) -> Floats:
    """Update (S, ..., n) distributions by the ratio of a sample's posterior to its prior.

    Ratios are shrunk towards one by ``added`` pseudo-counts in each place.
    """
    count = effective.reshape(-1, *[1] * (believed.ndim - 1))
    changed = believed * (posterior * count + added) / (prior * count + added)
    return np.asarray(changed / np.maximum(changed.sum(-1, keepdims=True), _LEAST))


def reweighted_cards(
    believed: Floats, prior: Floats, posterior: Floats, effective: Floats, added: float
) -> Floats:
    """Update (S, 52) chances of cards in the same way, each as a distribution over two values."""
    both = [np.stack([chances, 1 - chances], axis=-1) for chances in (believed, prior, posterior)]
    return reweighted(both[0], both[1], both[2], effective, added)[..., 0]


def _histograms(values: np.ndarray, weights: Floats, size: int) -> Floats:
    """Return (S, k, size) the weight of each value of values (S, N, k)."""
    samples, _, kinds = values.shape
    place = (np.arange(samples)[:, None, None] * kinds + np.arange(kinds)) * size + values
    shares = np.broadcast_to(weights[..., None], values.shape)
    flat = np.bincount(place.ravel(), shares.ravel(), minlength=samples * kinds * size)
    return np.asarray(flat.reshape(samples, kinds, size), dtype=np.float64)
