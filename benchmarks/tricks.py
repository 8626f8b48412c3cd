"""Deals a second: the trick estimator in batches beside the exact solver, on the same deals.

    OMP_NUM_THREADS=1 python -m benchmarks.tricks [--weights FOLDER] [--deals N] [--json OUT]

Both give all 20 results of a deal; the batches of the estimator are the deals of the solver, again
and again where a batch is larger. The solver uses every core it finds, the estimator one thread, so
that the ratio is given a core. The deals are dealt at random and solved in this very run, so the
scores printed beside the speed are of deals that nobody trained on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import torch

from bidding.networks.checkpoint import load_network, write_json
from bidding.tricks.estimator import ESTIMATOR, score_by_kind
from bidding.tricks.solving import random_deals, solve

SEED = 20_090_113  # of no file of training deals
BATCHES = (1, 16, 256, 1024)
REPEATS = 5


def seconds(work: Callable[[], object]) -> float:
    """The shortest of some runs, after one that warms up."""
    work()
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def batch(deals: np.ndarray, size: int) -> np.ndarray:
    """(N, 52) deals to (size, 52): the first ones, or all of them over and over."""
    return np.resize(deals, (size, deals.shape[1]))


def main() -> None:
    """Print the figures, and write them where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--weights", type=Path, help="a folder with an estimator; the released one")
    parser.add_argument("--deals", type=int, default=100, help="to solve (default 100)")
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    torch.set_num_threads(1)
    estimator, info = load_network(ESTIMATOR, options.weights)
    deals = random_deals(options.deals, SEED)
    rates = {
        size: size / seconds(partial(estimator.chances, batch(deals, size))) for size in BATCHES
    }
    started = time.perf_counter()
    tricks = solve(deals)
    cores = len(os.sched_getaffinity(0))
    solver = len(deals) / (time.perf_counter() - started) / cores
    scores = score_by_kind(estimator.chances(deals), tricks)
    document = {
        "estimator": info.to_dict(),
        "machine": f"{platform.machine()}, {cores} cores",
        "deals": len(deals),
        "solver_deals_a_second_and_core": round(solver, 2),
        "estimator_deals_a_second_and_core": {size: round(rate) for size, rate in rates.items()},
        "ratio": round(max(rates.values()) / solver),
        "scores": {kind: score.to_dict() for kind, score in scores.items()},
    }
    print(json.dumps(document, indent=1))
    if options.json:
        write_json(options.json, document)


if __name__ == "__main__":
    main()
