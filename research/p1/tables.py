"""The tables and pictures of the README, from the kept reports of training runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from statistics import fmean

from bidding.domain.convention_card import UNKNOWN_CARD, Systems
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from bidding.training.bidder.recipe import SEED_MARK
from bidding.training.scoring.markdown import NORMAL_95, NOT_MEASURED, cell, figure, interval, table
from research.p1.comparison import COUNTS, SHARES, RightCalls
from research.p1.every_seat import END_OF_AUCTION, OTHERS
from research.p1.served import load_served
from research.p1.table_2 import table_2_markdown, table_2_position
from research.released.sources import UNSTATED, Figures, Sources

PAPERS = {
    "paper": "Paper P1's arrangement",
    "paper-no-rules": "without the rules, at the input and as a mask",
    "paper-no-position": "without the flag of who is to call",
    "paper-no-beliefs": "the call head without the other heads' answers",
}
LONGER = {
    "paper-second-epoch": "Paper P1's arrangement, a second epoch begun from its weights",
    "paper-four-players": "half an epoch begun from its weights, all four players of each auction",
}
OURS = {
    "ours": "This project's arrangement",
    "ours-no-rules": "without the rules, at the input and as a mask",
    "ours-no-position": "without the flag of who is to call",
    "ours-no-beliefs": "the call head without the other heads' answers",
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
_ON_THE_WAY = ("accuracy", "accuracy_bids")
_PARTS = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0)  # of a run, after which the table tells the accuracy


def figure_tables(sources: Sources) -> dict[str, Callable[[], str]]:
    """The tables of figures of the README by name."""
    return {
        "test-case": lambda: table_2_markdown(test_case()),
        "ablations": partial(ablation_table, sources),
        "differences": difference_table,
        "elsewhere": partial(elsewhere_table, sources),
        "convergence": partial(convergence_table, sources),
        "sizes": partial(size_table, sources),
        "people": partial(people_table, sources),
    }


@cache
def test_case() -> dict[str, Explanation]:
    """The explanations of paper P1's test case, by the paper's arrangement, which reads no systems,
    and as released."""
    position = table_2_position()
    of_unknown = replace(position, systems=Systems(UNKNOWN_CARD, UNKNOWN_CARD))
    return {
        "its arrangement here": Explainer(*load_served(None), exact=True).explain(of_unknown),
        "the released network": Explainer.load(exact=True).explain(position),
    }


def seeds(sources: Sources, recipe: str) -> list[str]:
    """The kept runs of a recipe: with its own seed, then ``RECIPE@SEED``."""
    others = sorted(run for run in sources.reports if run.startswith(recipe + SEED_MARK))
    return [recipe, *others] if recipe in sources.reports else others


def runs(sources: Sources) -> dict[str, str]:
    """All runs of both families, with what each is."""
    return {
        run: words if run == recipe else f"{words}, seed {run.rpartition(SEED_MARK)[2]}"
        for recipe, words in {**PAPERS, **LONGER, **OURS}.items()
        for run in seeds(sources, recipe)
    }


def ablation_table(sources: Sources) -> str:
    """Each run's scores at its end."""
    rows = []
    for run, words in runs(sources).items():
        final = sources.final(run)
        figures = (interval(final, path, form) for _, path, form in _COLUMNS)
        rows.append([f"`{run}`", words, *figures])
    return table(["recipe", "", *(words for words, _, _ in _COLUMNS)], rows)


def difference_table() -> str:
    """By how many points less is predicted without something, by seed."""
    counts = RightCalls.read(COUNTS)
    rows = []
    for family in (PAPERS, OURS):
        whole, *others = family
        for recipe in others:
            pairs = [
                counts.differences(run.replace(recipe, whole), run)
                for run in sorted(counts.right)
                if run.partition(SEED_MARK)[0] == recipe
            ]
            cells = [" and ".join(_lost(*pair[share]) for pair in pairs) for share in SHARES]
            if pairs:
                rows.append([f"`{recipe}`", f"`{whole}`", family[recipe], *cells])
    header = ["recipe", "less than", "", *(f"{share}, points" for share in SHARES)]
    return table(header, rows)


def _lost(more: float, error: float) -> str:
    """By how many points the other is worse, with half the 95 % interval."""
    return f"{-100 * more:+.2f} ± {100 * NORMAL_95 * error:.2f}"


def elsewhere_table(sources: Sources) -> str:
    """The scores at others' turns and at the end beside those at own turns, means over seeds."""
    rows = []
    for recipe in (*PAPERS, *LONGER, *OURS):
        finals = [sources.final(run) for run in seeds(sources, recipe)]
        if finals:
            figures = (_mean_cell(finals, path, form) for _, path, form in _ELSEWHERE)
            rows.append([f"`{recipe}`", *figures])
    return table(["recipe", *(words for words, _, _ in _ELSEWHERE)], rows)


def convergence_table(sources: Sources) -> str:
    """The accuracies after parts of the runs, on deals kept from training, means over seeds."""
    rows = []
    for recipe in (*PAPERS, *LONGER, *OURS):
        if reports := [sources.reports[run] for run in seeds(sources, recipe)]:
            curves = zip(*(_at_parts(report["validations"]) for report in reports), strict=True)
            parts = (
                r"\|".join(_mean_cell(looks, key, "{:.1%}").rstrip("%") for key in _ON_THE_WAY)
                for looks in curves
            )
            rows.append([f"`{recipe}`", f"{reports[0]['calls_learned_from']:,}", *parts])
    header = ["recipe", "calls learned from", *(f"{100 * part:g} % of the run" for part in _PARTS)]
    return table(header, rows)


def _mean_cell(several: Sequence[Figures], path: str, form: str) -> str:
    """The mean of a figure that stands at a path of all of them, in that form.

    Its standard error is at most the mean of theirs; all are scored on the same auctions.
    """
    found = [value for one in several if (value := figure(one, path)) is not None]
    if len(found) < len(several):
        return NOT_MEASURED
    errors = [one.get("errors", {}).get(path) for one in several]
    known = {} if None in errors else {"mean": fmean(errors)}
    return interval({"mean": fmean(found), "errors": known}, "mean", form)


def _at_parts(curve: Sequence[Figures]) -> list[Figures]:
    """The look nearest to the end of each part."""
    ends = [curve[-1]["step"] * part for part in _PARTS]
    return [min(curve, key=lambda look: abs(look["step"] - end)) for end in ends]


def look_error(report: Figures, look: Figures, key: str) -> float:
    """The standard error of an accuracy at a look, on fewer of the auctions kept from training.

    The report has that of all these auctions at the end; calls of one auction are as dependent at a
    look.
    """
    final = report["scores"]["standard"]
    paths = {"accuracy": "accuracy", "accuracy_bids": "bids.micro.recall"}
    last, error = float(figure(final, paths[key]) or 0), final["errors"][paths[key]]
    fewer = report["validation_auctions"] / report["recipe"]["optimisation"]["validation_limit"]
    spread = look[key] * (1 - look[key]) / (last * (1 - last))
    return float(error * (fewer * spread) ** 0.5)


def people_table(sources: Sources) -> str:
    """What each way to learn from people gives on people and on a robot."""
    forms = {path: (words, form) for words, path, form in _COLUMNS}
    header = ["recipe", "learned from", "auctions a pass", "passes", "calls in all"]
    header += [f"{file}: {forms[path][0]}" for file, path in _PEOPLE_COLUMNS]
    rows = []
    for name, words in PEOPLE.items():
        figures = (
            interval(sources.final(name, file), path, forms[path][1])
            for file, path in _PEOPLE_COLUMNS
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
            *(interval(final, path, form) for _, path, form in _COLUMNS),
        ]
        for deals, report, final in sizes(sources)
    ]
    return table(header, rows)
