"""Train the meaning heads."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords
from bidding.management.stopping import INTERRUPTED
from bidding.networks.checkpoint import BadCheckpoint
from bidding.training.meanings.run import train_meanings


class Command(BaseCommand):
    help = (
        "Train the meaning heads of a bidder on a robot's statements, into OUT: weights, config, "
        "sha256 and report. Fits a temperature for each system on the validation auctions. "
        "Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--data",
            type=Path,
            required=True,
            help="the folder of robot-*.npz, meaning-*.npz, odd-*.npz and labels.json",
        )
        parser.add_argument("--weights", type=Path, help="a folder with other weights")
        parser.add_argument("--out", type=Path, default=Path("var/training/meanings"))
        parser.add_argument("--passes", type=float, help="number of passes over the calls")
        parser.add_argument("--release", default="0.0.0", help="the version the weights will name")

    def handle(self, **options: Any) -> None:
        try:
            done = train_meanings(
                options["data"],
                options["weights"],
                options["out"],
                passes=options["passes"],
                version=options["release"],
                log=self.stdout.write,
            )
        except (BadCheckpoint, BadRecords, ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        if not done:
            raise CommandError("training is not complete", returncode=INTERRUPTED)
