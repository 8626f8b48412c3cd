"""Recipes of trick networks that are trained in no time."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from research.tricks.commands.train import Command as Train

# COPY stands for the file's own name.
RECIPE = """
note = "a small one"

[network]
layers = "52-4-1"
activation = "tanh"

[deals]
inputs = ["52-pairs"]

[training]
epochs = 12
check_every = 3
examples = 900

[variant.spades]
deals = { contracts = ["S"] }

[variant.coder]
deals = { contracts = ["S"], inputs = ["52x4"] }
network = { layers = "208-6-208", activation = "logistic" }
[variant.coder.training]
target = "inputs"
loss = "cross-entropy"
algorithm = "rmsprop"
rate = 0.01
batch = 64

[variant.frozen]
start = "COPY/coder"
deals = { contracts = ["S"], inputs = ["52x4"] }
network = { layers = "208-6-14", activation = "logistic" }
training = { frozen = true, loss = "cross-entropy" }
"""


def small_recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a file of recipes among the project's, and return its name."""
    folder = tmp_path / "recipes"
    folder.mkdir()
    (folder / "small.toml").write_text(RECIPE.replace("COPY", "small"))
    monkeypatch.setattr("research.tricks.recipe.TRICK_RECIPES", folder)
    return "small"


def train(name: str, data: Path, out: Path) -> None:
    """Train a recipe by the command."""
    call_command(Train(), name, data=[data], out=out)
