"""Train the adviser."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords
from bidding.management.stopping import INTERRUPTED
from bidding.networks.checkpoint import BadCheckpoint
from bidding.training.advice.run import train_adviser


class Command(BaseCommand):
    help = (
        "Train an adviser, which predicts the IMPs of each call, on the decisions in DIR that "
        "record_advice left there, into OUT: weights, config, sha256 and report. Ctrl-C stops; "
        "the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("data", type=Path, metavar="DIR", help="the folder of advice-*.npz")
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument("--out", type=Path, default=Path("var/training/adviser"))
        parser.add_argument("--passes", type=float, help="number of passes over the decisions")
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")

    def handle(self, **options: Any) -> None:
        try:
            report = train_adviser(
                options["data"],
                options["weights"],
                options["out"],
                passes=options["passes"],
                version=options["release"],
                log=self.stdout.write,
            )
        except (BadCheckpoint, BadRecords, ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        if report is None:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
        kept = report["decisions_kept_apart"]
        self.stdout.write(f"on {kept:,} decisions kept apart: R² {report['r2']:.3f}")
        plausible = report["plausible_kept_apart"]
        self.stdout.write(f"on {plausible:,} of them the call is likely enough to be preferred")
        for row in report["by_margin"]:
            self.stdout.write(
                f"predicted over {row['margin']:g} IMPs: {100 * row['share']:.1f} % of these, "
                f"which won {row['mean']:+.2f} ± {row['error']:.2f} IMPs"
            )
