"""Standard errors of the figures of an evaluation, whose turns are independent between auctions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

GROUPS = 128
"""Groups of auctions; with so many, chance moves a standard error by about 6 %."""


class GroupSums:
    """Sums of facts at places, kept by group of auctions so that one group can be left out."""

    def __init__(self, facts: int, places: int = 1) -> None:
        self._places = places
        self._sums = torch.zeros(GROUPS * places, facts, dtype=torch.float64)

    def add(self, auction: Tensor, facts: Tensor, place: Tensor | int = 0) -> None:
        """Add (N, fact) facts of the auctions numbered (N,), at their (N,) places or at one."""
        rows = auction % GROUPS * self._places + place
        self._sums.index_add_(0, rows.cpu(), facts.double().cpu())

    def total(self, without: int | None = None) -> Tensor:
        """Return the (place, fact) sums, without one group if wanted."""
        sums = self._sums.view(GROUPS, self._places, -1)
        total = sums.sum(0)
        return total if without is None else total - sums[without]

    @property
    def filled(self) -> list[int]:
        """Groups with anything but zeros in them."""
        return self._sums.view(GROUPS, -1).any(1).nonzero()[:, 0].tolist()


def standard_errors(
    report: Callable[[int | None], Mapping[str, Any]], groups: list[int]
) -> dict[str, float]:
    """Return the standard errors of the fractions in a report, by path ("bids.micro.recall").

    ``report`` is called for the figures without each of the groups: the delete-a-group jackknife
    (P. S. Kott 2001, Journal of Official Statistics 17, 521-526). One group alone has none.
    """
    if len(groups) < 2:
        return {}
    found = [dict(_fractions(report(group))) for group in groups]
    values = {path: np.array([each.get(path, np.nan) for each in found]) for path in found[0]}
    shrink = (len(groups) - 1) / len(groups)
    errors = {path: np.sqrt(shrink * ((v - v.mean()) ** 2).sum()) for path, v in values.items()}
    return {path: float(error) for path, error in errors.items() if np.isfinite(error)}


def ratios(totals: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratios of the sums of (draw, ...) totals and counts, and their standard errors,
    all independent draws being at hand (W. G. Cochran 1977, "Sampling Techniques", 3rd edition,
    section 6.3)."""
    draws, whole = len(totals), counts.sum(0)
    ratio = totals.sum(0) / whole
    squares = ((totals - ratio * counts) ** 2).sum(0)
    return ratio, np.sqrt(squares * draws / (draws - 1)) / whole


def _fractions(figures: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, float]]:
    """Yield the paths and values of all floats."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _fractions(value, f"{path}{name}.")
        elif isinstance(value, float):
            yield f"{path}{name}", value
