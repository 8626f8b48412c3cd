"""Train trick networks from recipes: the papers' and the released one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.stopping import INTERRUPTED
from bidding.training.estimator_run import train_estimator
from bidding.training.estimator_task import estimator_recipe, read_estimator_recipe
from bidding.training.team import Team, own_device
from bidding.training.trick_data import HOW_TO_SOLVE, load_split
from bidding.training.trick_recipe import read_trick_recipes
from bidding.training.trick_run import REPORT, train_tricks
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
            "--data", type=Path, nargs="+", help="folders of dd-*.npz files; must be given"
        )
        parser.add_argument(
            "--out", type=Path, default=Path("var/tricks-runs"), help="default: var/tricks-runs"
        )
        parser.add_argument(
            "--release", default="0.0.0", help="the version that an estimator's weights will name"
        )

    def handle(self, **options: Any) -> None:
        names, out = options["recipe"], options["out"]
        if not options["data"]:
            raise CommandError(
                f"say with --data FOLDER where the solved deals are, dd-*.npz. {HOW_TO_SOLVE}"
            )
        estimators = [path for name in names if (path := estimator_recipe(name))]
        try:
            for path in estimators:
                self._estimator(path, options["data"], out, options["release"])
            papers = [name for name in names if estimator_recipe(name) is None]
            recipes = [recipe for name in papers for recipe in read_trick_recipes(name)]
            wanted = [recipe for recipe in recipes if not (out / recipe.name / REPORT).is_file()]
            deals = load_split(options["data"]) if wanted else None
            for recipe in recipes:
                if recipe not in wanted or deals is None:
                    self.stdout.write(f"{recipe.name} is finished: {out / recipe.name / REPORT}")
                    continue
                report = train_tricks(recipe, deals, out, say=self.stdout.write)
                if report is None:
                    raise CommandError("training is not finished", returncode=INTERRUPTED)
                self.stdout.write(_line(report))
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error

    def _estimator(self, path: Path, folders: list[Path], out: Path, version: str) -> None:
        """Trains the estimator, alone or in the team that torchrun started."""
        device = own_device()
        recipe = read_estimator_recipe(path)
        if (finished := out / recipe.name / REPORT).is_file():
            self.stdout.write(f"{recipe.name} is finished: {finished}")
            return
        report = train_estimator(
            recipe,
            load_split(folders),
            out / recipe.name,
            version=version,
            device=device,
            team=Team.join(device),
        )
        if report is None:
            raise CommandError("training is not finished", returncode=INTERRUPTED)
        for kind, score in report.get("scores", {}).items():
            self.stdout.write(f"{recipe.name}: {kind} {shares_text(score)}, ECE {score['ece']:.4f}")


def _line(report: dict[str, Any]) -> str:
    """What a finished network reached on the test deals."""
    error = f"validation error {report['validation_error']:.4f}"
    shares = (f"{kind} {shares_text(score)}" for kind, score in report.get("test", {}).items())
    return "; ".join((f"{report['epochs']} epochs in {report['seconds']} s", error, *shares))
