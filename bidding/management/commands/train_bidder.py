"""Train bidders from recipes."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import INTERRUPTED
from bidding.training.bidder.recipe import read_recipe
from bidding.training.bidder.run import train_recipe
from bidding.training.scoring.score_tables import score_table


class Command(BaseCommand):
    help = (
        "Train one or more recipes, each into OUT/RECIPE: weights, config, sha256 and report. "
        "Ctrl-C stops; the same command goes on. Several recipes are compared at the end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "recipe",
            nargs="+",
            help="a recipe's name or a .toml file; NAME@2 is the recipe with seed 2",
        )
        parser.add_argument("--data", type=Path, required=True, help="the folder of .npz files")
        parser.add_argument(
            "--out", type=Path, default=Path("var/training"), help="default: var/training"
        )
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")

    def handle(self, **options: Any) -> None:
        scores: dict[str, Any] = {}
        for name in options["recipe"]:
            try:
                recipe, outcome = self.train(
                    name,
                    options["out"],
                    data=options["data"],
                    version=options["release"],
                    log=self.stdout.write,
                )
            except (ValueError, OSError) as error:
                raise CommandError(str(error)) from error
            if outcome is None:
                raise CommandError("training is not complete", returncode=INTERRUPTED)
            scores |= {f"{recipe}: {file}": figures for file, figures in outcome.items()}
        if scores:  # in the main process alone
            self.stdout.write("\nOn the validation deals:\n\n" + score_table(scores) + "\n")

    def train(self, name: str, out: Path, **options: Any) -> tuple[str, dict[str, Any] | None]:
        """Train one recipe; return its name and its scores."""
        recipe = read_recipe(name)
        return recipe.name, train_recipe(recipe, out=out / recipe.name, **options)
