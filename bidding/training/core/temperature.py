"""Temperature scaling (C. Guo and others 2017, "On calibration of modern neural networks")."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor
from torch.nn.functional import cross_entropy


def fit_temperature(logits: Tensor, truth: Tensor, temperatures: Sequence[float]) -> float:
    """Return the temperature of least log loss among rising ones.

    ``logits`` are (question, answer), ``truth`` (question,) int64. The loss is convex in 1/T, so
    a search by halves finds its only minimum.
    """

    def loss(place: int) -> float:
        return float(cross_entropy(logits / temperatures[place], truth))

    low, high = 0, len(temperatures) - 1
    while low < high:
        middle = (low + high) // 2
        if loss(middle) <= loss(middle + 1):
            high = middle
        else:
            low = middle + 1
    return temperatures[low]
