"""Time of a call by the model alone, with its adviser and with a search, on one core.

    python -m benchmarks.advice [--boards N] [--adviser FOLDER] [--json OUT]

Random deals are bid by the model; at each turn all are asked for the call, one table at a time and
one after the other, so that a busy machine slows all alike. What counts are their ratios, and at
how many calls there is a search.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
import torch

from bidding.domain.calls import Call
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.explaining.distributions import Floats
from bidding.matches.bidders import Calls, SearchingBidder, Turns
from bidding.matches.boards import random_boards
from bidding.matches.players import PlayerKind
from bidding.matches.seating import Networks
from bidding.networks.checkpoint import write_json

SEED = 20_251_125  # of no match


class Counting(SearchingBidder):
    """Counts what it searches."""

    searched = 0

    def _layouts(self, position: Position) -> tuple[np.ndarray, Floats]:
        self.searched += 1
        return super()._layouts(position)


def timed(bidder: Calls, table: Position, owner: np.ndarray) -> tuple[Call, float]:
    """A call and the milliseconds that it took."""
    started = time.perf_counter()
    (call,) = bidder.calls(Turns([table], owner[None], [1]))
    return call, 1000 * (time.perf_counter() - started)


def main() -> None:
    """Print the figures, and write them where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=40, help="to bid (default 40)")
    parser.add_argument("--adviser", type=Path, help="a folder with another adviser")
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    torch.set_num_threads(1)
    networks = Networks(None, None, options.adviser)
    alone, advised = (networks.bidder_of(kind) for kind in (PlayerKind.MODEL, PlayerKind.ADVISER))
    searching = Counting(networks.bidder[0], networks.adviser[0], networks.estimator[0])
    boards = random_boards(options.boards, SEED, System.SAYC)
    of_model: list[float] = []
    of_adviser: list[float] = []
    of_search: list[float] = []
    for table, owner in zip(boards.tables, boards.owner, strict=True):
        while not table.auction.is_over:
            of_adviser.append(timed(advised, table, owner)[1])
            before = searching.searched
            taken = timed(searching, table, owner)[1]
            of_search += [taken] * (searching.searched - before)
            call, taken = timed(alone, table, owner)
            of_model.append(taken)
            table = replace(table, auction=table.auction.after(call))
    if not of_search:
        parser.error("no call was searched: give more --boards")
    document = {
        "model": networks.bidder[1].to_dict(),
        "adviser": networks.adviser[1].to_dict(),
        "speed": {
            "machine": platform.machine(),
            "calls": len(of_model),
            "model_ms": round(median(of_model), 3),
            "adviser_ms": round(median(of_adviser), 3),
            "ratio": round(median(of_adviser) / median(of_model), 3),
            "searched": len(of_search),
            "search_ms": round(median(of_search), 3),
            "search_most_ms": round(max(of_search), 3),
        },
    }
    print(json.dumps(document, indent=1))
    if options.json:
        write_json(options.json, document)


if __name__ == "__main__":
    main()
