"""Posterior summaries of sampled hands, beside prior summaries of the same sample.

Beliefs are updated by the ratio of the two. With even weights the ratio is one and nothing
changes; otherwise the ratio cancels most of the sampling noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.encoding.layout import N_HCP, N_LENGTHS
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.inference.hand_proposal import (
    Floats,
    HandFlags,
    Integers,
    points_of,
    suit_lengths,
)
from bidding.explaining.inference.honours import COUNTED, N_ACES, N_KEYS, honours_of

_SHORT = 2  # fewer cards of a suit are shortness
_LEAST = 1e-12


@dataclass(frozen=True)
class Summary:
    """Distributions in S weighted samples of hands.

    cards (S, 52) chances; lengths (S, 4, 14); hcp (S, 38); counts (S, 6, 6) of aces, kings and
    key cards (``honours.COUNTED``); those of aces and kings end at four.
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
        honours = honours_of(cards)
        counts = np.zeros((len(rows), len(COUNTED), N_KEYS))
        counts[:, 0, :N_ACES], counts[:, 1, :N_ACES] = honours.aces, honours.kings
        counts[:, 2:] = honours.key_cards
        return cls(cards, lengths, hcp, counts)

    def put(self, rows: Integers, others: Summary) -> None:
        """Replace those of some rows."""
        for name in ("cards", "lengths", "hcp", "counts"):
            getattr(self, name)[rows] = getattr(others, name)

    def __getitem__(self, rows: Integers | HandFlags) -> Summary:
        """Return the distributions of these rows."""
        return Summary(self.cards[rows], self.lengths[rows], self.hcp[rows], self.counts[rows])


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

    def excess(self, before: Summary, after: Summary, stated: HandFlags) -> Floats:
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

    def __init__(self, hands: HandFlags) -> None:
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
