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
counts as drawn from their mixture."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import MAX_SUIT_HCP, N_CARDS, N_HCP, N_LENGTHS, N_SUITS
from bidding.encoding.views import card_hcp
from bidding.explaining.distributions import Flags, Floats, Integers
from bidding.explaining.inference.hand_likelihood import Callers, HandLikelihood, Rows

_RANKS = N_CARDS // N_SUITS
_RANK_HCP: tuple[int, ...] = tuple(card_hcp()[:_RANKS].tolist())
_SUIT_POINTS = MAX_SUIT_HCP + 1
_LEAST_CHANCE = 1e-3  # of an unseen card: the calls may contradict the heads
_SWEEPS = 3  # over the four suits' lengths
_LEAST = 1e-300  # to divide by
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


def card_odds(cards: Floats) -> Floats:
    """Return (..., 52) odds of chances, within bounds; zero where a chance is zero."""
    bounded = cards.clip(_LEAST_CHANCE, 1 - _LEAST_CHANCE)
    return np.where(cards > 0, bounded / (1 - bounded), 0.0)


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
class HandSampler:
    """A sampler of hands from uniform random numbers, with the likelihood of each hand.

    uniforms (G, N, UNIFORMS) are one set an auction; ``floor`` is the least chance of any call.
    """

    likelihood: HandLikelihood
    uniforms: Floats
    floor: float

    def draws(self, proposal: HandProposal, callers: Callers, part: slice) -> HandDraws:
        """Draw hands of each caller by this part of the random numbers."""
        hands = proposal.draw(self.uniforms[callers.auction, part])
        log_density = proposal.log_weight(hands) - proposal.log_total[:, None]
        likelihood = self.likelihood.log_likelihoods(callers, hands, self.floor)
        return HandDraws(hands, log_density, likelihood)


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
