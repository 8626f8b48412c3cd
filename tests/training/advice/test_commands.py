"""The commands: recording goes on where it stopped, training learns and leaves an adviser."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
import torch
from django.core.management import call_command
from django.core.management.base import CommandError

from bidding.explaining.analysis.tables import Policy
from bidding.networks.advice_head import load_adviser
from bidding.networks.checkpoint import BIDDER, read_info, save_bidder
from bidding.training.advice import record
from bidding.training.advice.samples import read_folder
from tests.explaining.analysis.small import PointsEstimator
from tests.small import small_bidder
from tests.training.advice.small import few

__all__ = ["few"]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weights")
    save_bidder(small_bidder(factor=3), folder, name="small", version="1.0.0", recipe="none")
    return folder


def said_by(*arguments: object) -> str:
    said = StringIO()
    call_command(*map(str, arguments), stdout=said)
    return said.getvalue()


def test_recording_goes_on_where_it_stopped(few: None, tmp_path: Path) -> None:
    policy, estimator = Policy(small_bidder(factor=3).for_inference()), PointsEstimator()
    first, whole = tmp_path / "first", tmp_path / "whole"
    advanced: list[int] = []
    kept = record.record_advice(policy, estimator, first, 1, 7, advanced.append)
    assert sum(advanced) == kept
    advanced.clear()
    made = (first / "advice-7-0000.npz").stat().st_mtime_ns
    more = record.record_advice(policy, estimator, first, kept + 1, 7, advanced.append)
    assert advanced[0] == kept
    assert sum(advanced) == more
    assert more > kept
    assert (first / "advice-7-0000.npz").stat().st_mtime_ns == made
    record.record_advice(policy, estimator, whole, kept + 1, 7, advanced.append)
    assert read_folder(first).digest() == read_folder(whole).digest()


def test_the_command_records_as_many_as_asked(few: None, weights: Path, tmp_path: Path) -> None:
    torch.set_num_threads(2)
    said = said_by("record", "advice", tmp_path, "--samples", 5, "--seed", 3, "--weights", weights)
    assert torch.get_num_threads() == 1, "threads wait for each other's cores"
    count = len(read_folder(tmp_path))
    assert count >= 5
    assert said == f"{count:,} decisions of seed 3 in {tmp_path}\n"


@pytest.mark.parametrize(
    ("count", "seed", "fault"), [(0, 1, "--samples must be at least 1"), (1, -1, "--seed must be")]
)
def test_wrong_numbers_are_refused(count: int, seed: int, fault: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=fault):
        said_by("record", "advice", tmp_path, "--samples", count, "--seed", seed)


def test_training_learns_which_call_wins(few: None, weights: Path, tmp_path: Path) -> None:
    """Here the lower of two calls always wins 4 IMPs over the higher."""
    policy, rng = Policy(small_bidder(factor=3).for_inference()), np.random.default_rng(3)
    parts = [record.record_part(policy, PointsEstimator(), rng) for _ in range(16)]
    for number, part in enumerate(parts):
        lower = np.where(part.call < part.against, 4, -4).astype(np.float32)
        replace(part, imps=lower).save(tmp_path / "data" / f"advice-1-{number:04}.npz")
    out = tmp_path / "out"
    paths = ("--data", tmp_path / "data", "--weights", weights, "--out", out)
    said = said_by("train", "adviser", *paths, "--passes", 60, "--release", "9.9.9")
    report = json.loads((out / "report.json").read_text())
    assert report["r2"] > 0.5
    assert f"R² {report['r2']:.3f}" in said
    over = report["by_margin"][1]
    assert over["margin"] == 0.5
    assert over["mean"] > 3
    bidder = read_info(BIDDER, weights)
    assert report["bidder_sha256"] == bidder.sha256
    assert load_adviser(bidder, out)[1].version == "9.9.9"
    assert not list(out.glob("features-*"))
    again = ("--start", out, "--out", tmp_path / "again", "--passes", 0.01)
    said_by("train", "adviser", *paths[:4], *again)
    second = json.loads((tmp_path / "again" / "report.json").read_text())
    assert second["r2"] > report["r2"] - 0.1, "it goes on from there"
    assert second["start_sha256"] == report["weights_sha256"]


def test_training_without_data_says_what_makes_it(weights: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="`record advice` makes them"):
        said_by("train", "adviser", "--data", tmp_path, "--weights", weights)
