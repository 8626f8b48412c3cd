"""A tiny trained bidder, made once for all processes of a run of tests."""

from __future__ import annotations

import fcntl
import io
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command

from tests import recorded

RECIPE = """
note = "A tiny network on made-up auctions."
[network]
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
SHORT_RECIPE = RECIPE.replace("8.0", "1.0")


@dataclass(frozen=True)
class Trained:
    """Recorded auctions in ``data``; recipes ``ours`` and ``short``, and their runs, in ``runs``.

    Shared: a test that changes anything takes a copy.
    """

    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def runs(self) -> Path:
        return self.folder / "runs"

    @property
    def output(self) -> str:
        """What the command printed."""
        return (self.folder / "output.txt").read_text()

    def copy(self, to: Path) -> Path:
        """Copy the recipes and runs; return their folder."""
        return Path(shutil.copytree(self.runs, to / "runs"))


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """Two recipes trained by one command: slow, eight passes until it is better than at first."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    made = Trained(shared / "trained")
    with (shared / "trained.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made.folder / "output.txt").is_file():
            _train(made)
    return made


def _train(made: Trained) -> None:
    for folder in (made.data, made.runs):
        folder.mkdir(parents=True)
    recorded.write(made.data / "robot.npz", 500, seed=1)
    recorded.write(made.data / "later.npz", 60, seed=2)
    (made.runs / "ours.toml").write_text(RECIPE)
    (made.runs / "short.toml").write_text(SHORT_RECIPE)
    output = io.StringIO()
    recipes = [str(made.runs / f"{name}.toml") for name in ("ours", "short")]
    options = {"data": made.data, "out": made.runs, "release": "9.9.9", "stdout": output}
    call_command("train", "bidder", *recipes, **options)
    (made.folder / "output.txt").write_text(output.getvalue())
