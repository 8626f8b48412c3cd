"""The vocabulary of meanings: the conventions, and what each asks for or shows."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

_TABLE = Path(__file__).with_name("conventions.toml")


class Kind(Enum):
    """The purpose of a call."""

    NATURAL = "natural"
    ARTIFICIAL = "artificial"
    ASKING = "asking"
    ANSWERING = "answering"
    TRANSFER = "transfer"
    RELAY = "relay"
    INVITATION = "invitation"
    SIGN_OFF = "sign-off"


class Forcing(Enum):
    """The degree to which a call is forcing on partner."""

    NO = "no"
    ROUND = "one round"
    GAME = "game"


@dataclass(frozen=True)
class Convention:
    """One convention of the vocabulary."""

    id: str
    kind: Kind
    artificial: bool
    name: str = ""
    """Empty for a natural call, or an artificial one that has no name."""

    asks: str = ""
    tells: str = ""
    support: int = 0
    """Cards of partner's suit that it promises by its name, at least."""

    slots: tuple[str, ...] = ()
    """The variants, one meaning each (a suit, a step); empty for a single meaning."""

    glossary: str = ""
    """An explanation for learners, one to three sentences."""

    example: str = ""
    """An auction whose last call is the convention."""


@dataclass(frozen=True)
class Meaning:
    """A convention with its slot filled in: one possible meaning of a call."""

    convention: Convention
    slot: str = ""

    @property
    def key(self) -> str:
        """The stable name, ``blackwood:S`` or ``stayman``."""
        return f"{self.convention.id}:{self.slot}" if self.slot else self.convention.id


def _parse(table: dict[str, Any]) -> Convention:
    values = {**table, "kind": Kind(table["kind"]), "slots": tuple(table.get("slots", ()))}
    return Convention(**values)


CONVENTIONS: dict[str, Convention] = {
    convention.id: convention
    for convention in map(_parse, tomllib.loads(_TABLE.read_text(encoding="utf-8"))["convention"])
}
"""By id, in the order of the TOML file."""

MEANINGS: tuple[Meaning, ...] = tuple(
    Meaning(convention, slot)
    for convention in CONVENTIONS.values()
    for slot in (convention.slots or ("",))
)
MEANING_INDEX: dict[str, int] = {meaning.key: index for index, meaning in enumerate(MEANINGS)}

NATURAL = MEANING_INDEX["natural"]
"""Index of the meaning of a natural call."""
