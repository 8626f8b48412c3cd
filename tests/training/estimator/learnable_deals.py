"""Solved deals with results that a small network learns, for tests of training."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bidding.training.estimator import dataset
from bidding.training.estimator.dataset import FIRST_FILE
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals


def aces(owner: np.ndarray) -> np.ndarray:
    """Results that a network can learn: for each of a side's aces three tricks."""
    held = owner[:, [0, 13, 26, 39]]
    sides = np.stack([(held % 2 == seat % 2).sum(1) for seat in range(4)], axis=1)
    return np.repeat((1 + 3 * sides)[:, :, None], 5, axis=2).astype(np.uint8)


def save_learnable_deals(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Save 300 deals there, 40 of them for tests and 20 for validation; return the folder."""
    monkeypatch.setattr(dataset, "N_TEST", 40)
    monkeypatch.setattr(dataset, "N_VALIDATION", 20)
    owner = random_deals(300, seed=1)
    SolvedDeals(pack(owner), aces(owner)).save(folder / FIRST_FILE)
    return folder
