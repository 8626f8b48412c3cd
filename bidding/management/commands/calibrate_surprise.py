"""Count how often calls and auctions surprise a bidder."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords
from bidding.explaining.recorded_calls import count_scale
from bidding.explaining.surprise import FILE, save_scale
from bidding.networks.checkpoint import RELEASED, BadCheckpoint, load_bidder
from bidding.training.bidder.experiment import dataset_of
from bidding.training.bidder.recipe import read_recipe
from bidding.training.core.distributed import default_device


class Command(BaseCommand):
    help = (
        "Write surprise.json beside the weights: how often calls of the validation auctions, and "
        "these auctions, surprise. To be run once for new weights."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, required=True, help="a folder of auctions, .npz")
        parser.add_argument("--weights", type=Path, default=RELEASED, help="a folder with weights")
        parser.add_argument("--recipe", help="their recipe (default: the one they name)")
        parser.add_argument("--limit", type=int, help="the number of auctions")

    def handle(self, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit must be at least 1")
        device = default_device()
        try:
            bidder, model = load_bidder(options["weights"], device)
            recipe = read_recipe(options["recipe"] or model.recipe)
            dataset = dataset_of(recipe, options["data"], options["weights"])
        except (BadCheckpoint, BadRecords, ValueError) as error:
            raise CommandError(str(error)) from error
        rows = dataset.validation
        if options["limit"] is not None and options["limit"] < len(rows):  # from all files alike
            rows = rows[np.linspace(0, len(rows) - 1, options["limit"], dtype=np.int64)]
        self.stdout.write(f"{model.name} {model.version}: {len(rows):,} validation auctions")
        save_scale(count_scale(bidder, dataset.records, rows), options["weights"], model.sha256)
        self.stdout.write(f"written: {options['weights'] / FILE}")
