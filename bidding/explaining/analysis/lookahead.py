"""Compare calls by their outcomes: roll out the auction with the model and score the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from bidding.domain.auction import Contract
from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.domain.table import Side, Vulnerability
from bidding.explaining.analysis.contracts import N_TRICKS, TrickChances, imps_of, ns_scores
from bidding.explaining.analysis.rollout import roll_out
from bidding.networks.bidder import Bidder

Array = npt.NDArray[np.float64]

LEAST_CHANCE = 0.02
MOST_CALLS = 5


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of C calls on R layouts: contracts [C][R], and imps (C, C, R), the expected IMPs
    of the caller's side with the first call at one table and the second at the other;
    scores (C, R) are its expected points, makes (C, R) the chances that the contracts make."""

    contracts: list[list[Contract | None]]
    imps: Array
    scores: Array
    makes: Array

    @property
    def in_points(self) -> Outcomes:
        """The outcomes with the difference in expected points in place of IMPs."""
        return replace(self, imps=self.scores[:, None] - self.scores)


def plausible_calls(
    chances: Sequence[float], least: float = LEAST_CHANCE, most: int = MOST_CALLS
) -> tuple[Call, ...]:
    """Return the likeliest calls of chances (38,), the likeliest first; one at least."""
    order = sorted(range(len(chances)), key=lambda call: -chances[call])
    kept = [call for call in order[:most] if chances[call] >= least]
    return tuple(ALL_CALLS[call] for call in kept or order[:1])


def look_ahead(
    bidder: Bidder,
    estimator: TrickChances,
    position: Position,
    calls: Sequence[Call],
    owner: np.ndarray,
    device: torch.device | str,
) -> Outcomes:
    """Make each call in a position with layouts (R, 52), followed by the likeliest calls."""
    table = replace(position, hand=None)
    after = [replace(table, auction=table.auction.after(call)) for call in calls]
    starts = [start for start in after for _ in owner]
    finished = roll_out(bidder, starts, np.tile(owner, (len(calls), 1)), device)
    final = [position.auction.contract for position in finished]
    contracts = [final[i : i + len(owner)] for i in range(0, len(final), len(owner))]
    turn = position.auction.turn
    assert turn is not None
    return score_outcomes(contracts, estimator.chances(owner), turn.side, position.vulnerability)


def score_outcomes(
    contracts: list[list[Contract | None]],
    tricks: np.ndarray,
    side: Side,
    vulnerability: Vulnerability,
) -> Outcomes:
    """Score the contracts [C][R] for a side, by chances of tricks (R, 4, 5, 14)."""
    sign = 1 if side is Side.NS else -1
    points = sign * np.array([[ns_scores(c, vulnerability) for c in row] for row in contracts])
    chances = np.array([_chances_of(row, tricks) for row in contracts])  # (C, R, 14)
    count, layouts = points.shape[:2]
    imps = np.zeros((count, count, layouts))
    for a in range(count):
        for b in range(a):
            correlated = _same_strain(contracts, a, b)
            imps[a, b] = _expected_imps(points[[a, b]], chances[[a, b]], correlated)
            imps[b, a] = -imps[a, b]
    declared = np.array([[_sign(contract, side) for contract in row] for row in contracts])
    made = points * declared[..., None] > 0
    return Outcomes(contracts, imps, (points * chances).sum(-1), (made * chances).sum(-1))


def _sign(contract: Contract | None, side: Side) -> int:
    """Return 1 if the side plays the contract, -1 if the other does, 0 if nobody."""
    if contract is None:
        return 0
    return 1 if contract.declarer.side is side else -1


def _chances_of(contracts: list[Contract | None], tricks: np.ndarray) -> Array:
    """Return (R, 14) chances of the tricks in each contract; arbitrary where passed out."""
    nothing = np.eye(N_TRICKS)[0]
    return np.array(
        [
            nothing if contract is None else tricks[row, contract.declarer, contract.strain]
            for row, contract in enumerate(contracts)
        ]
    )


def _same_strain(contracts: list[list[Contract | None]], a: int, b: int) -> npt.NDArray[np.bool_]:
    """Return (R,) True where both calls lead to contracts of one side in the same strain."""
    keys = [
        [None if c is None else (c.declarer.side, c.strain) for c in contracts[i]] for i in (a, b)
    ]
    return np.array([x is not None and x == y for x, y in zip(*keys, strict=True)])


def _expected_imps(points: np.ndarray, chances: Array, correlated: npt.NDArray[np.bool_]) -> Array:
    """Return (R,) expected IMPs of points and chances (2, R, 14); tricks are coupled where
    ``correlated`` (R,), else independent."""
    difference = imps_of(points[0][:, :, None] - points[1][:, None])  # (R, 14, 14)
    independent = chances[0][:, :, None] * chances[1][:, None]
    joint = np.where(correlated[:, None, None], _comonotone(chances), independent)
    return np.asarray((joint * difference).sum((1, 2)))


def _comonotone(chances: Array) -> Array:
    """Return (R, 14, 14) the comonotone coupling of two distributions of tricks (2, R, 14).

    The cards are the same, and which partner declares changes the tricks in few deals only. So one
    uniform number decides both: where the first declarer does well, so does the second. With one
    declarer, both numbers are equal.
    """
    to = chances.cumsum(-1)
    since = to - chances
    least = np.minimum(to[0][:, :, None], to[1][:, None])
    most = np.maximum(since[0][:, :, None], since[1][:, None])
    return np.asarray((least - most).clip(0))
