"""Pieces of a text that remember where they stood, so that every fault has its place."""

from __future__ import annotations

import re
from typing import NamedTuple

DASHES = "-–—−"
_LONGEST_QUOTE = 24


class Piece(NamedTuple):
    """A part of a text and the 0-based offset of its first character."""

    text: str
    start: int


def blank_pieces(text: str) -> list[Piece]:
    """What stands between blanks."""
    return [Piece(match[0], match.start()) for match in re.finditer(r"\S+", text)]


def split_at(text: str, mark: str, start: int = 0) -> list[Piece]:
    """What stands between the marks, empty pieces too; ``start`` is the offset of the text."""
    pieces = []
    for part in text.split(mark):
        pieces.append(Piece(part, start))
        start += len(part) + len(mark)
    return pieces


def quoted(text: str) -> str:
    """The text in quotation marks for a message: shortened, and printable whatever is in it."""
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return repr(text)
