"""Consistent hidden hands: cards, suit lengths and high-card points of one joint table.

The network's heads are independent. Here their outputs are made consistent: each unseen card has
one owner, each hand thirteen cards, and the mean of every length and HCP distribution follows from
the card chances. The card table is exponentially tilted to the suit lengths and HCP that the other
heads expect; among all tables with those sums it is the closest to the network's in relative
entropy. Then each distribution is tilted to the mean of its cards. All tilts are found by Newton's
method on the convex dual, in a few steps.

Between tensors all is computed in numpy, whose small steps cost a third of torch's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.domain.cards import CARDS_IN_HAND
from bidding.encoding.layout import N_CARDS, N_SUITS
from bidding.encoding.views import card_hcp
from bidding.explaining.distributions import Flags, Floats

_STEPS = 40  # of Newton's method; five to eight are usual
_TILTS = 40
_SWEEPS = 300
_TOLERANCE = 1e-7
_LONGEST_STEP = 1.5  # of a tilt, in log odds; longer ones may overshoot
_LONGEST_TILT = 2.0  # of a distribution, in log odds a card or point
_RIDGE = 1e-9  # keeps undetermined tilts at zero
_LEAST = 1e-300  # to divide by

_POINTS: Floats = card_hcp().double().numpy()
_RANK = np.arange(N_CARDS) % (N_CARDS // N_SUITS)
# (card, kind) the contribution of each card: to its suit, points, aces and kings.
_KINDS: Floats = np.column_stack(
    [np.eye(N_SUITS).repeat(N_CARDS // N_SUITS, axis=0), _POINTS, _RANK == 0, _RANK == 1]
)


class Hands(NamedTuple):
    """Beliefs about K hidden hands in V views, float64."""

    cards: Tensor  # (view, card, hand) the chance that the hand holds the card
    lengths: Tensor  # (view, hand, suit, length)
    hcp: Tensor  # (view, hand, HCP)


def consistent(hands: Hands, unseen: Tensor) -> Hands:
    """Make hands consistent; ``unseen`` (view, card) are the cards they share.

    In the result, within 1e-6: the chances of each unseen card add up to 1 and those of every other
    card are 0, those of each hand add up to 13, and the means of lengths and HCP are those of the
    cards (unless a mean lies at the very end of its distribution's support).
    """
    return consistent_with_honours(hands, (), unseen)[0]


def consistent_with_honours(
    hands: Hands, honours: Sequence[Tensor], unseen: Tensor
) -> tuple[Hands, tuple[Tensor, ...]]:
    """Make hands and their numbers of aces and kings consistent with the cards.

    ``honours`` are the distributions (view, hand, 5) of the number of aces, then of kings.
    """
    cards, lengths, *counts = (part.double().cpu().numpy() for part in (*hands, *honours))
    available: Floats = unseen.double().cpu().numpy()  # (view, card) 1 or 0
    kinds = np.ascontiguousarray(_KINDS[:, : N_SUITS + len(counts)])  # suits, then HCP, aces, kings
    suits = _feasible_lengths(lengths, available)
    worth = available @ kinds[:, N_SUITS:]  # (view, kind) the total of each count
    means = [_feasible_counts(count, worth[:, kind]) for kind, count in enumerate(counts)]
    target = np.concatenate([suits, np.stack(means, axis=-1)], axis=-1)  # (view, hand, kind)
    table = cards.swapaxes(1, 2) * available[:, None]  # (view, hand, card)
    table = _filled(_shared(table, available, kinds, target), suits)
    sums = _product(table, kinds)
    counts = [tilted(count, sums[..., N_SUITS + kind]) for kind, count in enumerate(counts)]
    result = (table.swapaxes(1, 2).copy(), tilted(lengths, sums[..., :N_SUITS]), *counts)
    parts = [torch.from_numpy(part).to(unseen.device) for part in result]
    return Hands(*parts[:3]), tuple(parts[3:])


def _shared(odds: Floats, count: Floats, kinds: Floats, target: Floats) -> Floats:
    """Return (view, hand, row) shares of each row's count among the hands, with the target sums.

    ``odds`` (view, hand, row) are tilted by one number for each hand and kind; ``kinds``
    (row, kind) are the contributions of a row, ``target`` (view, hand, kind) the sums. The last
    hand needs no tilt: it gets the rest. Views that have converged drop out.
    """
    free, n_kinds = odds.shape[1] - 1, kinds.shape[1]
    pairs = (kinds[:, :, None] * kinds[:, None]).reshape(len(kinds), -1)  # (row, kind · kind)
    same, ridge = np.eye(free)[..., None], _RIDGE * np.eye(free * n_kinds)
    result = shares = _owned(odds, count)
    place, tilt = np.arange(len(odds)), np.zeros((len(odds), free, n_kinds))
    for _ in range(_STEPS):
        residual = target[:, :free] - _product(shares[:, :free], kinds)
        active = np.abs(residual).max(axis=(1, 2)) >= _TOLERANCE
        if not active.any():
            break
        if not active.all():
            place, tilt = place[active], tilt[active]
            residual, shares = residual[active], shares[active]
            odds, count, target = odds[active], count[active], target[active]
        part = shares[:, :free] / np.maximum(count, _LEAST)[:, None]
        spread = shares[:, :free, None] * (same - part[:, None])  # (view, hand, hand, row)
        curve = _product(spread, pairs).reshape(-1, free, free, n_kinds, n_kinds)
        curve = curve.swapaxes(2, 3).reshape(-1, free * n_kinds, free * n_kinds) + ridge
        step = np.linalg.solve(curve, residual.reshape(len(residual), -1, 1))[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        step *= _LONGEST_STEP / np.maximum(longest, _LONGEST_STEP)
        tilt += step.reshape(tilt.shape)
        shares = odds.copy()
        shares[:, :free] *= np.exp(_product(tilt, kinds.T))
        result[place] = shares = _owned(shares, count)
    return result


def _product(values: Floats, matrix: Floats) -> Floats:
    """Multiply (..., n) by (n, m) in one multiplication."""
    flat = values.reshape(-1, values.shape[-1]) @ matrix
    return flat.reshape(*values.shape[:-1], matrix.shape[1])


def _owned(odds: Floats, count: Floats) -> Floats:
    """Return (view, hand, row): each row's count shared in proportion to the odds."""
    return np.asarray(odds * (count / np.maximum(odds.sum(axis=1), _LEAST))[:, None])


def _filled(table: Floats, suits: Floats) -> Floats:
    """Give each hand its target suit lengths, even if the points are infeasible.

    Iterative proportional fitting to the lengths and to one owner a card; it has nothing to do if
    Newton's method has converged.
    """
    place = np.arange(len(table))
    for _ in range(_SWEEPS):
        rows, lengths = table[place], suits[place]
        by_suit = rows.reshape(*rows.shape[:2], N_SUITS, -1)
        held = by_suit.sum(axis=-1)
        active = np.abs(held - lengths).max(axis=(1, 2)) >= 2 * _TOLERANCE
        if not active.any():
            break
        scaled = by_suit * (lengths / np.maximum(held, _LEAST))[..., None]
        owned = (rows.sum(axis=1) > 0).astype(float)
        place, scaled, owned = place[active], scaled[active], owned[active]
        table[place] = _owned(scaled.reshape(len(place), *rows.shape[1:]), owned)
    return table


def _feasible_lengths(lengths: Floats, available: Floats) -> Floats:
    """Return (view, hand, suit) expected lengths that fill each hand and exhaust each suit."""
    room = available.reshape(len(available), N_SUITS, -1).sum(axis=-1)  # (view, suit)
    expected = np.maximum(_moments(lengths)[0], 1e-6) * (room > 0)[:, None]
    full = np.full((*expected.shape[:2], 1), float(CARDS_IN_HAND))
    return _shared(expected, room, np.ones((N_SUITS, 1)), full)


def _feasible_counts(counts: Floats, available: Floats) -> Floats:
    """Return (view, hand) expected HCP, or aces, of (view, hand, n) that add up to the total: all
    have the same tilt, so that the hand with the least variance changes the least."""
    search, (mean, spread) = _Search(available), _moments(counts)
    for _ in range(_TILTS):
        if not search.step(mean.sum(axis=-1), spread.sum(axis=-1)).any():
            break
        mean, spread = _moments(_tilted_by(counts, search.tilt[:, None].repeat(counts.shape[1], 1)))
    return mean


def tilted(distribution: Floats, mean: Floats) -> Floats:
    """Tilt (..., n) distributions exponentially to the given (...) means.

    Most converge after three steps; only the others continue.
    """
    rows = distribution.reshape(-1, distribution.shape[-1])
    search, place = _Search(mean.reshape(-1)), np.arange(len(rows))
    result = tilted = rows.copy()
    for _ in range(_TILTS):
        active = search.step(*_moments(tilted)).nonzero()[0]
        if not len(active):
            break
        search, rows, place = search.of(active), rows[active], place[active]
        result[place] = tilted = _tilted_by(rows, search.tilt)
    return result.reshape(distribution.shape)


class _Search:
    """A search for the tilts of N distributions to given means: Newton's method within a bracket,
    as a mean increases with its tilt."""

    def __init__(self, target: Floats) -> None:
        self.target, self.tilt = target, np.zeros_like(target)
        self.low, self.high = self.tilt - np.inf, self.tilt + np.inf

    def of(self, rows: npt.NDArray[np.intp]) -> _Search:
        """Restrict the search to some rows."""
        part = _Search(self.target[rows])
        part.tilt, part.low, part.high = self.tilt[rows], self.low[rows], self.high[rows]
        return part

    def step(self, mean: Floats, spread: Floats) -> Flags:
        """Do a step; return (N,) True for tilts that had not converged."""
        residual = self.target - mean
        active: Flags = np.abs(residual) >= _TOLERANCE
        self.low = np.where(residual > 0, self.tilt, self.low)
        self.high = np.where(residual > 0, self.high, self.tilt)
        step = self.tilt + np.clip(residual / spread, -_LONGEST_TILT, _LONGEST_TILT)
        beyond = (step <= self.low) | (step >= self.high)
        if beyond.any():
            step[beyond] = (self.low[beyond] + self.high[beyond]) / 2
        self.tilt = np.where(active, step, self.tilt)
        return active


def _tilted_by(distribution: Floats, step: Floats) -> Floats:
    """Multiply the odds of (..., n) distributions by exp(step) a value."""
    values = _values(distribution)
    largest = (values[-1] * np.maximum(step, 0))[..., None]  # no factor above one
    tilted = distribution * np.exp(step[..., None] * values - largest)
    return np.asarray(tilted / np.maximum(tilted.sum(axis=-1, keepdims=True), _LEAST))


def _moments(distribution: Floats) -> tuple[Floats, Floats]:
    """Return means and variances (...) of (..., n), the variances never quite zero."""
    values = _values(distribution)
    both = _product(distribution, np.column_stack([values, values**2]))
    mean = both[..., 0]
    return mean, np.maximum(both[..., 1] - mean**2, 1e-6)


def _values(distribution: Floats) -> Floats:
    """Return (n,) the values 0, 1, 2, ... of a distribution."""
    return np.arange(distribution.shape[-1], dtype=np.float64)
