"""Games in contested auctions: made double dummy and not bid, and bid and not made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from bidding.domain.auction import Auction, Contract
from bidding.domain.calls import PASS
from bidding.domain.table import Seat, Side, Strain
from bidding.matches.results import BoardResult, height
from bidding.parsing.text.words import parse_call

_NEEDED = {Strain.C: 11, Strain.D: 11, Strain.H: 10, Strain.S: 10, Strain.NT: 9}


def contested_games(results: Sequence[BoardResult], tricks: np.ndarray) -> dict[str, int]:
    """Count A's tables at which both sides made another call than a pass; tricks (N, 4, 5) are
    those of boards 1 to N.

    ``contested`` are such tables; at ``makeable`` A's side makes a game double dummy, and of these
    it bid a game at ``reached``, stopped in a part score at ``missed`` and let the others play at
    ``sold``. ``bid`` are its games and slams at contested tables, and ``failed`` those of them
    that go down.
    """
    found = Counter(contested=0, makeable=0, reached=0, missed=0, sold=0, bid=0, failed=0)
    for result in results:
        for table, side in enumerate(Side):
            auction = _auction(result, table)
            if not _contested(auction):
                continue
            found["contested"] += 1
            makes = makes_game(tricks[result.board - 1], side)
            found["makeable"] += makes
            found[_outcome(auction.contract, side)] += makes
            if _is_game_of(auction.contract, side):
                found["bid"] += 1
                found["failed"] += (result.points[table] > 0) is (side is Side.EW)
    return dict(found)


def makes_game(tricks: np.ndarray, side: Side) -> bool:
    """True if a side makes a game double dummy, of tricks (4, 5)."""
    declarers = [seat for seat in Seat if seat.side is side]
    best = tricks[declarers].max(0)
    return any(best[strain] >= needed for strain, needed in _NEEDED.items())


def _outcome(contract: Contract | None, side: Side) -> str:
    if contract is None or contract.declarer.side is not side:
        return "sold"
    return "reached" if height(contract) else "missed"


def _is_game_of(contract: Contract | None, side: Side) -> bool:
    return contract is not None and contract.declarer.side is side and height(contract) > 0


def _auction(result: BoardResult, table: int) -> Auction:
    return Auction.of(Seat[result.dealer], map(parse_call, result.auctions[table].split()))


def _contested(auction: Auction) -> bool:
    acted = {
        auction.seat_of(place).side for place, call in enumerate(auction.calls) if call != PASS
    }
    return len(acted) == len(Side)
