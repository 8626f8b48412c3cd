"""The tables of the README on paper P4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from bidding.training.scoring.markdown import table
from research.tricks.intervals import difference, half_width_text, over_seeds, wilson_text
from research.tricks.kept_reports import (
    Report,
    Reports,
    epochs,
    exact,
    found_in,
    mark_improving,
)
from research.tricks.paper_tables import SUITS
from research.tricks.recipe import OF_SEEDS
from research.verdicts import Comparison, Finding, Measured, findings_table, rising, rising_text

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
        "p4-verdicts": partial(verdicts, reports),
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


def verdicts(reports: Reports) -> str:
    """What the paper found, and whether ours shows it."""
    return findings_table(
        [
            _algorithms_differ(reports),
            *(_encodings_differ(reports, kind) for kind in reversed(_KINDS)),
            _few_deals_differ(reports),
            _courses_differ(reports),
        ]
    )


def _algorithms_differ(reports: Reports) -> Finding:
    comparisons, papers, ours = [], [], []
    for label, recipe, *printed in TABLE_1:
        mine = [exact(reports, f"{recipe}/{kind}", SUITS) for kind in _KINDS]
        comparisons.append(Comparison(label, printed[1] - printed[0], mine[1].less(mine[0])))
        papers.append(f"{printed[1]:.2f} for {printed[0]:.2f}")
        ours.append(f"{mine[1].text()} for {mine[0].text()}")
    return Finding(
        "[table 1](#table-1-plain-and-resilient-back-propagation): resilient beats plain "
        "back-propagation, all four encodings",
        ", ".join(papers),
        ", ".join(ours),
        comparisons,
        "recipes `p4-…`",
    )


def _encodings_differ(reports: Reports, kind: str) -> Finding:
    place = _KINDS.index(kind)
    rows = [(label, recipe, printed[place]) for label, recipe, *printed in TABLE_1]
    theirs = [percent for _, _, percent in rows]
    mine = [exact(reports, f"{recipe}/{kind}", SUITS) for _, recipe, _ in rows]
    names = [label.removesuffix("-25-1") for label, _, _ in rows]
    return Finding(
        f"table 1, {kind}: the encodings",
        rising_text(names, theirs),
        ", ".join(one.text() for one in mine),
        rising(names, theirs, mine),
        f"recipes `p4-…/{kind}`",
        mark_improving(reports, (f"{recipe}/{kind}" for _, recipe, _ in rows)),
    )


def _few_deals_differ(reports: Reports) -> Finding:
    """The paper tests some of its networks on fewer deals; ours are on other deals than theirs."""
    runs = {
        one.label.removesuffix("-25-1"): [
            reports[f"{one.recipe}/{_ALL}-deals{seed}"] for seed in OF_SEEDS
        ]
        for one in FEW_DEALS
    }
    shares = {n: [100 * run["test"]["suits"]["exact"] for run in of] for n, of in runs.items()}
    theirs = [one.tested for one in FEW_DEALS]
    names = list(runs)
    comparisons = [
        Comparison(
            f"{names[place]} over {names[place - 1]}",
            theirs[place] - theirs[place - 1],
            difference(shares[names[place]], shares[names[place - 1]]),
        )
        for place in range(1, len(names))
    ]
    learned = (100 * fmean(run["learned"]["exact"] for run in of) for of in runs.values())
    return Finding(
        "[tables 2 and 3](#tables-2-and-3-few-deals): the four trained on 208 deals",
        rising_text(names, theirs),
        f"on other deals {', '.join(f'{fmean(of):.2f}' for of in shares.values())}; on those 208 "
        f"{', '.join(f'{one:.2f}' for one in learned)}",
        comparisons,
        "recipes `p4-…/…-deals`",
        "all but 26x4 learn the 208 deals by heart",
    )


def _courses_differ(reports: Reports) -> Finding:
    """Errors at the ends of one run each: no interval."""
    courses = [reports[recipe]["course"] for _, recipe in COURSES[:2]]
    ends = {"in training": "training_error", "on validation deals": "validation_error"}
    ours = {words: [course[kind][-1] for course in courses] for words, kind in ends.items()}
    comparisons = [
        Comparison(f"{words}, 104 over 52x4", None, Measured(two - one), form="+.1e")
        for words, (one, two) in ours.items()
    ]
    return Finding(
        "[figure 12](#figure-12-the-course-of-the-error): the course of the error, 52x4 and 104",
        "52x4 falls lower",
        "after 1,000 epochs on 208 deals "
        + ", ".join(f"{words} {one:.1e} and {two:.1e}" for words, (one, two) in ours.items()),
        comparisons,
        "report",
    )
