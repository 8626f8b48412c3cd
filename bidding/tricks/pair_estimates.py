"""Estimates of tricks with only the two hands of a pair seen (paper P2, section IX-C: DDBP-2)."""

from __future__ import annotations

import numpy as np

from bidding.encoding.layout import N_CARDS
from bidding.tricks.estimator import TrickEstimator

_HIDDEN = N_CARDS // 2


def chances_from_pair(
    estimator: TrickEstimator,
    owner: np.ndarray,
    declarer: int,
    layouts: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """Return (5, 14) float32 probabilities of 0 to 13 tricks by strain C D H S NT.

    The mean of the estimator's over uniformly random layouts of the opponents' cards, so many of
    them, which is the chance given the hands of declarer and dummy alone. ``owner`` (52,) seats.
    """
    rows = np.tile(owner, (layouts, 1))
    hidden = owner % 2 != declarer % 2
    rows[:, hidden] = rng.permuted(rows[:, hidden].reshape(layouts, _HIDDEN), axis=1)
    return np.asarray(estimator.chances(rows, [declarer])[:, 0].mean(0))
