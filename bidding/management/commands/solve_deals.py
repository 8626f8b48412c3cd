"""Deal at random and solve double dummy."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.management.runs import resumable
from bidding.tricks.solved import MAX_TRICKS, BadSolvedDeals
from bidding.tricks.solving import NoSolver, solve_into
from bidding.tricks.stored_results import RESULTS, SHARD_DEALS, store_tricks


class Command(BaseCommand):
    help = (
        "Deal N deals at random and solve all 20 results of each with the double-dummy solver, "
        "for train_tricks. Ctrl-C stops; the same command goes on. The results of some seeds come "
        "with the program and are not solved again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument("--seed", type=int, required=True, help="which deals; 0 or more")
        parser.add_argument(
            "--cards",
            type=int,
            default=MAX_TRICKS,
            help="cards a hand; with fewer than 13, endings: to learn from, and far sooner solved",
        )
        parser.add_argument("--out", type=Path, required=True, help="the .npz file to write")
        parser.add_argument(
            "--keep",
            action="store_true",
            help="keep the results with the program too, in "
            f"{RESULTS.parent.name}/{RESULTS.name}/: those of whole shards of {SHARD_DEALS} deals",
        )

    @resumable()
    def handle(self, **options: Any) -> None:
        count, seed, out, cards = (options[name] for name in ("count", "seed", "out", "cards"))
        if count < 1 or seed < 0 or not 1 <= cards <= MAX_TRICKS:
            raise CommandError("N must be at least 1, --seed at least 0 and --cards from 1 to 13")
        if out.suffix != ".npz":
            raise CommandError(f"--out must name an .npz file, not {out}")
        if out.exists():
            raise CommandError(f"{out} exists already; name another file, or move it away")
        try:
            with tqdm(total=count, unit="deal", desc="solving", dynamic_ncols=True) as bar:
                deals = solve_into(out, count, seed, bar.update, cards=cards)
            kept = (
                store_tricks(deals.owners, deals.tricks, seed, cards) if options["keep"] else None
            )
        except (NoSolver, BadSolvedDeals, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count:,} solved deals in {out}")
        if kept is not None:
            self.stdout.write(_kept(kept, count))


def _kept(kept: int, count: int) -> str:
    """Describe how many of the results are kept with the program."""
    which = f"the first {kept:,} results are" if kept else "no results are"
    rest = "" if kept == count else f"; of the others there is no whole {SHARD_DEALS}"
    return f"{which} kept with the program{rest}"
