"""Commands that train heads of a bidder, which stays as it is."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from bidding.management.stopping import INTERRUPTED


class HeadsCommand(BaseCommand):
    """Train heads on what is in ``data``; the same command goes on with a stopped run."""

    out = ""
    """The folder of the run, by default."""

    train: ClassVar[Callable[..., dict[str, Any] | None]]
    """What returns the report; None if it was stopped."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what all take."""
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--out", type=Path, default=Path(self.out))
        parser.add_argument("--passes", type=float, help="number of passes over the data")
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")

    def handle(self, **options: Any) -> None:
        """Train, and print what came of it."""
        names = ("data", "weights", "out")
        try:
            report = self.train(
                *(options[name] for name in names),
                passes=options["passes"],
                version=options["release"],
                log=self.stdout.write,
            )
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        if report is None:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
        self.show(report)

    def show(self, report: dict[str, Any]) -> None:
        """Print what the report says."""
