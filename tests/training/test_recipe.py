"""Recipes: the project's own can be read, faults are named."""

from dataclasses import replace
from pathlib import Path

import pytest

from bidding.encoding.layout import PLAYER_STEP_LAYOUT
from bidding.networks.bidder import Bidder
from bidding.training.recipe import RECIPES, read_recipe
from bidding.training.reporting.ablations import CHANGED, OURS, PAPERS


@pytest.mark.parametrize("path", sorted(RECIPES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_recipe_of_the_project_is_sound(path: Path) -> None:
    recipe = read_recipe(path.stem)
    assert recipe.name == path.stem
    assert recipe.note.endswith((".", "?"))
    assert not any("dev" in source.files for source in recipe.sources)


def test_the_papers_recipe_is_the_papers_arrangement() -> None:
    """Section 3.1, equations 1 to 7, figures 2 and 3 of paper P1."""
    network = read_recipe("paper").network
    assert (network.state, network.readout, network.card_head) == ("player", "plain", "sigmoids")
    assert (network.state_layers, network.call_embedding) == (3, 256)
    assert network.rule_vector
    assert network.position_flag
    assert network.beliefs
    assert not network.detached_beliefs  # equation 3: one function, learned as a whole
    assert not network.system_inputs
    assert network.service_tokens


def test_the_papers_recipe_asks_what_the_paper_asks() -> None:
    """Every player i at every step L, nobody without a hand, every call counted alike."""
    objective = read_recipe("paper").objective
    assert objective.every_seat
    assert min(objective.hcp, objective.lengths, objective.cards) > 0
    others = ("extra_views", "hidden_turns", "told", "forgotten_systems", "settled")
    assert {name: getattr(objective, name) for name in others} == dict.fromkeys(others, 0)


def test_the_papers_network_has_the_inputs_and_outputs_of_table_1() -> None:
    bidder = Bidder(read_recipe("paper").network)
    widths = dict(PLAYER_STEP_LAYOUT.blocks)
    silent = widths.pop("systems")
    assert widths == {"cards": 52, "vulnerability": 4, "my_turn": 1, "legal": 41}
    assert bidder.state.calls.weight.shape == (41, 256)
    assert bidder.state.gru.input_size == sum(widths.values()) + silent + 256
    assert bidder.call[-1].out_features == 41
    assert bidder.cards[-1].out_features == 52 * (3 + 1)  # the fourth: who looks
    assert bidder.hcp[-1].out_features == 3 * 38


@pytest.mark.parametrize(
    ("whole", "family"), [("paper-probe", PAPERS), ("probe", OURS)], ids=["paper", "probe"]
)
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
        assert other.objective == first.objective


def test_both_families_learn_from_the_same_auctions_and_the_whole_as_its_probe() -> None:
    paper, papers, ours = (read_recipe(name) for name in ("paper", "paper-probe", "probe"))
    assert (papers.sources, papers.optimisation) == (ours.sources, ours.optimisation)
    assert (paper.network, paper.objective) == (papers.network, papers.objective)


SOUND = "note = 'x'\n[network]\n[[source]]\nfiles = 'a'\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("note = 'x'", "network"),
        ("note = 'x'\n[[source]]\nfiles = 'a'\n[network]\nstate = 'odd'", "state is 'odd'"),
        ("note = 'x'\n[network]\n[[source]]\nfile = 'a'", "unknown settings: file"),
        ("note = 'x'\n[network]\n[extra]", "unknown tables: extra"),
        ("note = ", "Invalid value (at end of document)"),
        ("note = 'x'\n[network]\n[source]\nfiles = 'a'", "[[source]]"),
        (f"{SOUND}limit = 'a'", "limit is 'a'"),
        (f"{SOUND}by_tables = 'root'", "by_tables is 'root'; it must be true or false"),
        (f"validation = 0\n{SOUND}", "validation is 0; it must be above 0"),
        (f"validation = 1\n{SOUND}", "validation is 1; no deal is left"),
        (f"validation = 1.5\n{SOUND}", "validation is 1.5; it is a share"),
        (f"validation = '10 %'\n{SOUND}", "validation is '10 %'"),
        (f"{SOUND}repeat = -1", "repeat is -1"),
        (f"{SOUND}[optimisation]\npasses = 0", "passes is 0"),
        (f"{SOUND}[optimisation]\nbatch_decisions = 8.5", "batch_decisions is 8.5"),
        (f"{SOUND}[optimisation]\nmatrix_lr = nan", "matrix_lr is nan"),
        (f"{SOUND}[objective]\nspectators = 1.5", "spectators is 1.5"),
        (f"{SOUND}[objective]\nevery_seat = 1\nsettled = 0", "every_seat is 1"),
        (f"{SOUND}[objective]\nevery_seat = true", "settled is 0.25; with every_seat it must be 0"),
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


def test_settings_as_they_always_were_make_the_recipe_that_was(tmp_path: Path) -> None:
    """Fingerprints and kept reports have it without them."""
    path = tmp_path / "mine.toml"
    path.write_text(SOUND)
    before = {"name", "note", "network", "sources", "start", "optimisation", "objective"}
    assert set(read_recipe(str(path)).to_dict()) == before
    path.write_text(f"validation = {1 / 256}\n{SOUND}by_tables = false")
    assert set(read_recipe(str(path)).to_dict()) == before
    assert read_recipe(str(path)).to_dict()["sources"] == ({"files": "a", "repeat": 1, "limit": 0},)
    path.write_text(f"{SOUND}by_tables = true")
    assert read_recipe(str(path)).to_dict()["sources"][0]["by_tables"] is True


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(ValueError, match="released"):
        read_recipe("nonsense")


def test_a_seed_after_the_name_changes_nothing_but_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "mine@home.toml"
    path.write_text(SOUND)
    for name in ("probe", str(path)):
        own, other = read_recipe(name).to_dict(), read_recipe(f"{name}@12").to_dict()
        assert (own["optimisation"]["seed"], other["optimisation"]["seed"]) == (1, 12)
        assert other["name"] == f"{own['name']}@12"
        own["name"], own["optimisation"]["seed"] = other["name"], 12
        assert own == other


@pytest.mark.parametrize("seed", ["", "two", "-1"])
def test_a_seed_that_is_no_number_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="after @ stands a seed"):
        read_recipe(f"probe@{seed}")
