"""Train the adviser."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from bidding.management.heads import HeadsCommand
from bidding.training.advice.experiment import AdviceSettings, AdviceTask


class Command(HeadsCommand):
    help = (
        "Train an adviser, which predicts the IMPs of each call, on the decisions in DIR that "
        "record_advice left there, into OUT: weights, config, sha256 and report. Ctrl-C stops; "
        "the same command goes on."
    )

    out = "var/training/adviser"
    settings, experiment = AdviceSettings, AdviceTask

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("data", type=Path, metavar="DIR", help="the folder of advice-*.npz")
        super().add_arguments(parser)

    def show(self, report: dict[str, Any]) -> None:
        kept = report["decisions_kept_apart"]
        self.stdout.write(f"on {kept:,} decisions kept apart: R² {report['r2']:.3f}")
        plausible = report["plausible_kept_apart"]
        self.stdout.write(f"on {plausible:,} of them the call is likely enough to be preferred")
        for row in report["by_margin"]:
            self.stdout.write(
                f"predicted over {row['margin']:g} IMPs: {100 * row['share']:.1f} % of these, "
                f"which won {row['mean']:+.2f} ± {row['error']:.2f} IMPs"
            )
