"""Who plays, as the command line names it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from bidding.domain.systems import System

FORMS = (
    "model[:SYSTEM], look-ahead[:SYSTEM], adviser[:SYSTEM], robot:FILE.npz, program:COMMAND, "
    "bluechip:PORT"
)
_LOCAL = "127.0.0.1"
_PORTS = range(1, 65536)


class PlayerKind(Enum):
    """What there is to play."""

    MODEL = "model"
    LOOK_AHEAD = "look-ahead"
    ADVISER = "adviser"
    ROBOT = "robot"
    PROGRAM = "program"
    BLUE_CHIP = "bluechip"


_WITH_SYSTEM = (PlayerKind.MODEL, PlayerKind.LOOK_AHEAD, PlayerKind.ADVISER)


@dataclass(frozen=True)
class Player:
    """A player, with what its kind needs: a system (or none), a file, a command or an address."""

    text: str
    kind: PlayerKind
    value: str

    @property
    def system(self) -> System | None:
        """The system that it plays by its name."""
        return System(self.value) if self.kind in _WITH_SYSTEM and self.value else None

    @property
    def file(self) -> Path | None:
        """The file of a robot."""
        return Path(self.value) if self.kind is PlayerKind.ROBOT else None

    @property
    def address(self) -> tuple[str, int]:
        """Where to listen for players: host and port."""
        host, _, port = self.value.rpartition(":")
        return host or _LOCAL, int(port)


def parse_player(text: str) -> Player:
    """Parse a player. Raises ValueError, which says what there is."""
    name, _, value = text.partition(":")
    try:
        kind = PlayerKind(name)
    except ValueError:
        raise ValueError(f"{text!r} is no bidder; there are: {FORMS}") from None
    if kind in _WITH_SYSTEM:
        systems = [system.value for system in System]
        if value not in ("", *systems) or text.endswith(":"):
            raise ValueError(f"{text!r}: systems are {', '.join(systems)}")
    elif not value.strip():
        raise ValueError(f"{text!r} names nothing to play; there are: {FORMS}")
    elif kind is PlayerKind.BLUE_CHIP:
        port = value.rpartition(":")[2]
        if not (port.isascii() and port.isdigit() and int(port) in _PORTS):
            raise ValueError(f"{text!r}: a port is a number from 1 to {_PORTS[-1]}")
    return Player(text, kind, value)
