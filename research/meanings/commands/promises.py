"""Count what calls promise in recorded auctions."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import DESCRIBED, System
from bidding.encoding.records import BadRecords, CardNumbers, read_records
from bidding.explaining.meanings.recorded import FILE, RecordedPromises
from bidding.matches.rules import read_rules
from bidding.networks.checkpoint import write_atomically
from research.meanings.promises import count_promises, with_cards


class Command(BaseCommand):
    help = (
        "Count what calls promise in recorded auctions of robots, where many begin with the same "
        "calls, and write it beside the weights. Run it before the command report."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE.npz")
        parser.add_argument(
            "--other-sayc",
            nargs="+",
            type=Path,
            default=(),
            metavar="FILE.npz",
            help="more files, of robots whose SAYC is not that of the booklet and is not counted",
        )
        parser.add_argument(
            "--rules",
            type=Path,
            metavar="FILE.toml",
            help="leave out auctions in which these rules of their system make another call, such "
            "as bidding/matches/booklet.toml where a robot that is set to SAYC departs from it",
        )
        parser.add_argument(
            "--cards",
            nargs="+",
            type=Path,
            default=(),
            metavar="FILE.npz",
            help="auctions of convention cards, to find the choices on which each promise relies, "
            "and what their other options promise; without other files, those of the promises "
            "that there are",
        )
        parser.add_argument(
            "--numbers", type=Path, metavar="cards.json", help="how --cards number the choices"
        )
        parser.add_argument("--out", type=Path, default=FILE, help="(default: %(default)s)")

    def handle(self, **options: Any) -> None:
        others = [system for system in DESCRIBED if system is not System.SAYC]
        asked: list[tuple[Path, Sequence[System]]]
        asked = [(path, DESCRIBED) for path in options["files"]]
        asked += [(path, others) for path in options["other_sayc"]]
        files = tqdm(asked, desc="reading", unit="file", disable=not asked)
        cards = tqdm(options["cards"], desc="cards", unit="file", disable=not options["cards"])
        try:
            rules = None if options["rules"] is None else read_rules(options["rules"])
            read = ((read_records(path), systems) for path, systems in files)
            found = count_promises(read, rules) if asked else RecordedPromises.load()
            numbers = None if options["numbers"] is None else CardNumbers.read(options["numbers"])
            if options["cards"]:
                found = with_cards((read_records(path, numbers) for path in cards), found)
        except (BadRecords, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        content = BytesIO()
        np.savez_compressed(content, **found._asdict())
        write_atomically(options["out"], content.getvalue())
        self.stdout.write(f"{options['out']} written: {len(found.system)} beginnings\n")
