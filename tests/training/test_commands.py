"""The training and scoring commands, on a few made-up auctions."""

import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.training.dataset import load_dataset
from bidding.training.recipe import read_recipe
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
    recorded.write(folder / "robot.npz", 500, seed=1)
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
        assert report["scores"]["standard"]["illegal"] == 0
        assert f"# Training report: {name}" in (folder / name / "report.md").read_text()
        assert f"{name}: standard" in said


def test_a_report_names_data_and_weights(
    trained: tuple[Path, str], data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "trained"
    shutil.copytree(trained[0], folder)
    ours = json.loads((folder / "ours/report.json").read_text())
    papers = json.loads((folder / "papers/report.json").read_text())
    _, first = load_bidder(folder / "ours")
    assert (ours["start_sha256"], ours["weights_sha256"]) == ("", first.sha256)
    assert ours["fingerprint"] != papers["fingerprint"]
    text = 'start = "ours"\n' + (folder / "ours.toml").read_text().replace("8.0", "1.0")
    (folder / "further.toml").write_text(text)
    call_command(
        "train_bidder", str(folder / "further.toml"), data=data, out=folder, stdout=io.StringIO()
    )
    further = json.loads((folder / "further/report.json").read_text())
    _, second = load_bidder(folder / "further")
    assert (further["start_sha256"], further["weights_sha256"]) == (first.sha256, second.sha256)


@pytest.mark.parametrize("command", ["calibrate_bidder", "calibrate_surprise"])
def test_training_and_calibrating_keep_the_same_share_of_the_deals(
    data: Path, tmp_path: Path, command: str
) -> None:
    recipe = tmp_path / "share.toml"
    text = RECIPE.format(state="public", readout="plain", cards="owners").replace("8.0", "1.0")
    recipe.write_text(f"validation = 0.3\n{text}")
    call_command("train_bidder", str(recipe), data=data, out=tmp_path, stdout=io.StringIO())
    report = json.loads((tmp_path / "share/report.json").read_text())
    kept = len(load_dataset(read_recipe(str(recipe)).sources, data, 0.3).validation)
    assert (report["recipe"]["validation"], report["validation_auctions"]) == (0.3, kept)
    assert report["auctions_a_pass"] == 500 - kept
    options = {"data": data, "weights": tmp_path / "share", "recipe": str(recipe)}
    said = io.StringIO()
    call_command(command, stdout=said, **options)
    assert f"{kept} auctions kept from training" in said.getvalue()
    recipe.write_text(f"validation = 0.4\n{text}")
    with pytest.raises(CommandError, match=r"keeps 0\.4 .* were trained with 0\.3 kept"):
        call_command(command, **options)
    (tmp_path / "share/report.json").write_text('{"recipe": {}}')
    with pytest.raises(CommandError, match=r"were trained with 0\.003906 kept"):
        call_command(command, **options)


def score(data: Path, folder: Path, out: Path, **options: object) -> tuple[dict, str]:
    """The figures written by the scoring command, and what it said."""
    said = io.StringIO()
    call_command(
        "evaluate_bidder",
        data / "later.npz",
        weights=folder / "ours",
        json=out,
        stdout=said,
        **options,
    )
    return json.loads(out.read_text()), said.getvalue()


def test_a_finished_run_is_left_alone(
    trained: tuple[Path, str], data: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "trained"
    shutil.copytree(trained[0], folder)
    bidder, model = load_bidder(folder / "ours")
    bidder.temperature.fill_(2)  # as calibrate_bidder may have done
    kept = {**model.to_dict()}
    del kept["sha256"]
    save_bidder(bidder, folder / "ours", **kept)
    before = (folder / "ours" / "bidder.json").read_bytes()
    said = io.StringIO()
    call_command("train_bidder", str(folder / "ours.toml"), data=data, out=folder, stdout=said)
    assert (folder / "ours" / "bidder.json").read_bytes() == before
    assert "it is finished" in said.getvalue()
    assert "ours: standard" in said.getvalue()


def test_scoring_writes_the_figures_asked_for(
    trained: tuple[Path, str], data: Path, tmp_path: Path
) -> None:
    folder, _ = trained
    figures, said = score(data, folder, tmp_path / "scores.json")
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
    assert said.count("| later: agreed |") == 4  # scores and gaps, with a hand and with none


def test_scoring_may_be_kept_to_a_few_auctions(
    trained: tuple[Path, str], data: Path, tmp_path: Path
) -> None:
    folder, _ = trained
    few, _ = score(data, folder, tmp_path / "few.json", limit=5, agreed=0)
    assert few["decisions"] < 100
    assert "agreement" not in few
    some, _ = score(data, folder, tmp_path / "some.json", limit=20, agreed=4)
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
        ("released", "train it first, train_bidder adjusted released"),
    ],
)
def test_training_refuses_by_name(data: Path, tmp_path: Path, recipe: str, fault: str) -> None:
    """An unknown recipe, data that is not there, first weights that are not there."""
    with pytest.raises(CommandError, match=fault):
        call_command("train_bidder", recipe, data=data, out=tmp_path, stdout=io.StringIO())


def test_auctions_are_described(data: Path, tmp_path: Path) -> None:
    out, said = tmp_path / "auctions.json", io.StringIO()
    files = [data / "robot.npz", data / "later.npz"]
    call_command("describe_auctions", *files, json=out, stdout=said)
    found = json.loads(out.read_text())
    assert found["files"] == ["later.npz", "robot.npz"]
    assert found["auctions"] == 560
    assert "560 auctions" in said.getvalue()


def test_auctions_that_cannot_be_described_are_named(data: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"absent\.npz"):
        call_command("describe_auctions", data / "absent.npz", stdout=io.StringIO())
    with pytest.raises(CommandError, match="--json"):
        call_command("describe_auctions", data / "later.npz", json=tmp_path, stdout=io.StringIO())


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder for reports with nothing in it."""
    (tmp_path / "reports").mkdir()
    return tmp_path


def test_reports_are_kept_with_scores_of_the_runs(
    trained: tuple[Path, str], data: Path, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = trained
    runs = [folder / "ours", folder / "papers"]
    call_command("keep_reports", *runs, docs=docs, file=[data / "later.npz"], stdout=io.StringIO())
    for name in ("ours", "papers"):
        kept = json.loads((docs / "reports" / f"{name}.json").read_text())
        run = json.loads((folder / name / "report.json").read_text())
        assert kept["validations"] == run["validations"]
        assert kept["dev"].keys() == {"later"}
        assert kept["dev"]["later"]["model"]["recipe"] == name
        assert kept["dev"]["later"]["accuracy"] > 0.5

    def never(*arguments: object, **options: object) -> None:
        raise AssertionError("the same weights were scored again on the same file")

    monkeypatch.setattr("bidding.management.commands.keep_reports.evaluate", never)
    before = (docs / "reports" / "ours.json").read_text()
    call_command(
        "keep_reports", runs[0], docs=docs, file=[data / "later.npz"], stdout=io.StringIO()
    )
    assert (docs / "reports" / "ours.json").read_text() == before


def test_scores_that_were_kept_stay_with_the_same_weights(
    trained: tuple[Path, str], data: Path, docs: Path, tmp_path: Path
) -> None:
    run, kept = tmp_path / "ours", docs / "reports" / "ours.json"
    shutil.copytree(trained[0] / "ours", run)
    call_command("keep_reports", run, docs=docs, file=[data / "later.npz"], stdout=io.StringIO())
    scores = json.loads(kept.read_text())["dev"]
    call_command("keep_reports", run, docs=docs, stdout=io.StringIO())
    assert json.loads(kept.read_text())["dev"] == scores
    bidder, _ = load_bidder(run)
    bidder.temperature.fill_(2)
    save_bidder(bidder, run, name="n", version="1", recipe="ours")
    call_command("keep_reports", run, docs=docs, stdout=io.StringIO())
    assert "dev" not in json.loads(kept.read_text())


def test_runs_are_scored_as_if_no_side_named_its_system_too(
    trained: tuple[Path, str], data: Path, docs: Path
) -> None:
    run, files = trained[0] / "ours", [data / "later.npz"]
    call_command("keep_reports", run, docs=docs, file=files, stdout=io.StringIO())
    call_command("keep_reports", run, docs=docs, file=files, unstated=True, stdout=io.StringIO())
    kept = json.loads((docs / "reports" / "ours.json").read_text())["dev"]
    assert kept.keys() == {"later", "later, systems unstated"}
    named, unnamed = kept["later"], kept["later, systems unstated"]
    assert named["decisions"] == unnamed["decisions"]
    assert set(unnamed["by_system"]) == {"unknown"}
    assert set(named["by_system"]) != {"unknown"}


def test_runs_are_scored_at_others_turns_where_their_recipes_say_so(
    trained: tuple[Path, str], data: Path, docs: Path, tmp_path: Path
) -> None:
    (tmp_path / "seats.toml").write_text(
        RECIPE.format(state="player", readout="plain", cards="sigmoids").replace("8.0", "0.5")
        + "score_every_seat = true\n[objective]\nevery_seat = true\nsettled = 0\n"
    )
    call_command(
        "train_bidder", str(tmp_path / "seats.toml"), data=data, out=tmp_path, stdout=io.StringIO()
    )
    runs, files = [tmp_path / "seats", trained[0] / "ours"], [data / "later.npz"]
    call_command("keep_reports", *runs, docs=docs, file=files, stdout=io.StringIO())
    seats, ours = (json.loads((docs / f"reports/{n}.json").read_text()) for n in ("seats", "ours"))
    for scores in (seats["scores"]["standard"], seats["dev"]["later"]):
        assert scores["others_turns"]["decisions"] == 3 * scores["decisions"]
        assert 0 <= scores["others_turns"]["accuracy"] <= 1
    assert "others_turns" not in ours["dev"]["later"]
    assert "accuracy_bids" in seats["validations"][-1]


def test_reports_may_be_kept_without_scores(trained: tuple[Path, str], docs: Path) -> None:
    folder, _ = trained
    call_command("keep_reports", folder / "ours", docs=docs, stdout=io.StringIO())
    assert "dev" not in json.loads((docs / "reports" / "ours.json").read_text())


def test_runs_without_a_report_are_refused_by_name(docs: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="never-run"):
        call_command("keep_reports", tmp_path / "never-run", docs=docs, stdout=io.StringIO())
    with pytest.raises(CommandError, match="--docs"):
        call_command("keep_reports", tmp_path, docs=tmp_path / "x", stdout=io.StringIO())
