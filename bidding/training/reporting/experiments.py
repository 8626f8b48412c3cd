"""Training runs beside each other: ablations, convergence, and the number of deals."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bidding.training.reporting.differing import seed_spread, what_else, without_numbers
from bidding.training.reporting.markdown import NOT_MEASURED, between, cell, table
from bidding.training.reporting.sources import UNSTATED, Figures, Sources
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
    "probe-no-position": "without the flag of who is to call",
    "probe-no-beliefs": "the call head without the other heads' answers",
}
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

CHANGED = {"rules": "rule_vector", "position": "position_flag", "beliefs": "beliefs"}
"""The setting that a recipe called so, after ``-no-``, was written to change."""

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
_PEOPLE_COLUMNS = (
    *(("people-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev", path) for path in ("accuracy", "accuracy_nonpass", "nll", "hcp_mae")),
    *(("robot-sayc-dev" + UNSTATED, path) for path in ("accuracy", "nll", "hcp_mae")),
)
_PARTS = 4
"""The parts of a run at whose ends the table tells the accuracy."""

_MEASURES = {"accuracy": "All calls", "accuracy_nonpass": "Calls but passes"}


def ablation_table(sources: Sources) -> str:
    """Each run's scores at its end, and in what else it differs from the first of its kind."""
    rows = []
    for family in (PAPERS, OURS):
        for name, words in family.items():
            final = sources.final(name)
            cells = [cell(final, path, form) for _, path, form in _COLUMNS]
            rows.append([f"`{name}`", words, *cells, _what_else_words(sources, family, name)])
    header = ["recipe", "", *(words for words, _, _ in _COLUMNS), "what else differs"]
    return table(header, rows)


def _what_else_words(sources: Sources, family: dict[str, str], name: str) -> str:
    whole = next(iter(family))
    if name == whole:
        return ""
    if whole not in sources.reports or name not in sources.reports:
        return NOT_MEASURED
    return "; ".join(also_changed(sources, whole, name)) or "nothing"


def also_changed(sources: Sources, whole: str, without: str) -> list[str]:
    """In what a run differs from another besides the setting that its name tells, in words."""
    return what_else(sources, whole, without, CHANGED[without.rpartition("-no-")[2]])


def ablation_notes(sources: Sources) -> Iterator[str]:
    """What the reports tell of how far the runs may be compared, a sentence each."""
    spread = seed_spread(sources)
    if spread is None:
        yield "No recipe was run with a second seed: how much of a difference is chance is unknown."
    else:
        names = " and ".join(f"`{name}`" for name in spread[1])
        yield f"{names}, one recipe with two seeds, differ by {100 * spread[0]:.1f} points."
    if unsaid := without_numbers(sources, (*PAPERS, *OURS)):
        names = ", ".join(f"`{name}`" for name in unsaid)
        yield (
            f"The reports of {names} do not tell in what numbers (float32 or bfloat16) they "
            "were computed, and none tells the version of the program."
        )
    if limit := position_limit(sources):
        yield f"The flag of who is to call: {limit}."


def position_limit(sources: Sources) -> str:
    """Why the run without the flag of who is to call can hardly differ; empty where it can."""
    for name in ("paper-probe", "paper-no-position"):
        objective = sources.reports.get(name, {}).get("recipe", {}).get("objective", {})
        if objective.get("extra_views") != 0 or objective.get("hidden_turns") != 0:
            return ""
    return (
        "these runs were trained and scored at players' own turns alone, where it is always up; "
        "which earlier turns were the player's follows by counting back, so it could hardly help"
    )


def convergence_table(sources: Sources) -> str:
    """The accuracies at the ends of equal parts of each run, on deals kept from training."""
    rows = []
    for name in (*PAPERS, *OURS):
        curve = validations(sources, name)
        last = curve[-1] if curve else {}
        end = [cell(last, "step", "{:.0f}"), cell(last, "seconds", "{:.0f}")]
        for key, words in _MEASURES.items():
            values = [cell(point, key, "{:.1%}") for point in _at_parts(curve)]
            rows.append([f"`{name}`", words.lower(), *end, *values])
    header = ["recipe", "", "steps", "seconds", *(f"{n}/{_PARTS}" for n in range(1, _PARTS + 1))]
    return table(header, rows)


def _at_parts(curve: list[Figures]) -> list[Figures]:
    """The look nearest to the end of each part; nothing measured where there was none."""
    if not curve:
        return [{}] * _PARTS
    ends = [curve[-1]["step"] * part / _PARTS for part in range(1, _PARTS + 1)]
    return [min(curve, key=lambda look: abs(look["step"] - end)) for end in ends]


def convergence_note(sources: Sources) -> str:
    """On how many looks and calls the curves rest; empty without any report."""
    runs = [name for name in (*PAPERS, *OURS) if validations(sources, name)]
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
        "the paper's figure 9 is of bids."
    )


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
    every, but_passes = (last[key] for key in _MEASURES)
    return _standard_error(every, calls), _standard_error(but_passes, calls - passes)


def _standard_error(share: float, count: float) -> float:
    return math.sqrt(share * (1 - share) / count)


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


def people_table(sources: Sources) -> str:
    """What each way to learn from people gives on people and on a robot, or not measured."""
    if not sources.reports.keys() & PEOPLE.keys():
        return "Not measured."
    forms = {path: (words, form) for words, path, form in _COLUMNS}
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
