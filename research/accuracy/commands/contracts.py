"""Chances of contracts in analyses, compared with the exact solver on the same layouts.

``python -m research.accuracy contracts DIR [--auctions N]`` takes N positions from the dev
files of DIR, as the player to call sees them, and four layouts of each, by weight. All 20 results
of every layout are solved and set beside the estimator's: how often it is right, how often each
contract makes, by the chance given to it, how often those that may go either way do, and how far
chances of making are from the solver's on average, for one layout and for the four of a position.
It needs requirements-solver.txt.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from bidding.domain.calls import BIDS
from bidding.encoding.records import read_records
from bidding.explaining.analysis.contracts import chances_to_make
from bidding.explaining.analysis.layouts import sampler_for
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder, load_network
from bidding.tricks.estimator import ESTIMATOR, score_by_kind
from bidding.tricks.solving import solve
from research.accuracy.commands.layouts import FILES, position_of
from research.accuracy.measure import Measure

WEIGHED, SOLVED = 256, 4
BINS = np.linspace(0, 1, 11)
OPEN = (BINS[1], BINS[-2])  # chances to make of a contract that may go either way
SEED = 11


class Command(Measure):
    help = "Chances of contracts in analyses, compared with the exact solver on the same layouts."
    auctions = 60

    def measure(self, options: Namespace) -> dict[str, Any]:
        bidder, model = load_bidder()
        estimator, info = load_network(ESTIMATOR)
        each = max(1, options.auctions // len(FILES))
        owner = np.concatenate(
            [layouts_of(bidder, Path(options.data) / f"{name}.npz", each) for name in FILES]
        )
        flat = owner.reshape(-1, 52)
        found = figures(estimator.chances(flat), solved(flat))
        document = {
            "model": model.to_dict(),
            "estimator": info.to_dict(),
            "positions": len(owner),
            "layouts": len(flat),
            **found,
        }
        for name, value in document.items():
            print(name, value)
        return document


def layouts_of(bidder: Bidder, path: Path, count: int) -> np.ndarray:
    """(count, 4, 52) layouts of positions of a file."""
    records, rng = read_records(path), np.random.default_rng(SEED)
    found = []
    for row in tqdm(rng.permutation(len(records))[:count].tolist(), desc=path.stem):
        position, _ = position_of(records, row, int(rng.integers(1, int(records.n_calls[row]))))
        layouts = sampler_for(bidder, position).sample(WEIGHED, rng)
        found.append(layouts.owner[rng.choice(WEIGHED, SOLVED, p=layouts.weights)])
    return np.array(found)


def solved(owner: np.ndarray) -> np.ndarray:
    """(N, 4, 5) tricks."""
    parts = [owner[first : first + 40] for first in range(0, len(owner), 40)]
    return np.concatenate([solve(part) for part in tqdm(parts, desc="solving")])


def figures(chances: np.ndarray, tricks: np.ndarray) -> dict[str, Any]:
    """Chances (N, 4, 5, 14) beside tricks (N, 4, 5), N whole positions of four layouts."""
    exact = np.eye(14)[tricks]
    given, true = (makes(each) for each in (chances.astype(np.float64), exact))  # (N, 4, 35)
    place = np.digitize(given.ravel(), BINS[1:-1])
    reached = [
        {
            "contracts": int((place == bin).sum()),
            "said": round(float(given.ravel()[place == bin].mean()), 4),
            "made": round(float(true.ravel()[place == bin].mean()), 4),
        }
        for bin in range(len(BINS) - 1)
        if (place == bin).any()
    ]
    off = (given - true).reshape(-1, SOLVED, *given.shape[1:])
    gaps = [abs(bin["said"] - bin["made"]) * bin["contracts"] for bin in reached]
    return {
        "tricks": {kind: s.to_dict() for kind, s in score_by_kind(chances, tricks).items()},
        "makes": reached,
        "open": either_way(given, true),
        "ece": round(sum(gaps) / place.size, 4),
        "mean_off_one": round(float(np.abs(off).mean()), 4),
        "mean_off_four": round(float(np.abs(off.mean(1)).mean()), 4),
        "bias": round(float(off.mean()), 4),
    }


def either_way(given: np.ndarray, true: np.ndarray) -> dict[str, float]:
    """Compare predicted and actual results of uncertain contracts; both are (N, 4, 35).

    ``error`` is the standard error of the difference; contracts of one position stand and fall
    together, so that positions are what it counts (a ratio of sums over clusters).
    """
    open_ = (given > OPEN[0]) & (given < OPEN[1])
    said, made = float(given[open_].mean()), float(true[open_].mean())
    beyond = np.where(open_, true - given - (made - said), 0).reshape(len(given) // SOLVED, -1)
    error = np.sqrt((beyond.sum(1) ** 2).sum()) / open_.sum()
    return {
        "contracts": int(open_.sum()),
        "said": round(said, 4),
        "made": round(made, 4),
        "error": round(float(error), 4),
    }


def makes(chances: np.ndarray) -> np.ndarray:
    """(N, 4, 35) the chance that each bid makes, by declarer."""
    flat = chances.reshape(-1, *chances.shape[2:])
    return np.array([chances_to_make(each) for each in flat]).reshape(-1, 4, len(BIDS))
