"""Standard errors of the figures of an evaluation, whose deals are independent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

GROUPS = 128
"""Groups of deals; with so many, chance moves a standard error by about 6 %."""


def groups_of(deal_keys: np.ndarray) -> np.ndarray:
    """Return (N,) int64: the group of each auction from the hash of its deal.

    Not by the last bits, of which training and validation are split.
    """
    return np.asarray((deal_keys >> np.uint64(32)) % np.uint64(GROUPS)).astype(np.int64)


class GroupSums:
    """A (row, column) matrix of sums for each group, so that one group can be left out."""

    def __init__(self, columns: int, rows: int = 1) -> None:
        self._rows = rows
        self._sums = torch.zeros(GROUPS * rows, columns, dtype=torch.float64)

    def add(self, group: Tensor | int, values: Tensor, row: Tensor | int = 0) -> None:
        """Add (N, column) values to rows of groups, each (N,) or one for all."""
        group, row = torch.as_tensor(group).cpu(), torch.as_tensor(row).cpu()
        place = (group * self._rows + row).expand(len(values))
        self._sums.index_add_(0, place, values.cpu().double())

    def total(self, without: int | None = None) -> Tensor:
        """Return the (row, column) sums of all groups, or of all but one."""
        sums = self._sums.view(GROUPS, self._rows, -1)
        total = sums.sum(0)
        return total if without is None else total - sums[without]

    @property
    def groups(self) -> list[int]:
        """The groups that anything but zeros was added to."""
        return self._sums.view(GROUPS, -1).any(1).nonzero()[:, 0].tolist()


def standard_errors(
    report: Callable[[int | None], Mapping[str, Any]], groups: Sequence[int]
) -> dict[str, float]:
    """Return the standard errors of the floats in a report, by path ("bids.micro.recall").

    ``report`` gives the figures without a group, or of all: the delete-a-group jackknife (P. S.
    Kott 2001, Journal of Official Statistics 17, 521-526). One group alone has no errors, and
    none has a figure that is not there without some group.
    """
    if len(groups) < 2:
        return {}
    partial = [dict(_floats(report(group))) for group in groups]
    shrink = (len(groups) - 1) / len(groups)
    found = {}
    for path, whole in _floats(report(None)):
        apart = np.array([each.get(path, np.nan) for each in partial]) - whole
        found[path] = float(np.sqrt(shrink * (apart**2).sum()))
    return {path: error for path, error in found.items() if np.isfinite(error)}


def under(name: str, errors: Mapping[str, float]) -> dict[str, float]:
    """Return the standard errors of what stands under a name of the report."""
    start = f"{name}."
    return {path.removeprefix(start): e for path, e in errors.items() if path.startswith(start)}


def ratios(totals: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ratios of the sums of (draw, ...) totals and counts, and their standard errors,
    all independent draws being at hand (W. G. Cochran 1977, "Sampling Techniques", 3rd edition,
    section 6.3)."""
    draws, whole = len(totals), counts.sum(0)
    ratio = totals.sum(0) / whole
    squares = ((totals - ratio * counts) ** 2).sum(0)
    return ratio, np.sqrt(squares * draws / (draws - 1)) / whole


def _floats(figures: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, float]]:
    """Yield the paths and values of all floats."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from _floats(value, f"{path}{name}.")
        elif isinstance(value, float):
            yield f"{path}{name}", value
