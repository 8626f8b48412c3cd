"""Boards to practise on: themes, boards dealt from their ids, and pools of boards of each theme.

Themes are read from ``themes.toml``; pools of boards on which one comes up are in ``pools``.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bidding.domain.cards import Deal, Hand
from bidding.domain.convention_card import ConventionCard
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.parsing.documents.document import printable

_TABLE = Path(__file__).with_name("themes.toml")

PLAYER = Seat.S
MOST_DEALS = 2**40
_SEATS = len(Seat)
LARGEST_BOARD = _SEATS * MOST_DEALS - 1
_CYCLE = 16  # boards until dealer and vulnerability repeat (Law 2)
POOLS = Path(__file__).with_name("pools")
LEAST_BOARDS = 12
"""Of a theme that is offered."""
ANY = "any"
"""The pool of boards that are not chosen by a theme."""
CHANGES = "changes"
"""The theme of what a card changes in its system."""


class UnknownTheme(BridgeError):
    """A name that is no theme's."""

    code = "unknown-theme"


@dataclass(frozen=True)
class Theme:
    """A theme, and the meanings of calls or the situation by which it comes up."""

    id: str
    group: str
    name: str
    about: str
    calls: frozenset[str] = frozenset()
    """Ids of conventions: of the player's own call."""

    after_partner: frozenset[str] = frozenset()
    """Of partner's last call."""

    over: frozenset[str] = frozenset()
    """Of the last call of the right-hand opponent."""

    situation: str = ""
    """A key of ``search.SITUATIONS``; empty for none."""

    least_length: int = 0
    """Cards, at least, of the suit bid by one of the ``calls``."""

    late: bool = False
    """Whether it often comes up after the player's first turn."""

    choices: dict[str, frozenset[str]] = field(default_factory=dict, hash=False)
    """Choices of a card that bear on it, and the options that bring it up; none where all do."""

    def is_played(self, card: ConventionCard) -> bool:
        """Return True if the choices of a card leave the theme something to come up by."""
        if self.id == CHANGES:
            return bool(card.changes)
        options = [(choice, some) for choice, some in self.choices.items() if some]
        return not options or any(card.option(choice).id in some for choice, some in options)


_LISTED = tomllib.loads(_TABLE.read_text("utf-8"))["theme"]
THEMES = {one.id: one for one in TypeAdapter(list[Theme]).validate_python(_LISTED)}
"""By id, in the order of the TOML file."""


def theme_called(name: str) -> Theme:
    """Return the theme with this id. Raises UnknownTheme, which lists the themes."""
    if name not in THEMES:
        name, known = printable(name), ", ".join(THEMES)
        fault = "there is no theme {name}; the themes are {themes}"
        raise UnknownTheme(fault, name=name, themes=known, text=name)
    return THEMES[name]


@dataclass(frozen=True)
class PracticeBoard:
    """A board on which the player sits South.

    An id is ``4 * deal + turns``: the number of a deal, and by how many seats the table is turned
    clockwise, so that each of the four hands of a deal can be the player's.
    """

    id: int

    def __post_init__(self) -> None:
        if not 0 <= self.id <= LARGEST_BOARD:
            number = str(self.id)
            raise MalformedTable("there is no board {number}", number=number, text=number)

    @classmethod
    def of(cls, deal: int, seat: Seat) -> PracticeBoard:
        """Return the board that gives the player the hand of that seat of a deal.

        Raises MalformedTable for a deal below 0 or too large.
        """
        return cls(_SEATS * deal + seat.turns_to(PLAYER))

    @property
    def deal_number(self) -> int:
        """The number of the deal."""
        return self.id // _SEATS

    @property
    def turns(self) -> int:
        """The number of seats by which the table is turned clockwise."""
        return self.id % _SEATS

    @cached_property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The hands, N E S W."""
        rng = random.Random(self.deal_number)  # noqa: S311  (no secret: the id names the deal)
        dealt = Deal.random(rng).hands
        north, east, south, west = (dealt[(seat - self.turns) % _SEATS] for seat in Seat)
        return north, east, south, west

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        return dealer_of_board(self._unturned).after(self.turns)

    @property
    def vulnerability(self) -> Vulnerability:
        """The vulnerability; a quarter turn exchanges the sides."""
        vulnerability = vulnerability_of_board(self._unturned)
        if self.turns % 2 == 0:
            return vulnerability
        return Vulnerability((vulnerability & 1) << 1 | vulnerability >> 1)

    @property
    def number(self) -> int:
        """The number on the board, 1 to 16: the one with this dealer and vulnerability."""
        return next(
            number
            for number in range(1, _CYCLE + 1)
            if dealer_of_board(number) is self.dealer
            and vulnerability_of_board(number) is self.vulnerability
        )

    @property
    def of_partner(self) -> PracticeBoard:
        """The board that gives the player the partner's hand of this one."""
        return PracticeBoard(_SEATS * self.deal_number + (self.turns + 2) % _SEATS)

    @property
    def _unturned(self) -> int:
        return self.deal_number % _CYCLE + 1


def random_boards(seed: int) -> Iterator[PracticeBoard]:
    """Yield boards of any kind, without end."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the seed names the boards)
    while True:
        yield PracticeBoard.of(rng.randrange(MOST_DEALS), PLAYER)


class Level(StrEnum):
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
    bidder: dict[str, str]
    searched: int = 0
    boards: dict[str, dict[Level, list[int]]] = field(default_factory=dict)

    @property
    def themes(self) -> list[str]:
        """The ids of the themes that have enough boards, in the order of the themes."""
        counts = {theme: sum(map(len, levels.values())) for theme, levels in self.boards.items()}
        return [theme for theme in THEMES if counts.get(theme, 0) >= LEAST_BOARDS]

    def of(self, theme: str, level: Level | None = None) -> list[int]:
        """Return the ids of the boards of a theme, or of ANY, at one level or all; sorted."""
        levels = self.boards.get(theme, {}).items()
        return sorted(board for one, boards in levels if level in (None, one) for board in boards)

    def choose(self, theme: str, level: Level | None, seed: int, count: int) -> list[int]:
        """Return ``count`` different boards in an order that follows from the seed.

        Fewer if there are fewer.
        """
        boards = self.of(theme, level)
        rng = random.Random(seed)  # noqa: S311  (no secret: the same seed is the same boards)
        rng.shuffle(boards)
        return boards[:count]

    def add(self, theme: str, level: Level, board: int, most: int) -> None:
        """Add a board, unless the theme has another hand of its deal, or the level ``most``
        boards."""
        boards = self.boards.setdefault(theme, {one: [] for one in Level})[level]
        deals = {PracticeBoard(other).deal_number for other in self.of(theme)}
        if len(boards) < most and PracticeBoard(board).deal_number not in deals:
            boards.append(board)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, with the themes in their order."""
        document: dict[str, Any] = _POOL.dump_python(self, mode="json")
        boards = document["boards"]
        themes = [theme for theme in (ANY, *THEMES) if theme in boards]
        return {**document, "boards": {theme: boards[theme] for theme in themes}}


_POOL = TypeAdapter(Pool)


def pool_path(system: System, folder: Path = POOLS) -> Path:
    """Return the file of a system's boards."""
    return folder / f"{system.value.replace('/', '-')}.json"


def read_pool(path: Path) -> Pool:
    """Read a file of boards. Raises BadPool."""
    try:
        return _POOL.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise BadPool(f"{path}: this is no file of practice boards: {error}") from error


@cache
def shipped_pool(system: System) -> Pool | None:
    """Return the boards that come with the program, if any of the system do. Raises BadPool."""
    path = pool_path(system)
    return read_pool(path) if path.exists() else None


def pool_of(card: ConventionCard) -> Pool | None:
    """Return the boards that come with the program; None where boards of a card are searched."""
    return None if card.changes else shipped_pool(card.base)


def themes_for(card: ConventionCard) -> list[Theme]:
    """Return what there is to practise on a card, in the order of the themes.

    These are the themes of its system that the card plays, and those that it plays and its system
    does not.
    """
    pool, plain = shipped_pool(card.base), ConventionCard(card.base)
    return [
        theme
        for theme in THEMES.values()
        if theme.is_played(card)
        and (pool is None or theme.id in pool.themes or not theme.is_played(plain))
    ]
