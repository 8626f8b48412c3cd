"""Training runs beside each other: ablations, convergence, and the number of deals."""

from __future__ import annotations

from bidding.training.reporting.markdown import NOT_MEASURED, cell, table
from bidding.training.reporting.sources import Figures, Sources
from bidding.training.reporting.svg import Panel, Series, chart

# Recipes that differ in one thing from the first of their kind, with what that is.
PAPERS = {
    "paper-probe": "Paper P1's arrangement",
    "paper-no-rules": "without the rules, at the input and as a mask",
    "paper-no-position": "without the flag of who is to call",
    "paper-no-beliefs": "the call head without the other heads' answers",
}
OURS = {
    "probe": "This project's arrangement",
    "probe-no-rules": "without the rules, at the input and as a mask",
    "probe-no-beliefs": "the call head without the other heads' answers",
}
SIZES = "deals-"
"""How the recipes that differ in the number of deals alone begin."""

_COLUMNS = (
    ("scored calls", "decisions", "{:,}"),
    ("next call", "accuracy", "{:.1%}"),
    ("but passes", "accuracy_nonpass", "{:.1%}"),
    ("bids only", "bids.micro.recall", "{:.1%}"),
    ("log loss", "nll", "{:.3f}"),
    ("ECE", "ece", "{:.4f}"),
    ("illegal", "illegal", "{:.0e}"),
    ("HCP error", "hcp_mae", "{:.2f}"),
    ("length error", "length_mae", "{:.3f}"),
)
_MEASURES = {"accuracy": "All calls", "accuracy_nonpass": "Calls but passes"}


def ablation_table(sources: Sources) -> str:
    """Each run's scores at its end."""
    rows = []
    for family in (PAPERS, OURS):
        for name, words in family.items():
            final = sources.final(name)
            cells = [cell(final, path, form) for _, path, form in _COLUMNS]
            rows.append([f"`{name}`", words, *cells])
    return table(["recipe", "", *(words for words, _, _ in _COLUMNS)], rows)


def convergence_table(sources: Sources) -> str:
    """The accuracies on the way, on deals kept from training; steps and seconds at the end."""
    rows = []
    for name in (*PAPERS, *OURS):
        curve = validations(sources, name)
        last = curve[-1] if curve else {}
        end = [cell(last, "step", "{:.0f}"), cell(last, "seconds", "{:.0f}")]
        for key, words in _MEASURES.items():
            values = [cell(point, key, "{:.1%}") for point in curve]
            rows.append([f"`{name}`", words.lower(), *end, *values])
    wide = max(len(row) for row in rows)
    header = ["recipe", "", "steps", "seconds", *(f"{n}." for n in range(1, wide - 3))]
    return table(header, [row + [NOT_MEASURED] * (wide - len(row)) for row in rows])


def convergence_chart(sources: Sources) -> str | None:
    """The same as a picture, against steps and against seconds; None without any report."""
    names = [name for name in (*PAPERS, *OURS) if validations(sources, name)]
    if not names:
        return None
    panels = [
        Panel(words, axis, tuple(_curve(sources, name, axis, key) for name in names))
        for key, words in _MEASURES.items()
        for axis in ("step", "seconds")
    ]
    return chart("Accuracy on the way of training, by recipe", panels)


def _curve(sources: Sources, name: str, axis: str, key: str) -> Series:
    points = [(point[axis], point[key]) for point in validations(sources, name)]
    return Series(name, tuple(points), dashed=name in PAPERS)


def validations(sources: Sources, name: str) -> list[Figures]:
    """The figures on the way of a run; empty when there is no report."""
    return list(sources.reports.get(name, {}).get("validations", []))


def difference(sources: Sources, whole: str, without: str, path: str) -> str:
    """How many points of a figure a run loses without something."""
    both = [cell(sources.final(name), path, "{}") for name in (whole, without)]
    if NOT_MEASURED in both:
        return "not measured"
    return f"{100 * (float(both[0]) - float(both[1])):+.1f} points"


def caught_up_words(sources: Sources, whole: str, without: str) -> str:
    """After how many steps a run is where the run without something ends."""
    ahead, behind = validations(sources, whole), validations(sources, without)
    if not ahead or not behind:
        return "not measured"
    reached = [p["step"] for p in ahead if p["accuracy"] >= behind[-1]["accuracy"]]
    if not reached:
        return "it does not reach the end accuracy of the run without"
    return (
        f"it reaches the end accuracy of the run without after {reached[0]:.0f} of "
        f"{behind[-1]['step']:.0f} steps"
    )


def sizes(sources: Sources) -> list[tuple[int, Figures, Figures]]:
    """Deals, report and scores at the end of each run of its kind, the fewest deals first."""
    found = [
        (int(report["auctions_a_pass"]), report, sources.final(name))
        for name, report in sources.reports.items()
        if name.startswith(SIZES)
    ]
    return sorted(found, key=lambda entry: entry[0])


def size_table(sources: Sources) -> str:
    """Accuracy against the number of training deals, or that it was not measured."""
    found = sizes(sources)
    if not found:
        return "Not measured."
    header = ["recipe", "deals", "passes", "calls learned from", *(w for w, _, _ in _COLUMNS)]
    rows = [
        [
            f"`{report['recipe']['name']}`",
            f"{deals:,}",
            f"{report['recipe']['optimisation']['passes']:.3g}",
            f"{report['calls_learned_from']:,}",
            *(cell(final, path, form) for _, path, form in _COLUMNS),
        ]
        for deals, report, final in found
    ]
    return table(header, rows)


def size_chart(sources: Sources) -> str | None:
    """The same as a picture; None with fewer than two runs."""
    found = sizes(sources)
    if len(found) < 2:
        return None
    lines = [
        Series(words, tuple((float(deals), final[key]) for deals, _, final in found))
        for key, words in _MEASURES.items()
    ]
    panels = [Panel(line.name, "training deals", (line,), log=True) for line in lines]
    return chart("Accuracy against the number of training deals", panels)
