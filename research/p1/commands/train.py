"""Train bidders from the recipes of research/p1."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bidding.management.commands import train_bidder
from bidding.training.bidder.experiment import train_recipe
from research.p1.recipe import read_recipe
from research.p1.task import P1Task


class Command(train_bidder.Command):
    def train(self, name: str, out: Path, **options: Any) -> tuple[str, dict[str, Any] | None]:
        recipe = read_recipe(name)
        return recipe.name, train_recipe(recipe, out=out / recipe.name, kind=P1Task, **options)
