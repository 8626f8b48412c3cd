"""Duplicate scores (Law 77), IMPs (Law 78B) and matchpoints (Law 78A)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from bidding.domain.auction import Contract
from bidding.domain.errors import BridgeError
from bidding.domain.table import Strain

BOOK = 6  # tricks that do not count towards the contract
# The lowest level of a game in each strain, undoubled.
GAME_LEVELS = {Strain.NT: 3, Strain.S: 4, Strain.H: 4, Strain.D: 5, Strain.C: 5}

# The smallest difference in points that is worth 1, 2, ... 24 IMPs.
_IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)

_SLAM_BONUS = {6: (500, 750), 7: (1000, 1500)}  # by level: not vulnerable, vulnerable


def duplicate_score(contract: Contract, vulnerable: bool, tricks: int) -> int:
    """Return declarer's score for ``tricks`` (0 to 13); negative if the contract went down.

    ``vulnerable`` refers to declarer's side. Raises BridgeError for another number of tricks.
    """
    if not 0 <= tricks <= 13:
        raise BridgeError(f"a side takes 0 to 13 tricks, not {tricks}", text=str(tricks))
    surplus = tricks - BOOK - contract.level
    if surplus < 0:
        return -_penalty(-surplus, contract.doubled, vulnerable)
    return _made(contract, vulnerable) + surplus * _overtrick(contract, vulnerable)


def imps(difference: int) -> int:
    """Return international match points for a difference in points; the sign is kept."""
    won = bisect_right(_IMP_STEPS, abs(difference))
    return won if difference >= 0 else -won


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """Return for each score on a board 2 points per lower and 1 per equal other score."""
    return tuple(
        2 * sum(other < score for other in scores) + sum(other == score for other in scores) - 1
        for score in scores
    )


def _made(contract: Contract, vulnerable: bool) -> int:
    """Return trick points and bonuses of a contract made without overtricks."""
    trick_points = _trick_points(contract) * contract.doubled
    is_game = trick_points >= 100
    game_bonus = (500 if vulnerable else 300) if is_game else 50
    slam_bonus = _SLAM_BONUS.get(contract.level, (0, 0))[vulnerable]
    insult = {1: 0, 2: 50, 4: 100}[contract.doubled]
    return trick_points + game_bonus + slam_bonus + insult


def _trick_points(contract: Contract) -> int:
    """Return the undoubled trick points bid; the first trick at notrump counts ten more."""
    extra = 10 if contract.strain is Strain.NT else 0
    return contract.level * _trick_value(contract.strain) + extra


def _trick_value(strain: Strain) -> int:
    return 20 if strain in (Strain.C, Strain.D) else 30


def _overtrick(contract: Contract, vulnerable: bool) -> int:
    if contract.doubled == 1:
        return _trick_value(contract.strain)
    return contract.doubled * (100 if vulnerable else 50)


def _penalty(down: int, doubled: int, vulnerable: bool) -> int:
    """Return the defenders' score for ``down`` (1 or more) undertricks."""
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * down - 100) * doubled // 2
    first_three = 100 + 200 * (min(down, 3) - 1)
    return (first_three + 300 * max(down - 3, 0)) * doubled // 2
