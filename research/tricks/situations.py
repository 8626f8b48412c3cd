"""From solved deals to what a network of the papers is asked, and back to all declarers.

Turning a table and renaming suits changes nothing in the game. So a network that knows spades
with West's lead answers for every suit and leader, and one deal can be shown in 96 ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from bidding.domain.table import Seat, Strain
from bidding.encoding.layout import N_CARDS, N_SEATS, N_SUITS
from bidding.tricks.solved import MAX_TRICKS, NOBODY
from research.tricks.encodings import Situations

N_PICTURES = 96  # 4 turns of the table, 24 orders of the suits
_RANKS = N_CARDS // N_SUITS
_NOTRUMP = N_SUITS
_TREATMENTS = ("fixed", "first", "scaled", "input")
_STAYING = ("scaled", "input")  # the suits keep their places


@dataclass(frozen=True)
class Setup:
    """What a network is trained on, and how it is told trumps and leader."""

    inputs: tuple[str, ...]
    """Names of encodings, side by side."""

    contracts: tuple[str, ...]
    """The strains it learns: ``["S"]``, ``["NT"]``, ``["C", "D", "H", "S"]`` ..."""

    trump: str = "fixed"
    """``fixed``: one suit only; ``first``: trumps change places with spades (paper P3);
    ``scaled``: the inputs of the other suits are halved (paper P2);
    ``input``: the encodings ``trump`` (paper P2, with 26x4) or ``game`` (paper P3) tell it."""

    leaders: tuple[str, ...] = ("W",)
    """The seats whose leads are learned. The deal is turned so that the first of them leads,
    unless ``leader`` is among the inputs."""

    def __post_init__(self) -> None:
        for kind in ("inputs", "contracts", "leaders"):
            names = getattr(self, kind)
            if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
                raise ValueError(f"{kind} is {names!r}; it must be a list of names")
        if not self.contracts or not set(self.contracts) <= set(Strain.__members__):
            raise ValueError(f"contracts are {self.contracts}; they must be of C D H S NT")
        if not self.leaders or not set(self.leaders) <= set(Seat.__members__):
            raise ValueError(f"leaders are {self.leaders}; they must be of N E S W")
        if self.trump not in _TREATMENTS:
            raise ValueError(f"trump is {self.trump!r}; it must be one of {', '.join(_TREATMENTS)}")
        if self.trump == "fixed" and len(self.contracts) > 1:
            raise ValueError("with several contracts trump must be 'first', 'scaled' or 'input'")
        if self.trump == "input" and not {"trump", "game"} & set(self.inputs):
            raise ValueError("trump 'input' needs 'trump' or 'game' among the inputs")

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The strains learned."""
        return tuple(Strain[name] for name in self.contracts)

    @property
    def answers(self) -> tuple[Strain, ...]:
        """The strains it can be asked for, suits being renamed where needed."""
        suits = any(strain is not Strain.NT for strain in self.strains)
        notrump = Strain.NT in self.strains
        return tuple(s for s in Strain if (notrump if s is Strain.NT else suits))

    def ask(self, owner: np.ndarray, declarer: Seat, strain: Strain) -> Situations:
        """The situations (n,) as this network is to see them, for deals (n, 52)."""
        owner, leader = self._turned(owner, declarer.lho)
        trump = _NOTRUMP if strain.suit is None else int(strain.suit)
        place = self._place_of_trumps(trump)
        if place != trump:
            owner = swapped(owner, trump, place)
        return Situations(
            owner,
            np.full(len(owner), place),
            np.full(len(owner), leader),
            scaled=self.trump == "scaled",
        )

    def _place_of_trumps(self, trump: int) -> int:
        if trump == _NOTRUMP or self.trump in _STAYING:
            return trump
        suit = Strain.S.suit if self.trump == "first" else self.strains[0].suit
        return trump if suit is None else int(suit)

    def _turned(self, owner: np.ndarray, leader: Seat) -> tuple[np.ndarray, Seat]:
        """The deal turned so that the leader sits where this network expects him."""
        first = Seat[self.leaders[0]]
        if "leader" in self.inputs:
            turns = (leader - first) % 2  # partners' leads are told apart by the inputs
        else:
            turns = first.turns_to(leader)
        return turned(owner, turns), leader.after(-turns)

    def north_south(self, declared: np.ndarray) -> np.ndarray:
        """The declarer's tricks to those of N-S as this network sees the table, and back."""
        return declared if Seat[self.leaders[0]] in (Seat.E, Seat.W) else MAX_TRICKS - declared


def turned(owner: np.ndarray, turns: int) -> np.ndarray:
    """The deals with every hand that many seats back: who sat at ``turns`` is North."""
    seats = (owner.astype(np.int8) - turns) % N_SEATS
    return np.where(owner == NOBODY, NOBODY, seats).astype(np.uint8)


def swapped(owner: np.ndarray, one: int, other: int) -> np.ndarray:
    """The deals with two suits renamed into each other."""
    order = list(range(N_SUITS))
    order[one], order[other] = other, one
    return _renamed(owner, order)


def _renamed(owner: np.ndarray, order: list[int]) -> np.ndarray:
    """The deals whose suits S H D C are the old ones of that order."""
    suits = owner.reshape(-1, N_SUITS, _RANKS)[:, order]
    return np.ascontiguousarray(suits.reshape(-1, N_CARDS))


def picture(owner: np.ndarray, tricks: np.ndarray, number: int) -> tuple[np.ndarray, np.ndarray]:
    """The same deals seen in another way; number 0 is how they are, 95 the last.

    ``owner`` (n, 52), ``tricks`` (n, 4, 5) declarer x strain C D H S NT; both are changed alike.
    Of the first four, and of the first sixteen, no two have the same suit as spades with the
    same seat as North.
    """
    turns = number % N_SEATS
    first = (number // N_SEATS + turns) % N_SUITS
    rest = [suit % N_SUITS for suit in range(first + 1, first + N_SUITS)]
    order = [first, *list(permutations(rest))[number // (N_SEATS * N_SUITS)]]
    # The strains run C D H S: against the suits' S H D C.
    strains = [N_SUITS - 1 - suit for suit in reversed(order)] + [int(Strain.NT)]
    return _renamed(turned(owner, turns), order), np.roll(tricks, -turns, axis=1)[:, :, strains]


def with_tuples(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a parsed file, its lists as the tuples of a ``Setup``."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()
    }
