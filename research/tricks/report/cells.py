"""What the page on the papers' trick networks takes from a report, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from bidding.tricks.evaluation import SHARES
from research.tricks.recipe import NO_BETTER, WHOLE_BUDGET

_WIDTH = 100
NOT_RUN, NOT_KEPT = "not run", "not kept"
IMPROVING = "↑"
Reports = Mapping[str, Mapping[str, Any]]


def shares(percents: Sequence[float]) -> str:
    """Per cent off by at most 2 | 1 | 0 tricks."""
    return " \\| ".join(f"{percent:.2f}" for percent in percents)


def score(found: Mapping[str, float]) -> str:
    """The same of a score, whose shares go from 0 to 1."""
    return shares([100 * found[part] for part in SHARES])


def found_in(report: Mapping[str, Any] | None, part: str) -> str:
    """The figures at a path of a report; of several kinds of contract, those of all results."""
    if report is None:
        return NOT_RUN
    if part.split(".")[0] not in report:
        return NOT_KEPT  # by an earlier training
    return score(_score_at(report, part))


def exact(report: Mapping[str, Any], part: str) -> float:
    """The per cent of exact answers at a path of a report."""
    return 100 * _score_at(report, part)["exact"]


def _score_at(report: Mapping[str, Any], part: str) -> Mapping[str, float]:
    found: Any = report
    for name in part.split("."):
        found = found[name]
    return found if "exact" in found else of_all(list(found.values()))


def of_all(scores: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The shares over the results of several scores."""
    results = sum(one["results"] for one in scores)
    return {part: sum(one[part] * one["results"] for one in scores) / results for part in SHARES}


def count(report: Mapping[str, Any] | None, name: str) -> str:
    """A whole number of a report; nothing where there is no report."""
    return "" if report is None else f"{report[name]:,}"


def epochs(report: Mapping[str, Any] | None) -> str:
    """How many were run, marked where more might have made the network better."""
    if report is None:
        return ""
    return (
        f"{count(report, 'epochs')} {IMPROVING}" if improving(report) else count(report, "epochs")
    )


def data(report: Mapping[str, Any] | None) -> tuple[str, str, str]:
    """The deals and examples learned from, and the epochs."""
    return count(report, "training_deals"), count(report, "training_examples"), epochs(report)


def improving(report: Mapping[str, Any]) -> bool:
    """Whether it ran its whole budget, and the best epoch lies in the last 5 % of it."""
    late = 20 * int(report["best_epoch"]) > 19 * budget(report)
    return late and end(report) == WHOLE_BUDGET


def end(report: Mapping[str, Any]) -> str:
    """How the training ended: one of ``trick_recipe.ENDS``."""
    before = WHOLE_BUDGET if report["epochs"] >= budget(report) else NO_BETTER
    return str(report.get("end", before))  # older reports do not say; there were these two


def budget(report: Mapping[str, Any]) -> int:
    """The most epochs that the training was given."""
    return int(report["recipe"]["training"]["epochs"])


def item(text: str) -> str:
    """A line of a list, folded."""
    return fill(
        text.strip(),
        _WIDTH,
        initial_indent="- ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
