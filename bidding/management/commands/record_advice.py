"""Record what second calls win or lose, for the adviser."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import torch
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from bidding.encoding.records import BadRecords
from bidding.management.runs import resumable
from bidding.networks.advice_head import load_adviser
from bidding.networks.checkpoint import BadCheckpoint, load_bidder
from bidding.networks.precision import fast_dtype
from bidding.training.advice.record import record_advice
from bidding.training.advice.tables import Policy
from bidding.tricks.estimator import load_estimator


class Command(BaseCommand):
    help = (
        "Bid random deals with the model, or with its adviser at some seats, compare plausible "
        "second calls with those made by the contracts they lead to, and keep N decisions or a "
        "few more in the folder OUT, for train_adviser. Ctrl-C stops; the same command goes on."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("out", type=Path, metavar="OUT", help="the folder of advice-*.npz")
        parser.add_argument("--samples", type=int, required=True, metavar="N", help="how many")
        parser.add_argument("--seed", type=int, required=True, help="which deals; 0 or more")
        parser.add_argument("--weights", type=Path, help="a folder with another bidder")
        parser.add_argument(
            "--adviser", type=Path, metavar="DIR", help="a folder with an adviser that bids, too"
        )
        parser.add_argument("--estimator", type=Path, help="a folder with another estimator")

    @resumable()
    def handle(self, **options: Any) -> None:
        out, count, seed = options["out"], options["samples"], options["seed"]
        if count < 1 or seed < 0:
            raise CommandError("--samples must be at least 1 and --seed at least 0")
        torch.set_num_threads(1)  # more would wait for each other at every small product
        try:
            bidder, model = load_bidder(options["weights"])
            adviser = options["adviser"]
            head = None if adviser is None else load_adviser(model, adviser)[0]
            estimator = load_estimator(options["estimator"])
            estimator.compute_dtype = fast_dtype("cpu")
            head = None if head is None else head.to(fast_dtype("cpu"))
            bidder = bidder.for_inference()
            with tqdm(total=count, unit="call", desc="comparing", dynamic_ncols=True) as bar:
                kept = record_advice(Policy(bidder, head), estimator, out, count, seed, bar.update)
        except (BadCheckpoint, BadRecords, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{kept:,} decisions of seed {seed} in {out}")
