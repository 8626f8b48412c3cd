"""Train the estimator of tricks from a recipe."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import INTERRUPTED
from bidding.training.core.completed_runs import is_completed
from bidding.training.core.distributed import ProcessGroup, default_device
from bidding.training.estimator.dataset import (
    HOW_TO_SOLVE,
    TrainTestDeals,
    known_split,
    load_split,
)
from bidding.training.estimator.recipe import EstimatorRecipe, read_estimator_recipe
from bidding.training.estimator.run import REPORT, train_estimator
from bidding.training.estimator.task import estimator_fingerprint
from bidding.tricks.trick_scores import shares_text


class Command(BaseCommand):
    help = (
        "Train the estimator of tricks (`released`, or a .toml file of yours) into OUT/RECIPE: "
        "weights, config and report. Ctrl-C stops; the same command goes on, and skips completed "
        "runs."
    )
    recipe_help = "NAME or a .toml file"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipe", nargs="+", help=self.recipe_help)
        parser.add_argument(
            "--data",
            type=Path,
            nargs="+",
            help="folders of dd-*.npz files; default: the solved deals that come with the program, "
            "which are full deals alone",
        )
        parser.add_argument(
            "--out", type=Path, default=Path("var/tricks-runs"), help="default: var/tricks-runs"
        )
        parser.add_argument(
            "--release", default="0.0.0", help="the version that the weights will name"
        )

    def handle(self, **options: Any) -> None:
        out, data = options["out"], options["data"]
        try:
            recipes = self.recipes(options["recipe"], bool(data))
            # Read once, when first needed.
            deals = cache(partial(load_split, data) if data else self._known)
            for recipe in [one for one in recipes if self._is_to_train(one, out, deals)]:
                self.train(recipe, deals(), out, options["release"])
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error

    def recipes(self, names: Sequence[str], data: bool) -> Sequence[Any]:
        """Return the recipes of these names; raise ValueError for any fault."""
        recipes = [read_estimator_recipe(name) for name in names]
        if not data:
            _check_without_endings(recipes)
        return recipes

    def fingerprint(self, recipe: Any, deals: TrainTestDeals) -> str:
        """Return the identity of a run."""
        return estimator_fingerprint(recipe, deals)

    def train(self, recipe: Any, deals: TrainTestDeals, out: Path, version: str) -> None:
        """Train the estimator in the process group that torchrun started, or alone."""
        device = default_device()
        report = train_estimator(
            recipe,
            deals,
            out / recipe.name,
            version=version,
            device=device,
            processes=ProcessGroup.join(device),
        )
        if report is None:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
        for kind, score in report.get("scores", {}).items():
            self.stdout.write(f"{recipe.name}: {kind} {shares_text(score)}, ECE {score['ece']:.4f}")

    def _known(self) -> TrainTestDeals:
        """Return the deals that come with the program, and print how they are split."""
        deals = known_split()
        self.stdout.write(
            f"without --data: {len(deals.train):,} solved deals that come with the program are "
            f"trained on, {len(deals.validation):,} are chosen by, {len(deals.test):,} tested on"
        )
        return deals

    def _is_to_train(self, recipe: Any, out: Path, deals: Callable[[], TrainTestDeals]) -> bool:
        """Return True if a run is to be made, and print its report if not."""
        report = out / recipe.name / REPORT
        if not is_completed(report, lambda: self.fingerprint(recipe, deals())):
            return True
        self.stdout.write(f"{recipe.name} is complete: {report}")
        return False


def _check_without_endings(estimators: Sequence[EstimatorRecipe]) -> None:
    """Raise ValueError for a recipe that learns from endings: none come with the program."""
    for recipe in estimators:
        if recipe.learning.endings and recipe.learning.endings_until:
            raise ValueError(
                f"{recipe.name} learns from endings too, and none come with the program: say with "
                "--data FOLDER where the solved deals and endings are, dd-*.npz, or set "
                f"`endings = 0` in a recipe of your own. {HOW_TO_SOLVE}; with --cards 9 and "
                "another name, dd-9.npz, it makes endings"
            )
