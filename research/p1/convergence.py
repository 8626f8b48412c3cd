"""How fast training runs learn: their accuracies on the way, as a table and a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bidding.training.markdown import between, cell, table
from research.p1.ablations import OURS, PAPERS, family_runs
from research.p1.svg import Panel, Series, chart
from research.released.sources import Figures, Sources

_PARTS = 4
"""The parts of a run at whose ends the table tells the accuracy."""

BIDS = "accuracy_bids"
_MEASURES = {"accuracy": "All calls", "accuracy_nonpass": "Calls but passes", BIDS: "Bids alone"}
"""Bids alone are looked at in newer runs only."""


def convergence_table(sources: Sources) -> str:
    """The accuracies at the ends of equal parts of each run, on deals kept from training."""
    rows = []
    for name in family_runs(sources):
        curve = validations(sources, name)
        last = curve[-1] if curve else {}
        end = [cell(last, "step", "{:.0f}"), cell(last, "seconds", "{:.0f}")]
        for key, words in _measures(sources).items():
            values = [cell(point, key, "{:.1%}") for point in _at_parts(curve)]
            rows.append([f"`{name}`", words.lower(), *end, *values])
    header = ["recipe", "", "steps", "seconds", *(f"{n}/{_PARTS}" for n in range(1, _PARTS + 1))]
    return table(header, rows)


def _measures(sources: Sources) -> dict[str, str]:
    """What any of the runs was looked at for, and those of all reports."""
    curves = [validations(sources, name) for name in family_runs(sources)]
    known = any(BIDS in curve[-1] for curve in curves if curve)
    return {key: words for key, words in _MEASURES.items() if known or key != BIDS}


def _at_parts(curve: list[Figures]) -> list[Figures]:
    """The look nearest to the end of each part; nothing measured where there was none."""
    if not curve:
        return [{}] * _PARTS
    ends = [curve[-1]["step"] * part / _PARTS for part in range(1, _PARTS + 1)]
    return [min(curve, key=lambda look: abs(look["step"] - end)) for end in ends]


def convergence_note(sources: Sources) -> str:
    """On how many looks and calls the curves rest; empty without any report."""
    runs = [name for name in family_runs(sources) if validations(sources, name)]
    if not runs:
        return ""
    looks = [len(validations(sources, name)) for name in runs]
    auctions = [_looked_at(sources.reports[name]) for name in runs]
    errors = [_errors_of_a_look(sources.reports[name]) for name in runs]
    every, but_passes = (max(of_all) for of_all in zip(*errors, strict=True))
    return (
        f"Each curve rests on {between(looks)} looks at {between(auctions)} auctions. The "
        f"standard error of a share of so many calls is up to {100 * every:.1f} points of all "
        f"calls and {100 * but_passes:.1f} of those but passes, were they independent; those of "
        "an auction are not, so it is more. “Calls but passes” holds doubles and redoubles; "
        f"the paper's figure 9 is of bids{_bids_words(sources, runs)}."
    )


def _bids_words(sources: Sources, runs: list[str]) -> str:
    """Where bids alone were not looked at."""
    lacking = [name for name in runs if BIDS not in validations(sources, name)[-1]]
    if not lacking:
        return ""
    names = ", ".join(f"`{name}`" for name in lacking)
    return f" alone, which {names} {'was' if len(lacking) == 1 else 'were'} not looked at for"


def _looked_at(report: Figures) -> int:
    """The auctions of one look; reports that do not tell are of when there were 1,000 at most."""
    most = report["recipe"]["optimisation"].get("look_auctions", 1000)
    return min(int(most), int(report["validation_auctions"]))


def _errors_of_a_look(report: Figures) -> tuple[float, float]:
    """Standard errors at the last look: of the accuracy on all calls and on those but passes."""
    looked = _looked_at(report) / report["validation_auctions"]
    scores = report["scores"].values()
    calls = looked * sum(one["decisions"] for one in scores)
    passes = looked * sum(one["decisions"] * one["baseline"]["accuracy"] for one in scores)
    last = report["validations"][-1]
    every, but_passes = last["accuracy"], last["accuracy_nonpass"]
    return _standard_error(every, calls), _standard_error(but_passes, calls - passes)


def _standard_error(share: float, count: float) -> float:
    return math.sqrt(share * (1 - share) / count)


def convergence_chart(sources: Sources) -> str | None:
    """The same as a picture, against steps and against seconds; None without any report.

    Only of the first seed of each recipe: more lines could not be told apart.
    """
    curves = {name: validations(sources, name) for name in (*PAPERS, *OURS)}
    curves = {name: curve for name, curve in curves.items() if curve}
    if not curves:
        return None
    panels = [
        Panel(words, axis, tuple(_lines(curves, axis, key)))
        for key, words in _measures(sources).items()
        for axis in ("step", "seconds")
    ]
    return chart("Accuracy on the way of training, by recipe", panels)


def _lines(curves: dict[str, list[Figures]], axis: str, key: str) -> Iterator[Series]:
    """A line for each run that was looked at for this."""
    for name, curve in curves.items():
        if points := tuple((point[axis], point[key]) for point in curve if key in point):
            yield Series(name, points, dashed=name in PAPERS)


def validations(sources: Sources, name: str) -> list[Figures]:
    """The figures on the way of a run; empty when there is no report."""
    return list(sources.reports.get(name, {}).get("validations", []))


def caught_up_words(sources: Sources, whole: str, without: str, key: str = "accuracy") -> str:
    """After how many steps a run is where the run without something ends, by one measure."""
    ahead, behind = validations(sources, whole), validations(sources, without)
    if not ahead or not behind or key not in ahead[-1] or key not in behind[-1]:
        return "not measured"
    reached = [p["step"] for p in ahead if key in p and p[key] >= behind[-1][key]]
    if not reached:
        return "it does not reach the end accuracy of the run without"
    return (
        f"it reaches the end accuracy of the run without after {reached[0]:.0f} of "
        f"{behind[-1]['step']:.0f} steps"
    )
