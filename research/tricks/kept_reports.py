"""Kept reports of trained networks, and their figures as cells of tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bidding.tricks.estimator import SHARES
from research.tricks.intervals import interval_text, measured
from research.tricks.recipe import NO_BETTER, WHOLE_BUDGET
from research.verdicts import Measured

FINDINGS = "findings.json"
OURS = "estimator.json"
NOT_RUN, NOT_KEPT = "not run", "not kept"
IMPROVING = "↑"
Report = Mapping[str, Any]
Reports = Mapping[str, Report]


def file_of(recipe: str) -> str:
    """Name of the file that keeps the report of a recipe."""
    return recipe.replace("/", ".") + ".json"


def read_reports(folder: Path) -> dict[str, Report]:
    """Return the reports by recipe; raise ValueError naming a file that is none."""
    reports = {}
    for path in sorted(folder.glob("*.json")):
        if path.name in (FINDINGS, OURS):
            continue
        try:
            report = json.loads(path.read_text(encoding="utf-8"))
            reports[str(report["recipe"]["name"])] = report
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} is no report of a trained network: {error!r}") from error
    return reports


def shares(percents: Sequence[float]) -> str:
    """Per cent off by at most 2|1|0 tricks, as P2 writes them."""
    return "\\|".join(f"{percent:.2f}" for percent in percents)


def score(found: Mapping[str, float], parts: Sequence[str] = SHARES) -> str:
    """The same of these ``parts`` of a score, whose shares go from 0 to 1."""
    return shares([100 * found[part] for part in parts])


def found_in(report: Report | None, part: str, parts: Sequence[str] = SHARES) -> str:
    """The shares at a path of a report, with half the 95 % interval of the exact one; of several
    kinds of contract, those of all results.
    """
    if report is None:
        return NOT_RUN
    shown = score_at(report, part)
    return (
        NOT_KEPT
        if shown is None
        else score(shown, parts) + interval_text(report, part, shown["exact"])
    )


def score_at(report: Report, part: str) -> Mapping[str, float] | None:
    """The score at a path of a report, of several kinds of contract that of all results; None
    where an earlier training did not keep it.
    """
    found: Any = report
    for name in part.split("."):
        if name not in found:
            return None
        found = found[name]
    return found if "exact" in found else of_all(list(found.values()))


def exact(reports: Reports, recipe: str, part: str) -> Measured:
    """Per cent exact of a recipe's network; raise KeyError for one that was not run."""
    shown = score_at(reports[recipe], part)
    if shown is None:
        raise KeyError(part)
    return measured(reports[recipe], part, shown["exact"])


def of_all(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The shares over the results of several scores."""
    results = sum(one["results"] for one in scores)
    return {part: sum(one[part] * one["results"] for one in scores) / results for part in SHARES}


def count(report: Report | None, name: str) -> str:
    """A whole number of a report; nothing where there is no report."""
    return "" if report is None else f"{report[name]:,}"


def epochs(report: Report | None) -> str:
    """The number that was run, marked where more might have made the network better."""
    run = count(report, "epochs")
    return run if report is None or not improving(report) else f"{run} {IMPROVING}"


def patience(report: Report | None) -> str:
    """How many epochs without a better look end its training."""
    if report is None:
        return ""
    training = report["recipe"]["training"]
    return f"{training['patience'] * training['check_every']:,}"


def mark_improving(reports: Reports, recipes: Iterable[str]) -> str:
    """The mark, where more epochs might have made one of the networks better."""
    return IMPROVING if any(improving(reports[recipe]) for recipe in recipes) else ""


def improving(report: Report) -> bool:
    """Return True if it ran its whole budget, and the best epoch lies in the last 5 % of it."""
    budget = int(report["recipe"]["training"]["epochs"])
    late = 20 * int(report["best_epoch"]) > 19 * budget
    before = WHOLE_BUDGET if report["epochs"] >= budget else NO_BETTER
    return late and report.get("end", before) == WHOLE_BUDGET  # older reports do not say
