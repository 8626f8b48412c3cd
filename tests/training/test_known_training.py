"""Training and scoring without any files: on the deals that come with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from bidding.training import trick_data
from bidding.tricks.solving import known_deals
from tests.training.small_recipe import TINY, small_recipe


@pytest.fixture
def recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file of recipes; deals to train on are those of few seeds."""
    monkeypatch.setattr(trick_data, "TRAIN_SEEDS", range(1342, 1343))
    return small_recipe(tmp_path, monkeypatch)


def test_without_data_the_deals_that_come_with_the_program_are_trained_on(
    recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny = tmp_path / "tiny.toml"
    tiny.write_text(TINY.replace("[learning]", "[learning]\nendings = 0"))
    for _ in range(2):  # the second time it is finished, of the same deals
        call_command("train_tricks", f"{recipe}/spades", tiny, out=tmp_path / "out")
    said = capsys.readouterr().out
    told = (
        "without --data: 5,500 solved deals that come with the program are trained on, 1,500 are "
        "chosen by, 7,000 tested on"
    )
    assert told in said
    assert said.index(told) < said.index("recipe small/spades")
    assert "small/spades is finished" in said
    assert "tiny is finished" in said
    report = json.loads((tmp_path / "out/tiny/report.json").read_text())
    assert (report["training_deals"], report["endings"], report["test_deals"]) == (5_500, 0, 7_000)
    report = json.loads((tmp_path / "out/small/spades/report.json").read_text())
    assert report["test_deals"] == 7_000


def test_without_a_file_the_deals_that_come_to_test_with_are_scored_on(
    recipe: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("train_tricks", f"{recipe}/spades", out=tmp_path)
    options = {"recipe": f"{recipe}/spades", "runs": tmp_path, "limit": 300}
    file, out = tmp_path / "dd-test-95.npz", tmp_path / "scores.json"
    known_deals(95).save(file)
    scores = []
    capsys.readouterr()  # what training told
    for given in ([], [file]):
        call_command("evaluate_tricks", *given, json=out, **options)
        scores.append(json.loads(out.read_text()))
    assert scores[0] == scores[1]
    told = capsys.readouterr()
    assert told.out.count("300 deals; off by") == 2
    assert not told.err
