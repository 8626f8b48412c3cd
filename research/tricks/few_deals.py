"""P4's networks trained and tested on few deals (its tables 2 and 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bidding.training.bidder.recipe import SEED_MARK
from bidding.training.scoring.markdown import table
from research.tricks.intervals import half_width_text, over_seeds, wilson_text

OF_SEEDS = ("", *(f"{SEED_MARK}{seed}" for seed in range(2, 4)))


@dataclass(frozen=True)
class FewDeals:
    """A network of P4, what is printed of it in per cent, and our recipe."""

    label: str
    recipe: str
    deals: int
    """As many as section VIII names for it, besides the 208 of all."""

    training_error: float
    tested: float
    wrong: int
    """The "error data" of table 3."""

    test_error: float


FEW_DEALS = (
    FewDeals("26x4-25-1", "p4-26x4", 26, 80.86, 15.38, 22, 84.61),
    FewDeals("52-25-1", "p4-52", 52, 75.96, 37.50, 34, 65.38),
    FewDeals("104-25-1", "p4-104", 104, 71.15, 55.76, 27, 25.96),
    FewDeals("52x4-25-1", "p4-52x4", 208, 65.38, 74.03, 46, 22.11),
)
_ALL = 208


def few_deals(reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Tables 2 and 3, with our shares of exact answers: means over seeds."""
    rows = []
    for one in FEW_DEALS:
        for deals in sorted({_ALL, one.deals}, reverse=True):
            printed = (
                f"{one.training_error:.2f}" if deals == _ALL else "",
                f"{one.tested:.2f}" if deals == one.deals else "",
                f"{one.wrong} of {deals}: {one.test_error:.2f}" if deals == one.deals else "",
            )
            runs = [reports[f"{one.recipe}/{deals}-deals{seed}"] for seed in OF_SEEDS]
            rows.append((one.label, str(deals), *printed, *_ours(runs, deals)))
    header = (
        "network",
        "deals",
        "paper: error in training",
        "tested",
        "wrong",
        "ours, exact on these deals",
        "on the test deals",
    )
    return table(header, rows)


def _ours(runs: Sequence[Mapping[str, Any]], deals: int) -> tuple[str, str]:
    """Exact on the deals learned from and on the test deals, with the interval that the choice of
    these deals leaves.
    """
    learned = [run["learned"]["exact"] for run in runs]
    tested = [run["test"]["suits"]["exact"] for run in runs]
    between = fmean(run["standard_error"]["suits"] for run in runs)
    return (
        over_seeds(learned) + wilson_text(fmean(learned), deals),
        over_seeds(tested) + half_width_text(between),
    )
