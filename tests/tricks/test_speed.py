"""The benchmark of the estimator and the solver: both are timed on the same deals."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import tricks


def test_the_estimator_is_timed_on_the_solvers_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    estimated, solved = list[np.ndarray](), list[np.ndarray]()

    class Counting:
        def chances(self, owner: np.ndarray) -> np.ndarray:
            estimated.append(owner)
            return np.full((len(owner), 4, 5, 14), 1 / 14, np.float32)

        def to_dict(self) -> dict[str, str]:
            return {}

    def solver(owner: np.ndarray) -> np.ndarray:
        solved.append(owner)
        return np.zeros((len(owner), 4, 5), np.uint8)

    monkeypatch.setattr(tricks, "load_network", lambda *args: (Counting(), Counting()))
    monkeypatch.setattr(tricks, "solve", solver)
    out = tmp_path / "speed.json"
    monkeypatch.setattr(sys, "argv", ["tricks", "--deals", "60", "--json", str(out)])
    tricks.main()
    (deals,) = solved
    assert len(deals) == json.loads(out.read_text())["deals"] == 60
    assert {len(some) for some in estimated} == {60, *tricks.BATCHES}
    for some in estimated:
        rounds = -(-len(some) // 60)
        assert (some == np.tile(deals, (rounds, 1))[: len(some)]).all()
