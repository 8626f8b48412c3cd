"""Count what recorded auctions hold: the dataset checks of paper P1."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.encoding.records import BadRecords, read_records
from bidding.management.runs import add_json_option, json_path, write_figures
from research.released.auction_facts import AuctionFacts
from research.released.fact_tables import fact_tables


class Command(BaseCommand):
    help = (
        "Describe files of recorded auctions (.npz): whether each card is equally often with "
        "each player, the lengths of the auctions, calls, systems, contracts, repetitions."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="+", type=Path, help="recorded auctions, .npz")
        add_json_option(parser)

    def handle(self, **options: Any) -> None:
        out = json_path(options)
        facts = AuctionFacts()
        try:
            with tqdm(desc="describing", unit="auction", unit_scale=True) as bar:
                for path in options["file"]:
                    facts.add(read_records(path), bar.update)
            found = {"files": sorted(path.name for path in options["file"]), **facts.report()}
        except (BadRecords, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(fact_tables(found) + "\n")
        write_figures(out, found)
