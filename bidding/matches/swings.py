"""The kinds of boards that a match is won and lost on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from bidding.domain.auction import Contract
from bidding.domain.scoring import BOOK, duplicate_score
from bidding.domain.table import Side
from bidding.matches.results import BoardResult

_GAME_POINTS = 300  # what a contract of a game is worth at least; of a part score, at most 150


class Kind(Enum):
    """Why a board was lost: what the side that lost did, as far as contracts show it."""

    DOUBLED = "a doubled contract"
    SLAM_MISSED = "slam missed"
    SLAM_FAILED = "slam bid that fails"
    GAME_MISSED = "game missed"
    GAME_FAILED = "game bid that fails"
    PART_SCORE = "part score"
    OTHER = "another game or slam"


@dataclass(frozen=True)
class Swings:
    """Boards of a kind, and the IMPs that A won and lost on them."""

    boards: int
    won: int
    lost: int


@dataclass(frozen=True)
class _Result:
    """One side at one table: how high its own contract was (0 part score or none, 1 game, 2 small
    and 3 grand slam) and whether it made."""

    height: int = 0
    made: bool = False


def kind_of(result: BoardResult) -> Kind | None:
    """The first kind that fits a board, in the order of the kinds; None where nothing was won.

    The side that lost held the same cards as the one that won at the other table. It missed a
    game that was made there, or bid one that fails.
    """
    if not result.imps:
        return None
    contracts = (result.contract(0), result.contract(1))
    if any(contract is not None and contract.doubled > 1 for contract in contracts):
        return Kind.DOUBLED
    fails: list[int] = []
    missed: list[int] = []
    better = int(result.points[0] < result.points[1])  # the table where N-S did better
    for side in Side:
        won, lost = (better, 1 - better) if side is Side.NS else (1 - better, better)
        here, there = (
            _of_side(contracts[table], side, result.points[table]) for table in (lost, won)
        )
        if here.height and not here.made:
            fails.append(here.height)
        if there.made and there.height > here.height:
            missed.append(there.height)
    for least, names in (
        (2, (Kind.SLAM_MISSED, Kind.SLAM_FAILED)),
        (1, (Kind.GAME_MISSED, Kind.GAME_FAILED)),
    ):
        for heights, kind in zip((missed, fails), names, strict=True):
            if max(heights, default=0) >= least:
                return kind
    games = any(contract is not None and height(contract) for contract in contracts)
    return Kind.OTHER if games else Kind.PART_SCORE


def swings(results: Sequence[BoardResult]) -> dict[Kind, Swings]:
    """The kinds that there are, and what A won and lost by each."""
    found: dict[Kind, list[int]] = {kind: [] for kind in Kind}
    for result in results:
        if kind := kind_of(result):
            found[kind].append(result.imps)
    return {
        kind: Swings(
            boards=len(imps),
            won=sum(swing for swing in imps if swing > 0),
            lost=-sum(swing for swing in imps if swing < 0),
        )
        for kind, imps in found.items()
        if imps
    }


def _of_side(contract: Contract | None, side: Side, ns_points: int) -> _Result:
    if contract is None or contract.declarer.side is not side:
        return _Result()
    made = (ns_points > 0) == (side is Side.NS)
    return _Result(height(contract), made)


def height(contract: Contract) -> int:
    """0 for a part score, 1 for a game, 2 for a small and 3 for a grand slam."""
    if contract.level >= BOOK:
        return contract.level - 4
    undoubled = Contract(contract.level, contract.strain, contract.declarer)
    return int(duplicate_score(undoubled, False, BOOK + contract.level) >= _GAME_POINTS)
