"""Who plays, as the command line names it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from bidding.domain.convention_card import ConventionCard
from bidding.domain.systems import System
from bidding.parsing.formats.bbsa import CARD, read_card

FORMS = (
    "model[:CARD], adviser[:CARD], search[:CARD], two of these as partners "
    "(adviser+model[:CARD]), robot:FILE.npz, program:COMMAND, bluechip:PORT"
)
_LOCAL = "127.0.0.1"
_PORTS = range(1, 65536)


class PlayerKind(Enum):
    """What there is to play."""

    MODEL = "model"
    ADVISER = "adviser"
    SEARCH = "search"
    ROBOT = "robot"
    PROGRAM = "program"
    BLUE_CHIP = "bluechip"


_WITH_CARD = (PlayerKind.MODEL, PlayerKind.ADVISER, PlayerKind.SEARCH)


@dataclass(frozen=True)
class Player:
    """A player, with what its kind needs: a card (or none), a file, a command or an address;
    ``partner`` is the kind of the other seat of its side, if that is another player. One that is
    ``undisclosed`` reads its opponents' calls as an unknown system's."""

    text: str
    kind: PlayerKind
    value: str
    partner: PlayerKind | None = None
    undisclosed: bool = False

    @property
    def is_network(self) -> bool:
        """True if it bids by the networks, which are told what each side plays."""
        return self.kind in _WITH_CARD

    @property
    def card(self) -> ConventionCard | None:
        """The card that it plays by its name."""
        return read_card(self.value).card if self.is_network and self.value else None

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
    names, _, value = text.partition(":")
    try:
        kind, *partners = (PlayerKind(name) for name in names.split("+"))
    except ValueError:
        raise ValueError(f"{text!r} is no bidder; there are: {FORMS}") from None
    if partners and (len(partners) > 1 or not {kind, *partners} <= set(_WITH_CARD)):
        pair = ", ".join(one.value for one in _WITH_CARD)
        raise ValueError(f"{text!r}: partners are two of {pair}")
    if kind in _WITH_CARD:
        if text.endswith(":"):
            raise ValueError(f"{text!r}: what it plays is {CARD}")
        try:
            read_card(value or System.UNKNOWN.value)
        except (ValueError, OSError) as error:
            raise ValueError(f"{text!r}: {error}") from error
    elif not value.strip():
        raise ValueError(f"{text!r} names nothing to play; there are: {FORMS}")
    elif kind is PlayerKind.BLUE_CHIP:
        port = value.rpartition(":")[2]
        if not (port.isascii() and port.isdigit() and int(port) in _PORTS):
            raise ValueError(f"{text!r}: a port is a number from 1 to {_PORTS[-1]}")
    return Player(text, kind, value, partner=next(iter(partners), None))
