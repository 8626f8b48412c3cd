"""The commands that train and score the estimator of tricks."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.management.commands import evaluate_estimator
from bidding.networks.checkpoint import load_network
from bidding.training.estimator.dataset import FIRST_FILE, load_split
from bidding.tricks.estimator import (
    ESTIMATOR,
    EstimatorConfig,
    TrickEstimator,
    load_estimator,
    save_estimator,
    score_by_kind,
)
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from tests.training.estimator.learnable_deals import aces, save_learnable_deals
from tests.training.estimator.small_recipe import TINY

FOLDER = Path(settings.BASE_DIR) / "research/tricks"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with solved deals that a small network learns."""
    return save_learnable_deals(tmp_path / "data", monkeypatch)


def test_a_trained_estimator_is_no_release_unless_it_is_said(data: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(TINY)
    for out, options in (("own", {}), ("released", {"release": "2.3.4"})):
        call_command("train", "estimator", recipe, data=[data], out=tmp_path / out, **options)
    versions = [
        load_network(ESTIMATOR, tmp_path / out / "tiny")[1].version for out in ("own", "released")
    ]
    assert versions == ["0.0.0", "2.3.4"]


def test_without_deals_it_is_said_how_to_make_them(tmp_path: Path) -> None:
    how = "record deals 20000 --seed 0 --out FOLDER/dd-0.npz"
    endings = "released learns from endings too, and none come with the program"
    with pytest.raises(CommandError, match=f"{endings}: say with --data FOLDER .* {how}"):
        call_command("train", "estimator", "released", out=tmp_path)
    with pytest.raises(CommandError, match=rf"0 files dd-0\.npz in .* {how}"):
        call_command("train", "estimator", "released", data=[tmp_path], out=tmp_path)
    assert not list(tmp_path.iterdir())


def test_without_a_recipe_the_released_estimator_is_scored(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Knowing:
        def chances(self, owner: np.ndarray) -> np.ndarray:
            return np.eye(14, dtype=np.float32)[aces(owner)]

    monkeypatch.setattr(evaluate_estimator, "load_estimator", lambda folder: Knowing())
    out = tmp_path / "scores.json"
    call_command("evaluate_estimator", data / FIRST_FILE, json=out, limit=25)
    scores = json.loads(out.read_text())
    assert list(scores) == ["suits", "notrump"]
    assert scores["suits"]["results"] == 25 * 16
    for score in scores.values():
        assert (score["exact"], score["within1"], score["within2"], score["ece"]) == (1, 1, 1, 0)


def test_a_trained_estimator_is_scored_by_its_recipe(data: Path, tmp_path: Path) -> None:
    small = TrickEstimator(EstimatorConfig(reader=8, width=8, hidden=8, rounds=1))
    save_estimator(small, tmp_path / "runs" / "released", version="0.0.0", recipe="released")
    out = tmp_path / "scores.json"
    options = {"recipe": "released", "runs": tmp_path / "runs", "json": out}
    call_command("evaluate_estimator", data / FIRST_FILE, limit=25, **options)
    deals = load_split([data]).test.rows(slice(25))
    own = load_estimator(tmp_path / "runs" / "released")
    expected = score_by_kind(own.chances(deals.owners), deals.tricks)
    found = json.loads(out.read_text())
    assert found == {kind: score.to_dict() for kind, score in expected.items()}


@pytest.mark.parametrize(
    ("name", "limit", "warning"),
    [
        (FIRST_FILE, 40, ""),
        (FIRST_FILE, 41, "all deals but the first 40 of a file of this name are trained on"),
        ("dd-7.npz", 5, "the deals of a file of this name are trained on"),
        ("dd-test-7.npz", 50, ""),
        ("club.npz", 50, ""),
    ],
)
def test_deals_that_may_have_been_learned_from_are_scored_with_a_warning(
    name: str,
    limit: int,
    warning: str,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    untrained = TrickEstimator(EstimatorConfig(reader=8, width=8, hidden=8, rounds=1))
    monkeypatch.setattr(evaluate_estimator, "load_estimator", lambda folder: untrained)
    (data / FIRST_FILE).rename(data / name)
    call_command("evaluate_estimator", data / name, limit=limit)
    output = capsys.readouterr().err
    assert bool(output) == bool(warning)
    assert warning in output
    assert ("--limit 40 scores the others alone" in output) == (limit == 41)


def test_endings_are_not_scored(tmp_path: Path) -> None:
    owner = random_deals(3, seed=1, cards=5)
    held = np.packbits(owner < 4, axis=1)
    SolvedDeals(pack(owner), np.zeros((3, 4, 5), np.uint8), held).save(tmp_path / "dd-5-1.npz")
    with pytest.raises(CommandError, match="endings of fewer than 13 cards"):
        call_command("evaluate_estimator", tmp_path / "dd-5-1.npz", recipe="small/spades")


def test_a_finished_run_of_another_recipe_or_other_deals_is_not_taken_for_it(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, report = tmp_path / "tiny.toml", tmp_path / "out/tiny/report.json"
    recipe.write_text(TINY)

    def train() -> None:
        call_command("train", "estimator", recipe, data=[data], out=tmp_path / "out")

    train()
    kept = report.read_bytes()
    fault = "is a checkpoint of another recipe or data; move it or use --out"
    recipe.write_text(TINY.replace("1.0", "2.0"))
    with pytest.raises(CommandError, match=fault):
        train()
    recipe.write_text(TINY)
    capsys.readouterr()
    train()
    said = capsys.readouterr()
    assert "it is complete; its weights are left as they are" in said.out + said.err
    owner = random_deals(301, seed=2)
    SolvedDeals(pack(owner), aces(owner)).save(data / FIRST_FILE)
    with pytest.raises(CommandError, match=fault):
        train()
    assert report.read_bytes() == kept
