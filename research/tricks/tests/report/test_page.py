"""What the page on the papers' trick networks says of all of them together."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from research.tricks.commands.report import Command
from research.tricks.recipe import read_trick_recipe
from research.tricks.report.page import tricks_page

FOLDER = Path(settings.BASE_DIR) / "research/tricks"
NAME = "p2-52-25-1/spades"


def reported(epochs: int, budget: int) -> dict[str, Any]:
    """A report of a network that had that budget of epochs, and its recipe's examples."""
    examples = read_trick_recipe(NAME).training.examples
    return {
        "recipe": {"network": {"layers": "52-25-1"}, "training": {"epochs": budget}},
        "neurons": 78,
        "connections": 1325,
        "training_deals": 100,
        "training_examples": examples,
        "epochs": epochs,
        "best_epoch": 1,
        "seconds": 1.0,
        "machine": "a machine",
        "test": {"suits": {"within2": 1.0, "within1": 0.9, "exact": 0.4, "results": 16}},
    }


def test_a_network_that_stopped_by_itself_was_not_cut_short() -> None:
    now = read_trick_recipe(NAME).training.epochs
    cut, stopped = (tricks_page({NAME: reported(n, 20)}, {}, {}, {}, {}) for n in (20, 15))
    assert f"- `{NAME}`: 20 of {now:,} epochs" in cut.split("## Run shorter")[1]
    assert "## Run shorter" not in stopped


def test_the_page_is_what_the_kept_reports_make(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "reports", tmp_path / "reports")
    for drawn in FOLDER.glob("weights-*.svg"):
        shutil.copy(drawn, tmp_path)
    call_command(Command(), folder=tmp_path)
    assert (tmp_path / "README.md").read_text() == (FOLDER / "README.md").read_text()
