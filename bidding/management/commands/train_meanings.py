"""Train the meaning heads."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from bidding.management.heads import HeadsCommand
from bidding.training.meanings.experiment import MeaningSettings, MeaningTask


class Command(HeadsCommand):
    help = (
        "Train the meaning heads of a bidder on a robot's statements, into OUT: weights, config, "
        "sha256 and report. Fits a temperature for each system on the validation auctions. "
        "Ctrl-C stops; the same command goes on."
    )
    out = "var/training/meanings"
    settings, experiment = MeaningSettings, MeaningTask

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--data",
            type=Path,
            required=True,
            help="the folder of robot-*.npz, meaning-*.npz, odd-*.npz and labels.json",
        )
        super().add_arguments(parser)
