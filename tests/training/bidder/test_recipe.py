"""Recipes: the project's own can be read, faults are named."""

from pathlib import Path

import pytest

from bidding.training.bidder.recipe import read_recipe
from bidding.training.core.settings import RECIPES, recipe_name


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_recipe_of_the_project_is_sound(path: Path) -> None:
    recipe = read_recipe(recipe_name(path))
    assert recipe.name == recipe_name(path)
    assert recipe.note.endswith((".", "?"))
    assert not any("dev" in source.files for source in recipe.sources)


SOUND = "note = 'x'\n[network]\n[[source]]\nfiles = 'a'\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("note = 'x'", "network"),
        ("note = 'x'\n[[source]]\nfiles = 'a'\n[network]\nstate = 'odd'", "state is 'odd'"),
        ("note = 'x'\n[network]\n[[source]]\nfile = 'a'", "unknown setting: source.0.file"),
        ("note = 'x'\n[network]\n[extra]", "unknown setting: extra"),
        ("note = ", "Invalid value (at end of document)"),
        (
            "note = 'x'\n[network]\n[source]\nfiles = 'a'",
            "source is {'files': 'a'}; it must be a valid array",
        ),
        (f"{SOUND}limit = 'a'", "limit is 'a'"),
        (f"{SOUND}by_tables = 'root'", "by_tables is 'root'; it must be a valid boolean"),
        (f"validation = 0\n{SOUND}", "validation is 0; it must be greater than 0"),
        (f"validation = 1\n{SOUND}", "validation is 1; no deal is left"),
        (f"validation = 1.5\n{SOUND}", "validation is 1.5; it must be less than or equal to 1"),
        (f"validation = '10 %'\n{SOUND}", "validation is '10 %'"),
        (f"{SOUND}repeat = -1", "repeat is -1"),
        (f"{SOUND}[optimisation]\npasses = 0", "passes is 0"),
        (f"{SOUND}[optimisation]\nbatch_decisions = 8.5", "batch_decisions is 8.5"),
        (f"{SOUND}[optimisation]\nmatrix_lr = nan", "matrix_lr is nan"),
        (f"{SOUND}[objective]\nblind_share = 1.5", "blind_share is 1.5"),
        ("note = 'x'\n[network]\n[[source]]\nfiles = '/etc/*'", "files is '/etc/*'"),
        ("note = 'x'\n[network]\nstate_width = 8.5\n[[source]]\nfiles = 'a'", "state_width is 8.5"),
    ],
)
def test_a_faulty_recipe_is_named_with_its_fault(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"mine\.toml") as refused:
        read_recipe(str(path))
    assert fault in str(refused.value)


def test_a_share_of_the_deals_may_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"validation = 0.1\n{SOUND}")
    assert (
        read_recipe(str(path)).validation == read_recipe(str(path)).to_dict()["validation"] == 0.1
    )


def test_each_numbered_recipe_starts_from_one_before_it() -> None:
    numbered = [read_recipe(str(path)) for path in sorted(RECIPES.glob("[0-9]*.toml"))]
    names = [recipe.name for recipe in numbered]
    for place, recipe in enumerate(numbered):
        assert recipe.start in ("", "weights", *names[:place])


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(ValueError, match="cards"):
        read_recipe("nonsense")


def test_a_seed_after_the_name_changes_nothing_but_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "mine@home.toml"
    path.write_text(SOUND)
    for name in ("small", str(path)):
        own, other = read_recipe(name).to_dict(), read_recipe(f"{name}@12").to_dict()
        assert (own["optimisation"]["seed"], other["optimisation"]["seed"]) == (1, 12)
        assert other["name"] == f"{own['name']}@12"
        own["name"], own["optimisation"]["seed"] = other["name"], 12
        assert own == other


@pytest.mark.parametrize("seed", ["", "two", "-1"])
def test_a_seed_that_is_no_number_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="after @ stands a seed"):
        read_recipe(f"small@{seed}")
