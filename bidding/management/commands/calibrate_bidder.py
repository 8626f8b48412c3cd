"""Make the chances of calls and hidden hands hold, on auctions kept from training."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import RELEASED, load_bidder, save_bidder
from bidding.training.bidder.recipe import read_recipe
from bidding.training.bidder.run import dataset_of
from bidding.training.bidder.temperatures import warm
from bidding.training.core.distributed import own_device


class Command(BaseCommand):
    help = (
        "Set the temperatures of a bidder on the auctions kept from training: of the next call, "
        "one for each system, and of cards where log losses are least; of HCP and lengths where "
        "intervals hold as often as they say. Of hidden hands the stated systems have their own "
        "as far as auctions enough tell it, else one in common. The order of the calls stays the "
        "same; the weights get another sha256, so run calibrate_surprise afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, required=True, help="a folder of auctions, .npz")
        parser.add_argument("--weights", type=Path, default=RELEASED, help="a folder with weights")
        parser.add_argument("--recipe", help="what they were trained by (default: as they say)")

    def handle(self, **options: Any) -> None:
        folder: Path = options["weights"]
        try:
            bidder, model = load_bidder(folder, own_device())
            recipe = read_recipe(options["recipe"] or model.recipe)
            dataset = dataset_of(recipe, options["data"], folder)
            found = warm(bidder, dataset.records, dataset.validation)
            names = {"name": model.name, "version": model.version, "recipe": model.recipe}
            save_bidder(bidder, folder, **names)
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"from {len(dataset.validation):,} auctions kept from training:")
        for kind, values in found.items():
            told = ", ".join(f"{value:.3f} for {system.value}" for system, value in values.items())
            self.stdout.write(f"{kind}: {told or 'too few of each system, nothing set'}")
