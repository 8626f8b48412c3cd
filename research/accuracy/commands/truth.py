"""Calibration of contract chances on the deals of real auctions.

``python -m research.accuracy truth DIR [--auctions N] [--kept]`` takes N positions from the
dev files of DIR, as the player to call sees them, and 1,024 layouts of each, their weights taken to
several powers; 0 is the proposal itself, as good as the network's card chances. The true deals are
solved. Printed are the log loss of the true numbers of tricks, over the 20 results of each
deal, the Brier score and the calibration error of the chances that contracts make, and how
much log loss is won on power 0, with the standard error; and what power ½ wins, by how many
layouts the full weights leave. With ``--kept`` the positions are of auctions that the released
bidder's recipe keeps from training, as many of each system; by these settings may be chosen, the
dev files are for reports. It needs requirements-solver.txt.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from bidding.domain.systems import System
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records, read_records
from bidding.explaining.analysis.analysis import Analyst
from bidding.explaining.analysis.layouts import POWER, Layouts, sampler_for
from bidding.explaining.explainer import Explainer
from bidding.training.bidder.dataset import load_dataset
from bidding.training.bidder.recipe import read_recipe
from bidding.tricks.estimator import calibration_error
from research.accuracy.commands.contracts import makes, solved
from research.accuracy.commands.layouts import FILES, position_of
from research.accuracy.measure import Measure

LAYOUTS = 1024
POWERS = (0.0, 0.25, 0.5, 0.75, 1.0)
LEFT = (0, 30, 100, LAYOUTS + 1)  # effective layouts at full weight, in bands
SEED = 13
_LEAST = 1e-4


class Prediction(NamedTuple):
    """The predictions for P positions, and their deals."""

    chances: np.ndarray  # (P, power, 4, 5, 14) of tricks
    effective: np.ndarray  # (P,) layouts at full weight
    owner: np.ndarray  # (P, 52)


class Command(Measure):
    help = "Calibration of contract chances on the deals of real auctions."
    auctions = 120

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        text = "read auctions that the released bidder's recipe keeps from training"
        parser.add_argument("--kept", action="store_true", help=text)

    def measure(self, options: Namespace) -> dict[str, Any]:
        analyst = Explainer.load().analyst
        auctions = (kept_from_training if options.kept else of_dev_files)(
            options.data, options.auctions
        )
        parts = [predict(analyst, *some) for some in auctions]
        prediction = Prediction(*(np.concatenate(kind) for kind in zip(*parts, strict=True)))
        tricks = solved(prediction.owner)
        loss, true = losses(prediction.chances, tricks), makes(np.eye(14)[tricks])
        document: dict[str, Any] = {
            "model": analyst.models.bidder.to_dict(),
            "estimator": analyst.models.estimator.to_dict(),
            "positions": len(tricks),
            "powers": {
                str(power): {
                    "log_loss": round(float(loss[:, k].mean()), 4),
                    **gained(loss[:, 0] - loss[:, k]),
                    **judged(makes(prediction.chances[:, k]), true),
                }
                for k, power in enumerate(POWERS)
            },
            "left": by_what_is_left(
                loss[:, 0] - loss[:, POWERS.index(POWER)], prediction.effective
            ),
        }
        for row in (*document["powers"].items(), *document["left"]):
            print(row)
        return document


def of_dev_files(folder: Path, count: int) -> Iterator[tuple[str, Records, np.ndarray]]:
    """A share of so many auctions of each dev file: its name, its records, and which."""
    for name in FILES:
        records = read_records(folder / f"{name}.npz")
        rows = np.random.default_rng(SEED).permutation(len(records))
        yield name, records, rows[: max(1, count // len(FILES))]


def kept_from_training(folder: Path, count: int) -> Iterator[tuple[str, Records, np.ndarray]]:
    """A share of so many auctions for each system that North and South play."""
    dataset = load_dataset(read_recipe("cards").sources, folder)
    systems = dataset.records.system_ns[dataset.validation]
    for system in System:
        rows = dataset.validation[systems == SYSTEM_CODE[system]]
        rows = np.random.default_rng(SEED).permutation(rows)
        yield system.value, dataset.records, rows[: max(1, count // len(System))]


def predict(analyst: Analyst, name: str, records: Records, rows: np.ndarray) -> Prediction:
    """Predict a position of each of these auctions."""
    chances, effective, deals = [], [], []
    for row in tqdm(rows.tolist(), desc=name):
        rng = np.random.default_rng([SEED, row])  # the same position, whatever the draws before
        step = int(rng.integers(1, int(records.n_calls[row])))
        position, owner = position_of(records, row, step)
        layouts = sampler_for(analyst.bidder, position).sample(LAYOUTS, rng, power=1.0)
        tricks = analyst.estimator.chances(layouts.owner).astype(np.float64)
        tempered = (Layouts(layouts.owner, layouts.log_full, power) for power in POWERS)
        chances.append([np.tensordot(one.weights, tricks, 1) for one in tempered])
        effective.append(layouts.effective)
        deals.append(owner)
    return Prediction(np.array(chances), np.array(effective), np.array(deals))


def judged(given: np.ndarray, true: np.ndarray) -> dict[str, float]:
    """The chances that contracts make (P, 4, 35) beside whether they do."""
    return {
        "brier": round(float(((given - true) ** 2).mean()), 5),
        "ece": round(calibration_error(given.ravel(), true.ravel()), 4),
    }


def losses(chances: np.ndarray, tricks: np.ndarray) -> np.ndarray:
    """(P, power) the log loss of tricks (P, 4, 5) by chances (P, power, 4, 5, 14), in nats."""
    true = np.take_along_axis(chances, tricks[:, None, ..., None], -1)
    return np.asarray(-np.log(true.clip(_LEAST)).mean((2, 3, 4)))


def gained(gain: np.ndarray) -> dict[str, float]:
    """The mean of what was won at each position, and its standard error."""
    error = float(gain.std() / np.sqrt(len(gain)))
    return {"gain": round(float(gain.mean()), 4), "gain_error": round(error, 4)}


def by_what_is_left(gain: np.ndarray, effective: np.ndarray) -> list[dict[str, float]]:
    """Return gains (P,) by the effective number of layouts (P,) under full weights."""
    found = []
    for least, below in pairwise(LEFT):
        among = (effective >= least) & (effective < below)
        if among.any():
            found.append({"from": least, "positions": int(among.sum()), **gained(gain[among])})
    return found
