"""The tricks of a match's deals, where the double-dummy solver is not installed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bidding.explaining.analysis.contracts import TrickChances

Tricks = Callable[[np.ndarray], np.ndarray]
"""Maps (N, 52) seats to (N, 4, 5) tricks, declarer x C D H S NT, as ``tricks.solving.solve``."""


def estimated_by(estimator: TrickChances) -> Tricks:
    """The numbers of tricks that an estimator finds likeliest."""

    def tricks(owner: np.ndarray) -> np.ndarray:
        return np.asarray(estimator.chances(owner).argmax(-1), dtype=np.uint8)

    return tricks
