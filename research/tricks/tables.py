"""The tables of the pages, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from bidding.training.scoring.markdown import NOT_MEASURED, table
from bidding.tricks.estimator import shares_text
from research.released.released import measured_with
from research.released.sources import Figures, read_figures
from research.tricks import paper_tables as paper
from research.tricks.comparison_tables import comparison_tables
from research.tricks.findings_tables import (
    agreement,
    by_target,
    card_values,
    paired,
    raw,
    sample_deals,
)
from research.tricks.kept_reports import FINDINGS, OURS, Report, read_reports
from research.tricks.p2_verdicts import p2_verdicts
from research.tricks.p3_tables import p3_tables
from research.tricks.p3_verdicts import p3_trial_verdicts, p3_verdicts
from research.tricks.p4_tables import p4_tables
from research.tricks.pattern_table import initial_weights, weight_patterns
from research.tricks.score_tables import both, compared, overfitting, spades, unprinted

# (who, suits, notrump) as off by at most 2 | 1 | 0, in per cent; from the papers' tables, and of
# BEN measured apart, where nobody counted what is off by at most 2.
_OTHERS = (
    ("P2, (52x4)-(26x4)-26-13-1 and (52x4)-(13x4)-13-1", "99.88|96.48|53.11", "97.34|84.31|37.80"),
    ("P3, D-104 free", "99.72|95.33|51.28", "96.63|86.18|41.73"),
    ("BEN's network (quoted)", f"{NOT_MEASURED}|87.1|37.5", f"{NOT_MEASURED}|82.9|35.3"),
    ("ten grandmasters and masters (P2), 30 s a deal", "88.34|81.63|53.06", "94.74|88.30|73.68"),
)


PAGES = ("README.md", "p2.md", "p3.md", "p4.md")


def tables(folder: Path, released: Mapping[str, Figures]) -> dict[str, Callable[[], str]]:
    """The tables by name, of the reports kept in a folder and of what is ``released``."""
    reports = read_reports(folder)
    found = read_figures(folder / FINDINGS)
    ours = read_figures(folder / OURS, ("model",))
    return {
        "released": partial(_ours, ours, released),
        "p2-verdicts": partial(p2_verdicts, reports, found),
        "p3-verdicts": partial(p3_verdicts, reports, found),
        "p3-trial-verdicts": partial(p3_trial_verdicts, reports),
        "p2-spades": partial(spades, reports),
        "p2-4": partial(compared, paper.TABLE_4, reports),
        "p2-10": partial(both, paper.TABLE_10, ("notrump", "spades"), reports),
        "one-suit-or-all": partial(unprinted, reports, "trumps", paper.ONE_SUIT_OR_ALL),
        "hands-alone": partial(unprinted, reports, "(52x2)-(26x2)-26-13-1", paper.HANDS_ALONE),
        "overfitting": partial(overfitting, reports),
        "p2-6": partial(by_target, found),
        "p2-7": partial(card_values, found),
        "raw": partial(raw, found),
        "agreement": partial(agreement, found),
        "paired": partial(paired, found),
        "patterns": partial(weight_patterns, found),
        "initial-weights": partial(initial_weights, reports, found),
        "hidden-neurons": partial(unprinted, reports, "hidden neurons", paper.HIDDEN_NEURONS),
        "p2-sample-deals": partial(sample_deals, found, released),
        **p3_tables(reports),
        **p4_tables(reports),
        **comparison_tables(found),
    }


def _ours(report: Report, released: Mapping[str, Figures]) -> str:
    """The released estimator beside the best of the papers'."""
    kinds = [report["scores"][kind] for kind in ("suits", "notrump")]
    ours = [shares_text(kind).replace(" ", "") for kind in kinds]
    rows = [*_OTHERS, ("**the released estimator**", *ours)]
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    suits, notrump = (kind["ece"] for kind in kinds)
    return (
        f"Measured with {measured_with({'estimator': report['model']}, released)}.\n\n"
        + table(("", "suits", "notrump"), cells)
        + f"\n\nExpected calibration error: {suits:.4f} in suits, {notrump:.4f} at notrump."
    )
