"""Train the networks of papers P2, P3 and P4 from their recipes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from bidding.management.commands import train
from bidding.management.runs import INTERRUPTED
from bidding.training.estimator.dataset import TrainTestDeals
from bidding.tricks.estimator import shares_text
from research.tricks.recipe import TrickRecipe, read_trick_recipe, read_trick_recipes
from research.tricks.run import REPORT, is_completed, train_network


class Command(train.Estimator):
    help = (
        "Train networks of papers P2, P3 and P4, each into OUT/RECIPE: weights, config and report. "
        "A recipe is a file's name (all its variants) or NAME/VARIANT. Ctrl-C stops; the same "
        "command goes on, and skips completed runs."
    )
    recipe_help = "NAME, NAME/VARIANT, or a .toml file"

    def recipes(self, names: Sequence[str], data: bool) -> list[TrickRecipe]:
        """All recipes of these names; raises ValueError for any fault, in their starts too."""
        recipes = [recipe for name in names for recipe in read_trick_recipes(name)]
        for start in filter(None, (recipe.start for recipe in recipes)):
            read_trick_recipe(start)
        return recipes

    def train(self, recipe: TrickRecipe, deals: TrainTestDeals, out: Path, version: str) -> None:
        """Train one network, unless it was, and first the one that it starts from."""
        if is_completed(recipe, deals, out):
            self.stdout.write(f"{recipe.name} is complete: {out / recipe.name / REPORT}")
            return
        report = train_network(recipe, deals, out, log=self.stdout.write)
        if report is None:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
        self.stdout.write(_line(report))


def _line(report: dict[str, Any]) -> str:
    """What a finished network reached on the test deals."""
    error = f"validation error {report['validation_error']:.4f}"
    shares = (f"{kind} {shares_text(score)}" for kind, score in report.get("test", {}).items())
    return "; ".join((f"{report['epochs']} epochs in {report['seconds']} s", error, *shares))
