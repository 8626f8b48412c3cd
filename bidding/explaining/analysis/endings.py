"""How the auctions end that begin with one call: which contracts, how often, and what they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from bidding.domain.scoring import GAME_LEVELS
from bidding.domain.table import Seat, Side, Strain
from bidding.explaining.analysis.tally import PASSED_OUT

Array = npt.NDArray[np.float64]

MOSTLY = 0.5
_NAME = re.compile(r"(\d)(NT|[CDHS])(X{0,2}) by ([NESW])")
_STAKES = {"": 1, "X": 2, "XX": 4}
_SLAM_LEVEL = 6


class Stage(IntEnum):
    """How high a contract is."""

    PART_SCORE = 0
    GAME = 1
    SLAM = 2


@dataclass(frozen=True)
class SideContract:
    """A contract by either player of the caller's side (``ours``) or of the other."""

    ours: bool
    level: int
    strain: Strain
    doubled: int

    @classmethod
    def of(cls, name: str, side: Side) -> SideContract | None:
        """Read a contract from its name; None if passed out."""
        if name == PASSED_OUT:
            return None
        found = _NAME.fullmatch(name)
        assert found is not None
        level, strain, stake, declarer = found.groups()
        ours = Seat[declarer].side is side
        return cls(ours, int(level), Strain[strain], _STAKES[stake])

    @property
    def stage(self) -> Stage:
        """The stage of the bid, whether doubled or not."""
        if self.level >= _SLAM_LEVEL:
            return Stage.SLAM
        return Stage.GAME if self.level >= GAME_LEVELS[self.strain] else Stage.PART_SCORE


@dataclass(frozen=True)
class Ending:
    """Auctions that end alike: their share of all, how often the contract makes in these, and the
    points of the caller's side."""

    share: float
    makes: float
    points: float


class Endings:
    """The endings of the auctions that begin with one call of a side.

    ``sums`` are those of ``tally.CallSums.contracts``.
    """

    def __init__(self, sums: Mapping[str, Array], side: Side) -> None:
        self.total = float(sum(of[0] for of in sums.values()))
        self.contracts: dict[SideContract | None, Array] = {}
        for name, of in sums.items():
            contract = SideContract.of(name, side)
            self.contracts[contract] = self.contracts.get(contract, np.zeros(3)) + of
        self.likeliest = max(self.contracts, key=lambda contract: self.contracts[contract][0])

    def ending(self, includes: Callable[[SideContract | None], bool]) -> Ending:
        """Return the endings in these contracts together."""
        found = [of for contract, of in self.contracts.items() if includes(contract)]
        weight, makes, points = np.sum([np.zeros(3), *found], axis=0)
        if weight == 0:
            return Ending(0.0, 0.0, 0.0)
        return Ending(float(weight / self.total), float(makes / weight), float(points / weight))

    @property
    def points(self) -> float:
        """The points of the caller's side, on average."""
        return self.ending(lambda contract: True).points

    @property
    def of_likeliest(self) -> Ending:
        """The ending in the likeliest contract."""
        return self.ending(lambda contract: contract == self.likeliest)

    @property
    def contract(self) -> SideContract | None:
        """The contract that most auctions end in; None if there is none, or if passed out."""
        return self.likeliest if self.of_likeliest.share >= MOSTLY else None

    @property
    def stage(self) -> Stage | None:
        """The stage that the caller's side mostly plays at, undoubled; None if there is none."""
        for stage in Stage:
            if self.at(stage).share >= MOSTLY:
                return stage
        return None

    def at(self, stage: Stage) -> Ending:
        """Return the ending in undoubled contracts of the caller's side at a stage."""
        return self.ending(
            lambda one: one is not None and one.ours and one.doubled == 1 and one.stage is stage
        )
