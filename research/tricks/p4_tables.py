"""The tables of the README on paper P4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from bidding.training.scoring.markdown import table
from research.tricks.intervals import half_width_text, over_seeds, wilson_text
from research.tricks.kept_reports import Report, Reports, epochs, found_in
from research.tricks.paper_tables import SUITS
from research.tricks.recipe import OF_SEEDS

TABLE_1 = (
    ("26x4-25-1", "p4-26x4", 15.38, 45.86),
    ("52-25-1", "p4-52", 55.76, 65.18),
    ("104-25-1", "p4-104", 69.23, 71.15),
    ("52x4-25-1", "p4-52x4", 71.15, 75.96),
)
"""Table 1: the network, its recipes, and the paper's per cent with plain and with resilient
back-propagation."""

COURSES = (
    ("52x4-25-1, 208 deals", "p4-52x4/208-deals"),
    ("104-25-1, 208 deals", "p4-104/208-deals"),
    ("52x4-25-1, 100,000 deals", "p4-52x4/resilient"),
    ("104-25-1, 100,000 deals", "p4-104/resilient"),
)
"""Figure 12: the networks whose course it draws, and our recipes."""

_KINDS = ("plain", "resilient")


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


def p4_tables(reports: Reports) -> dict[str, Callable[[], str]]:
    """The tables by name."""
    return {
        "p4": partial(algorithms, reports),
        "p4-few-deals": partial(few_deals, reports),
        "p4-course": partial(course_ends, reports),
    }


def few_deals(reports: Reports) -> str:
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


def _ours(runs: Sequence[Report], deals: int) -> tuple[str, str]:
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


def algorithms(reports: Reports) -> str:
    """Table 1."""
    rows = []
    for label, recipe, *printed in TABLE_1:
        for kind, figure in zip(_KINDS, printed, strict=True):
            report = reports.get(f"{recipe}/{kind}")
            plain = report is not None and kind == "plain"
            rate = f"{report['recipe']['training']['rate']:g}" if report and plain else ""
            ours = found_in(report, SUITS)
            rows.append((label, kind, rate, f"{figure:.2f}", ours, epochs(report)))
    return table(("network", "back-propagation", "rate", "paper", "ours", "epochs"), rows)


def course_ends(reports: Reports) -> str:
    """Figure 12: the errors at the ends of the runs that keep their course."""
    rows = []
    for _, recipe in COURSES:
        course = reports.get(recipe, {}).get("course")
        if course is not None:
            training, validation = course["training_error"][-1], course["validation_error"][-1]
            row = (
                f"`{recipe}`",
                f"{course['epoch'][-1]:,}",
                f"{training:.1e}",
                f"{validation:.4f}",
            )
            rows.append(row)
    return table(("recipe", "epochs", "error in training", "on validation deals"), rows)
