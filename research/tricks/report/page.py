"""docs/tricks.md: the papers' figures and ours, from the reports that are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from research.released.sources import Figures
from research.tricks.recipe import WHOLE_BUDGET, read_trick_recipe
from research.tricks.report import paper_tables as paper
from research.tricks.report.algorithms import algorithms
from research.tricks.report.cells import Reports, end
from research.tricks.report.claims import reversed_orders
from research.tricks.report.differences import differences, still_improving
from research.tricks.report.ours import ours_section
from research.tricks.report.pictures import FIGURES, HANDS, HANDS_FIGURE, P3, P3_FIGURE
from research.tricks.report.samples import samples
from research.tricks.report.tables import (
    agreement,
    by_target,
    card_values,
    compared,
    compression,
    fine_tuning,
    hands_alone,
    one_suit_or_all,
    overfitting,
    raw,
    the_lead,
)
from research.tricks.report.weight_pictures import LARGEST, STEPS

FINDINGS = "findings.json"
OURS = "estimator.json"
_TABLES = (paper.TABLE_1, paper.TABLE_2, paper.TABLE_3, paper.TABLE_4, *paper.TABLE_5)
_PRINTED = (*_TABLES, *paper.TABLE_10, paper.DDBP_4, paper.DDBP_2, *paper.P3_TABLES)


def file_of(recipe: str) -> str:
    """The file that keeps the report of a recipe."""
    return recipe.replace("/", ".") + ".json"


def read_reports(folder: Path) -> dict[str, dict[str, Any]]:
    """The kept reports by recipe; raises ValueError naming a file that is none."""
    reports = {}
    for path in sorted(folder.glob("*.json")):
        if path.name in (FINDINGS, OURS):
            continue
        try:
            report = json.loads(path.read_text())
            reports[str(report["recipe"]["name"])] = report
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} is no report of a trained network: {error!r}") from error
    return reports


def tricks_page(
    reports: Reports,
    findings: Mapping[str, Any],
    drawn: Mapping[str, str],
    ours: Mapping[str, Any],
    released: Mapping[str, Figures],
) -> str:
    """The whole page; ``drawn`` are the titles of the pictures beside it by their names, ``ours``
    the estimator's report, ``released`` what is in bidding/weights."""
    sections = [
        _INTRODUCTION,
        differences(reports),
        reversed_orders(reports),
        ours_section(ours, released) if ours else "",
        "## Paper P2",
        *(compared(one, reports) for one in _TABLES),
        one_suit_or_all(reports),
        the_lead(findings),
        overfitting(reports),
        by_target(findings),
        card_values(findings),
        *(compared(one, reports) for one in paper.TABLE_10),
        raw(findings),
        compared(paper.DDBP_4, reports),
        compared(paper.DDBP_2, reports),
        hands_alone(reports),
        agreement(findings),
        samples(findings, released),
        "## Paper P3",
        *(compared(one, reports) for one in paper.P3_TABLES),
        compression(reports),
        fine_tuning(reports),
        "## Paper P4",
        algorithms(reports),
        _weights(drawn),
        _missing(reports),
        still_improving(reports),
        _shortened(reports),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


_INTRODUCTION = """\
# Trick networks of the papers, and ours

Made by `python -m research.tricks report`; do not edit.

Papers P2 (Mossakowski, Mańdziuk 2009), P3 (Mańdziuk and others 2018-2019) and P4 (Dharmalingam,
Amalraj 2013) train networks that say how many tricks a side takes when all four hands are seen
and everybody plays best. Each is rebuilt here by a recipe of its own, in
`recipes`:

    python -m research.tricks train p2-52-25-1/spades --data FOLDER
    python -m research.tricks evaluate FILE.npz --recipe p2-52-25-1/spades

Results are per cent of results off by at most 2 | 1 | 0 tricks, the papers' and ours."""


def _weights(drawn: Mapping[str, str]) -> str:
    titles = {name: title for name, (title, _) in FIGURES.items()}
    titles |= {HANDS_FIGURE: HANDS[0], P3_FIGURE: P3[0]}
    shown = [f"![{drawn[name]}]({name})" for name in titles if name in drawn]
    absent = [titles[name] for name in titles if name not in drawn]
    parts = [
        "## Pictures of weights",
        "Drawn from our networks: a circle is a weight, its radius the weight's size (in "
        f"{STEPS} steps; from {LARGEST} on all are alike), white is positive and black negative; a "
        "row is a neuron of the first hidden layer.",
        *shown,
    ]
    if absent:
        parts.append("Not drawn, for want of the trained network: " + "; ".join(absent) + ".")
    return "\n\n".join(parts)


def _missing(reports: Reports) -> str:
    wanted = [row.recipe for one in _PRINTED for row in one.rows]
    wanted += [f"{row[1]}/{kind}" for row in paper.P4_TABLE for kind in ("plain", "resilient")]
    wanted += [recipe for kind in paper.FIRST_WEIGHTS.values() for recipe in kind]
    wanted += [
        *paper.ONE_SUIT_OR_ALL.values(),
        *paper.TABLE_7,
        "ddbp2-52x2/spades",
        "ddbp2-52x2/notrump",
    ]
    absent = [recipe for recipe in dict.fromkeys(wanted) if recipe not in reports]
    if not absent:
        return ""
    lines = " \\\n      ".join(absent)
    return (
        f"## Not run\n\n{len(absent)} of {len(dict.fromkeys(wanted))} networks have not been "
        "trained yet. This trains them, and then this page can be made again:\n\n"
        f"    python -m research.tricks train \\\n      {lines} \\\n      --data FOLDER\n"
        "    python -m research.tricks report --runs var/tricks-runs --data FOLDER"
    )


def _shortened(reports: Reports) -> str:
    """The networks that had less than their recipes give now."""
    short, few = [], []
    for name, report in reports.items():
        now, had = read_trick_recipe(name).training, report["recipe"]["training"]
        if had["epochs"] < now.epochs and end(report) == WHOLE_BUDGET:
            short.append(f"- `{name}`: {had['epochs']:,} of {now.epochs:,} epochs")
        # Before recipes asked for a number of examples they asked for pictures of each deal.
        if had.get("examples", report["training_examples"]) < now.examples:
            few.append(name)
    if not short and not few:
        return ""
    parts = [
        "## Run shorter\n\nThese had less than their recipes give now, so they have not shown all "
        "that they can. To train one anew, move its folder of `var/tricks-runs` away first."
    ]
    if few:
        parts.append(
            f"{len(few)} of {len(reports)} networks learned from fewer results than their recipes "
            "ask for (`examples`); the tables say from how many."
        )
    if short:
        parts.append("\n".join(short))
    return "\n\n".join(parts)
