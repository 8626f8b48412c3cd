"""Find the boards that practice offers for each theme."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import torch
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.domain.systems import System
from bidding.management.runs import resumable
from bidding.networks.checkpoint import BadCheckpoint, load_bidder, write_atomically
from bidding.practice.boards import POOLS, BadPool, Pool, pool_path, read_pool
from bidding.practice.search import search

BATCH_DEALS = 256


class Command(BaseCommand):
    help = (
        "Deal N deals and bid them with the released model, and keep the boards on which a theme "
        "comes up. Ctrl-C stops; the same command goes on. With new weights use a new folder."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("count", type=int, metavar="N", help="how many deals")
        parser.add_argument(
            "--system",
            choices=[system.value for system in System],
            required=True,
            help="what both sides play",
        )
        parser.add_argument("--out", type=Path, default=POOLS, help="the folder to write to")

    @resumable()
    def handle(self, **options: Any) -> None:
        count, system, folder = options["count"], System(options["system"]), options["out"]
        if count < 1:
            raise CommandError("N must be at least 1")
        path = pool_path(system, folder)
        torch.set_num_threads(1)  # more would wait for each other at every small product
        try:
            bidder, model = load_bidder(None, "cpu")
            known = {"version": model.version, "sha256": model.sha256}
            pool = read_pool(path) if path.exists() else Pool(system, known)
            if dict(pool.bidder) != known:
                raise CommandError(
                    f"{path}: its boards were found with bidder {pool.bidder['version']}, not "
                    f"{model.version}; move it away, or name another folder with --out"
                )
            folder.mkdir(parents=True, exist_ok=True)
            reader = bidder.for_inference()
            with tqdm(
                total=count, initial=min(pool.searched, count), unit="deal", desc=system.value
            ) as bar:
                while (left := count - pool.searched) > 0:
                    search(reader, pool, min(BATCH_DEALS, left))
                    write_atomically(path, _text(pool))
                    bar.update(min(BATCH_DEALS, left))
        except (BadPool, BadCheckpoint, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{len(pool.themes)} themes from {pool.searched:,} deals in {path}")


def _text(pool: Pool) -> bytes:
    """Return the JSON text, one line for each theme."""
    document = pool.to_json()
    boards = document.pop("boards")
    head = json.dumps(document)[:-1]
    lines = [f" {json.dumps(theme)}: {json.dumps(ids)}" for theme, ids in boards.items()]
    return (head + ', "boards": {\n' + ",\n".join(lines) + "\n}}\n").encode()
