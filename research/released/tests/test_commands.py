"""The commands that keep reports of runs and describe auctions, on a few made-up auctions."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.networks.checkpoint import load_bidder, save_bidder
from research.p1.commands.train import Command as Train
from research.released.commands.describe import Command as Describe
from research.released.commands.keep import Command as Keep
from tests.trained import RECIPE, Trained


@pytest.fixture
def data(trained: Trained) -> Path:
    """The folder of the recorded auctions."""
    return trained.data


def test_auctions_are_described(data: Path, tmp_path: Path) -> None:
    out, said = tmp_path / "auctions.json", io.StringIO()
    files = [data / "robot.npz", data / "later.npz"]
    call_command(Describe(), *files, json=out, stdout=said)
    found = json.loads(out.read_text())
    assert found["files"] == ["later.npz", "robot.npz"]
    assert found["auctions"] == 560
    assert "560 auctions" in said.getvalue()


def test_auctions_that_cannot_be_described_are_named(data: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"absent\.npz"):
        call_command(Describe(), data / "absent.npz", stdout=io.StringIO())
    with pytest.raises(CommandError, match="--json"):
        call_command(Describe(), data / "later.npz", json=tmp_path, stdout=io.StringIO())


@pytest.fixture
def kept_in(tmp_path: Path) -> Path:
    """A folder for reports with nothing in it."""
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder


def test_reports_are_kept_with_scores_of_the_runs(
    trained: Trained, data: Path, kept_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = trained.runs
    runs = [folder / "ours", folder / "short"]
    call_command(Keep(), *runs, reports=kept_in, file=[data / "later.npz"], stdout=io.StringIO())
    for name in ("ours", "short"):
        kept = json.loads((kept_in / f"{name}.json").read_text())
        run = json.loads((folder / name / "report.json").read_text())
        assert kept["validations"] == run["validations"]
        assert kept["dev"].keys() == {"later"}
        assert kept["dev"]["later"]["model"]["recipe"] == name
        assert kept["dev"]["later"]["accuracy"] > 0.5

    def never(*arguments: object, **options: object) -> None:
        raise AssertionError("the same weights were scored again on the same file")

    monkeypatch.setattr("research.released.commands.keep.evaluate", never)
    before = (kept_in / "ours.json").read_text()
    call_command(Keep(), runs[0], reports=kept_in, file=[data / "later.npz"], stdout=io.StringIO())
    assert (kept_in / "ours.json").read_text() == before


def test_scores_that_were_kept_stay_with_the_same_weights(
    trained: Trained, data: Path, kept_in: Path, tmp_path: Path
) -> None:
    run, kept = tmp_path / "ours", kept_in / "ours.json"
    shutil.copytree(trained.runs / "ours", run)
    call_command(Keep(), run, reports=kept_in, file=[data / "later.npz"], stdout=io.StringIO())
    scores = json.loads(kept.read_text())["dev"]
    call_command(Keep(), run, reports=kept_in, stdout=io.StringIO())
    assert json.loads(kept.read_text())["dev"] == scores
    bidder, _ = load_bidder(run)
    bidder.temperature.fill_(2)
    save_bidder(bidder, run, name="n", version="1", recipe="ours")
    call_command(Keep(), run, reports=kept_in, stdout=io.StringIO())
    assert "dev" not in json.loads(kept.read_text())


def test_runs_are_scored_as_if_no_side_named_its_system_too(
    trained: Trained, data: Path, kept_in: Path
) -> None:
    run, files = trained.runs / "ours", [data / "later.npz"]
    call_command(Keep(), run, reports=kept_in, file=files, stdout=io.StringIO())
    call_command(Keep(), run, reports=kept_in, file=files, unstated=True, stdout=io.StringIO())
    kept = json.loads((kept_in / "ours.json").read_text())["dev"]
    assert kept.keys() == {"later", "later, systems unstated"}
    named, unnamed = kept["later"], kept["later, systems unstated"]
    assert named["decisions"] == unnamed["decisions"]
    assert set(unnamed["by_system"]) == {"unknown"}
    assert set(named["by_system"]) != {"unknown"}


def test_runs_of_p1_are_scored_at_others_turns(
    trained: Trained, data: Path, kept_in: Path, tmp_path: Path
) -> None:
    text = RECIPE.replace("8.0", "0.5").replace("[network]", "[network]\npaper = true")
    recipe = tmp_path / "seats.toml"
    every_turn = "sampling_threshold = 0\nextra_views = 0\nblind_turns = 0\n"
    recipe.write_text(f"{text}[objective]\n{every_turn}")
    call_command(Train(), str(recipe), data=data, out=tmp_path, stdout=io.StringIO())
    runs, files = [tmp_path / "seats", trained.runs / "ours"], [data / "later.npz"]
    call_command(Keep(), *runs, reports=kept_in, file=files, stdout=io.StringIO())
    seats, ours = (json.loads((kept_in / f"{n}.json").read_text()) for n in ("seats", "ours"))
    for scores in (seats["scores"]["standard"], seats["dev"]["later"]):
        assert scores["others_turns"]["decisions"] == 3 * scores["decisions"]
        assert 0 <= scores["others_turns"]["accuracy"] <= 1
    assert "others_turns" not in ours["dev"]["later"]
    assert "accuracy_bids" in seats["validations"][-1]


def test_reports_may_be_kept_without_scores(trained: Trained, kept_in: Path) -> None:
    folder = trained.runs
    call_command(Keep(), folder / "ours", reports=kept_in, stdout=io.StringIO())
    assert "dev" not in json.loads((kept_in / "ours.json").read_text())


def test_runs_without_a_report_are_refused_by_name(kept_in: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="never-run"):
        call_command(Keep(), tmp_path / "never-run", reports=kept_in, stdout=io.StringIO())
    with pytest.raises(CommandError, match="--reports"):
        call_command(Keep(), tmp_path, reports=tmp_path / "x", stdout=io.StringIO())
