"""The tables and pictures of the README, from the kept reports of training runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from matplotlib.figure import Figure

from bidding.explaining.explainer import Explainer
from bidding.training.bidder.recipe import SEED_MARK
from bidding.training.scoring.markdown import cell, table
from research.p1.every_seat import END_OF_AUCTION, OTHERS
from research.p1.table_2 import table_2_markdown, table_2_position
from research.pictures import svg
from research.released.sources import UNSTATED, Figures, Sources

PAPERS = {
    "paper-probe": "Paper P1's arrangement",
    "paper-no-rules": "without the rules, at the input and as a mask",
    "paper-no-position": "without the flag of who is to call",
    "paper-no-beliefs": "the call head without the other heads' answers",
}
OURS = {
    "probe": "This project's arrangement",
    "probe-no-rules": "without the rules, at the input and as a mask",
    "probe-no-position": "without the flag of who is to call",
    "probe-no-beliefs": "the call head without the other heads' answers",
}
"""Recipes that differ in one thing from the first of their kind, with what that is."""

CHANGED = {"rules": "rule_vector", "position": "position_flag", "beliefs": "beliefs"}
"""The setting of the network that a recipe called so, after ``-no-``, was written to change."""

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
_ELSEWHERE = (
    ("next call: own turns", "accuracy", "{:.1%}"),
    ("others' turns", f"{OTHERS}.accuracy", "{:.1%}"),
    ("bids only: own turns", "bids.micro.recall", "{:.1%}"),
    ("others' turns", f"{OTHERS}.bids.micro.recall", "{:.1%}"),
    ("HCP error: own turns", "hcp_mae", "{:.2f}"),
    ("others' turns", f"{OTHERS}.hcp_mae", "{:.2f}"),
    ("at the end", f"{END_OF_AUCTION}.hcp_mae", "{:.2f}"),
    ("the end is said when it is there", f"{END_OF_AUCTION}.accuracy", "{:.1%}"),
)
_PEOPLE_COLUMNS = (
    *(("people-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev" + UNSTATED, path) for path in ("accuracy", "nll", "hcp_mae")),
)
_MEASURES = {
    "accuracy": "All calls",
    "accuracy_nonpass": "Calls but passes",
    "accuracy_bids": "Bids alone",
}
_PARTS = 4  # of a run, at whose ends the table tells the accuracy


def tables(sources: Sources) -> dict[str, Callable[[], str]]:
    """The tables of the README by name."""
    return {
        "test-case": case_table,
        "ablations": partial(ablation_table, sources),
        "elsewhere": partial(elsewhere_table, sources),
        "convergence": partial(convergence_table, sources),
        "sizes": partial(size_table, sources),
        "people": partial(people_table, sources),
    }


def case_table() -> str:
    """Paper P1's test case, asked of the released bidder."""
    return table_2_markdown(Explainer.load(exact=True).explain(table_2_position()))


def runs(sources: Sources) -> dict[str, str]:
    """All runs of both families, with what each is, the seeds of a recipe one below the other."""
    found = {}
    for name, words in {**PAPERS, **OURS}.items():
        found[name] = words
        for run in sorted(run for run in sources.reports if run.startswith(name + SEED_MARK)):
            found[run] = f"{words}, seed {run.removeprefix(name + SEED_MARK)}"
    return found


def ablation_table(sources: Sources) -> str:
    """Each run's scores at its end."""
    rows = []
    for run, words in runs(sources).items():
        final = sources.final(run)
        rows.append([f"`{run}`", words, *(cell(final, path, form) for _, path, form in _COLUMNS)])
    return table(["recipe", "", *(words for words, _, _ in _COLUMNS)], rows)


def elsewhere_table(sources: Sources) -> str:
    """The scores at others' turns and at the end beside those at own turns."""
    rows = [
        [f"`{run}`", *(cell(sources.final(run), path, form) for _, path, form in _ELSEWHERE)]
        for run in runs(sources)
    ]
    return table(["recipe", *(words for words, _, _ in _ELSEWHERE)], rows)


def convergence_table(sources: Sources) -> str:
    """The accuracies at the ends of equal parts of each run, on deals kept from training."""
    rows = []
    for run in runs(sources):
        curve = sources.reports[run]["validations"]
        end = [cell(curve[-1], "step", "{:.0f}"), cell(curve[-1], "seconds", "{:.0f}")]
        parts = _at_parts(curve)
        for key, words in _MEASURES.items():
            values = (cell(look, key, "{:.1%}") for look in parts)
            rows.append([f"`{run}`", words.lower(), *end, *values])
    header = ["recipe", "", "steps", "seconds", *(f"{n}/{_PARTS}" for n in range(1, _PARTS + 1))]
    return table(header, rows)


def _at_parts(curve: Sequence[Figures]) -> list[Figures]:
    """The look nearest to the end of each part."""
    ends = [curve[-1]["step"] * part / _PARTS for part in range(1, _PARTS + 1)]
    return [min(curve, key=lambda look: abs(look["step"] - end)) for end in ends]


def people_table(sources: Sources) -> str:
    """What each way to learn from people gives on people and on a robot."""
    forms = {path: (words, form) for words, path, form in _COLUMNS}
    header = ["recipe", "learned from", "auctions a pass", "passes", "calls in all"]
    header += [f"{file}: {forms[path][0]}" for file, path in _PEOPLE_COLUMNS]
    rows = []
    for name, words in PEOPLE.items():
        figures = (
            cell(sources.final(name, file), path, forms[path][1]) for file, path in _PEOPLE_COLUMNS
        )
        report = sources.reports[name]
        calls = sum(sources.reports[stage]["calls_learned_from"] for stage in sources.stages(name))
        size = (
            cell(report, "auctions_a_pass", "{:,}"),
            cell(report, "recipe.optimisation.passes", "{:g}"),
        )
        rows.append([f"`{name}`", words, *size, f"{calls:,}", *figures])
    return table(header, rows)


def sizes(sources: Sources) -> list[tuple[int, Figures, Figures]]:
    """Deals, report and scores at the end of each run of its kind, the fewest deals first."""
    found = [
        (int(report["auctions_a_pass"]), report, sources.final(name))
        for name, report in sources.reports.items()
        if name.startswith(SIZES)
    ]
    return sorted(found, key=lambda entry: entry[0])


def size_table(sources: Sources) -> str:
    """Accuracy against the number of training deals."""
    header = ["recipe", "deals", "passes", "calls learned from", *(w for w, _, _ in _COLUMNS)]
    rows = [
        [
            f"`{report['recipe']['name']}`",
            f"{deals:,}",
            f"{report['recipe']['optimisation']['passes']:.3g}",
            f"{report['calls_learned_from']:,}",
            *(cell(final, path, form) for _, path, form in _COLUMNS),
        ]
        for deals, report, final in sizes(sources)
    ]
    return table(header, rows)


def pictures(sources: Sources) -> dict[str, str]:
    """The pictures of the README by the names of their files."""
    return {"convergence.svg": _convergence(sources), "deals.svg": _deals(sources)}


def _convergence(sources: Sources) -> str:
    """The accuracies on the way, against steps and against seconds.

    Only of the first seed of each recipe: more lines could not be told apart.
    """
    figure = Figure(figsize=(8, 9), layout="constrained")
    grid = figure.subplots(len(_MEASURES), 2, sharey="row")
    for row, (key, words) in zip(grid, _MEASURES.items(), strict=True):
        for axis, across in zip(row, ("step", "seconds"), strict=True):
            for run in (*PAPERS, *OURS):
                curve = sources.reports[run]["validations"]
                line = "--" if run in PAPERS else "-"
                x, y = [look[across] for look in curve], [100 * look[key] for look in curve]
                axis.plot(x, y, line, label=run, linewidth=1)
            axis.set(xlabel=across, ylabel=f"{words}, %")
    figure.legend(*grid[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return svg(figure, "Accuracy on the way of training, by recipe")


def _deals(sources: Sources) -> str:
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axis = figure.subplots()
    found = sizes(sources)
    for key in ("accuracy", "accuracy_nonpass"):
        shares = [100 * final[key] for _, _, final in found]
        axis.semilogx([deals for deals, _, _ in found], shares, "o-", label=_MEASURES[key])
    axis.set(xlabel="training deals", ylabel="%")
    axis.legend()
    return svg(figure, "Accuracy against the number of training deals")
