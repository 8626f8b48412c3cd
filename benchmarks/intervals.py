"""Definitions of an interval of whole numbers, and the coverage of each.

``python -m benchmarks.intervals FILE.npz [AUCTIONS]`` takes recorded auctions at every turn,
as the player sees them, and prints for each definition how often its intervals of HCP and of
suit lengths held the truth, what they claimed to hold on average, and how many values they
span. An interval is honest when it holds what it claims, and well named when that is its level.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.records import read_records
from bidding.encoding.targets import targets
from bidding.networks.checkpoint import load_bidder
from bidding.training.bidder.training_views import turn_views
from bidding.training.scoring.calibration import LEVELS
from bidding.training.scoring.hand_scores import hidden_hands

# Of (row, width) probabilities of the likeliest runs of 1, 2, ... values: which to take.
Definition = Callable[[Tensor, float], Tensor]
_ROUNDING = 1e-9


def reaching(masses: Tensor, level: float) -> Tensor:
    """The shortest that holds at least the level."""
    return (masses < level - _ROUNDING).sum(1).clamp(max=masses.shape[1] - 1)


def below(masses: Tensor, level: float) -> Tensor:
    """The longest that holds at most the level, or a single value."""
    return ((masses <= level + _ROUNDING).sum(1) - 1).clamp(min=0)


def nearest(power: float) -> Definition:
    """The one whose missed probability is nearest to that of the level, raised to a power."""

    def chosen(masses: Tensor, level: float) -> Tensor:
        missed = (1 - masses).clamp(min=1e-12) ** power
        return (missed - (1 - level) ** power).abs().argmin(1)

    return chosen


DEFINITIONS: dict[str, Definition] = {
    "shortest that reaches the level": reaching,
    "longest that stays below it": below,
    "nearest probability": nearest(1.0),
    "nearest root of what is missed": nearest(0.5),
    "nearest cube root": nearest(1 / 3),
    "nearest logarithm": nearest(1e-3),
}


def main() -> None:
    """Print the table."""
    records = read_records(Path(sys.argv[1]))
    count = min(len(records), int(sys.argv[2]) if sys.argv[2:] else 1500)
    batch = records.batch(np.arange(count))
    bidder, model = load_bidder()
    views = turn_views(batch)
    with torch.inference_mode():
        hands, truth = hidden_hands(bidder(batch, views)), targets(batch, views)
    print(f"{model.name} {model.version}, {count} auctions of {Path(sys.argv[1]).name}")
    print(f"{'':48}{'holds':>8}{'claims':>8}{'values':>8}")
    for name, distributions, values in (
        ("HCP", hands.hcp, truth.hcp),
        ("lengths", hands.lengths, truth.lengths),
    ):
        lows, masses = likeliest_runs(distributions.flatten(0, -2))
        for level in LEVELS:
            for words, definition in DEFINITIONS.items():
                place = definition(masses, level)[:, None]
                low = lows.gather(1, place)
                held = (low <= values.view(-1, 1)) & (values.view(-1, 1) <= low + place)
                claimed = masses.gather(1, place).mean()
                row = f"{held.double().mean():8.1%}{claimed:8.1%}{place.double().mean() + 1:8.1f}"
                print(f"{f'{name} {level:.0%}, {words}':48}{row}")


def likeliest_runs(distributions: Tensor) -> tuple[Tensor, Tensor]:
    """(row, n) distributions to where the likeliest run of each width begins, and its mass."""
    cumulated = torch.nn.functional.pad(distributions.cumsum(-1), (1, 0))
    runs = [
        (cumulated[:, width:] - cumulated[:, :-width]).max(-1)
        for width in range(1, cumulated.shape[1])
    ]
    lows = torch.stack([run.indices for run in runs], 1)
    return lows, torch.stack([run.values for run in runs], 1)


if __name__ == "__main__":
    main()
