"""Score a bidder on recorded auctions."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords, read_records
from bidding.networks.checkpoint import BadCheckpoint, load_bidder, write_atomically
from bidding.training.evaluation import evaluate
from bidding.training.report import score_table, seat_table
from bidding.training.run import best_device


class Command(BaseCommand):
    help = "Score the released bidder on a file of recorded auctions (.npz)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="recorded auctions, .npz")
        parser.add_argument("--limit", type=int, help="only the first LIMIT auctions")
        parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")
        parser.add_argument("--weights", type=Path, help="a folder with other weights")

    def handle(self, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit must be at least 1")
        out: Path | None = options["json"]
        if out is not None and (out.is_dir() or not out.absolute().parent.is_dir()):
            raise CommandError(f"--json: {out} cannot be written: no such folder, or a folder")
        device = best_device()
        try:
            bidder, model = load_bidder(options["weights"], device)
            records = read_records(options["file"])
        except (BadCheckpoint, BadRecords) as error:
            raise CommandError(str(error)) from error
        rows = np.arange(len(records))[: options["limit"]]
        if not len(rows):
            raise CommandError(f"{options['file']}: there is no auction in it")
        figures = evaluate(bidder, records, rows, device, progress=True)
        self.stdout.write(f"{model.name} {model.version} ({model.recipe})\n\n")
        self.stdout.write(score_table({options["file"].stem: figures}) + "\n\n")
        self.stdout.write(seat_table(figures) + "\n\n")
        always = figures["baseline"]["accuracy"]
        self.stdout.write(f"Always passing would score {always:.1%}.\n")
        if out is not None:
            document = {"file": options["file"].name, "model": model.to_dict(), **figures}
            write_atomically(out, (json.dumps(document, indent=2) + "\n").encode())
