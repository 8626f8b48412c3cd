"""A bound on bidding without opponents (paper P1, table 3): who sees both hands of the pair.

Such a bidder knows all that any exchange of bids can tell. It samples the two other hands evenly,
takes from the estimator how many tricks each layout makes, and chooses the contract that loses the
fewest IMPs to each layout's best, on average. A real pair has to find it by legal bids, which tell
less. The best of all contracts on the true layout, which the IMPs are counted to, is chosen with
all four hands in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bidding.domain.table import Seat, Strain
from bidding.explaining.analysis.contracts import TrickChances, imps_of
from bidding.tricks.solved import SolvedDeals
from research.contests.uncontested import PAIR, contract_points

_AT_ONCE = 16  # deals whose layouts are estimated together


def sampled_layouts(owner: np.ndarray, count: int, chance: np.random.Generator) -> np.ndarray:
    """Return (count, 52) layouts with North's and South's cards of (52,), the others dealt."""
    hidden = np.flatnonzero(~np.isin(owner, PAIR))
    holders = np.repeat(np.array((Seat.E, Seat.W), dtype=np.uint8), len(hidden) // 2)
    layouts = np.tile(owner.astype(np.uint8), (count, 1))
    layouts[:, hidden] = chance.permuted(np.tile(holders, (count, 1)), axis=1)
    return layouts


def best_expected(tricks: np.ndarray, *, vulnerable: bool) -> int:
    """Return the contract, as in ``contract_points``, that loses least by layouts (K, 4, 5)."""
    points = contract_points(tricks, vulnerable=vulnerable)  # (K, 71)
    return int(imps_of(points - points.max(1, keepdims=True)).mean(0).argmax())


def lost_seeing_both(
    estimator: TrickChances,
    deals: SolvedDeals,
    layouts: int,
    vulnerabilities: dict[str, bool],
    seed: int,
    advance: Callable[[int], Any],
) -> dict[str, np.ndarray]:
    """By vulnerability, (N,) IMPs by which the chosen contracts differ from the best."""
    chance = np.random.default_rng(seed)
    chosen: dict[str, list[int]] = {name: [] for name in vulnerabilities}
    for first in range(0, len(deals), _AT_ONCE):
        owners = deals.owners[first : first + _AT_ONCE]
        dealt = np.concatenate([sampled_layouts(owner, layouts, chance) for owner in owners])
        tricks = (
            estimator.chances(dealt)
            .argmax(-1)
            .reshape(len(owners), layouts, len(Seat), len(Strain))
        )
        for name, vulnerable in vulnerabilities.items():
            chosen[name] += [best_expected(one, vulnerable=vulnerable) for one in tricks]
        advance(len(owners))
    lost = {}
    for name, vulnerable in vulnerabilities.items():
        points = contract_points(deals.tricks, vulnerable=vulnerable)
        made = points[np.arange(len(deals)), chosen[name]]
        lost[name] = imps_of(made - points.max(1))
    return lost
