"""The networks that docs/training.md trains from a clone, at small scale."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from research.tricks.commands.evaluate import Command as Evaluate
from research.tricks.commands.train import Command as Train
from research.tricks.recipe import TRICK_RECIPES, read_trick_recipe
from tests.training.estimator.learnable_deals import FIRST_FILE, save_learnable_deals

DOCUMENT = Path(settings.BASE_DIR) / "docs/training.md"
FROM_A_CLONE = re.compile(r"^\*\*From a clone\.\*\*.*?^The other commands", re.M | re.S)
NAMES = re.compile(r"-m research\.tricks train (.+)")
LARGE = re.compile(r"\b(epochs|examples) = [\d_]+")
SMALL = {"epochs": 6, "examples": 600}


def documented() -> list[str]:
    """The recipes that are trained from a clone."""
    (block,) = FROM_A_CLONE.findall(DOCUMENT.read_text())
    (names,) = NAMES.findall(block)
    return names.split()


def shrink(folder: Path) -> None:
    """Write all recipes there, with few epochs and examples."""
    folder.mkdir()
    for path in TRICK_RECIPES.glob("*.toml"):
        text = LARGE.sub(lambda found: f"{found[1]} = {SMALL[found[1]]}", path.read_text())
        (folder / path.name).write_text(text)


def test_each_paper_has_one() -> None:
    assert [name[:2] for name in documented()] == ["p2", "p3", "p4"]


def test_they_are_trained_and_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = save_learnable_deals(tmp_path / "data", monkeypatch), tmp_path / "out"
    shrink(tmp_path / "recipes")
    monkeypatch.setattr("research.tricks.recipe.TRICK_RECIPES", tmp_path / "recipes")
    call_command(Train(), *documented(), data=[data], out=out)
    for name in documented():
        report = json.loads((out / name / "report.json").read_text())
        assert report["epochs"] <= SMALL["epochs"]
        assert 0 < report["test"]["suits"]["exact"] < 1
        if read_trick_recipe(name).start:
            assert (out / read_trick_recipe(name).start / "report.json").exists()
        scores = tmp_path / "scores.json"
        call_command(Evaluate(), data / FIRST_FILE, limit=40, recipe=name, runs=out, json=scores)
        exact = json.loads(scores.read_text())["suits"]["exact"]
        assert exact == report["test"]["suits"]["exact"]
        assert f"| {100 * exact:.2f}" in capsys.readouterr().out
