"""Train bidders from the recipes of research/p1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bidding.management.commands import train
from bidding.training.bidder.experiment import train_recipe
from research.p1.recipe import read_recipe
from research.p1.task import P1Task


class Command(train.Bidder):
    def train(self, name: str, out: Path, **options: Any) -> tuple[str, dict[str, Any]]:
        recipe = read_recipe(name)
        return recipe.name, train_recipe(recipe, out=out / recipe.name, kind=P1Task, **options)
