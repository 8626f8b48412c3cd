"""The vocabulary of meanings: conventions by name, and what each asks or tells."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).with_name("conventions.toml")


class Kind(Enum):
    """What a call is for."""

    NATURAL = "natural"
    ARTIFICIAL = "artificial"
    ASKING = "asking"
    ANSWERING = "answering"
    TRANSFER = "transfer"
    RELAY = "relay"
    INVITATION = "invitation"
    SIGN_OFF = "sign-off"


class Forcing(Enum):
    """How long partner must keep the auction open."""

    NO = "no"
    ROUND = "one round"
    GAME = "game"


@dataclass(frozen=True)
class Convention:
    """An entry of the vocabulary."""

    id: str
    kind: Kind
    artificial: bool
    name: str = ""
    """Empty for a natural call, or an artificial one that has no name."""

    asks: str = ""
    tells: str = ""
    slots: tuple[str, ...] = ()
    """What its meanings differ by; empty where there is one meaning only."""

    glossary: str = ""
    """What a teacher says of it, in one to three sentences."""

    example: str = ""
    """An auction that ends with it."""


@dataclass(frozen=True)
class Meaning:
    """A convention with its slot filled in: what one call may mean."""

    convention: Convention
    slot: str = ""

    @property
    def key(self) -> str:
        """The stable name, ``blackwood:S`` or ``stayman``."""
        return f"{self.convention.id}:{self.slot}" if self.slot else self.convention.id


def _read(table: dict[str, Any]) -> Convention:
    values = {**table, "kind": Kind(table["kind"]), "slots": tuple(table.get("slots", ()))}
    return Convention(**values)


CONVENTIONS: dict[str, Convention] = {
    convention.id: convention
    for convention in map(_read, tomllib.loads(_TABLE.read_text(encoding="utf-8"))["convention"])
}
"""By id, in the order of the table."""

MEANINGS: tuple[Meaning, ...] = tuple(
    Meaning(convention, slot)
    for convention in CONVENTIONS.values()
    for slot in (convention.slots or ("",))
)
MEANING_INDEX: dict[str, int] = {meaning.key: index for index, meaning in enumerate(MEANINGS)}

NATURAL = MEANING_INDEX["natural"]
"""The meaning of a call that has no name and is what it seems to be."""
