"""Scores of contracts, for all bids, stakes and numbers of tricks at once."""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np

from bidding.domain.auction import Auction, Contract
from bidding.domain.calls import BIDS
from bidding.domain.scoring import BOOK, duplicate_score, imps
from bidding.domain.table import Seat, Side, Strain, Vulnerability
from bidding.explaining.distributions import Floats, Integers
from bidding.tricks.solved import MAX_TRICKS

STAKES = (1, 2, 4)  # undoubled, doubled, redoubled
N_TRICKS = MAX_TRICKS + 1
_HIGHEST = 7600 * 2  # the greatest difference of two scores


class TrickChances(Protocol):
    """An estimator of the tricks that deals make."""

    def chances(self, owner: np.ndarray) -> np.ndarray:
        """Map (N, 52) seats to (N, 4, 5, 14): declarer N E S W, strain C D H S NT, tricks."""


@cache
def scores() -> Integers:
    """Return (2, 3, 35, 14) points for the declarer's side: vulnerable, stake, bid, tricks."""
    table = np.zeros((2, len(STAKES), len(BIDS), N_TRICKS), dtype=np.int64)
    for bid, call in enumerate(BIDS):
        assert call.strain is not None
        for place, doubled in enumerate(STAKES):
            contract = Contract(call.level, call.strain, Seat.N, doubled)
            for vulnerable in (False, True):
                table[int(vulnerable), place, bid] = [
                    duplicate_score(contract, vulnerable, tricks) for tricks in range(N_TRICKS)
                ]
    return table


def expected_scores(tricks: Floats, vulnerable: bool, doubled: int = 1) -> Floats:
    """Return (35,) the expected points of each bid for its side, by chances of tricks (5, 14)."""
    table = scores()[int(vulnerable), STAKES.index(doubled)]  # (35, 14)
    return np.asarray((table * tricks[np.arange(len(BIDS)) % len(Strain)]).sum(1))


def chances_to_make(tricks: Floats) -> Floats:
    """Return (35,) the chance that each bid makes, by chances of tricks (5, 14)."""
    at_least = tricks[:, ::-1].cumsum(1)[:, ::-1]  # (5, 14)
    bids = np.arange(len(BIDS))
    return np.asarray(at_least[bids % len(Strain), BOOK + 1 + bids // len(Strain)])


def ns_scores(contract: Contract | None, vulnerability: Vulnerability) -> Integers:
    """Return (14,) points of N-S by the tricks of the declarer's side; all 0 if passed out."""
    if contract is None:
        return np.zeros(N_TRICKS, dtype=np.int64)
    side = contract.declarer.side
    bid = 5 * (contract.level - 1) + contract.strain
    table = scores()[int(vulnerability.holds_for(side)), STAKES.index(contract.doubled), bid]
    return np.asarray(table if side is Side.NS else -table)


@cache
def _imp_table() -> Integers:
    return np.array([imps(10 * tens) for tens in range(-_HIGHEST // 10, _HIGHEST // 10 + 1)])


def imps_of(difference: np.ndarray) -> Integers:
    """Return the IMPs of differences in points, all multiples of ten."""
    return np.asarray(_imp_table()[(difference + _HIGHEST) // 10])


def declarers(auction: Auction, side: Side, strain: Strain) -> tuple[Seat, ...]:
    """Return the possible declarers of a side in a strain: who named it first, or else both."""
    for position, call in enumerate(auction.calls):
        seat = auction.seat_of(position)
        if call.strain is strain and seat.side is side:
            return (seat,)
    return tuple(seat for seat in Seat if seat.side is side)
