"""The training and scoring commands, on a few made-up auctions."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.training.bidder.dataset import load_dataset
from bidding.training.bidder.recipe import read_recipe
from tests import recorded
from tests.trained import SHORT_RECIPE, Trained


@pytest.fixture
def data(trained: Trained) -> Path:
    """The folder of the recorded auctions."""
    return trained.data


def test_training_leaves_weights_config_and_reports(trained: Trained) -> None:
    folder, output = trained.runs, trained.output
    for name, passes in (("ours", 8), ("short", 1)):
        _, model = load_bidder(folder / name)
        assert (model.recipe, model.version) == (name, "9.9.9")
        report = json.loads((folder / name / "report.json").read_text())
        assert report["calls_learned_from"] > 0.9 * passes * report["auctions_a_pass"] * 4
        assert report["validations"][-1]["nll"] < report["validations"][0]["nll"]
        assert report["scores"]["standard"]["illegal"] == 0
        assert f"{name}: standard" in output


def test_a_report_names_data_and_weights(trained: Trained, tmp_path: Path) -> None:
    folder = trained.copy(tmp_path)
    ours = json.loads((folder / "ours/report.json").read_text())
    short = json.loads((folder / "short/report.json").read_text())
    _, first = load_bidder(folder / "ours")
    assert (ours["start_sha256"], ours["weights_sha256"]) == ("", first.sha256)
    assert ours["fingerprint"] != short["fingerprint"]
    (folder / "further.toml").write_text(f'start = "ours"\n{SHORT_RECIPE}')
    call_command(
        "train",
        "bidder",
        str(folder / "further.toml"),
        data=trained.data,
        out=folder,
        stdout=io.StringIO(),
    )
    further = json.loads((folder / "further/report.json").read_text())
    _, second = load_bidder(folder / "further")
    assert (further["start_sha256"], further["weights_sha256"]) == (first.sha256, second.sha256)


@pytest.mark.parametrize("command", ["bidder", "surprise"])
def test_training_and_calibrating_hold_out_the_same_deals(
    data: Path, tmp_path: Path, command: str
) -> None:
    """Slow: a bidder is trained for each command."""
    recipe = tmp_path / "share.toml"
    recipe.write_text(f"validation = 0.3\n{SHORT_RECIPE}")
    call_command("train", "bidder", str(recipe), data=data, out=tmp_path, stdout=io.StringIO())
    report = json.loads((tmp_path / "share/report.json").read_text())
    kept = len(load_dataset(read_recipe(str(recipe)).sources, data, 0.3).validation)
    assert (report["recipe"]["validation"], report["validation_auctions"]) == (0.3, kept)
    assert report["auctions_a_pass"] == 500 - kept
    options = {"data": data, "weights": tmp_path / "share", "recipe": str(recipe)}
    output = io.StringIO()
    call_command("calibrate", command, stdout=output, **options)
    assert f"{kept} validation auctions" in output.getvalue()
    recipe.write_text(f"validation = 0.4\n{SHORT_RECIPE}")
    with pytest.raises(CommandError, match=r"keeps 0\.4 .* were trained with 0\.3 kept"):
        call_command("calibrate", command, **options)


def score(trained: Trained, out: Path, **options: object) -> tuple[dict, str]:
    """Return the figures that evaluate_bidder writes, and its output."""
    output = io.StringIO()
    call_command(
        "evaluate_bidder",
        trained.data / "later.npz",
        weights=trained.runs / "ours",
        json=out,
        stdout=output,
        **options,
    )
    return json.loads(out.read_text()), output.getvalue()


def test_a_completed_run_is_left_alone(trained: Trained, tmp_path: Path) -> None:
    folder = trained.copy(tmp_path)
    bidder, model = load_bidder(folder / "ours")
    bidder.temperature.fill_(2)  # as `calibrate bidder` may have done
    kept = {**model.to_dict()}
    del kept["sha256"]
    save_bidder(bidder, folder / "ours", **kept)
    before = (folder / "ours" / "bidder.json").read_bytes()
    output = io.StringIO()
    call_command(
        "train", "bidder", str(folder / "ours.toml"), data=trained.data, out=folder, stdout=output
    )
    assert (folder / "ours" / "bidder.json").read_bytes() == before
    assert "it is complete" in output.getvalue()
    assert "ours: standard" in output.getvalue()


def test_scoring_writes_the_figures_asked_for(trained: Trained, tmp_path: Path) -> None:
    figures, output = score(trained, tmp_path / "scores.json")
    keys = "decisions accuracy accuracy_nonpass top3 nll ece illegal bids non_bids card_ece"
    assert {*keys.split(), "hcp_mae", "length_mae", "card_log_loss"} < set(figures)
    assert {f"{kind}_coverage_{n}" for kind in ("hcp", "length") for n in (80, 95)} < set(figures)
    for scores in (figures, figures["baseline"]):
        assert set(scores["by_seat"]) == {"lho", "partner", "rho"}
    assert figures["model"]["version"] == "9.9.9"
    assert figures["accuracy"] > figures["baseline"]["accuracy"]
    assert figures["illegal"] == 0
    assert figures["agreement"]["decisions"] == figures["decisions"]
    assert figures["agreement"]["agreed"]["gaps"]["hands"]["most"] < 1e-4
    assert figures["agreement"]["no_hand"]["agreed"]["gaps"]["hands"]["most"] < 1e-4
    assert output.count("| agreed |") == 4  # scores and gaps, with a hand and with none


def test_scoring_may_be_kept_to_a_few_auctions(trained: Trained, tmp_path: Path) -> None:
    few, _ = score(trained, tmp_path / "few.json", limit=5, agreed=0)
    assert few["decisions"] < 100
    assert "agreement" not in few
    some, _ = score(trained, tmp_path / "some.json", limit=20, agreed=4)
    assert 0 < some["agreement"]["decisions"] < some["decisions"]


@pytest.mark.parametrize(
    ("file", "options", "fault"),
    [
        ("absent.npz", {}, "absent.npz"),
        ("later.npz", {"limit": 0}, "--limit"),
        ("later.npz", {"agreed": -1}, "--agreed"),
        ("later.npz", {"weights": Path("nowhere")}, "no bidder in nowhere"),
        ("empty.npz", {}, "no auction"),
    ],
)
def test_scoring_refuses_by_name(
    data: Path, tmp_path: Path, file: str, options: dict, fault: str
) -> None:
    folder = data
    if file == "empty.npz":
        folder = tmp_path
        empty = {name: array[:0] for name, array in recorded.arrays(1, seed=1).items()}
        np.savez(folder / file, **empty)  # type: ignore[arg-type]
    with pytest.raises(CommandError, match=fault):
        call_command("evaluate_bidder", folder / file, stdout=io.StringIO(), **options)


def test_scores_that_could_not_be_written_are_not_taken(data: Path, tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "absent" / "scores.json"):
        with pytest.raises(CommandError, match="--json"):
            call_command("evaluate_bidder", data / "later.npz", json=out, stdout=io.StringIO())


@pytest.mark.parametrize(
    ("recipe", "fault"),
    [
        ("nonsense", "no recipe"),
        ("small", "no file"),
        ("later.toml", "train it first, train bidder first later"),
    ],
)
def test_training_refuses_by_name(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recipe: str, fault: str
) -> None:
    """An unknown recipe, data that is not there, first weights that are not there."""
    (tmp_path / "later.toml").write_text(f'start = "first"\n{SHORT_RECIPE}')
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=fault):
        call_command("train", "bidder", recipe, data=data, out=tmp_path, stdout=io.StringIO())
