"""Training runs beside each other: ways to learn from people, and the number of deals."""

from __future__ import annotations

from bidding.training.markdown import NOT_MEASURED, cell, table
from research.p1.svg import Panel, Series, chart
from research.released.sources import UNSTATED, Figures, Sources

PEOPLE = {
    "people-none": "robots alone",
    "people-only": "people alone",
    "people-mixed": "both in one pass",
    "people-often": "both, people twice as often",
    "people-named": "both, robots never read as unknown: that is people's own name",
    "people-after": "robots, then people",
    "people-after-mixed": "robots, then people and as many robots",
}
"""Ways to learn from people as well as from robots, of one small network."""

SIZES = "deals-"
"""How the recipes that differ in the number of deals alone begin."""

COLUMNS = (
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
_PEOPLE_COLUMNS = (
    *(("people-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev" + UNSTATED, path) for path in ("accuracy", "nll", "hcp_mae")),
)


_SHARES = {"accuracy": "All calls", "accuracy_nonpass": "Calls but passes"}


def people_table(sources: Sources) -> str:
    """What each way to learn from people gives on people and on a robot, or not measured."""
    if not sources.reports.keys() & PEOPLE.keys():
        return "Not measured."
    forms = {path: (words, form) for words, path, form in COLUMNS}
    header = ["recipe", "learned from", "auctions a pass", "passes", "calls in all"]
    header += [f"{file}: {forms[path][0]}" for file, path in _PEOPLE_COLUMNS]
    rows = []
    for name, words in PEOPLE.items():
        figures = (
            cell(sources.final(name, file), path, forms[path][1]) for file, path in _PEOPLE_COLUMNS
        )
        report = sources.reports.get(name, {})
        size = (
            cell(report, "auctions_a_pass", "{:,}"),
            cell(report, "recipe.optimisation.passes", "{:g}"),
        )
        rows.append([f"`{name}`", words, *size, _calls_in_all(sources, name), *figures])
    return table(header, rows)


def _calls_in_all(sources: Sources, name: str) -> str:
    """The calls that a run learned from, those of the runs that it began with among them."""
    stages = sources.stages(name)
    if not sources.reports.keys() >= set(stages):
        return NOT_MEASURED
    return f"{sum(sources.reports[stage]['calls_learned_from'] for stage in stages):,}"


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
    header = ["recipe", "deals", "passes", "calls learned from", *(w for w, _, _ in COLUMNS)]
    rows = [
        [
            f"`{report['recipe']['name']}`",
            f"{deals:,}",
            f"{report['recipe']['optimisation']['passes']:.3g}",
            f"{report['calls_learned_from']:,}",
            *(cell(final, path, form) for _, path, form in COLUMNS),
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
        for key, words in _SHARES.items()
    ]
    panels = [Panel(line.name, "training deals", (line,), log=True) for line in lines]
    return chart("Accuracy against the number of training deals", panels)
