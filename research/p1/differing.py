"""In what two training runs differ, as far as their reports tell."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import combinations
from typing import Any

from bidding.networks.config import BidderConfig
from bidding.training.markdown import figure
from bidding.training.recipe import LOOKS, Objective, Optimisation
from research.p1.recipe import read_recipe
from research.released.sources import Figures, Sources

_SEED = "optimisation seed"
_DEFAULTS = {
    "network": asdict(BidderConfig()),
    "optimisation": asdict(Optimisation()),
    "objective": asdict(Objective()),
}
_FACTS = {
    "machine": "the machine",
    "numbers": "the numbers computed with",
    "auctions_a_pass": "auctions a pass",
    "validation_auctions": "auctions kept to choose by",
    "calls_learned_from": "calls learned from",
}
"""What a report says of a run besides its recipe; the clock is left out."""


def what_else(sources: Sources, whole: str, without: str, changed: str) -> list[str]:
    """Differences between two runs other than the setting ``changed``, in words.

    The setting is named with its table, as in "network beliefs".
    Empty when there are none, and when one of the runs has no report.
    """
    if whole not in sources.reports or without not in sources.reports:
        return []
    first, second = sources.reports[whole], sources.reports[without]
    found = [*_facts_apart(first, second), *_settings_apart(first, second, changed)]
    older, newer = (set(_settings(report)) for report in (first, second))
    if lacking := sorted(older ^ newer):
        names = ", ".join(f"`{name.split()[-1]}`" for name in lacking)
        earlier = whole if newer - older else without
        found.append(f"`{earlier}` is of an earlier program, without the settings {names}")
    return found


def without_numbers(sources: Sources, names: Iterable[str]) -> list[str]:
    """Those of the runs whose reports do not tell in what numbers they computed."""
    return [name for name in names if "numbers" not in sources.reports.get(name, {"numbers": ""})]


def seed_spread(sources: Sources) -> tuple[float, list[str]] | None:
    """The most that runs of one recipe differ in accuracy by their seed, and their names.

    The largest of all recipes that were run with several seeds; None where none was.
    """
    pairs = [
        (abs(sources.final(one)["accuracy"] - sources.final(other)["accuracy"]), [one, other])
        for one, other in combinations(sorted(sources.reports), 2)
        if _differ_by_seed_alone(sources.reports[one], sources.reports[other])
    ]
    return max(pairs, default=None)


def spread_of(sources: Sources, runs: Iterable[str], path: str) -> float | None:
    """How far apart a figure is in runs that differ in the seed alone from the first of them.

    None where there are no two of these.
    """
    first, *others = [run for run in runs if run in sources.reports] or [""]
    alike = [
        run for run in others if _differ_by_seed_alone(sources.reports[first], sources.reports[run])
    ]
    found = [figure(sources.final(run), path) for run in (first, *alike)]
    values = [float(value) for value in found if value is not None]
    return max(values) - min(values) if len(values) > 1 else None


def _differ_by_seed_alone(first: Figures, second: Figures) -> bool:
    before, after = _settings(first), _settings(second)
    apart = {name for name in set(before) | set(after) if before.get(name) != after.get(name)}
    return apart == {_SEED} and not any(_facts_apart(first, second, ("machine", "numbers")))


def _facts_apart(
    first: Figures, second: Figures, names: tuple[str, ...] = tuple(_FACTS)
) -> Iterator[str]:
    for name in names:
        if name in first and name in second and first[name] != second[name]:
            yield f"{_FACTS[name]}: {_words(second[name])} for {_words(first[name])}"
    steps = [report["validations"][-1]["step"] for report in (first, second)]
    if "auctions_a_pass" in names and steps[0] != steps[1]:
        yield f"{steps[1]:.0f} steps for {steps[0]:.0f}"


def _settings_apart(first: Figures, second: Figures, changed: str) -> Iterator[str]:
    before, after = _settings(first), _settings(second)
    for name in before:
        if name in after and before[name] != after[name] and name != changed:
            yield f"`{name.split()[-1]}` is {after[name]} for {before[name]}"


def _settings(report: Figures) -> dict[str, Any]:
    """All settings of a run's recipe, by table and name."""
    recipe = report["recipe"]
    found = {
        f"{table} {name}": value
        for table in _DEFAULTS
        for name, value in recipe.get(table, {}).items()
    }
    for look in LOOKS:
        found.pop(f"optimisation {look}", None)
    return {"start": recipe["start"], "sources": recipe["sources"], **found}


def changed_since(report: Figures) -> list[str]:
    """The settings in which a run differs from the recipe that is called so now, by name.

    Settings that a report of old lacks had the values that are their defaults now. Empty where
    there is no such recipe any more.
    """
    try:
        recipe = read_recipe(report["recipe"]["name"]).to_dict()
    except ValueError:
        return []
    then = {**report["recipe"]}
    for name, defaults in _DEFAULTS.items():
        then[name] = defaults | then.get(name, {})
    now = _settings({"recipe": json.loads(json.dumps(recipe))})
    before = _settings({"recipe": then})
    return [name.split()[-1] for name in now if before.get(name) != now[name]]


def _words(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
