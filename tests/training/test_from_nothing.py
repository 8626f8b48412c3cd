"""From nothing to a scored bidder: record, train, evaluate, as docs/training.md has it.

Slow: a bidder is trained until it predicts better than who always passes.
"""

from __future__ import annotations

import json
import shlex
import sys
from io import StringIO
from pathlib import Path

from django.core.management import call_command

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = EXAMPLES / "players" / "line_player.py"
TINY = """
note = "small.toml, smaller"
[network]
state_width = 32
state_layers = 1
call_embedding = 32
readout_width = 96
readout_blocks = 1
[[source]]
files = "robot-*-[0-9].npz"
[optimisation]
passes = 3
batch_decisions = 256
"""


def run(name: str, *arguments: object) -> str:
    said = StringIO()
    call_command(name, *map(str, arguments), stdout=said)
    return said.getvalue()


def test_a_small_bidder_learns_from_auctions_that_were_recorded(tmp_path: Path) -> None:
    player = f"program:{shlex.join([sys.executable, str(EXAMPLE)])}"
    for name, deals, seed in (("robot-line-0", 800, 1), ("robot-line-dev", 50, 2)):
        out = tmp_path / f"{name}.npz"
        run("record", "auctions", out, player, "--deals", deals, "--seed", seed)
    run("train", "bidder", "small", "--data", tmp_path, "--out", tmp_path / "out")
    report = tmp_path / "report.json"
    weights = tmp_path / "out" / "small"
    dev = tmp_path / "robot-line-dev.npz"
    run("evaluate_bidder", dev, "--weights", weights, "--json", report, "--agreed", 5)
    scores = json.loads(report.read_text())
    assert scores["model"]["recipe"] == "small"
    assert scores["accuracy"] > 0.9
    assert scores["accuracy_nonpass"] > 0.7  # always passing has none of them


def test_the_auctions_that_come_with_the_program_teach_and_score_a_bidder(tmp_path: Path) -> None:
    auctions, recipe = EXAMPLES / "auctions", tmp_path / "tiny.toml"
    recipe.write_text(TINY)
    run("train", "bidder", recipe, "--data", auctions, "--out", tmp_path)
    report = tmp_path / "report.json"
    dev = auctions / "robot-model-dev.npz"
    run("evaluate_bidder", dev, "--weights", tmp_path / "tiny", "--json", report, "--agreed", 5)
    scores = json.loads(report.read_text())
    assert scores["accuracy"] > scores["baseline"]["accuracy"] + 0.08  # always passing
    assert scores["hcp_mae"] < 0.93 * scores["baseline"]["hcp_mae"]
    assert 0 < scores["errors"]["accuracy"] < 0.01
