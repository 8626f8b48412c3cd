"""What finished auctions came to, and the IMPs expected of one over another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from bidding.domain.calls import DOUBLE, FIRST_BID, REDOUBLE
from bidding.domain.table import Side, Strain
from bidding.encoding.auction_batch import AuctionBatch
from bidding.explaining.analysis.contracts import Array, imps_of, scores

_PASSED_OUT = -1


@dataclass(frozen=True)
class Contracts:
    """N contracts: ``bid`` 0..34, or -1 for none, ``declarer`` seats, ``stake`` 0..2 as in
    ``contracts.STAKES``."""

    bid: np.ndarray
    declarer: np.ndarray
    stake: np.ndarray

    @property
    def played(self) -> np.ndarray:
        """(N,) bool: False where everybody passed."""
        return np.asarray(self.bid != _PASSED_OUT)

    @property
    def strain(self) -> np.ndarray:
        """(N,) strains; clubs where everybody passed."""
        return np.asarray(np.maximum(self.bid, 0) % len(Strain))

    def rows(self, rows: np.ndarray) -> Contracts:
        """Return some of them."""
        return Contracts(self.bid[rows], self.declarer[rows], self.stake[rows])

    def ns_points(self, vulnerability: np.ndarray) -> np.ndarray:
        """Return (N, 14) points of N-S by tricks, of vulnerabilities (N,) of two bits."""
        side = self.declarer % len(Side)
        vulnerable = vulnerability >> side & 1
        points = scores()[vulnerable, self.stake, np.maximum(self.bid, 0)]
        signed = points * np.where(side == Side.NS, 1, -1)[:, None]
        return np.where(self.played[:, None], signed, 0)


def final_contracts(batch: AuctionBatch) -> Contracts:
    """Return the contracts of finished auctions."""
    row, end = torch.arange(len(batch)), batch.n_calls
    bid = batch.last_bid[row, end]
    is_bid = batch.last_bid[:, 1:] > batch.last_bid[:, :-1]  # (N, T)
    seat = batch.seat[:, :-1]
    bidder = seat[row, (is_bid & (batch.last_bid[:, 1:] == bid[:, None])).int().argmax(1)]
    strain = (batch.calls - FIRST_BID) % len(Strain)
    named = is_bid & (strain == bid[:, None] % len(Strain))
    named &= seat % len(Side) == bidder[:, None] % len(Side)
    declarer = seat[row, named.int().argmax(1)]
    action = batch.calls[row, batch.last_action[row, end].clamp(min=0)]
    stake = (action == DOUBLE.index).int() + 2 * (action == REDOUBLE.index).int()
    return Contracts(bid.numpy(), declarer.numpy(), stake.numpy())


def expected_imps(
    one: Contracts, other: Contracts, vulnerability: np.ndarray, tricks: np.ndarray
) -> Array:
    """Return (N,) IMPs that N-S expect of one contract over another, by chances (N, 4, 5, 14).

    A side's tricks in one strain go together, whoever declares: the better lie of the cards is
    better for both. Tricks in different strains, or of different sides, are taken as independent.
    """
    row = np.arange(len(one.bid))
    first, second = (tricks[row, c.declarer, c.strain].astype(np.float64) for c in (one, other))
    points = [contracts.ns_points(vulnerability) for contracts in (one, other)]
    won = imps_of(points[0][:, :, None] - points[1][:, None])  # (N, 14, 14)
    same = (one.strain == other.strain) & (one.declarer % 2 == other.declarer % 2)
    joint = np.where(
        same[:, None, None], _together(first, second), first[:, :, None] * second[:, None]
    )
    return np.asarray((joint * won).sum((1, 2)))


def _together(first: Array, second: Array) -> Array:
    """Return (N, 14, 14) joint chances of numbers that rise together, from those of each."""
    ends = first.cumsum(-1), second.cumsum(-1)
    upper = np.minimum(ends[0][:, :, None], ends[1][:, None])
    lower = np.maximum((ends[0] - first)[:, :, None], (ends[1] - second)[:, None])
    return np.asarray((upper - lower).clip(min=0))
