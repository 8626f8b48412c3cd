"""Count the calls that trained bidders predict, auction by auction."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.encoding.records import BadRecords, read_records
from bidding.networks.checkpoint import BadCheckpoint
from bidding.training.core.distributed import default_device
from research.p1.comparison import COUNTS, RightCalls, count_right
from research.p1.network import load_p1_bidder


class Command(BaseCommand):
    help = (
        "Count the calls of each recorded auction that bidders predict, and keep the counts by "
        "recipe, for paired comparisons. Counts of other recipes on the same auctions stay."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("run", type=Path, nargs="+", help="a run's folder: OUT/RECIPE")
        parser.add_argument("--file", type=Path, required=True, help="recorded auctions, .npz")
        parser.add_argument("--out", type=Path, default=COUNTS, help="default: the kept file")

    def handle(self, **options: Any) -> None:
        out, device = options["out"], default_device()
        try:
            records = read_records(options["file"])
            digest, right = records.digest(), {}
            if out.exists():
                kept = RightCalls.read(out)
                if kept.auctions != digest:
                    raise CommandError(f"{out} is of other auctions; name another file with --out")
                right = kept.right
            for folder in options["run"]:
                bidder, model = load_p1_bidder(folder, device)
                right[model.recipe], made = count_right(bidder, records, device)
                RightCalls(digest, made, right).save(out)
                shares = right[model.recipe].sum(0) / made.sum(0)
                self.stdout.write(
                    f"{model.recipe}: {shares[0]:.2%} of calls, {shares[1]:.2%} of bids"
                )
        except (BadRecords, BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
