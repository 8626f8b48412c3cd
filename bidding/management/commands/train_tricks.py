"""Train trick networks from recipes: the papers' and the released one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.stopping import INTERRUPTED
from bidding.training.estimator_run import train_estimator
from bidding.training.estimator_task import (
    EstimatorRecipe,
    estimator_fingerprint,
    estimator_recipe,
    read_estimator_recipe,
)
from bidding.training.finished import is_finished
from bidding.training.team import Team, own_device
from bidding.training.trick_data import (
    HOW_TO_SOLVE,
    TrainTestDeals,
    known_split,
    load_split,
)
from bidding.training.trick_recipe import TrickRecipe, read_trick_recipe, read_trick_recipes
from bidding.training.trick_run import REPORT, train_tricks
from bidding.training.trick_task import fingerprint_of
from bidding.tricks.evaluation import shares_text


class Command(BaseCommand):
    help = (
        "Train the released estimator (`released`) or networks of papers P2, P3 and P4, each into "
        "OUT/RECIPE: weights, config and report. A recipe is a file's name (all its variants) or "
        "NAME/VARIANT. Ctrl-C stops; the same command goes on, and leaves out what is finished."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipe", nargs="+", help="NAME, NAME/VARIANT, or a .toml file")
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
            "--release", default="0.0.0", help="the version that an estimator's weights will name"
        )

    def handle(self, **options: Any) -> None:
        out, data = options["out"], options["data"]
        try:
            estimators, papers = _recipes(options["recipe"])
            if not data:
                _check_without_endings(estimators)
            # Read where they are needed first, and once.
            deals = cache(partial(load_split, data) if data else self._known)
            ours = [one for one in estimators if self._wanted(one, out, deals)]
            theirs = [one for one in papers if self._wanted(one, out, deals)]
            for estimator in ours:
                self._estimator(estimator, deals(), out, options["release"])
            for recipe in theirs:
                report = train_tricks(recipe, deals(), out, say=self.stdout.write)
                if report is None:
                    raise CommandError("training is not finished", returncode=INTERRUPTED)
                self.stdout.write(_line(report))
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error

    def _known(self) -> TrainTestDeals:
        """The deals that come with the program; says how many of them are for what."""
        deals = known_split()
        self.stdout.write(
            f"without --data: {len(deals.train):,} solved deals that come with the program are "
            f"trained on, {len(deals.validation):,} are chosen by, {len(deals.test):,} tested on"
        )
        return deals

    def _wanted(
        self, recipe: EstimatorRecipe | TrickRecipe, out: Path, deals: Callable[[], TrainTestDeals]
    ) -> bool:
        """Whether a run is still to be made; says so if not. Raises as is_finished."""

        def fingerprint() -> str:
            if isinstance(recipe, EstimatorRecipe):
                return estimator_fingerprint(recipe, deals())
            return fingerprint_of(recipe, deals())

        report = out / recipe.name / REPORT
        if not is_finished(report, fingerprint):
            return True
        self.stdout.write(f"{recipe.name} is finished: {report}")
        return False

    def _estimator(
        self, recipe: EstimatorRecipe, deals: TrainTestDeals, out: Path, version: str
    ) -> None:
        """Trains the estimator, alone or in the team that torchrun started."""
        device = own_device()
        report = train_estimator(
            recipe,
            deals,
            out / recipe.name,
            version=version,
            device=device,
            team=Team.join(device),
        )
        if report is None:
            raise CommandError("training is not finished", returncode=INTERRUPTED)
        for kind, score in report.get("scores", {}).items():
            self.stdout.write(f"{recipe.name}: {kind} {shares_text(score)}, ECE {score['ece']:.4f}")


def _recipes(names: Sequence[str]) -> tuple[list[EstimatorRecipe], list[TrickRecipe]]:
    """All recipes of these names, those of estimators apart; raises ValueError for any fault, in
    what they start from too."""
    files = {name: estimator_recipe(name) for name in names}
    estimators = [read_estimator_recipe(path) for path in files.values() if path is not None]
    others = [name for name, path in files.items() if path is None]
    papers = [recipe for name in others for recipe in read_trick_recipes(name)]
    for start in filter(None, (recipe.start for recipe in papers)):
        read_trick_recipe(start)
    return estimators, papers


def _check_without_endings(estimators: Sequence[EstimatorRecipe]) -> None:
    """Raises ValueError for a recipe that learns from endings too: none come with the program."""
    for recipe in estimators:
        if recipe.learning.endings and recipe.learning.endings_until:
            raise ValueError(
                f"{recipe.name} learns from endings too, and none come with the program: say with "
                "--data FOLDER where the solved deals and endings are, dd-*.npz, or set "
                f"`endings = 0` in a recipe of your own. {HOW_TO_SOLVE}; with --cards 9 and "
                "another name, dd-9.npz, it makes endings"
            )


def _line(report: dict[str, Any]) -> str:
    """What a finished network reached on the test deals."""
    error = f"validation error {report['validation_error']:.4f}"
    shares = (f"{kind} {shares_text(score)}" for kind, score in report.get("test", {}).items())
    return "; ".join((f"{report['epochs']} epochs in {report['seconds']} s", error, *shares))
