"""The recipes: the paper's arrangement is the paper's, and families differ in one setting."""

from dataclasses import replace
from pathlib import Path

import pytest

from research.p1.network import PLAYER_STEP_LAYOUT, P1Bidder
from research.p1.recipe import RECIPES, read_recipe
from research.p1.tables import CHANGED, OURS, PAPERS, PEOPLE, SIZES


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_recipe_is_sound_and_learns_from_no_file_that_is_scored_on(path: Path) -> None:
    assert not any("dev" in source.files for source in read_recipe(path.stem).sources)


def test_the_papers_recipe_is_the_papers_arrangement() -> None:
    """Section 3.1, equations 1 to 7, figures 2 and 3 of paper P1."""
    network = read_recipe("paper").network
    assert network.paper
    assert (network.state_layers, network.call_embedding) == (3, 256)
    assert network.rule_vector
    assert network.position_flag
    assert network.beliefs


def test_the_papers_recipe_asks_what_the_paper_asks() -> None:
    """Every player i at every step L, nobody without a hand, every call counted alike."""
    recipe = read_recipe("paper")
    objective = recipe.objective
    assert recipe.network.paper
    assert min(objective.hcp, objective.lengths, objective.cards) > 0
    others = ("extra_views", "blind_turns", "system_dropout", "sampling_threshold")
    assert {name: getattr(objective, name) for name in others} == dict.fromkeys(others, 0)


def test_the_papers_network_has_the_inputs_and_outputs_of_table_1() -> None:
    bidder = P1Bidder(read_recipe("paper").network)
    widths = dict(PLAYER_STEP_LAYOUT.blocks)
    assert widths == {"cards": 52, "vulnerability": 4, "my_turn": 1, "legal": 41}
    assert bidder.state.calls.weight.shape == (41, 256)
    assert bidder.state.gru.input_size == sum(widths.values()) + 256
    assert bidder.call[-1].out_features == 41
    assert bidder.cards[-1].out_features == 52 * (3 + 1)  # the fourth: who looks
    assert bidder.hcp[-1].out_features == 3 * 38


@pytest.mark.parametrize(("whole", "family"), [("paper", PAPERS), ("ours", OURS)])
def test_each_of_a_family_differs_in_one_setting_from_its_first(
    whole: str, family: dict[str, str]
) -> None:
    first = read_recipe(whole)
    for name in [name for name in family if name != whole]:
        other = read_recipe(name)
        changed = CHANGED[name.rpartition("-no-")[2]]
        assert getattr(first.network, changed)
        assert replace(first.network, **{changed: False}) == other.network
        assert (other.sources, other.optimisation) == (first.sources, first.optimisation)
        assert (other.objective, other.seats) == (first.objective, first.seats)


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


def test_recipes_of_sizes_take_the_same_steps() -> None:
    """A run's calls follow from deals and passes: the same product everywhere."""
    recipes = [read_recipe(path.stem) for path in RECIPES.glob(f"{SIZES}*.toml")]
    assert len(recipes) == 4
    seen = [recipe.sources[0].limit * recipe.optimisation.passes for recipe in recipes]
    assert seen == pytest.approx([400_000] * 4, rel=1e-3)
    assert len({str(recipe.network) for recipe in recipes}) == 1
