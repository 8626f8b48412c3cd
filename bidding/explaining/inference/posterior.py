"""Weighted hands summed up, beside the same hands unweighted.

What calls change is read off the ratio of the two: draws and weights are those of one sample,
so where weights are even nothing changes at all, and elsewhere most of the noise goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bidding.encoding.layout import N_HCP, N_LENGTHS
from bidding.explaining.beliefs import HiddenHands
from bidding.explaining.inference.holdings import COUNTED, N_ACES, N_KEYS, holdings_of
from bidding.explaining.inference.proposal import (
    Floats,
    HandFlags,
    Integers,
    points_of,
    suit_lengths,
)

_SHORT = 2  # fewer cards of a suit are a shortness
_LEAST = 1e-12


@dataclass(frozen=True)
class Summary:
    """Distributions in S weighted samples of hands.

    cards (S, 52) chances; lengths (S, 4, 14); hcp (S, 38); counts (S, 6, 6) of aces, kings and
    key cards (``holdings.COUNTED``), of which aces and kings reach no further than four.
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
    def believed(cls, hands: HiddenHands, rows: Integers) -> Summary:
        """What the network says of some hidden hands, counts by chances of single cards."""
        cards, lengths, hcp = (
            part[rows].numpy() for part in (hands.cards, hands.lengths, hands.hcp)
        )
        holdings = holdings_of(cards)
        counts = np.zeros((len(rows), len(COUNTED), N_KEYS))
        counts[:, 0, :N_ACES], counts[:, 1, :N_ACES] = holdings.aces, holdings.kings
        counts[:, 2:] = holdings.key_cards
        return cls(cards, lengths, hcp, counts)

    def put(self, rows: Integers, others: Summary) -> None:
        """Replace those of some rows."""
        for name in ("cards", "lengths", "hcp", "counts"):
            getattr(self, name)[rows] = getattr(others, name)

    def __getitem__(self, rows: Integers | HandFlags) -> Summary:
        """The distributions of these rows."""
        return Summary(self.cards[rows], self.lengths[rows], self.hcp[rows], self.counts[rows])


@dataclass(frozen=True)
class Gates:
    """Above how many nats of relative entropy a posterior counts as another belief: of the
    number of aces, of kings, of whether one suit or another is short, and of HCP and the length
    of a suit: this of players whose system is stated, and of others."""

    aces: float
    kings: float
    short: float
    shape: float
    shape_unstated: float

    def excess(self, before: Summary, after: Summary, stated: HandFlags) -> Floats:
        """(S,) the relative entropy in the respect that departs the most, as so many gates.

        ``stated`` (S,) says whose system is stated.
        """
        short = divergence(after.short, before.short).max(-1) / self.short
        aces, kings = (divergence(after.counts[:, k], before.counts[:, k]) for k in range(2))
        lengths = divergence(after.lengths, before.lengths).max(-1)
        shape = np.maximum(divergence(after.hcp, before.hcp), lengths)
        shape /= np.where(stated, self.shape, self.shape_unstated)
        parts = [aces / self.aces, kings / self.kings, short, shape]
        return np.asarray(np.maximum.reduce(parts))


class Sample:
    """S samples of N hands (S, N, 52), and what of them is summed up."""

    def __init__(self, hands: HandFlags) -> None:
        self.hands = hands
        numbers = hands.astype(np.float32)
        self._lengths = suit_lengths(hands)
        self._hcp = points_of(hands)
        self._counts = (numbers @ COUNTED.T.astype(np.float32)).astype(np.int64)  # (S, N, 6)

    def summary(self, weights: Floats) -> Summary:
        """Of the samples with weights (S, N) that add up to one."""
        return Summary(
            cards=(weights[:, None] @ self.hands)[:, 0],
            lengths=_histograms(self._lengths, weights, N_LENGTHS),
            hcp=_histograms(self._hcp[..., None], weights, N_HCP)[:, 0],
            counts=_histograms(self._counts, weights, N_KEYS),
        )


def normalised(log_weights: Floats) -> Floats:
    """(S, N) weights that add up to one in each row."""
    weights = np.exp(log_weights - log_weights.max(-1, keepdims=True))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


def effective(weights: Floats) -> Floats:
    """(S,) effective sample size (Kish) of weights (S, N) that add up to one."""
    return np.asarray(1 / (weights**2).sum(-1))


def divergence(after: Floats, before: Floats) -> Floats:
    """(...) relative entropy, in nats, of distributions (..., n)."""
    ratio = np.maximum(after, _LEAST) / np.maximum(before, _LEAST)
    return np.asarray((after * np.log(ratio)).sum(-1))


def reweighted(
    believed: Floats, before: Floats, after: Floats, effective: Floats, added: float
) -> Floats:
    """(S, ..., n) distributions changed by the ratio of a sample's with weights and without.

    Ratios are drawn towards one as if ``added`` hands more were in each place.
    """
    count = effective.reshape(-1, *[1] * (believed.ndim - 1))
    changed = believed * (after * count + added) / (before * count + added)
    return np.asarray(changed / np.maximum(changed.sum(-1, keepdims=True), _LEAST))


def reweighted_cards(
    believed: Floats, before: Floats, after: Floats, effective: Floats, added: float
) -> Floats:
    """(S, 52) chances changed likewise, each beside that of not holding the card."""
    both = [np.stack([chances, 1 - chances], axis=-1) for chances in (believed, before, after)]
    return reweighted(both[0], both[1], both[2], effective, added)[..., 0]


def _histograms(values: np.ndarray, weights: Floats, size: int) -> Floats:
    """(S, k, size) the weight of each value of values (S, N, k)."""
    samples, _, kinds = values.shape
    place = (np.arange(samples)[:, None, None] * kinds + np.arange(kinds)) * size + values
    shares = np.broadcast_to(weights[..., None], values.shape)
    flat = np.bincount(place.ravel(), shares.ravel(), minlength=samples * kinds * size)
    return np.asarray(flat.reshape(samples, kinds, size), dtype=np.float64)
