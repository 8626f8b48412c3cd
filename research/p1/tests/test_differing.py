"""In what two training runs differ, by their reports alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from research.p1.differing import (
    changed_since,
    seed_spread,
    spread_of,
    what_else,
    without_numbers,
)
from research.p1.recipe import read_recipe
from research.released.sources import Sources
from research.released.tests import figures

FLAGGED = {"flag": True, "width": 8}


def run(
    name: str, network: dict[str, Any] | None = None, seed: int = 1, **changes: Any
) -> dict[str, Any]:
    made = figures.report(name, **changes)
    made["recipe"]["network"] = network or FLAGGED
    made["recipe"]["optimisation"] = {"passes": 0.5, "seed": seed}
    return made


def two(first: dict[str, Any], second: dict[str, Any]) -> Sources:
    return figures.sources(reports={"whole": first, "without": second})


def else_between(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    return what_else(two(first, second), "whole", "without", "network flag")


def test_the_setting_that_a_run_is_about_is_no_other_difference() -> None:
    assert else_between(run("whole"), run("without", {"flag": False, "width": 8})) == []


def test_looks_on_the_way_are_no_difference() -> None:
    second = run("without")
    second["recipe"]["optimisation"]["validations"] = 20
    assert else_between(run("whole"), second) == []


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (run("without", {"flag": False, "width": 9}), "`width` is 9 for 8"),
        (run("without", seed=2), "`seed` is 2 for 1"),
        (run("without", machine="another"), "the machine: another for a machine"),
        (run("without", calls_learned_from=4000), "calls learned from: 4,000 for 500"),
        (run("without", validations=[{"step": 29}]), "29 steps for 30"),
        (
            run("without", {"flag": False, "width": 8, "depth": 1}),
            "`whole` is of an earlier program, without the settings `depth`",
        ),
        (
            run("without", {"flag": False}),
            "`without` is of an earlier program, without the settings `width`",
        ),
    ],
)
def test_every_other_difference_is_told(second: dict[str, Any], words: str) -> None:
    assert else_between(run("whole"), second) == [words]


def test_numbers_differ_only_where_both_tell_them() -> None:
    whole, without = run("whole", numbers="float32"), run("without", numbers="bfloat16")
    assert else_between(whole, without) == ["the numbers computed with: bfloat16 for float32"]
    assert else_between(whole, run("without")) == []
    assert without_numbers(two(whole, run("without")), ["whole", "without", "absent"]) == [
        "without"
    ]


def test_a_run_without_a_report_differs_in_nothing_known() -> None:
    assert what_else(figures.sources(), "whole", "without", "network flag") == []


def test_how_far_a_figure_of_one_recipe_is_apart_by_seed() -> None:
    reports = {
        "a": run("a"),
        "a@2": run("a", seed=2, gain=0.03),
        "a@3": run("a", seed=3, gain=-0.01),
        "a@4": run("a", {"flag": False, "width": 8}, seed=4, gain=0.1),
    }
    runs = figures.sources(reports=reports)
    assert spread_of(runs, reports, "accuracy") == pytest.approx(0.04)  # a@4 is of another network
    assert spread_of(runs, ["a", "a@4"], "accuracy") is None
    assert spread_of(runs, ["a", "b"], "accuracy") is None
    assert spread_of(runs, ["b"], "accuracy") is None
    assert spread_of(runs, reports, "no.such.figure") is None


def test_what_a_recipe_has_been_changed_in_since_a_run_is_told() -> None:
    recipe = json.loads(json.dumps(read_recipe("probe").to_dict()))
    assert changed_since({"recipe": recipe}) == []
    del recipe["network"]["service_tokens"]  # an older program had not: it was as by default
    recipe["optimisation"]["validations"] = 4  # changes nothing that is learned
    assert changed_since({"recipe": recipe}) == []
    recipe["optimisation"]["passes"] = 1.0
    recipe["sources"][0]["limit"] = 120_000
    assert changed_since({"recipe": recipe}) == ["sources", "passes"]
    assert changed_since({"recipe": {**recipe, "name": "probe@2"}}) == ["sources", "seed", "passes"]
    assert changed_since({"recipe": {**recipe, "name": "not-there-any-more"}}) == []


def test_the_spread_of_seeds_is_of_runs_that_differ_in_nothing_else() -> None:
    spread = seed_spread(two(run("whole"), run("without", seed=2, gain=0.01)))
    assert spread is not None
    assert spread[0] == pytest.approx(0.01)
    assert spread[1] == ["whole", "without"]
    assert seed_spread(two(run("whole"), run("without"))) is None
    assert seed_spread(two(run("whole"), run("without", {"flag": False}, seed=2))) is None
    assert seed_spread(two(run("whole"), run("without", seed=2, machine="another"))) is None
