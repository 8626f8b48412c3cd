"""Runs that differ in one thing, of which some have not been made, or with several seeds."""

import json

import pytest

from research.p1 import ablations
from research.p1.ablations import OURS, PAPERS
from research.p1.recipe import RECIPES, read_recipe
from research.released.tests import figures

RUNS = figures.sources(
    reports={
        "paper-probe": figures.report("paper-probe", gain=0.1),
        "paper-no-rules": figures.report("paper-no-rules"),
        "probe": figures.report("probe", dev={"later": figures.scores(accuracy=0.9)}),
    }
)


RUN = figures.report("paper-probe")


def line(text: str, words: str) -> str:
    return next(row for row in text.splitlines() if words in row)


@pytest.mark.parametrize("name", [*PAPERS, *OURS])
def test_every_run_is_of_a_recipe(name: str) -> None:
    assert (RECIPES / f"{name}.toml").is_file()


def test_runs_that_were_not_made_stay_in_the_table() -> None:
    text = ablations.ablation_table(RUNS)
    assert "| 50 | 90.0% | 70.0% |" in line(text, "`paper-probe`")
    assert "| 1,000 | 90.0% |" in line(text, "`probe`")
    assert line(text, "`paper-no-position`").count("–") == 10
    assert text.count("\n") == 1 + len(PAPERS) + len(OURS)


def test_what_else_differs_stands_beside_each_run() -> None:
    other = figures.report("paper-no-rules", machine="another")
    reports = {"paper-no-rules": other, "paper-no-beliefs": figures.report("paper-no-beliefs")}
    runs = figures.sources(reports={"paper-probe": figures.report("paper-probe"), **reports})
    text = ablations.ablation_table(runs)
    assert line(text, "`paper-probe`").endswith("|  |")
    assert line(text, "`paper-no-rules`").endswith("| the machine: another for a machine |")
    assert line(text, "`paper-no-beliefs`").endswith("| nothing |")


def test_notes_tell_what_the_reports_do_not() -> None:
    said = " ".join(ablations.ablation_notes(RUNS))
    assert "No recipe was run with a second seed" in said
    assert said.startswith("The figures of `paper-probe` are of runs from before")
    assert "The reports of `paper-probe`, `paper-no-rules`, `probe` do not tell" in said
    again = figures.report("again", gain=0.05, numbers="float32")
    again["recipe"]["optimisation"]["seed"] = 2
    first = figures.report("probe", numbers="float32")
    said = " ".join(ablations.ablation_notes(figures.sources(reports={"a": first, "b": again})))
    assert said == (
        "Of runs that differ in the seed alone, `a` and `b` are the farthest apart: 5.0 points."
    )


def test_a_flag_that_is_always_up_is_said_to_be_so() -> None:
    names = ("paper-probe", "paper-no-position")
    runs = figures.sources(reports={name: figures.report(name) for name in names})
    assert "always up" in ablations.position_limit(runs)
    objective = runs.reports["paper-probe"]["recipe"]["objective"]
    objective["every_seat"] = True
    assert ablations.position_limit(runs) == ""
    objective["every_seat"] = False
    objective["extra_views"] = 0.3
    assert ablations.position_limit(runs) == ""


def test_a_difference_is_in_points_and_needs_both_runs() -> None:
    words = ablations.difference(RUNS, "paper-probe", "paper-no-rules", "accuracy")
    assert words == "+10.0 points"
    assert ablations.difference(RUNS, "probe", "probe-no-rules", "accuracy") == "not measured"


SEEDS = figures.sources(
    reports={
        "probe": figures.report("probe", gain=0.02),
        "probe@2": figures.with_seed(figures.report("probe@2", gain=0.03), 2),
        "probe-no-rules": figures.report("probe-no-rules"),
        "probe-no-rules@2": figures.with_seed(figures.report("probe-no-rules@2", gain=0.006), 2),
    }
)


def test_a_second_seed_stands_below_the_first_and_beside_the_effect() -> None:
    """Effects of 2 and 2.4 points; of the whole the seeds are 1 point apart, without 0.6."""
    rows = ablations.ablation_table(SEEDS).splitlines()
    names = [row.split("|")[1].strip() for row in rows[2 + len(PAPERS) :]]
    assert names[:4] == ["`probe`", "`probe@2`", "`probe-no-rules`", "`probe-no-rules@2`"]
    assert "This project's arrangement, seed 2" in line("\n".join(rows), "`probe@2`")
    assert all(row.endswith("| nothing |") for row in rows if "@2`" in row)
    words = ablations.difference(SEEDS, "probe", "probe-no-rules", "accuracy")
    assert words == "+2.2 points (by seed +2.0, +2.4; seeds of one recipe up to 1.0 apart)"


def test_one_run_with_a_second_seed_is_enough_to_tell_what_chance_does() -> None:
    reports = {name: run for name, run in SEEDS.reports.items() if name != "probe-no-rules@2"}
    some = figures.sources(reports=reports)
    words = ablations.difference(some, "probe", "probe-no-rules", "accuracy")
    assert words == "+2.0 points (seeds of one recipe up to 1.0 apart)"


def test_what_else_differs_is_of_the_run_with_the_same_seed() -> None:
    runs = figures.sources(reports={**SEEDS.reports})
    del runs.reports["probe@2"]
    rows = ablations.ablation_table(runs)
    assert line(rows, "`probe-no-rules@2`").endswith("| `seed` is 2 for 1 |")


def test_scores_at_others_turns_stand_beside_those_at_own_turns() -> None:
    bids = {"micro": {"recall": 0.31}}
    elsewhere = {
        "others_turns": {"accuracy": 0.61, "bids": bids, "hcp_mae": 2.34},
        "at_the_end": {"hcp_mae": 2.21},
    }
    dev = {"later": figures.scores(accuracy=0.9, **elsewhere)}
    runs = figures.sources(
        reports={"probe": figures.report("probe"), "paper-probe": {"dev": dev, **RUN}}
    )
    _, text = ablations.elsewhere_parts(runs)
    row = "| `paper-probe` | 90.0% | 61.0% | 80.0% | 31.0% | 1.80 | 2.34 | 2.21 | – |"
    assert text.splitlines()[2:] == [row]
    (words,) = ablations.elsewhere_parts(RUNS)
    assert words.endswith("not measured.")


def test_runs_from_before_their_recipes_were_changed_are_said_to_be_so() -> None:
    now = json.loads(json.dumps(read_recipe("paper-no-rules").to_dict()))
    then = json.loads(json.dumps(now))
    del then["objective"]["every_seat"]
    reports = {
        "paper-no-rules": figures.report("paper-no-rules", recipe=then),
        "paper-probe": figures.report(
            "paper-probe", recipe=json.loads(json.dumps(read_recipe("paper-probe").to_dict()))
        ),
    }
    first, *_ = ablations.ablation_notes(figures.sources(reports=reports))
    assert first.startswith("The figures of `paper-no-rules` are of runs from before")
    assert first.endswith("since then other: `every_seat`.")
    reports["paper-no-rules"]["recipe"] = now
    said = " ".join(ablations.ablation_notes(figures.sources(reports=reports)))
    assert "from before" not in said


def test_on_what_the_runs_were_trained_is_told_by_their_reports() -> None:
    assert ablations.trained_words(RUNS) == " on 50 auctions of the Standard American robot"
    assert ablations.trained_words(figures.sources()) == ""
    often = figures.report("probe")
    often["recipe"]["optimisation"]["passes"] = 4.0
    assert ablations.auctions_heard(often) == 100
