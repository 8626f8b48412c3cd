"""The matches that are played, and the files in which their results are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bidding.domain.systems import System

MODEL, ADVISER, SEARCH = "model", "adviser", "search"
PLAYERS = (MODEL, ADVISER, SEARCH)
SEEDS = (95, 96)  # of the deals, as many of each, which nobody trained on
DEALS = "deals.npz"
_OURS = System.SAYC
_AGAINST = "-against-"
_NO_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Opponent:
    """A program to play against: what it is called, what it plays, and its command line."""

    name: str
    system: System
    command: str


@dataclass(frozen=True)
class Match:
    """A match: the name of its file, and the arguments of ``manage.py match``."""

    name: str
    arguments: tuple[str, ...]

    def path(self, folder: Path) -> Path:
        """The file of its results."""
        return folder / f"{self.name}.json"


PAIR = Match(f"{ADVISER}{_AGAINST}{MODEL}", (ADVISER, MODEL))
ONE = Match(f"{ADVISER}+{MODEL}{_AGAINST}{MODEL}", (f"{ADVISER}+{MODEL}", MODEL))
UNTOLD = Match(f"{ADVISER}{_AGAINST}untold-{MODEL}", (ADVISER, MODEL, "--untold", "b"))
MODEL_UNTOLD = Match(f"{MODEL}{_AGAINST}untold-{MODEL}", (MODEL, MODEL, "--untold", "b"))


def parse_opponent(text: str) -> Opponent:
    """Parse NAME=COMMAND or NAME:SYSTEM=COMMAND. Raises ValueError."""
    title, _, command = text.partition("=")
    name, _, system = title.rpartition(":")
    if system not in [one.value for one in System]:
        name, system = title, _OURS.value
    if not _slug(name) or not command.strip():
        raise ValueError(f"{text!r} is no opponent such as NAME=COMMAND or NAME:2/1=COMMAND")
    return Opponent(name, System(system), command)


def against(opponent: Opponent) -> list[Match]:
    """The matches of each player against a program."""
    names = ("--name-b", opponent.name, "--system", opponent.system.value)
    return [
        Match(
            f"{player}{_AGAINST}{_slug(opponent.name)}",
            (f"{player}:{_OURS.value}", f"program:{opponent.command}", "--name-a", player, *names),
        )
        for player in PLAYERS
    ]


def played_against_programs(folder: Path) -> list[list[Path]]:
    """The files of the players against each program that all have played."""
    own = {match.name for match in (PAIR, ONE, UNTOLD, MODEL_UNTOLD)}
    found = []
    for path in sorted(folder.glob(f"{MODEL}{_AGAINST}*.json")):
        files = [folder / path.name.replace(MODEL, player, 1) for player in PLAYERS]
        if path.stem not in own and all(file.is_file() for file in files):
            found.append(files)
    return found


def calls_file(match: Path) -> Path:
    """The file of what was found of the calls of a match."""
    return match.with_name(f"calls-of-{match.name}")


def statements_file(folder: Path) -> Path:
    """The file of whether what is stated of calls holds."""
    return folder / "statements.json"


def _slug(name: str) -> str:
    return _NO_NAME.sub("-", name.lower()).strip("-")
