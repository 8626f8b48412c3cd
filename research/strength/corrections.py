"""Matches scored otherwise than by double-dummy tricks alone.

Three ways: boards with a doubled contract count nothing; a contract that makes exactly, or is down
one, does either half of the time; declarer takes as many tricks more or less than double dummy as
players did on average. What one side takes in one strain goes together at the two tables, in two
strains, or for two sides, it is independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bidding.domain.auction import Contract
from bidding.domain.scoring import BOOK, imps
from bidding.domain.table import Vulnerability
from bidding.explaining.analysis.contracts import ns_scores
from bidding.matches.results import BoardResult

MORE_THAN_DOUBLE_DUMMY = {1: 0.37, 2: 0.15, 3: 0.14, 4: -0.01, 5: 0.06, 6: -0.09, 7: -0.09}
"""By level, tricks that declarers on OKBridge took above double dummy, on average over 30 million
plays (crystalwebsite.tripod.com/double_dummy_accurate.htm)."""

_MOST = 13
_VULNERABILITY = {vulnerable.label: vulnerable for vulnerable in Vulnerability}


class Outcome(NamedTuple):
    """N-S's points with fewer and with more tricks of declarer, and the chance of the latter."""

    fewer: int
    more: int
    chance: float


def without_doubled(results: Sequence[BoardResult]) -> npt.NDArray[np.float64]:
    """(N,) IMPs, 0 where a contract was doubled at one table or both."""
    return np.array([0 if _doubled(one) else one.imps for one in results], dtype=np.float64)


def border_halved(results: Sequence[BoardResult]) -> npt.NDArray[np.float64]:
    """(N,) IMPs if contracts that make exactly, or are down one, do either half of the time."""
    return _rescored(results, _border)


def as_played(results: Sequence[BoardResult]) -> npt.NDArray[np.float64]:
    """(N,) IMPs if declarers take what players take on average (MORE_THAN_DOUBLE_DUMMY)."""
    return _rescored(results, _played)


CORRECTIONS: dict[str, Callable[[Sequence[BoardResult]], npt.NDArray[np.float64]]] = {
    "doubled": without_doubled,
    "border": border_halved,
    "played": as_played,
}


def _border(contract: Contract, taken: int) -> tuple[int, int, float]:
    needed = BOOK + contract.level
    return (needed - 1, needed, 0.5) if needed - taken in (0, 1) else (taken, taken, 0.0)


def _played(contract: Contract, taken: int) -> tuple[int, int, float]:
    gained = MORE_THAN_DOUBLE_DUMMY[contract.level]
    if gained < 0:
        return max(taken - 1, 0), taken, 1 + gained
    return taken, min(taken + 1, _MOST), gained


def _rescored(
    results: Sequence[BoardResult], tricks: Callable[[Contract, int], tuple[int, int, float]]
) -> npt.NDArray[np.float64]:
    """(N,) expected IMPs; ``tricks`` maps a contract and its double-dummy tricks to fewer tricks,
    more, and the chance of more."""

    def outcome(contract: Contract | None, points: int, vulnerable: Vulnerability) -> Outcome:
        if contract is None:
            return Outcome(points, points, 0.0)
        scores = ns_scores(contract, vulnerable)
        fewer, more, chance = tricks(contract, int(np.flatnonzero(scores == points)[0]))
        return Outcome(int(scores[fewer]), int(scores[more]), chance)

    found = []
    for result in results:
        contracts = result.contract(0), result.contract(1)
        first, second = (
            outcome(contract, points, _VULNERABILITY[result.vulnerability])
            for contract, points in zip(contracts, result.points, strict=True)
        )
        found.append(expected_imps(first, second, together=_together(*contracts)))
    return np.array(found)


def expected_imps(first: Outcome, second: Outcome, *, together: bool) -> float:
    """The IMPs of the first table's N-S on average; ``together``, both have the same luck."""
    if together:
        low, high = sorted((first.chance, second.chance))
        one, other = imps(first.more - second.more), imps(first.fewer - second.fewer)
        more_first = first.chance > second.chance
        between = imps(first.more - second.fewer) if more_first else imps(first.fewer - second.more)
        return low * one + (high - low) * between + (1 - high) * other
    return sum(
        chance * other * imps(points - against)
        for points, chance in ((first.more, first.chance), (first.fewer, 1 - first.chance))
        for against, other in ((second.more, second.chance), (second.fewer, 1 - second.chance))
    )


def _together(first: Contract | None, second: Contract | None) -> bool:
    if first is None or second is None:
        return False
    same_side = first.declarer.side is second.declarer.side
    return same_side and first.strain is second.strain


def _doubled(result: BoardResult) -> bool:
    contracts = (result.contract(table) for table in (0, 1))
    return any(contract is not None and contract.doubled > 1 for contract in contracts)
