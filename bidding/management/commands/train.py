"""Train networks, each into a folder: weights, config, sha256 and report.

Ctrl-C stops; the same command goes on.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from bidding.management.runs import CommandGroup, resumable
from bidding.training.advice.experiment import AdviceSettings, AdviceTask
from bidding.training.bidder.experiment import train_recipe
from bidding.training.bidder.recipe import read_recipe
from bidding.training.core.distributed import ProcessGroup, default_device
from bidding.training.core.experiment import Experiment, run_experiment
from bidding.training.core.settings import Settings
from bidding.training.estimator.dataset import (
    HOW_TO_SOLVE,
    TrainTestDeals,
    known_split,
    load_split,
)
from bidding.training.estimator.experiment import EstimatorTask, read_estimator_recipe
from bidding.training.meanings.experiment import MeaningSettings, MeaningTask
from bidding.training.scoring.score_tables import score_table
from bidding.tricks.estimator import shares_text


class _Training(BaseCommand):
    out: ClassVar[str]
    """The folder to write to, by default."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        out = Path(self.out)
        parser.add_argument("--out", type=Path, default=out, help=f"default: {out}")
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")


class Bidder(_Training):
    """Train bidders from recipes."""

    help = (
        "Train one or more recipes, each into OUT/RECIPE: weights, config, sha256 and report. "
        "Ctrl-C stops; the same command goes on. Several recipes are compared at the end."
    )
    out = "var/training"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "recipe",
            nargs="+",
            help="a recipe's name or a .toml file; NAME@2 is the recipe with seed 2",
        )
        parser.add_argument("--data", type=Path, required=True, help="the folder of .npz files")
        super().add_arguments(parser)

    @resumable()
    def handle(self, **options: Any) -> None:
        scores: dict[str, Any] = {}
        for name in options["recipe"]:
            recipe, outcome = self.train(
                name,
                options["out"],
                data=options["data"],
                version=options["release"],
                log=self.stdout.write,
            )
            scores |= {f"{recipe}: {file}": figures for file, figures in outcome.items()}
        if scores:  # in the main process alone
            self.stdout.write("\nOn the validation deals:\n\n" + score_table(scores) + "\n")

    def train(self, name: str, out: Path, **options: Any) -> tuple[str, dict[str, Any]]:
        """Train one recipe; return its name and its scores."""
        recipe = read_recipe(name)
        return recipe.name, train_recipe(recipe, out=out / recipe.name, **options)


class Estimator(_Training):
    """Train the estimator of tricks from a recipe."""

    help = (
        "Train the estimator of tricks (`released`, or a .toml file of yours) into OUT/RECIPE: "
        "weights, config and report. Ctrl-C stops; the same command goes on."
    )
    recipe_help = "NAME or a .toml file"
    out = "var/tricks-runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipe", nargs="+", help=self.recipe_help)
        parser.add_argument(
            "--data",
            type=Path,
            nargs="+",
            help="folders of dd-*.npz files; default: the solved deals that come with the program, "
            "which are full deals alone",
        )
        super().add_arguments(parser)

    @resumable()
    def handle(self, **options: Any) -> None:
        folders = options["data"]
        recipes = self.recipes(options["recipe"], bool(folders))
        deals = load_split(folders) if folders else self._known()
        for recipe in recipes:
            self.train(recipe, deals, options["out"], options["release"])

    def recipes(self, names: Sequence[str], data: bool) -> Sequence[Any]:
        """Return the recipes of these names; raise ValueError for any fault."""
        recipes = [read_estimator_recipe(name) for name in names]
        for recipe in recipes:
            if not data and recipe.learning.endings and recipe.learning.endings_until:
                raise ValueError(
                    f"{recipe.name} learns from endings too, and none come with the program: say "
                    "with --data FOLDER where the solved deals and endings are, dd-*.npz, or set "
                    f"`endings = 0` in a recipe of your own. {HOW_TO_SOLVE}; with --cards 9 and "
                    "another name, dd-9.npz, it makes endings"
                )
        return recipes

    def train(self, recipe: Any, deals: TrainTestDeals, out: Path, version: str) -> None:
        """Train the estimator in the process group that torchrun started, or alone."""
        device = default_device()
        processes = ProcessGroup.join(device)
        task = EstimatorTask(recipe, deals, device, processes)
        report = run_experiment(task, out / recipe.name, version=version, processes=processes)
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


class _Heads(_Training):
    """Train heads of a bidder, which stays as it is."""

    settings: ClassVar[type[Settings]]
    experiment: ClassVar[Callable[..., Experiment]]
    """What makes the experiment of data, weights, settings, device and folder of the run."""

    data_help: ClassVar[str]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, required=True, help=self.data_help)
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--passes", type=float, help="number of epochs")
        super().add_arguments(parser)

    @resumable()
    def handle(self, **options: Any) -> None:
        data, weights, out, passes = (options[n] for n in ("data", "weights", "out", "passes"))
        settings = self.settings.read({} if passes is None else {"passes": passes})
        start = [options["start"]] if "start" in options else []
        experiment = self.experiment(data, weights, settings, default_device(), out, *start)
        self.stdout.write(f"{experiment}, {experiment.steps:,} steps on {experiment.device}")
        report = run_experiment(experiment, out, version=options["release"], log=self.stdout.write)
        self.show(report)

    def show(self, report: dict[str, Any]) -> None:
        """Print what the report says."""


class Meanings(_Heads):
    """Train the meaning heads."""

    help = (
        "Train the meaning heads of a bidder on a robot's statements, into OUT: weights, config, "
        "sha256 and report. Fits a temperature for each system on the validation auctions. "
        "Ctrl-C stops; the same command goes on."
    )
    out = "var/training/meanings"
    settings, experiment = MeaningSettings, MeaningTask
    data_help = "the folder of robot-*.npz, meaning-*.npz, odd-*.npz and labels.json"


class Adviser(_Heads):
    """Train the adviser."""

    help = (
        "Train an adviser, which predicts the IMPs of each call, on the decisions that `record "
        "advice` left, into OUT: weights, config, sha256 and report. Ctrl-C stops; the same "
        "command goes on."
    )
    out = "var/training/adviser"
    settings, experiment = AdviceSettings, AdviceTask
    data_help = "the folder of advice-*.npz"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--start",
            type=Path,
            metavar="FOLDER",
            help="go on from this adviser, which may be another bidder's",
        )
        super().add_arguments(parser)

    def show(self, report: dict[str, Any]) -> None:
        """Print R², and what the preferred calls win."""
        held_out = report["decisions_held_out"]
        self.stdout.write(f"on {held_out:,} decisions held out: R² {report['r2']:.3f}")
        plausible = report["plausible_held_out"]
        self.stdout.write(f"on {plausible:,} of them the call is likely enough to be preferred")
        for row in report["by_margin"]:
            self.stdout.write(
                f"predicted over {row['margin']:g} IMPs: {100 * row['share']:.1f} % of these, "
                f"which won {row['mean']:+.2f} ± {row['error']:.2f} IMPs"
            )


class Command(CommandGroup):
    help = __doc__
    parts = {"bidder": Bidder, "meanings": Meanings, "adviser": Adviser, "estimator": Estimator}
