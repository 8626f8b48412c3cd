"""Recipes that differ in one thing from the first of their kind: what that thing is good for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidding.training.markdown import NOT_MEASURED, between, cell, figure, table
from bidding.training.recipe import SEED_MARK
from bidding.training.scoring.every_seat import END, OTHERS
from research.p1.differing import (
    changed_since,
    seed_spread,
    spread_of,
    what_else,
    without_numbers,
)
from research.p1.experiments import COLUMNS
from research.released.sources import Figures, Sources

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

CHANGED = {"rules": "rule_vector", "position": "position_flag", "beliefs": "beliefs"}
"""The setting of the network that a recipe called so, after ``-no-``, was written to change."""

_ELSEWHERE = (
    ("next call: own turns", "accuracy", "{:.1%}"),
    ("others' turns", f"{OTHERS}.accuracy", "{:.1%}"),
    ("bids only: own turns", "bids.micro.recall", "{:.1%}"),
    ("others' turns", f"{OTHERS}.bids.micro.recall", "{:.1%}"),
    ("HCP error: own turns", "hcp_mae", "{:.2f}"),
    ("others' turns", f"{OTHERS}.hcp_mae", "{:.2f}"),
    ("at the end", f"{END}.hcp_mae", "{:.2f}"),
    ("the end is said when it is there", f"{END}.accuracy", "{:.1%}"),
)


def runs_of(sources: Sources, name: str) -> list[str]:
    """The run of a recipe, reported or not, and those with other seeds that are."""
    return [name, *sorted(run for run in sources.reports if run.startswith(name + SEED_MARK))]


def family_runs(sources: Sources) -> dict[str, str]:
    """All runs of both families, with what each is, the seeds of a recipe one below the other."""
    return {
        run: f"{words}, seed {run.removeprefix(name + SEED_MARK)}" if run != name else words
        for family in (PAPERS, OURS)
        for name, words in family.items()
        for run in runs_of(sources, name)
    }


def ablation_table(sources: Sources) -> str:
    """Each run's scores at its end, and in what else it differs from the first of its kind."""
    rows = []
    for run, words in family_runs(sources).items():
        final = sources.final(run)
        cells = [cell(final, path, form) for _, path, form in COLUMNS]
        rows.append([f"`{run}`", words, *cells, _what_else_words(sources, run)])
    header = ["recipe", "", *(words for words, _, _ in COLUMNS), "what else differs"]
    return table(header, rows)


def _what_else_words(sources: Sources, run: str) -> str:
    name, mark, seed = run.partition(SEED_MARK)
    whole = next(iter(PAPERS if name in PAPERS else OURS))
    if run == whole:
        return ""
    if name == whole:
        return "; ".join(what_else(sources, whole, run, "optimisation seed")) or "nothing"
    first = whole + mark + seed if whole + mark + seed in sources.reports else whole
    if first not in sources.reports or run not in sources.reports:
        return NOT_MEASURED
    return "; ".join(also_changed(sources, first, run)) or "nothing"


def also_changed(sources: Sources, whole: str, without: str) -> list[str]:
    """In what a run differs from another besides the setting that its name tells, in words."""
    name = without.partition(SEED_MARK)[0]
    return what_else(sources, whole, without, f"network {CHANGED[name.rpartition('-no-')[2]]}")


def elsewhere_parts(sources: Sources) -> Iterator[str]:
    """The scores at others' turns and at the end beside those at own turns."""
    finals = {run: sources.final(run) for run in family_runs(sources)}
    rows = [
        [f"`{run}`", *(cell(final, path, form) for _, path, form in _ELSEWHERE)]
        for run, final in finals.items()
        if OTHERS in final
    ]
    if not rows:
        yield "At others' turns and at the end of auctions: not measured."
        return
    yield (
        "The scores above are of players' own turns. The same players, with the own hand seen, "
        "at the turns of the other three, whose hands they do not see, and when the auction is "
        "over. Who knows no word for the end says none (“–”):"
    )
    yield table(["recipe", *(words for words, _, _ in _ELSEWHERE)], rows)


def trained_words(sources: Sources) -> str:
    """On what the runs were trained, as far as there are reports; with a space before it."""
    heard = [
        auctions_heard(sources.reports[run])
        for run in family_runs(sources)
        if run in sources.reports
    ]
    return f" on {between(heard)} auctions of the Standard American robot" if heard else ""


def auctions_heard(report: Figures) -> int:
    """How many different auctions a run learned from."""
    passes = min(1.0, float(report["recipe"]["optimisation"]["passes"]))
    return round(passes * int(report["auctions_a_pass"]))


def ablation_notes(sources: Sources) -> Iterator[str]:
    """What the reports tell of how far the runs may be compared, a sentence each."""
    yield from _of_earlier_forms(sources)
    spread = seed_spread(sources)
    if spread is None:
        yield "No recipe was run with a second seed: how much of a difference is chance is unknown."
    else:
        names = " and ".join(f"`{name}`" for name in spread[1])
        yield (
            f"Of runs that differ in the seed alone, {names} are the farthest apart: "
            f"{100 * spread[0]:.1f} points."
        )
    if unsaid := without_numbers(sources, family_runs(sources)):
        yield (
            f"The reports of {_named(unsaid)} do not tell in what numbers (float32 or bfloat16) "
            "they were computed, and none tells the version of the program."
        )
    if limit := position_limit(sources):
        yield f"The flag of who is to call: {limit}."


def _of_earlier_forms(sources: Sources) -> Iterator[str]:
    """Which reports are of runs from before their recipes were changed."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for run in family_runs(sources):
        if run in sources.reports and (changed := changed_since(sources.reports[run])):
            alike.setdefault(tuple(changed), []).append(run)
    for settings, runs in alike.items():
        yield (
            f"The figures of {_named(runs)} are of runs from before these recipes were changed, "
            f"and have not been taken anew; since then other: {_named(settings)}."
        )


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def position_limit(sources: Sources) -> str:
    """Why the run without the flag of who is to call can hardly differ; empty where it can."""
    for name in ("paper-probe", "paper-no-position"):
        objective = sources.reports.get(name, {}).get("recipe", {}).get("objective", {})
        asked_elsewhere = objective.get("every_seat", False)
        if asked_elsewhere or objective.get("extra_views") != 0 or objective["hidden_turns"] != 0:
            return ""
    return (
        "these runs were trained and scored at players' own turns alone, where it is always up; "
        "which earlier turns were the player's follows by counting back, so it could hardly help"
    )


def difference(sources: Sources, whole: str, without: str, path: str) -> str:
    """How many points of a share a run loses without something, and how far seeds are apart."""
    each = effects(sources, whole, without, path)
    if not each:
        return "not measured"
    notes = []
    if len(each) > 1:
        notes.append(f"by seed {', '.join(f'{effect:+.1f}' for effect in each)}")
    chances = [spread_of(sources, runs_of(sources, name), path) for name in (whole, without)]
    if known := [chance for chance in chances if chance is not None]:
        notes.append(f"seeds of one recipe up to {100 * max(known):.1f} apart")
    words = f"{sum(each) / len(each):+.1f} points"
    return f"{words} ({'; '.join(notes)})" if notes else words


def effects(sources: Sources, whole: str, without: str, path: str) -> list[float]:
    """The same in numbers, for each seed that both recipes were run with."""
    found = []
    for run in runs_of(sources, whole):
        both = [sources.final(run), sources.final(without + run.removeprefix(whole))]
        before, after = (figure(final, path) for final in both)
        if before is not None and after is not None:
            found.append(100 * (float(before) - float(after)))
    return found
