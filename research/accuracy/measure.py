"""What measures of accuracy have in common: their command line, and the choice of auctions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand

from bidding.encoding.layout import N_SEATS
from bidding.networks.checkpoint import write_json
from bidding.training.scoring.evaluation import evenly_spaced


class Measure(BaseCommand):
    """A command that prints figures of recorded auctions, and may write them."""

    auctions = 0
    """Of each file, by default."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what every measure takes."""
        parser.add_argument("data", type=Path, help="a folder with the dev files")
        text = f"of each file (default {self.auctions})"
        parser.add_argument("--auctions", type=int, default=self.auctions, help=text)
        parser.add_argument("--json", type=Path, help="write the figures there")

    def handle(self, **options: Any) -> None:
        """Measure, and write the figures."""
        document = self.measure(Namespace(**options))
        if options["json"] is not None:
            write_json(options["json"], document)

    def measure(self, options: Namespace) -> dict[str, Any]:
        """Print the figures, and return them."""
        raise NotImplementedError


def rows_read(total: int, count: int) -> np.ndarray:
    """At most ``count`` of so many rows, rising, spread evenly over them.

    One after the other they leave 0, 1, 2, 3 over when divided by four: that tells whose hand is
    in sight, so each seat's is as often.
    """
    if total < N_SEATS:
        return np.arange(min(total, count))
    first = evenly_spaced(np.arange(total - N_SEATS + 1), count)
    return np.asarray(first + (np.arange(len(first)) - first) % N_SEATS)
