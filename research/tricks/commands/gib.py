"""Write deals of GIB's double-dummy library as solved deals."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.tricks.solved import BadSolvedDeals
from research.tricks.gib import read_gib


class Command(BaseCommand):
    help = (
        "Write deals of GIB's double-dummy library, library.asc or library.bin of whoever has it, "
        "as solved deals, which the other commands read: DIR/dd-gib.npz to train on, "
        "DIR/dd-test-gib.npz to test on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("library", type=Path)
        parser.add_argument("--out", type=Path, required=True, help="the .npz file to write")
        parser.add_argument("--first", type=int, default=0, help="deals to leave out; default: 0")
        parser.add_argument("--limit", type=int, help="how many deals; default: all")

    def handle(self, **options: Any) -> None:
        first, limit = options["first"], options["limit"]
        if first < 0 or (limit is not None and limit < 1):
            raise CommandError("--first counts from 0 and --limit from 1")
        try:
            deals = read_gib(options["library"])
            if not len(some := deals.rows(slice(first, None if limit is None else first + limit))):
                raise CommandError(f"{options['library']} has {len(deals)} deals")
            some.save(options["out"])
        except (BadSolvedDeals, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{len(some):,} deals written to {options['out']}")
