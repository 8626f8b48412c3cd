"""Pools: for each theme, boards on which it comes up for the player."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from bidding.domain.systems import System
from bidding.practice.boards import PracticeBoard
from bidding.practice.themes import THEMES

POOLS = Path(__file__).with_name("pools")
LEAST_BOARDS = 12
"""Of a theme that is offered."""

ANY = "any"
"""The pool of boards that are not chosen by a theme."""


class Level(Enum):
    """How sure the model is of the player's call where the theme comes up."""

    CLEAR = "clear"
    USUAL = "usual"
    CLOSE = "close"

    @classmethod
    def of(cls, chance: float) -> Level:
        """Return the level of a call that the model makes with this chance."""
        return cls.CLEAR if chance >= 0.9 else cls.USUAL if chance >= 0.6 else cls.CLOSE


class BadPool(ValueError):
    """A file of boards that cannot be read; the message names the file and the fault."""


@dataclass
class Pool:
    """Boards of one system, both sides playing it, by theme and level.

    searched is the number of deals bid to find them, bidder the version and sha256 of the model.
    """

    system: System
    bidder: Mapping[str, str]
    searched: int = 0
    boards: dict[str, dict[Level, list[int]]] = field(default_factory=dict)

    @property
    def themes(self) -> list[str]:
        """The ids of the themes that have enough boards, in the order of the themes."""
        counts = {theme: sum(map(len, levels.values())) for theme, levels in self.boards.items()}
        return [theme for theme in THEMES if counts.get(theme, 0) >= LEAST_BOARDS]

    def of(self, theme: str, level: Level | None = None) -> list[int]:
        """Return the ids of the boards of a theme, or of ANY, at one level or all; sorted."""
        levels = self.boards.get(theme, {})
        chosen = levels if level is None else {level: levels.get(level, [])}
        return sorted(board for boards in chosen.values() for board in boards)

    def choose(self, theme: str, level: Level | None, seed: int, count: int) -> list[int]:
        """Return so many different boards in an order that follows from the seed.

        Fewer if there are not so many.
        """
        boards = self.of(theme, level)
        rng = random.Random(seed)  # noqa: S311  (no secret: the same seed is the same boards)
        rng.shuffle(boards)
        return boards[:count]

    def add(self, theme: str, level: Level, board: int, most: int) -> None:
        """Add a board, unless the theme has another hand of its deal, or the level ``most``
        boards."""
        levels = self.boards.setdefault(theme, {})
        boards = levels.setdefault(level, [])
        deal = PracticeBoard(board).deal_number
        if len(boards) < most and all(
            PracticeBoard(other).deal_number != deal for found in levels.values() for other in found
        ):
            boards.append(board)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        names = [ANY, *THEMES]
        return {
            "system": self.system.value,
            "bidder": dict(self.bidder),
            "searched": self.searched,
            "boards": {
                theme: {level.value: self.boards[theme].get(level, []) for level in Level}
                for theme in names
                if theme in self.boards
            },
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Pool:
        """Read the JSON form. Raises KeyError, TypeError or ValueError for another document."""
        boards = {
            theme: {Level(level): [int(board) for board in ids] for level, ids in levels.items()}
            for theme, levels in document["boards"].items()
        }
        system = System(document["system"])
        return cls(system, document["bidder"], int(document["searched"]), boards)


def pool_path(system: System, folder: Path = POOLS) -> Path:
    """Return the file of a system's boards."""
    return folder / f"{system.value.replace('/', '-')}.json"


def read_pool(path: Path) -> Pool:
    """Read a file of boards. Raises BadPool."""
    try:
        return Pool.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadPool(f"{path}: this is no file of practice boards: {error}") from error


@cache
def shipped_pool(system: System) -> Pool:
    """Return the boards that come with the program. Raises BadPool."""
    return read_pool(pool_path(system))
