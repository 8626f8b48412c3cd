"""Importance samples of single hands, by the heads' cards, suit lengths and HCP at once.

The density of a hand is in proportion to the product of the odds of its thirteen cards, of a
factor for the length of each suit and of one for its HCP: a conditional Bernoulli distribution
(Chen and Liu 1997, "Statistical applications of the Poisson-binomial and conditional Bernoulli
distributions"), tilted to the heads' lengths and HCP. Sums over all hands are
computed by dynamic programming over cards and points, within a suit card by card and then suit by
suit; draws walk the same tables forwards, so that they are independent and have known densities.

``layouts.layout_proposal`` does the same for whole layouts; with one hand of unseen cards, hundreds
of distributions can go through every step together.

Draws of several proposals are pooled by the balance heuristic (Veach and Guibas 1995): each hand
counts as drawn from their mixture.

Beliefs are updated by the ratio of posterior to prior summaries of the same sample. With even
weights the ratio is one and nothing changes; otherwise it cancels most of the sampling noise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import ACES, MAX_SUIT_HCP, N_CARDS, N_HCP, N_LENGTHS, N_SUITS
from bidding.encoding.views import card_hcp
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.distributions import Flags, Floats, Integers, Rows
from bidding.explaining.meanings.answers import (
    COUNTED,
    KINGS,
    N_KEYS,
    card_odds,
    honours_of,
)

_RANKS = N_CARDS // N_SUITS
_RANK_HCP: tuple[int, ...] = tuple(card_hcp()[:_RANKS].tolist())
_SUIT_POINTS = MAX_SUIT_HCP + 1
_SWEEPS = 3  # over the four suits' lengths
_LEAST = 1e-300  # to divide by
_LEAST_PROBABILITY = 1e-12  # of a ratio or its log
_SHORT = 2  # fewer cards of a suit are shortness
_MAX_SHIFT, _HALVINGS = 12.0, 30  # of the log odds, and of the interval in the bisection
_LEAST_SHARE, _MAX_RATIO = 1e-4, 1e3  # added to both sides of a ratio, and its bound

# Random numbers for a hand: one for its HCP, two a suit for length and points (none for the last
# suit, which gets the rest), one a card.
UNIFORMS = 1 + 2 * (N_SUITS - 1) + N_CARDS


def normalised(log_weights: Floats) -> Floats:
    """Return weights (..., N) that add up to one along the last axis."""
    weights = np.exp(log_weights - log_weights.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def effective_size(weights: Floats) -> Floats:
    """Return (...) the effective sample size (Kish) of weights (..., N) that add up to one."""
    return np.asarray(1 / (weights**2).sum(-1))


def bounded_ratio(target: Floats, given: Floats) -> Floats:
    """Return the ratio of two distributions, value by value, within bounds."""
    ratio = (target + _LEAST_SHARE) / (given + _LEAST_SHARE)
    return np.asarray(ratio.clip(1 / _MAX_RATIO, _MAX_RATIO))


class HandProposal:
    """S distributions of a hand of thirteen cards.

    odds (S, 52) are zero for cards that the hand cannot hold; length_factors (S, 4, 14) and
    point_factors (S, 38) are positive. ``tables``, if given, are those of odds and length_factors.
    """

    def __init__(
        self,
        odds: Floats,
        length_factors: Floats,
        point_factors: Floats,
        tables: _Tables | None = None,
    ) -> None:
        self.odds, self.length_factors = odds, length_factors
        self.point_factors = point_factors
        self.tables = tables or _Tables.of(odds, length_factors)

    @classmethod
    def following(cls, cards: Floats, lengths: Floats, hcp: Floats) -> HandProposal:
        """Fit a proposal to chances of cards (S, 52), lengths (S, 4, 14) and HCP (S, 38).

        Lengths are fitted in turn, then HCP given the lengths.
        """
        odds = card_odds(cards)
        counts = _suit_tables(odds, points=False)[0][..., 0]  # (S, 4, 14)
        factors = np.ones_like(counts)
        for _ in range(_SWEEPS):
            for suit in range(N_SUITS):
                given = _length_chances(counts * factors, suit)
                factors[:, suit] *= bounded_ratio(lengths[:, suit], given)
        even = cls(odds, factors, np.ones_like(hcp))
        return cls(odds, factors, bounded_ratio(hcp, even.hcp), even.tables)

    def __getitem__(self, rows: Integers) -> HandProposal:
        """Return the distributions of these rows."""
        factors = (self.length_factors[rows], self.point_factors[rows])
        return HandProposal(self.odds[rows], *factors, self.tables[rows])

    def __len__(self) -> int:
        return len(self.odds)

    @cached_property
    def hcp(self) -> Floats:
        """(S, 38) the distribution of a hand's HCP."""
        mass = self._mass_by_points
        return np.asarray(mass / np.maximum(mass.sum(-1, keepdims=True), _LEAST))

    @property
    def log_total(self) -> Floats:
        """(S,) the log of the normalising constant of ``log_weight``."""
        return np.asarray(np.log(self._mass_by_points.sum(-1)))

    def log_weight(self, hands: Flags) -> Floats:
        """Return (S, N) log densities, not normalised by ``log_total``, of hands (S, N, 52)."""
        logs = np.log(np.where(self.odds > 0, self.odds, _LEAST))
        total = (hands.astype(np.float64) @ logs[..., None])[..., 0]
        row = np.arange(len(self))[:, None]
        held = suit_lengths(hands)
        for suit in range(N_SUITS):
            total += np.log(self.length_factors[:, suit])[row, held[..., suit]]
        return np.asarray(total + np.log(self.point_factors)[row, points_of(hands)])

    def draw(self, uniform: Floats) -> Flags:
        """Draw (S, N, 52) hands from uniform random numbers (S, N, UNIFORMS)."""
        mass = self._mass_by_points
        row = np.arange(len(self))[:, None]
        points = _chosen(mass[:, None], uniform[..., 0])  # (S, N)
        cards = np.full_like(points, CARDS_IN_HAND)
        shares = []
        for suit in range(N_SUITS - 1):
            given = uniform[..., 1 + 2 * suit : 3 + 2 * suit]
            share = self._drawn_suit(suit, row, cards, points, given)
            cards, points = cards - share[0], points - share[1]
            shares.append(share)
        shares.append((cards, points))
        length, suit_points = (np.stack(part, -1) for part in zip(*shares, strict=True))
        return self._drawn_cards(length, suit_points, uniform[..., -N_CARDS:])

    @cached_property
    def _mass_by_points(self) -> Floats:
        """(S, 38) the mass of all hands of thirteen cards, by their HCP."""
        return np.asarray(self.tables.mass * self.point_factors)

    def _drawn_suit(
        self, suit: int, row: Integers, cards: Integers, points: Integers, uniform: Floats
    ) -> tuple[Integers, Integers]:
        """Draw (S, N) cards and points of a suit, given those of it and the following suits."""
        count, value = np.arange(N_LENGTHS), np.arange(_SUIT_POINTS)
        left, less = cards[..., None] - count, points[..., None] - value
        behind = self.tables.after[suit][
            row[..., None, None], np.maximum(left, 0)[..., None], np.maximum(less, 0)[..., None, :]
        ]  # (S, N, 14, 11)
        fits = (left >= 0)[..., None] & (less >= 0)[..., None, :]
        weights = np.where(fits, behind * self.tables.suits[:, None, suit], 0)
        length = _chosen(weights.sum(-1), uniform[..., 0])
        given = np.take_along_axis(weights, length[..., None, None], 2)[..., 0, :]
        return length, _chosen(given, uniform[..., 1])

    def _drawn_cards(self, length: Integers, points: Integers, uniform: Floats) -> Flags:
        """Draw (S, N, 52) hands with these lengths and points (S, N, 4) of their suits."""
        hands = np.zeros((*length.shape, _RANKS), dtype=bool)
        row, suit = np.arange(len(self))[:, None, None], np.arange(N_SUITS)
        odds = self.odds.reshape(-1, N_SUITS, _RANKS)
        uniform = uniform.reshape(*length.shape, _RANKS)
        for rank, worth in enumerate(_RANK_HCP):
            fits = (length > 0) & (points >= worth)
            with_it = self.tables.within[rank + 1][
                row, suit, np.maximum(length - 1, 0), np.maximum(points - worth, 0)
            ]
            mass = self.tables.within[rank][row, suit, length, points]
            taken = fits & (uniform[..., rank] * mass < odds[:, None, :, rank] * with_it)
            hands[..., rank] = taken
            length, points = length - taken, points - taken * worth
        return hands.reshape(*hands.shape[:2], N_CARDS)


@dataclass(frozen=True)
class _Tables:
    """Sums over hands by their cards and points, without the factors of HCP.

    within  of the cards from each card on, in each suit (``_suit_tables``)
    suits (S, 4, 14, 11)  of each suit
    after   of suits 1 to 3 with the following suits: (S, 14, 38)
    mass (S, 38)  of all hands of thirteen cards
    """

    within: list[Floats]
    suits: Floats
    after: list[Floats]
    mass: Floats

    @classmethod
    def of(cls, odds: Floats, length_factors: Floats) -> _Tables:
        within = _suit_tables(odds, points=True)
        suits = within[0] * length_factors[..., None]
        last = np.zeros((len(odds), N_LENGTHS, N_HCP))
        last[..., :_SUIT_POINTS] = suits[:, -1]
        after = [last]
        for suit in range(N_SUITS - 2, 0, -1):
            after.insert(0, _joined(suits[:, suit], after[0]))
        mass = np.zeros((len(odds), N_HCP))
        for points in range(_SUIT_POINTS):
            pairs = suits[:, 0, :, points, None] * after[0][:, ::-1]  # (S, length, HCP)
            mass[:, points:] += pairs.sum(1)[:, : N_HCP - points]
        return cls(within, suits, after, mass)

    def __getitem__(self, rows: Integers) -> _Tables:
        within, after = ([table[rows] for table in part] for part in (self.within, self.after))
        return _Tables(within, self.suits[rows], after, self.mass[rows])


def suit_lengths(hands: Flags) -> Integers:
    """Count (..., 4) cards of each suit in hands (..., 52)."""
    return np.asarray(hands.reshape(*hands.shape[:-1], N_SUITS, _RANKS).sum(-1))


def points_of(hands: Flags) -> Integers:
    """Count (...,) HCP of hands (..., 52)."""
    return np.asarray((hands.astype(np.float32) @ _POINTS).astype(np.int64))


def _suit_tables(odds: Floats, *, points: bool) -> list[Floats]:
    """Return tables 0 to 13: (S, 4, 14, 11) sums of products over cards i to 12 of each suit, by
    the number of them held and their HCP; (S, 4, 14, 1) if points are not counted."""
    by_suit = odds.reshape(-1, N_SUITS, _RANKS)
    table = np.zeros((len(odds), N_SUITS, N_LENGTHS, _SUIT_POINTS if points else 1))
    table[..., 0, 0] = 1
    tables = [table]
    for rank in reversed(range(_RANKS)):
        worth = _RANK_HCP[rank] if points else 0
        more = by_suit[..., rank, None, None] * table[..., :-1, : table.shape[-1] - worth]
        table = table.copy()
        table[..., 1:, worth:] += more
        tables.insert(0, table)
    return tables


def _joined(suit: Floats, rest: Floats) -> Floats:
    """Convolve a suit's mass (S, 14, 11) with that of other suits (S, 14, 38)."""
    joined = np.zeros_like(rest)
    for cards in range(N_LENGTHS):
        for points in range(_SUIT_POINTS):
            mass = suit[:, cards, points, None, None]
            if mass.any():
                joined[:, cards:, points:] += mass * rest[:, : N_LENGTHS - cards, : N_HCP - points]
    return joined


def _length_chances(counts: Floats, suit: int) -> Floats:
    """Return (S, 14) the distribution of a suit's length in a hand, from masses (S, 4, 14)."""
    others = [counts[:, other] for other in range(N_SUITS) if other != suit]
    rest = others[0]
    for other in others[1:]:
        rest = (other[:, None] * _shifted(rest)).sum(-1)
    chances = counts[:, suit] * rest[:, ::-1]
    return np.asarray(chances / np.maximum(chances.sum(-1, keepdims=True), _LEAST))


def _shifted(counts: Floats) -> Floats:
    """Return (S, total, length): the value at total - length in (S, 14); zero below."""
    less = np.arange(N_LENGTHS)[:, None] - np.arange(N_LENGTHS)
    return np.where(less >= 0, counts[:, np.maximum(less, 0)], 0)


def _chosen(weights: Floats, uniform: Floats) -> Integers:
    """Choose (S, N) places in proportion to weights (S, N or 1, n)."""
    sums = weights.cumsum(-1)
    return np.asarray((uniform[..., None] * sums[..., -1:] >= sums).sum(-1)).clip(
        0, weights.shape[-1] - 1
    )


_POINTS = card_hcp().numpy().astype(np.float32)


@dataclass(frozen=True)
class HandDraws(Rows):
    """S times N hands (S, N, 52) with their log densities in the proposal and the log-likelihoods
    of the player's calls (S, N)."""

    hands: Flags
    log_density: Floats
    log_likelihood: Floats

    def weights(self, target: HandProposal, power: float) -> tuple[Floats, Floats]:
        """Return two of (S, N): importance weights for the prior ``target`` and for the posterior.

        The likelihood is raised to the ``power``; each row's weights add up to one.
        """
        prior = target.log_weight(self.hands) - self.log_density
        return normalised(prior), normalised(prior + power * self.log_likelihood)


@dataclass(frozen=True)
class ProposalDraws(Rows):
    """HandDraws with the proposals they come from."""

    proposal: HandProposal
    draws: HandDraws


def concatenated(*parts: HandDraws) -> HandDraws:
    """Concatenate draws, with their densities unchanged."""
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return HandDraws(*(np.concatenate(column, axis=1) for column in columns))


def pooled(parts: Sequence[ProposalDraws]) -> HandDraws:
    """Pool draws of several proposals, with densities in the mixture by their numbers."""
    counts = np.log([part.draws.hands.shape[1] for part in parts])
    every = concatenated(*(part.draws for part in parts))
    densities = [
        part.proposal.log_weight(every.hands) - part.proposal.log_total[:, None] + count
        for part, count in zip(parts, counts, strict=True)
    ]
    mixture = np.logaddexp.reduce(densities) - np.logaddexp.reduce(counts)
    return HandDraws(every.hands, mixture, every.log_likelihood)


def uniforms(batch: AuctionBatch, auction: int, count: int) -> Floats:
    """Return (count, UNIFORMS) random numbers of a position, seeded by its contents.

    Each column is stratified (Latin hypercube; McKay, Beckman and Conover 1979). All hands of all
    moments use the same numbers, so that only beliefs change from one moment to the next.
    """
    rng = np.random.default_rng(_digest(batch, auction))
    strata = rng.permuted(np.tile(np.arange(count), (UNIFORMS, 1)), axis=1).T
    return np.asarray((strata + rng.random((count, UNIFORMS))) / count)


def _digest(batch: AuctionBatch, auction: int) -> npt.NDArray[np.uint32]:
    """Return a seed from the calls, the table and the hands of one auction of a batch."""
    n_calls = int(batch.n_calls[auction])
    table = (batch.calls[auction, :n_calls], batch.dealer[auction], batch.vulnerability[auction])
    rest = (batch.systems[auction], batch.hands[auction])
    digest = hashlib.sha256()
    for part in (*table, *rest):
        digest.update(part.cpu().numpy().tobytes())
    return np.frombuffer(digest.digest(), dtype=np.uint32)


def with_honours(cards: Floats, aces: Floats, kings: Floats) -> Floats:
    """Return chances (H, 52) shifted to these expected numbers of aces and kings (H,)."""
    changed = cards.copy()
    for places, total in ((list(ACES), aces), (list(KINGS), kings)):
        changed[:, places] = _shifted_to_sum(cards[:, places], total)
    return changed


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
    ratio = np.maximum(after, _LEAST_PROBABILITY) / np.maximum(before, _LEAST_PROBABILITY)
    return np.asarray((after * np.log(ratio)).sum(-1))


def reweighted(
    believed: Floats, prior: Floats, posterior: Floats, effective: Floats, added: float
) -> Floats:
    """Update (S, ..., n) distributions by the ratio of a sample's posterior to its prior.

    Ratios are shrunk towards one by ``added`` pseudo-counts in each place.
    """
    count = effective.reshape(-1, *[1] * (believed.ndim - 1))
    changed = believed * (posterior * count + added) / (prior * count + added)
    return np.asarray(changed / np.maximum(changed.sum(-1, keepdims=True), _LEAST_PROBABILITY))


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
