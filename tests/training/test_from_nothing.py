"""From nothing to a scored bidder, as docs/training.md has it: record, train, evaluate."""

from __future__ import annotations

import json
import shlex
import sys
from io import StringIO
from pathlib import Path

from django.core.management import call_command

EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "line_player.py"


def run(name: str, *arguments: object) -> str:
    said = StringIO()
    call_command(name, *map(str, arguments), stdout=said)
    return said.getvalue()


def test_a_small_bidder_learns_from_auctions_that_were_recorded(tmp_path: Path) -> None:
    player = f"program:{shlex.join([sys.executable, str(EXAMPLE)])}"
    for name, deals, seed in (("robot-line-0", 800, 1), ("robot-line-dev", 50, 2)):
        run("record_auctions", tmp_path / f"{name}.npz", player, "--deals", deals, "--seed", seed)
    run("train_bidder", "small", "--data", tmp_path, "--out", tmp_path / "out")
    report = tmp_path / "report.json"
    weights = tmp_path / "out" / "small"
    dev = tmp_path / "robot-line-dev.npz"
    run("evaluate_bidder", dev, "--weights", weights, "--json", report, "--agreed", 5)
    scores = json.loads(report.read_text())
    assert scores["model"]["recipe"] == "small"
    assert scores["accuracy"] > 0.9
    assert scores["accuracy_nonpass"] > 0.75  # always passing has none of them
