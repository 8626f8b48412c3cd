"""Training and scoring without any files: on the deals that come with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from bidding.training.estimator import dataset
from bidding.tricks.estimator import EstimatorConfig, TrickEstimator, save_estimator
from bidding.tricks.solving import stored_deals
from tests.training.estimator.small_recipe import TINY


def test_without_data_the_deals_that_come_with_the_program_are_trained_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dataset, "TRAIN_SEEDS", range(1342, 1343))
    tiny = tmp_path / "tiny.toml"
    tiny.write_text(TINY.replace("[learning]", "[learning]\nendings = 0"))
    for _ in range(2):  # the second time it is finished, of the same deals
        call_command("train", "estimator", tiny, out=tmp_path / "out")
    output = capsys.readouterr().out
    expected = (
        "without --data: 5,500 solved deals that come with the program are trained on, 1,500 are "
        "chosen by, 7,000 tested on"
    )
    assert expected in output
    assert "it is complete" in output
    report = json.loads((tmp_path / "out/tiny/report.json").read_text())
    assert (report["training_deals"], report["endings"], report["test_deals"]) == (5_500, 0, 7_000)


def test_without_a_file_the_deals_that_come_to_test_with_are_scored_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    untrained = TrickEstimator(EstimatorConfig(reader=8, width=8, hidden=8, rounds=1))
    save_estimator(untrained, tmp_path / "tiny", version="0.0.0", recipe="tiny")
    file, out = tmp_path / "dd-test-95.npz", tmp_path / "scores.json"
    stored_deals(95).save(file)
    scores = []
    for given in ([], [file]):
        options = {"recipe": "tiny", "runs": tmp_path, "json": out, "limit": 300}
        call_command("evaluate_estimator", *given, **options)
        scores.append(json.loads(out.read_text()))
    assert scores[0] == scores[1]
    expected = capsys.readouterr()
    assert expected.out.count("300 deals; off by") == 2
    assert not expected.err
