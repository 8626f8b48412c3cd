"""Reading the papers' trick recipes: all of the project's, and the faults of others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from research.tricks.p3_tables import TABLES_1_AND_2
from research.tricks.paper_tables import SPADES, TABLE_4, TABLE_10
from research.tricks.recipe import TRICK_RECIPES, read_trick_recipe, read_trick_recipes
from research.tricks.tests.small_recipe import RECIPE, small_recipe


def test_every_recipe_of_the_project_can_be_built() -> None:
    stems = sorted(path.stem for path in TRICK_RECIPES.glob("*.toml"))
    recipes = [recipe for stem in stems for recipe in read_trick_recipes(stem)]
    names = {recipe.name for recipe in recipes}
    assert {row.recipe for row in (*SPADES, *TABLE_4)} <= names
    assert {recipe for pair in (*TABLE_10, *TABLES_1_AND_2) for recipe in pair.recipes} <= names
    assert all(not recipe.start or recipe.start in names for recipe in recipes)


def test_the_recipes_ask_for_as_many_results_as_the_papers_have() -> None:
    for path in TRICK_RECIPES.glob("p[23]-*.toml"):
        for recipe in read_trick_recipes(path.stem):
            # P2 has every one of 100,000 deals with each contract and lead; so has P3 in suits.
            deals = 400_000 if "p3-" in recipe.name and "notrump" in recipe.name else 100_000
            results = deals * len(recipe.deals.contracts) * len(recipe.deals.leaders)
            assert recipe.training.examples == results, recipe.name


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("52-4-1", "53-4-1"), "has no 52 inputs"),
        (("52-4-1", "52-4-2"), "has 2 outputs"),
        (("epochs = 12", "epochs = 0"), "epochs is 0; it must be greater than 0"),
        (("epochs = 12", "epoch = 12"), "unknown setting: epoch"),
        (("check_every = 3", "algorithm = 'luck'"), "algorithm is 'luck'; known: rprop, "),
        (("examples = 900", "examples = 0"), "examples is 0; it must be greater than 0"),
        (
            ("epochs = 12", "least_change = -1"),
            "least_change is -1; it must be greater than or equal to 0",
        ),
        (('["52-pairs"]', '["53"]'), "there is no encoding '53'"),
        (('["52-pairs"]', '"52"'), "inputs is '52'; it must be a list of names"),
        (('["52-pairs"]', "[52]"), "inputs is (52,); it must be a list of names"),
        (
            ('contracts = ["S"] }\n\n[variant.coder]', 'contracts = "S" }\n\n[variant.coder]'),
            "contracts is 'S'; it must be a list of names",
        ),
        (('layers = "52-4-1"', "layers = 52"), "layers is 52; it must be a text as in '52-25-1'"),
        (
            ('{ frozen = true, loss = "cross-entropy" }', "3"),
            "variant.frozen.training is 3; it must be a table",
        ),
        (('note = "a small one"', ""), "note is missing"),
    ],
)
def test_a_faulty_recipe_is_refused_with_file_and_fault(
    change: tuple[str, str], fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(RECIPE.replace(*change))
    with pytest.raises(ValueError, match=r"faulty\.toml") as caught:
        read_trick_recipes(str(path))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("variant = 3\n[network]", "variant is 3; it must be a table"),
        ("variant.a = 3\n[network]", "variant.a is 3; it must be a table"),
        ("network = 3\n[variant.a]", "network is 3; it must be a table"),
    ],
)
def test_a_recipe_where_a_table_is_none_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(f'note = "x"\n{text}\n')
    with pytest.raises(ValueError, match=re.escape(f"{path}: {fault}")):
        read_trick_recipes(str(path))


def test_a_seed_after_the_name_is_that_of_the_recipe_and_of_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_recipe(tmp_path, monkeypatch)
    own, other = (read_trick_recipe(f"small/frozen{seed}") for seed in ("", "@7"))
    assert (own.start, other.start) == ("small/coder", "small/coder@7")
    assert (own.training.seed, other.training.seed) == (1, 7)
    start = read_trick_recipe(other.start)
    assert (start.name, start.training.seed) == ("small/coder@7", 7)
    assert read_trick_recipe("small/spades@3").start == ""
    assert {recipe.training.seed for recipe in read_trick_recipes("small@4")} == {4}
    with pytest.raises(ValueError, match="after @ stands a seed, a whole number"):
        read_trick_recipe("small/spades@two")


def test_a_variant_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "small.toml").write_text(RECIPE.replace("COPY", "small"))
    monkeypatch.setattr("research.tricks.recipe.TRICK_RECIPES", tmp_path)
    with pytest.raises(ValueError, match="no variant 'clubs'; there are: small/spades, "):
        read_trick_recipes("small/clubs")
    with pytest.raises(ValueError, match="there is no recipe 'large'; there are: small"):
        read_trick_recipes("large")
    with pytest.raises(ValueError, match="small has variants, name one"):
        read_trick_recipe("small")
