"""Training runs beside each other, of which some have not been run."""

import pytest

from bidding.training.recipe import RECIPES, read_recipe
from bidding.training.reporting import experiments
from bidding.training.reporting.experiments import OURS, PAPERS, PEOPLE, SIZES
from bidding.training.reporting.sources import UNSTATED
from tests.training.reporting import figures

RUNS = figures.sources(
    reports={
        "paper-probe": figures.report("paper-probe", gain=0.1),
        "paper-no-rules": figures.report("paper-no-rules"),
        "probe": figures.report("probe", dev={"later": figures.scores(accuracy=0.9)}),
    }
)


def line(text: str, words: str) -> str:
    return next(row for row in text.splitlines() if words in row)


@pytest.mark.parametrize("name", [*PAPERS, *OURS])
def test_every_run_is_of_a_recipe(name: str) -> None:
    assert (RECIPES / f"{name}.toml").is_file()


def test_runs_that_were_not_made_stay_in_the_table() -> None:
    text = experiments.ablation_table(RUNS)
    assert "| 50 | 90.0% | 70.0% |" in line(text, "`paper-probe`")
    assert "| 1,000 | 90.0% |" in line(text, "`probe`")
    assert line(text, "`paper-no-position`").count("–") == 10
    assert text.count("\n") == 1 + len(PAPERS) + len(OURS)


def test_the_way_of_each_run_is_told_in_equal_parts() -> None:
    """Three looks at thirds of the run: the first is as near to half of it as the second."""
    text = experiments.convergence_table(RUNS)
    assert text.splitlines()[0].endswith("| steps | seconds | 1/4 | 2/4 | 3/4 | 4/4 |")
    found = [row for row in text.splitlines() if "`paper-no-rules`" in row]
    assert found[0] == "| `paper-no-rules` | all calls | 30 | 21 | 60.0% | 60.0% | 70.0% | 80.0% |"
    assert found[1].startswith("| `paper-no-rules` | calls but passes | 30 | 21 | 40.0% |")
    assert line(text, "`probe-no-rules`").count("–") == 6


def test_what_else_differs_stands_beside_each_run() -> None:
    other = figures.report("paper-no-rules", machine="another")
    reports = {"paper-no-rules": other, "paper-no-beliefs": figures.report("paper-no-beliefs")}
    runs = figures.sources(reports={"paper-probe": figures.report("paper-probe"), **reports})
    text = experiments.ablation_table(runs)
    assert line(text, "`paper-probe`").endswith("|  |")
    assert line(text, "`paper-no-rules`").endswith("| the machine: another for a machine |")
    assert line(text, "`paper-no-beliefs`").endswith("| nothing |")


def test_notes_tell_what_the_reports_do_not() -> None:
    said = " ".join(experiments.ablation_notes(RUNS))
    assert "No recipe was run with a second seed" in said
    assert "The reports of `paper-probe`, `paper-no-rules`, `probe` do not tell" in said
    again = figures.report("again", gain=0.05, numbers="float32")
    again["recipe"]["optimisation"]["seed"] = 2
    first = figures.report("probe", numbers="float32")
    said = " ".join(experiments.ablation_notes(figures.sources(reports={"a": first, "b": again})))
    assert said == "`a` and `b`, one recipe with two seeds, differ by 5.0 points."


def test_a_flag_that_is_always_up_is_said_to_be_so() -> None:
    names = ("paper-probe", "paper-no-position")
    runs = figures.sources(reports={name: figures.report(name) for name in names})
    assert "always up" in experiments.position_limit(runs)
    objective = runs.reports["paper-probe"]["recipe"]["objective"]
    objective["extra_views"] = 0.3
    assert experiments.position_limit(runs) == ""


def test_curves_are_told_with_the_error_of_what_they_rest_on() -> None:
    """50 calls, 30 of them passes: at 80 % of all the error is 5.7 points, at 60 % of 20 11.0."""
    runs = figures.sources(reports={"probe": figures.report("probe")})
    note = experiments.convergence_note(runs)
    assert note.startswith("Each curve rests on 3 looks at 10 auctions.")
    assert "5.7 points of all calls and 11.0 of those but passes" in note
    many = figures.sources(reports={"probe": figures.report("probe", validation_auctions=4000)})
    assert "3 looks at 1,000 auctions" in experiments.convergence_note(many)
    assert "11.3 points of all calls" in experiments.convergence_note(many)
    many.reports["probe"]["recipe"]["optimisation"]["look_auctions"] = 3000
    assert "3 looks at 3,000 auctions" in experiments.convergence_note(many)
    assert experiments.convergence_note(figures.sources()) == ""


def test_the_picture_holds_the_runs_that_were_made() -> None:
    picture = experiments.convergence_chart(RUNS)
    assert picture is not None
    assert ">paper-no-rules<" in picture
    assert ">probe<" in picture
    assert "probe-no-rules" not in picture
    assert experiments.convergence_chart(figures.sources()) is None


def test_a_difference_is_in_points_and_needs_both_runs() -> None:
    words = experiments.difference(RUNS, "paper-probe", "paper-no-rules", "accuracy")
    assert words == "+10.0 points"
    assert experiments.difference(RUNS, "probe", "probe-no-rules", "accuracy") == "not measured"


def test_speed_is_when_a_run_is_where_the_other_ends() -> None:
    words = experiments.caught_up_words(RUNS, "paper-probe", "paper-no-rules")
    assert "after 20 of 30 steps" in words
    back = experiments.caught_up_words(RUNS, "paper-no-rules", "paper-probe")
    assert back.startswith("it does not reach")
    assert experiments.caught_up_words(RUNS, "probe", "probe-no-rules") == "not measured"


def test_ways_to_learn_from_people_stand_with_their_scores_by_file() -> None:
    on_people = figures.scores(accuracy=0.712, nll=0.91)
    read_as_unknown = figures.scores(accuracy=0.83)
    reports = {
        "people-none": figures.report("people-none", dev={"people-dev": on_people}),
        "people-after": figures.report(
            "people-after", start="people-none", dev={"robot-sayc-dev" + UNSTATED: read_as_unknown}
        ),
    }
    head, _, none, *_, after, again = experiments.people_table(
        figures.sources(reports=reports)
    ).splitlines()
    assert "people-dev: log loss" in head
    assert "robot-sayc-dev, systems unstated: next call" in head
    assert none.startswith("| `people-none` | robots alone | 100 | 0.5 | 500 | 71.2% |")
    assert "| 1,000 | – |" in after  # its own calls and those of the run it began with
    assert "| 83.0% |" in after
    assert again.count("–") > 8
    assert experiments.people_table(figures.sources()) == "Not measured."


def test_people_are_learned_from_by_one_network_with_as_many_calls() -> None:
    recipes = {name: read_recipe(name) for name in PEOPLE}
    assert len({str(recipe.network) for recipe in recipes.values()}) == 1
    seen = {
        name: recipe.optimisation.passes
        * sum(source.repeat * (source.limit or 86_000) for source in recipe.sources)
        for name, recipe in recipes.items()
        if not recipe.start
    }
    assert list(seen.values()) == pytest.approx([400_000] * len(seen), rel=0.01)


def test_sizes_stand_by_their_deals() -> None:
    reports = {
        f"deals-{name}": figures.report(f"deals-{name}", gain=gain, auctions_a_pass=deals)
        for name, deals, gain in (("400k", 400_000, 0.1), ("10k", 10_000, -0.2))
    }
    sized = figures.sources(reports=reports)
    rows = experiments.size_table(sized).splitlines()[2:]
    assert rows[0].startswith("| `deals-10k` | 10,000 | 0.5 | 500 | 50 | 60.0% |")
    assert rows[1].startswith("| `deals-400k` | 400,000 |")
    picture = experiments.size_chart(sized)
    assert picture is not None
    assert "training deals" in picture
    assert experiments.size_table(figures.sources()) == "Not measured."
    assert experiments.size_chart(figures.sources()) is None


def test_recipes_of_sizes_take_the_same_steps() -> None:
    """A run's calls follow from deals and passes: the same product everywhere."""
    recipes = [read_recipe(path.stem) for path in RECIPES.glob(f"{SIZES}*.toml")]
    assert len(recipes) == 4
    seen = [recipe.sources[0].limit * recipe.optimisation.passes for recipe in recipes]
    assert seen == pytest.approx([400_000] * 4, rel=1e-3)
    assert len({str(recipe.network) for recipe in recipes}) == 1
