"""Training the trick estimator: it learns, stops, goes on, and leaves weights and a report."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from bidding.networks.checkpoint import CONFIG
from bidding.training.core.experiment import REPORT, run_experiment
from bidding.training.core.trainer import CHECKPOINT
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.training.estimator.experiment import (
    EstimatorLearning,
    EstimatorRecipe,
    EstimatorTask,
    read_estimator_recipe,
)
from bidding.tricks.estimator import EstimatorConfig, load_estimator
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals

CPU = torch.device("cpu")
SMALL = EstimatorConfig(reader=24, width=16, hidden=24, rounds=1)


def easy_tricks(owner: np.ndarray) -> np.ndarray:
    """(N, 4, 5) in place of tricks what is easily learned: the side's trumps, or its top cards."""
    suits = owner.reshape(-1, 4, 13)
    held = np.stack([suits == seat for seat in range(4)], 1)  # (N, seat, suit, rank)
    held |= np.roll(held, 2, axis=1)
    trumps = held.sum(-1)[:, :, ::-1]  # suits S H D C to strains C D H S
    tops = held[..., :3].sum((-1, -2))
    return np.concatenate([trumps, tops[..., None]], axis=2).astype(np.uint8)


def solved(count: int, seed: int) -> SolvedDeals:
    owner = random_deals(count, seed)
    return SolvedDeals(pack(owner), easy_tricks(owner))


@pytest.fixture(scope="module")
def deals() -> TrainTestDeals:
    return TrainTestDeals(train=solved(400, 1), validation=solved(40, 2), test=solved(40, 3))


def recipe(passes: float = 1.0, **learning: float) -> EstimatorRecipe:
    settings = EstimatorLearning(passes=passes, batch_deals=50, **learning)  # type: ignore[arg-type]
    return EstimatorRecipe("small", "for tests", SMALL, settings)


def test_it_learns_what_can_be_learned(deals: TrainTestDeals, tmp_path: Path) -> None:
    task = EstimatorTask(recipe(passes=12, matrix_lr=0.01), deals, CPU)
    report = run_experiment(task, tmp_path, version="0.1")
    assert report is not None
    first, last = report["validations"][0], report["validations"][-1]
    assert last["suits_nll"] < first["suits_nll"] - 0.3
    assert last["suits_exact"] > 0.4
    kept = json.loads((tmp_path / REPORT).read_text())
    assert kept["scores"]["suits"]["results"] == 40 * 16
    assert load_estimator(tmp_path).config == SMALL
    assert not (tmp_path / CONFIG).exists()  # nothing of the bidder's


def test_the_same_seed_gives_the_same_batches(deals: TrainTestDeals) -> None:
    first, second = (EstimatorTask(recipe(), deals, CPU) for _ in range(2))
    assert first.loss(3)[0].item() == second.loss(3)[0].item()
    assert first.loss(3)[0].item() != first.loss(4)[0].item()


def test_what_is_left_out_follows_from_the_step(deals: TrainTestDeals) -> None:
    """So that a run that was stopped goes on as it would have."""
    learning = EstimatorLearning(batch_deals=50)
    task = EstimatorTask(
        EstimatorRecipe("small", "x", replace(SMALL, dropout=0.5), learning), deals, CPU
    )
    first, again = task.loss(3)[0].item(), task.loss(3)[0].item()
    assert first == again
    assert first != task.loss(4)[0].item()


def test_a_run_of_other_deals_is_not_taken_for_this_one(deals: TrainTestDeals) -> None:
    others = TrainTestDeals(solved(400, 9), deals.validation, deals.test)
    assert (
        EstimatorTask(recipe(), deals, CPU).fingerprint
        != EstimatorTask(recipe(), others, CPU).fingerprint
    )


def test_endings_are_learned_from_and_left_out_at_the_end(deals: TrainTestDeals) -> None:
    owner = random_deals(30, 5, cards=4)
    held = np.packbits(owner != 4, axis=1)
    endings = SolvedDeals(pack(owner), np.zeros((30, 4, 5), np.uint8), held)
    with_endings = TrainTestDeals(deals.train, deals.validation, deals.test, endings)
    task = EstimatorTask(recipe(passes=2, endings=0.5, endings_until=0.5), with_endings, CPU)
    rng = np.random.default_rng(0)
    early, late = (task._batch(step, rng)[0] for step in (0, task.steps - 1))
    assert (early == 4).any(1).sum() == 25
    assert not (late == 4).any()


def test_the_released_recipe_is_read() -> None:
    read = read_estimator_recipe("released")
    assert read.name == "released"
    assert read.learning.endings > 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('note = "x"\n[learning]\npace = 1\n', "unknown setting: learning.pace"),
        ('note = "x"\n[learning]\nendings = 1.0\n', "endings is 1"),
        ('note = "x"\n[network]\n', "unknown setting: network"),
        ("[learning]\n", "note is missing"),
    ],
)
def test_a_faulty_recipe_is_refused_by_name(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=fault) as refusal:
        read_estimator_recipe(str(path))
    assert "bad.toml" in str(refusal.value)


def test_a_stopped_run_goes_on_to_the_same_weights(
    deals: TrainTestDeals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loss = EstimatorTask.loss

    def stopping(task: EstimatorTask, step: int):  # type: ignore[no-untyped-def]
        if step == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return loss(task, step)

    def run(name: str) -> dict[str, Any]:
        return run_experiment(EstimatorTask(recipe(), deals, CPU), tmp_path / name, version="0.1")

    with monkeypatch.context() as patch:
        patch.setattr(EstimatorTask, "loss", stopping)
        with pytest.raises(KeyboardInterrupt):
            run("one")
    assert (tmp_path / "one" / CHECKPOINT).exists()
    assert not (tmp_path / "one" / REPORT).exists()
    for name in ("one", "two"):
        assert run(name)["deals_trained_on"] == 400
    one, two = (load_estimator(tmp_path / name) for name in ("one", "two"))
    for kept, whole in zip(one.parameters(), two.parameters(), strict=True):
        assert torch.equal(kept, whole)
