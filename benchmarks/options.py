"""The command line of benchmarks on dev files, and the choice of their auctions."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from bidding.encoding.layout import N_SEATS
from bidding.training.scoring.evaluation import evenly_spaced


def read_options(description: str, auctions: int, *, kept: bool = False) -> argparse.Namespace:
    """``data`` (a folder), ``auctions`` of each file (by default so many) and ``json`` (a file).

    Where it may be ``kept``, whether auctions kept from training are read and not the dev files.
    """
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("data", type=Path, help="a folder with the dev files")
    parser.add_argument(
        "--auctions", type=int, default=auctions, help=f"of each file (default {auctions})"
    )
    parser.add_argument("--json", type=Path, help="write the figures there")
    if kept:
        parser.add_argument(
            "--kept",
            action="store_true",
            help="read auctions that the released bidder's recipe keeps from training",
        )
    return parser.parse_args()


def rows_read(total: int, count: int) -> np.ndarray:
    """At most ``count`` of so many rows, rising, spread evenly over them.

    One after the other they leave 0, 1, 2, 3 over when divided by four: that tells whose hand is
    in sight, so each seat's is as often.
    """
    if total < N_SEATS:
        return np.arange(min(total, count))
    first = evenly_spaced(np.arange(total - N_SEATS + 1), count)
    return np.asarray(first + (np.arange(len(first)) - first) % N_SEATS)
