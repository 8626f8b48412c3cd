"""Runs beside each other: ways to learn from people, and numbers of deals."""

import pytest

from research.p1 import experiments
from research.p1.experiments import PEOPLE, SIZES
from research.p1.recipe import RECIPES, read_recipe
from research.released.sources import UNSTATED
from research.released.tests import figures


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
