"""Calibrate a bidder on its validation auctions."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import RELEASED, load_bidder, save_bidder
from bidding.training.bidder.experiment import dataset_of
from bidding.training.bidder.recipe import read_recipe
from bidding.training.bidder.temperatures import fit_temperatures
from bidding.training.core.distributed import default_device


class Command(BaseCommand):
    help = (
        "Set the temperatures of a bidder, one for each system, on its validation auctions: of "
        "the next call and of cards to those of least log loss, of HCP and lengths to those at "
        "which intervals reach their stated coverage. The order of the calls stays the same; the "
        "weights get another sha256, so run calibrate_surprise afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, required=True, help="a folder of auctions, .npz")
        parser.add_argument("--weights", type=Path, default=RELEASED, help="a folder with weights")
        parser.add_argument("--recipe", help="their recipe (default: the one they name)")

    def handle(self, **options: Any) -> None:
        folder: Path = options["weights"]
        try:
            bidder, model = load_bidder(folder, default_device())
            recipe = read_recipe(options["recipe"] or model.recipe)
            dataset = dataset_of(recipe, options["data"], folder)
            found = fit_temperatures(bidder, dataset.records, dataset.validation)
            names = {"name": model.name, "version": model.version, "recipe": model.recipe}
            save_bidder(bidder, folder, **names)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"from {len(dataset.validation):,} validation auctions:")
        for kind, values in found.items():
            words = ", ".join(f"{value:.3f} for {system.value}" for system, value in values.items())
            self.stdout.write(f"{kind}: {words or 'too few of each system, nothing set'}")
