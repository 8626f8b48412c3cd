"""Calibrate networks on what they were not trained on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from bidding.explaining.surprise import FILE, save_scale
from bidding.management.runs import (
    CommandGroup,
    add_json_option,
    check_least,
    command_errors,
    json_path,
    write_figures,
)
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import (
    RELEASED,
    ModelInfo,
    load_bidder,
    load_network,
    save_bidder,
)
from bidding.training.bidder.dataset import Dataset
from bidding.training.bidder.experiment import dataset_of
from bidding.training.bidder.recipe import read_recipe
from bidding.training.bidder.temperatures import fit_temperatures
from bidding.training.core.distributed import default_device
from bidding.training.estimator import experiment
from bidding.training.estimator.dataset import DEV_FILES, perhaps_learned_from
from bidding.training.scoring.evaluation import evenly_spaced
from bidding.training.scoring.recorded_calls import count_scale
from bidding.tricks.estimator import ESTIMATOR, save_estimator, score_by_kind
from bidding.tricks.solved import join_solved, read_full


class _OfBidder(BaseCommand):
    """A calibration of a bidder on its validation auctions."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--data", type=Path, required=True, help="a folder of auctions, .npz")
        parser.add_argument("--weights", type=Path, default=RELEASED, help="a folder with weights")
        parser.add_argument("--recipe", help="their recipe (default: the one they name)")

    def load(self, options: dict[str, Any]) -> tuple[Bidder, ModelInfo, Dataset]:
        """Return the bidder and the data that it was trained on."""
        bidder, model = load_bidder(options["weights"], default_device())
        recipe = read_recipe(options["recipe"] or model.recipe)
        return bidder, model, dataset_of(recipe, options["data"], options["weights"])


class Temperatures(_OfBidder):
    """Set the temperatures of a bidder."""

    help = (
        "Set the temperatures of a bidder, one for each system, on its validation auctions: of "
        "the next call and of cards to those of least log loss, of HCP and lengths to those at "
        "which intervals reach their stated coverage. The order of the calls stays the same; the "
        "weights get another sha256, so run `calibrate surprise` afterwards."
    )

    @command_errors()
    def handle(self, **options: Any) -> None:
        bidder, model, dataset = self.load(options)
        found = fit_temperatures(bidder, dataset.records, dataset.validation)
        names = {"name": model.name, "version": model.version, "recipe": model.recipe}
        save_bidder(bidder, options["weights"], **names)
        self.stdout.write(f"from {len(dataset.validation):,} validation auctions:")
        for kind, values in found.items():
            words = ", ".join(f"{value:.3f} for {system.value}" for system, value in values.items())
            self.stdout.write(f"{kind}: {words or 'too few of each system, nothing set'}")


class Surprise(_OfBidder):
    """Count how often calls and auctions surprise a bidder."""

    help = (
        "Write surprise.json next to the weights: how often calls of the validation auctions, and "
        "these auctions, surprise. To be run once for new weights."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--limit", type=int, help="the number of auctions")

    @command_errors()
    def handle(self, **options: Any) -> None:
        check_least(options, limit=1)
        bidder, model, dataset = self.load(options)
        rows = dataset.validation
        if options["limit"] is not None:
            rows = evenly_spaced(rows, options["limit"])
        self.stdout.write(f"{model.name} {model.version}: {len(rows):,} validation auctions")
        save_scale(count_scale(bidder, dataset.records, rows), options["weights"], model.sha256)
        self.stdout.write(f"written: {options['weights'] / FILE}")


class Estimator(BaseCommand):
    """Set the temperatures of a trick estimator."""

    help = (
        "Set the temperatures of a trick estimator, for suits and notrump, to those of least log "
        "loss on solved deals, and write its weights again. It must not have been trained on these "
        "deals. The likeliest numbers of tricks stay the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, help="solved deals (.npz)")
        parser.add_argument(
            "--weights", type=Path, required=True, help="the folder of the estimator, overwritten"
        )
        add_json_option(parser)

    @command_errors()
    def handle(self, **options: Any) -> None:
        out, folder = json_path(options), options["weights"]
        parts = [read_full(path) for path in options["files"]]
        for path, part in zip(options["files"], parts, strict=True):
            # Training sets the temperatures on its validation deals, too.
            which = None if path.match(DEV_FILES) else perhaps_learned_from(path, len(part))
            if which is not None:
                self.stderr.write(
                    f"{which}. If the estimator was trained in a folder with this file, it is too "
                    "sure of these deals, and stays so of others; take a file dd-dev-*.npz or one "
                    "of another name."
                )
        deals = join_solved(parts)
        estimator, info = load_network(ESTIMATOR, folder)
        before = score_by_kind(estimator.chances(deals.owners), deals.tricks)
        experiment.fit_temperatures(estimator, deals)
        after = score_by_kind(estimator.chances(deals.owners), deals.tricks)
        suits, *_, notrump = estimator.temperature.tolist()
        found = {"suits": suits, "notrump": notrump}
        losses = {
            when: {kind: score.nll for kind, score in scores.items()}
            for when, scores in (("before", before), ("after", after))
        }
        # Before the weights: where the figures cannot be written, these stay as they are.
        write_figures(out, {"deals": len(deals), **found, "log_loss": losses})
        save_estimator(estimator, folder, version=info.version, recipe=info.recipe)
        self.stdout.write(f"from {len(deals):,} deals:")
        for kind, temperature in found.items():
            change = f"log loss {before[kind].nll:.4f} before, {after[kind].nll:.4f} now"
            self.stdout.write(f"{kind}: temperature {temperature:.3f}, {change}")


class Command(CommandGroup):
    help = __doc__
    parts = {"bidder": Temperatures, "surprise": Surprise, "estimator": Estimator}
