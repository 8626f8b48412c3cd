"""Commands that train heads of a bidder, which stays as it is."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from bidding.management.runs import INTERRUPTED
from bidding.training.core.distributed import default_device
from bidding.training.core.experiment import Experiment, run_experiment
from bidding.training.core.settings import Settings


class HeadsCommand(BaseCommand):
    """Train heads on what is in ``data``; the same command goes on with a stopped run."""

    out = ""
    """The folder of the run, by default."""

    settings: ClassVar[type[Settings]]
    experiment: ClassVar[Callable[..., Experiment]]
    """What makes the experiment of data, weights, settings, device and folder of the run."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what all take."""
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--out", type=Path, default=Path(self.out))
        parser.add_argument("--passes", type=float, help="number of passes over the data")
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")

    def handle(self, **options: Any) -> None:
        """Train, and print what came of it."""
        data, weights, out, passes = (options[n] for n in ("data", "weights", "out", "passes"))
        try:
            settings = self.settings.read({} if passes is None else {"passes": passes})
            experiment = self.experiment(data, weights, settings, default_device(), out)
            self.stdout.write(f"{experiment}, {experiment.steps:,} steps on {experiment.device}")
            report = run_experiment(
                experiment, out, version=options["release"], log=self.stdout.write
            )
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        if report is None:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
        self.show(report)

    def show(self, report: dict[str, Any]) -> None:
        """Print what the report says."""
