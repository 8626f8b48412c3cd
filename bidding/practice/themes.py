"""Themes: what there is to practise, read from ``themes.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bidding.domain.errors import BridgeError
from bidding.domain.messages import Message
from bidding.parsing.documents.document_errors import printable

_TABLE = Path(__file__).with_name("themes.toml")


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
    calls: frozenset[str]
    """Ids of conventions: of the player's own call."""

    after_partner: frozenset[str]
    """Of partner's last call."""

    over: frozenset[str]
    """Of the last call of the right-hand opponent."""

    situation: str
    """A key of ``occasions.SITUATIONS``; empty for none."""

    least_length: int = 0
    """Cards, at least, of the suit bid by one of the ``calls``."""


def _parse(table: dict[str, Any]) -> Theme:
    names = ("calls", "after_partner", "over")
    return Theme(
        **{"situation": "", **table, **{name: frozenset(table.get(name, ())) for name in names}}
    )


THEMES: dict[str, Theme] = {
    theme.id: theme
    for theme in map(_parse, tomllib.loads(_TABLE.read_text(encoding="utf-8"))["theme"])
}
"""By id, in the order of the TOML file."""


def theme_called(name: str) -> Theme:
    """Return the theme with this id. Raises UnknownTheme, which lists the themes."""
    if name not in THEMES:
        name = printable(name)
        fault = Message("there is no theme {name}; the themes are {themes}", name=name, themes=_ALL)
        raise UnknownTheme(fault, text=name)
    return THEMES[name]


_ALL = ", ".join(THEMES)
