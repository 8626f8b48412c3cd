"""Whether the chances of contracts come true on the deals that were really bid.

``python -m benchmarks.truth DIR [--auctions N] [--json OUT]`` takes N positions from the dev files
of DIR, as the player to call sees them, and 1,024 layouts of each, their weights taken to several
powers; 0 is the proposal itself, as good as the network's card chances. The true deals are
solved. Printed are the log loss of the true numbers of tricks, over the 20 results of each
deal, the Brier score and the calibration error of the chances that contracts make, and how
much log loss is won on power 0, with the standard error. It needs requirements-solver.txt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from benchmarks.contracts import makes, solved
from benchmarks.layouts import FILES, position_of
from benchmarks.options import read_options
from bidding.encoding.records import read_records
from bidding.explaining.analysis.analyst import Analyst
from bidding.explaining.explainer import Explainer
from bidding.explaining.layouts.sampling import Layouts, sampler_for
from bidding.networks.checkpoint import write_json
from bidding.tricks.evaluation import calibration_error

LAYOUTS = 1024
POWERS = (0.0, 0.25, 0.5, 0.75, 1.0)
SEED = 13
_LEAST = 1e-4


def main() -> None:
    """Print the figures, and write them."""
    options = read_options(__doc__, 120)
    analyst = Explainer.load().analyst
    each = max(1, options.auctions // len(FILES))
    files = [Path(options.data) / f"{name}.npz" for name in FILES]
    parts = [foretold(analyst, path, each) for path in files]
    chances, owner = (np.concatenate(kind) for kind in zip(*parts, strict=True))
    tricks = solved(owner)
    document: dict[str, Any] = {
        "model": analyst.models.bidder.to_dict(),
        "estimator": analyst.models.estimator.to_dict(),
        "positions": len(owner),
        "powers": {str(p): judged(chances, tricks, k) for k, p in enumerate(POWERS)},
    }
    for power, row in document["powers"].items():
        print(power, row)
    if options.json is not None:
        write_json(options.json, document)


def foretold(analyst: Analyst, path: Path, count: int) -> tuple[np.ndarray, np.ndarray]:
    """(P, power, 4, 5, 14) chances of tricks and (P, 52) the deals."""
    records = read_records(path)
    rows = np.random.default_rng(SEED).permutation(len(records))[:count]
    chances, deals = [], []
    for row in tqdm(rows.tolist(), desc=path.stem):
        rng = np.random.default_rng([SEED, row])  # the same position, whatever the draws before
        step = int(rng.integers(1, int(records.n_calls[row])))
        position, owner = position_of(records, row, step)
        layouts = sampler_for(analyst.bidder, position, "cpu").sample(LAYOUTS, rng, power=1.0)
        tricks = analyst.estimator.chances(layouts.owner).astype(np.float64)
        tempered = (Layouts(layouts.owner, layouts.log_full, power) for power in POWERS)
        chances.append([np.tensordot(one.weights, tricks, 1) for one in tempered])
        deals.append(owner)
    return np.array(chances), np.array(deals)


def judged(chances: np.ndarray, tricks: np.ndarray, power: int) -> dict[str, float]:
    """Chances (P, power, 4, 5, 14) of one power beside tricks (P, 4, 5)."""
    loss = [
        -np.log(np.take_along_axis(given, tricks[..., None], -1).clip(_LEAST)).mean((1, 2, 3))
        for given in (chances[:, 0], chances[:, power])
    ]
    given, true = makes(chances[:, power]), makes(np.eye(14)[tricks])
    gain = loss[0] - loss[1]
    return {
        "log_loss": round(float(loss[1].mean()), 4),
        "gain": round(float(gain.mean()), 4),
        "gain_error": round(float(gain.std() / np.sqrt(len(gain))), 4),
        "brier": round(float(((given - true) ** 2).mean()), 5),
        "ece": round(calibration_error(given.ravel(), true.ravel()), 4),
    }


if __name__ == "__main__":
    main()
