"""One pair bids, the other passes; what its contract lacks to the best (paper P1, table 3).

North deals. North and South make the likeliest calls of the model, East and West pass. The
contract is scored with double-dummy tricks and the declarer that the auction made, the best is the
greatest score of all undoubled contracts by North or South, or nothing, and the difference of the
two is turned to IMPs, which are never more than 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Side, Vulnerability
from bidding.explaining.analysis.contracts import imps_of, scores
from bidding.matches.bidders import Calls, Turns
from bidding.matches.match import bid_out, points_of
from bidding.matches.results import named
from bidding.tricks.solved import SolvedDeals, join_solved, pack

PAIR = (Seat.N, Seat.S)
_AT_ONCE = 256


class Passing:
    """Never makes another call."""

    def calls(self, turns: Turns) -> list[Call]:
        """Pass at each table."""
        return [PASS] * len(turns.tables)


@dataclass(frozen=True)
class Uncontested:
    """What N deals came to: contracts, points and the best points (N,), and IMPs (N,)."""

    contracts: list[str]
    points: np.ndarray
    best: np.ndarray

    @property
    def imps(self) -> np.ndarray:
        """(N,) IMPs by which each contract differs from the best."""
        return imps_of(self.points - self.best)

    def to_dict(self) -> dict[str, Any]:
        """The figures."""
        lost = self.imps
        return {
            "deals": len(lost),
            **loss_figures(lost),
            "passed_out": round(self.contracts.count("passed out") / len(lost), 4),
            "points": round(float(self.points.mean()), 1),
            "best_points": round(float(self.best.mean()), 1),
        }


def loss_figures(lost: np.ndarray) -> dict[str, float]:
    """The mean of (N,) IMPs, its standard error, and how often the best was reached."""
    return {
        "imps": round(float(lost.mean()), 4),
        "standard_error": round(float(lost.std(ddof=1) / len(lost) ** 0.5), 4),
        "best_reached": round(float((lost == 0).mean()), 4),
    }


def bid_uncontested(
    bidder: Calls,
    deals: SolvedDeals,
    system: System,
    vulnerability: Vulnerability,
    advance: Callable[[int], Any],
) -> Uncontested:
    """All deals, North dealing."""
    table = Position(None, Seat.N, Auction(Seat.N), vulnerability, Systems.plain(system, system))
    contracts: list[str] = []
    points: list[int] = []
    for first in range(0, len(deals), _AT_ONCE):
        some = deals.rows(slice(first, first + _AT_ONCE))
        starts = [replace(table) for _ in range(len(some))]
        nobody = np.zeros(len(some), dtype=np.int64)
        numbers = range(first + 1, first + 1 + len(some))
        ended = bid_out((bidder, Passing()), starts, some.owners, nobody, numbers)
        for row, end in enumerate(ended):
            contracts.append(named(end.auction.contract))
            points.append(points_of(end.auction.contract, end, some.tricks[row]))
        advance(len(some))
    best = best_points(deals.tricks, vulnerable=vulnerability.holds_for(Side.NS))
    return Uncontested(contracts, np.array(points), best)


def both_pairs(deals: SolvedDeals) -> SolvedDeals:
    """Return the deals, and then these turned so that East and West sit North and South."""
    seats = len(Seat)
    turned = SolvedDeals(pack((deals.owners + 1) % seats), np.roll(deals.tricks, 1, axis=1))
    return join_solved([deals, turned])


def best_points(tricks: np.ndarray, *, vulnerable: bool) -> np.ndarray:
    """(N,) the most that N-S can score undoubled, of tricks (N, 4, 5); never less than 0."""
    return np.asarray(contract_points(tricks, vulnerable=vulnerable).max(1))


def contract_points(tricks: np.ndarray, *, vulnerable: bool) -> np.ndarray:
    """Return (N, 71) points of passing, and of all undoubled contracts by North, then South."""
    table = scores()[int(vulnerable), 0]  # (35, 14)
    bids = np.arange(len(table))
    strain = bids % tricks.shape[-1]
    parts = [np.zeros((len(tricks), 1), dtype=np.int64)]
    parts += [table[bids, tricks[:, declarer][:, strain]] for declarer in PAIR]
    return np.concatenate(parts, axis=1)
