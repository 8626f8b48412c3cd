"""The training and scoring commands, on a few made-up auctions."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder
from tests import recorded

RECIPE = """
note = "A tiny network on made-up auctions."
[network]
state = "{state}"
readout = "{readout}"
card_head = "{cards}"
state_width = 16
call_embedding = 16
readout_width = 32
readout_blocks = 1
[[source]]
files = "robot.npz"
[optimisation]
passes = 8.0
batch_decisions = 256
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    recorded.write(folder / "robot.npz", 900, seed=1)
    recorded.write(folder / "later.npz", 60, seed=2)
    return folder


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Two arrangements trained and compared by one command; its folder and what it said."""
    folder = tmp_path_factory.mktemp("trained")
    for name, state, readout, cards in (
        ("ours", "public", "residual", "owners"),
        ("papers", "player", "plain", "sigmoids"),
    ):
        text = RECIPE.format(state=state, readout=readout, cards=cards)
        (folder / f"{name}.toml").write_text(text)
    said = io.StringIO()
    recipes = [str(folder / f"{name}.toml") for name in ("ours", "papers")]
    call_command("train_bidder", *recipes, data=data, out=folder, release="9.9.9", stdout=said)
    return folder, said.getvalue()


def test_training_leaves_weights_config_and_reports(trained: tuple[Path, str]) -> None:
    folder, said = trained
    for name in ("ours", "papers"):
        _, model = load_bidder(folder / name)
        assert (model.recipe, model.version) == (name, "9.9.9")
        report = json.loads((folder / name / "report.json").read_text())
        assert report["calls_learned_from"] > 7 * report["auctions_a_pass"] * 4
        assert report["validations"][-1]["nll"] < report["validations"][0]["nll"]
        assert report["scores"]["sayc"]["illegal"] == 0
        assert f"# Training report: {name}" in (folder / name / "report.md").read_text()
        assert f"{name}: sayc" in said


def test_scoring_writes_the_figures_asked_for(trained: tuple[Path, str], data: Path) -> None:
    folder, _ = trained
    out, said = folder / "scores.json", io.StringIO()
    options = {"weights": folder / "ours", "json": out, "stdout": said}
    call_command("evaluate_bidder", data / "later.npz", **options)
    figures = json.loads(out.read_text())
    keys = "decisions accuracy accuracy_nonpass top3 nll ece illegal"
    assert {*keys.split(), "hcp_mae", "length_mae", "card_log_loss"} < set(figures)
    for scores in (figures, figures["baseline"]):
        assert set(scores["by_seat"]) == {"lho", "partner", "rho"}
    assert figures["model"]["version"] == "9.9.9"
    assert figures["accuracy"] > figures["baseline"]["accuracy"]
    assert "later" in said.getvalue()
    call_command(
        "evaluate_bidder",
        data / "later.npz",
        limit=5,
        weights=folder / "ours",
        json=out,
        stdout=said,
    )
    assert json.loads(out.read_text())["decisions"] < figures["decisions"]


@pytest.mark.parametrize(
    ("file", "options", "fault"),
    [
        ("absent.npz", {}, "absent.npz"),
        ("later.npz", {"limit": 0}, "--limit"),
        ("later.npz", {"weights": Path("nowhere")}, "no bidder in nowhere"),
        ("empty.npz", {}, "no auction"),
    ],
)
def test_scoring_refuses_by_name(data: Path, file: str, options: dict, fault: str) -> None:
    empty = {name: array[:0] for name, array in recorded.arrays(1, seed=1).items()}
    np.savez(data / "empty.npz", **empty)  # type: ignore[arg-type]
    with pytest.raises(CommandError, match=fault):
        call_command("evaluate_bidder", data / file, stdout=io.StringIO(), **options)


def test_scores_that_could_not_be_written_are_not_taken(data: Path, tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "absent" / "scores.json"):
        with pytest.raises(CommandError, match="--json"):
            call_command("evaluate_bidder", data / "later.npz", json=out, stdout=io.StringIO())


@pytest.mark.parametrize(
    ("recipe", "fault"),
    [
        ("nonsense", "no recipe"),
        ("base", "no file"),
        ("released", "train it first, train_bidder base released"),
    ],
)
def test_training_refuses_by_name(data: Path, tmp_path: Path, recipe: str, fault: str) -> None:
    """An unknown recipe, data that is not there, first weights that are not there."""
    with pytest.raises(CommandError, match=fault):
        call_command("train_bidder", recipe, data=data, out=tmp_path, stdout=io.StringIO())
