"""Standard errors of ratios over auctions, whose turns are not independent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor


class RatioErrors:
    """Standard errors of ratios of sums, each auction one independent draw (W. G. Cochran 1977,
    "Sampling Techniques", 3rd edition, section 6.3)."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._auctions = 0
        self._sums = torch.zeros(5, len(names), dtype=torch.float64)
        """Sums over auctions of total, count, total², total · count, count²."""

    def add(self, auction: Tensor, totals: Tensor, counts: Tensor) -> None:
        """Add (view, name) numerators and denominators of all views of some auctions.

        ``auction`` (view,) numbers the auctions from 0.
        """
        number = int(auction.max()) + 1
        total, count = (_by_auction(auction, facts, number) for facts in (totals, counts))
        self._auctions += number
        products = (total, count, total * total, total * count, count * count)
        self._sums += torch.stack([product.sum(0) for product in products])

    def report(self) -> dict[str, float]:
        """Return the standard errors by name, of what was counted; none of a single auction."""
        if self._auctions < 2:
            return {}
        total, count, squares, products, counts = self._sums
        ratio = total / count
        variance = squares - 2 * ratio * products + ratio.square() * counts
        shrink = self._auctions / (self._auctions - 1)
        errors = (variance.clamp(min=0) * shrink).sqrt() / count
        return {
            name: error
            for name, error, n in zip(self._names, errors.tolist(), count.tolist(), strict=True)
            if n
        }


def ratios(totals: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratios of the sums of (draw, ...) totals and counts, and their standard errors.

    Those of ``RatioErrors``, where all independent draws are at hand.
    """
    draws, whole = len(totals), counts.sum(0)
    ratio = totals.sum(0) / whole
    squares = ((totals - ratio * counts) ** 2).sum(0)
    return ratio, np.sqrt(squares * draws / (draws - 1)) / whole


def _by_auction(auction: Tensor, facts: Tensor, number: int) -> Tensor:
    sums = torch.zeros(number, facts.shape[1], dtype=torch.float64)
    return sums.index_add_(0, auction.cpu(), facts.double().cpu())
