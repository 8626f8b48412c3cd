"""The tricks of a deal with all hands open: solved if the solver is installed, else estimated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bidding.domain.cards import Hands
from bidding.encoding.auction_batch import encode_owners
from bidding.explaining.analysis.contracts import TrickChances
from bidding.tricks.solving import NoSolver, solve


class Source(StrEnum):
    """Where numbers of tricks come from."""

    SOLVER = "solver"  # endplay (requirements-solver.txt)
    ESTIMATOR = "estimator"  # the likeliest number by the released estimator


@dataclass(frozen=True)
class DoubleDummy:
    """tricks[declarer N E S W][strain C D H S NT], and their source."""

    tricks: list[list[int]]
    source: Source


def double_dummy(hands: Hands, estimator: TrickChances) -> DoubleDummy | None:
    """Return the tricks of a deal; None unless all four hands are known."""
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(hands):
        return None
    owner = encode_owners(known)[None]
    try:
        return DoubleDummy(solve(owner)[0].tolist(), Source.SOLVER)
    except NoSolver:
        return DoubleDummy(estimator.chances(owner)[0].argmax(-1).tolist(), Source.ESTIMATOR)
