"""The command that calibrates an estimator: by its log loss, on full deals only."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.networks import checkpoint
from bidding.training.estimator import dataset
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


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A folder with an estimator that has learned nothing, and is too sure of itself."""
    torch.manual_seed(4)
    estimator = TrickEstimator(EstimatorConfig(reader=24, width=16, hidden=24, rounds=1))
    with torch.no_grad():
        estimator.answer[2].weight.mul_(20)
    save_estimator(estimator, tmp_path / "weights", version="0.1", recipe="test")
    return tmp_path / "weights"


def deals(path: Path, count: int, cards: int = 13) -> Path:
    owner = random_deals(count, seed=7, cards=cards)
    held = None if cards == 13 else np.packbits(owner < 4, axis=1)
    tricks = np.random.default_rng(1).integers(0, cards + 1, (count, 4, 5)).astype(np.uint8)
    SolvedDeals(pack(owner), tricks, held).save(path)
    return path


def calibrate(weights: Path, *files: Path, out: Path | None = None) -> tuple[str, str]:
    """Return what the command prints on stdout and on stderr."""
    output, errors = StringIO(), StringIO()
    options = {"weights": weights, "json": out, "stdout": output, "stderr": errors}
    call_command("calibrate", "estimator", *map(str, files), **options)
    return output.getvalue(), errors.getvalue()


def test_log_losses_fall_and_answers_stay(weights: Path, tmp_path: Path) -> None:
    owner = random_deals(40, seed=7)
    path = deals(tmp_path / "dd.npz", 40)
    tricks = np.load(path)["tricks"]
    before = load_estimator(weights).chances(owner)
    out = tmp_path / "found.json"
    output, errors = calibrate(weights, path, out=out)
    after = load_estimator(weights).chances(owner)
    assert (after.argmax(-1) == before.argmax(-1)).all()
    first, last = score_by_kind(before, tricks), score_by_kind(after, tricks)
    for kind in ("suits", "notrump"):
        lost, left = first[kind].nll, last[kind].nll
        assert lost is not None
        assert left is not None
        assert left < lost - 0.1
        assert f"log loss {lost:.4f} before, {left:.4f} now" in output
        losses = json.loads(out.read_text())["log_loss"]
        assert (losses["before"][kind], losses["after"][kind]) == pytest.approx((lost, left))
    assert not errors


def test_whose_weights_are_written_must_be_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="required: --weights"):
        call_command("calibrate", "estimator", str(deals(tmp_path / "dd.npz", 2)))


@pytest.mark.parametrize(
    ("name", "warning"),
    [
        ("dd-0.npz", "dd-0.npz: all deals but the first 3 of a file of this name are trained on"),
        ("dd-7.npz", "dd-7.npz: the deals of a file of this name are trained on"),
        ("dd-dev-7.npz", ""),
        ("dd-test-7.npz", ""),
        ("club.npz", ""),
    ],
)
def test_deals_that_may_have_been_learned_from_are_warned_of(
    name: str, warning: str, weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "N_TEST", 3)
    errors = calibrate(weights, deals(tmp_path / "club.npz", 4), deals(tmp_path / name, 4))[1]
    assert bool(errors) == bool(warning)
    assert warning in errors


@pytest.mark.parametrize(
    ("count", "cards", "fault"),
    [(0, 13, "has no deals"), (5, 6, "has endings of fewer than 13 cards")],
)
def test_what_tells_nothing_of_full_deals_leaves_the_weights_alone(
    count: int, cards: int, fault: str, weights: Path, tmp_path: Path
) -> None:
    path = deals(tmp_path / "dd.npz", count, cards)
    kept = (weights / ESTIMATOR.weights).read_bytes()
    with pytest.raises(CommandError, match=rf"dd\.npz {fault}"):
        calibrate(weights, path)
    assert (weights / ESTIMATOR.weights).read_bytes() == kept


def test_figures_that_cannot_be_written_leave_the_weights_alone(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the disk be full only once the temperatures have been found."""
    out, kept = tmp_path / "found.json", (weights / ESTIMATOR.weights).read_bytes()
    write_json = checkpoint.write_json

    def full_for_figures(path: Path, document: dict[str, Any]) -> None:
        if path == out:
            raise OSError("no space")
        write_json(path, document)

    monkeypatch.setattr(checkpoint, "write_json", full_for_figures)
    with pytest.raises(CommandError, match=r"found\.json cannot be written: no space"):
        calibrate(weights, deals(tmp_path / "dd.npz", 4), out=out)
    assert (weights / ESTIMATOR.weights).read_bytes() == kept
