"""Convention cards: a system, and the choices by which a pair departs from it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from bidding.domain.systems import System


@dataclass(frozen=True)
class Option:
    """One way to play a choice, and the systems that play it so."""

    id: str
    bases: frozenset[System]


@dataclass(frozen=True)
class Choice:
    """A choice of a convention card, and its options in order."""

    id: str
    section: str
    options: tuple[Option, ...]

    def default(self, base: System) -> int | None:
        """Return the index of the option that a system has; None for an unknown system."""
        return next((n for n, option in enumerate(self.options) if base in option.bases), None)


def _read() -> tuple[Choice, ...]:
    document = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Choice(
            id=choice["id"],
            section=choice["section"],
            options=tuple(
                Option(option["id"], frozenset(map(System, option["bases"])))
                for option in choice["option"]
            ),
        )
        for choice in document["choice"]
    )


CHOICES = _read()
