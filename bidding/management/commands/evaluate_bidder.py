"""Score a bidder on recorded auctions."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import read_records
from bidding.management.runs import (
    add_cards_option,
    add_json_option,
    card_numbers,
    check_least,
    command_errors,
    json_path,
    write_figures,
)
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo, load_bidder
from bidding.training.core.distributed import default_device
from bidding.training.scoring.evaluation import (
    evaluate,
    evaluate_agreement,
    evaluate_by_changes,
    evaluate_unseen,
    evenly_spaced,
)
from bidding.training.scoring.score_tables import all_tables


class Command(BaseCommand):
    help = (
        "Score the released bidder on a file of recorded auctions (.npz): the next call, the "
        "hidden hands, their calibration, and the effect of making the hands consistent."
    )

    load: ClassVar[Callable[..., tuple[Bidder, ModelInfo]]] = staticmethod(load_bidder)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="recorded auctions, .npz")
        add_cards_option(parser)
        parser.add_argument("--limit", type=int, help="only the first LIMIT auctions")
        parser.add_argument(
            "--agreed",
            type=int,
            default=2000,
            metavar="N",
            help="make the hidden hands consistent on N auctions, evenly spaced (default: 2000)",
        )
        add_json_option(parser)
        parser.add_argument("--weights", type=Path, help="a folder with other weights")

    @command_errors()
    def handle(self, **options: Any) -> None:
        check_least(options, limit=1, agreed=0)
        out = json_path(options)
        device = default_device()
        bidder, model = self.load(options["weights"], device)
        records = read_records(options["file"], card_numbers(options))
        rows = np.arange(len(records))[: options["limit"]]
        if not len(rows):
            raise CommandError(f"{options['file']}: there is no auction in it")
        figures = self.scores((bidder, records, rows, device), options)
        self.stdout.write(f"{model.name} {model.version} ({model.recipe})\n\n")
        self.stdout.write(all_tables(options["file"].stem, figures) + "\n")
        document = {"file": options["file"].name, "model": model.to_dict(), **figures}
        write_figures(out, document)

    def scores(self, of: Any, options: dict[str, Any]) -> dict[str, Any]:
        """Return the figures of a bidder on these rows of records, on a device."""
        figures = evaluate(*of, progress=True)
        figures["no_hand"] = evaluate_unseen(*of)
        if options["cards"]:
            figures["changes"] = evaluate_by_changes(*of)
        if options["agreed"]:
            bidder, records, rows, device = of
            few = evenly_spaced(rows, options["agreed"])
            figures["agreement"] = evaluate_agreement(bidder, records, few, device)
        return figures
