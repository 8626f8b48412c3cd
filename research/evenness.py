"""Whether cards are spread evenly over places or players."""

from __future__ import annotations

import numpy as np
import torch


def evenness(counts: np.ndarray) -> dict[str, float]:
    """Return Pearson's chi-square of (card, value) counts, its degrees of freedom and p-value.

    In every deal each card has one value and each value as many cards as the others. That makes
    Pearson's sum N / (N - 1) times a chi-square with (N - 1)(columns - 1) degrees of freedom, of
    N cards; it is divided by that factor.
    """
    cards, columns = counts.shape
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2).sum() / expected) * (cards - 1) / cards
    freedom = (cards - 1) * (columns - 1)
    halves = torch.tensor([freedom / 2, statistic / 2], dtype=torch.float64)
    chance = float(torch.special.gammaincc(halves[0], halves[1]))
    return {"chi_square": statistic, "freedom": freedom, "p": chance}
