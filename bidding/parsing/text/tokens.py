"""Tokens of a text with their offsets, so that every error has its place."""

from __future__ import annotations

import re
from typing import NamedTuple

DASHES = "-–—−"
_LONGEST_QUOTE = 24


class Token(NamedTuple):
    """A part of a text and the 0-based offset of its first character."""

    text: str
    start: int


def split_blanks(text: str) -> list[Token]:
    """Return what stands between blanks."""
    return [Token(match[0], match.start()) for match in re.finditer(r"\S+", text)]


def split_at(text: str, mark: str, start: int = 0) -> list[Token]:
    """Return what stands between the marks, empty tokens too; ``start`` is the text's offset."""
    tokens = []
    for part in text.split(mark):
        tokens.append(Token(part, start))
        start += len(part) + len(mark)
    return tokens


def quoted(text: str) -> str:
    """The text in quotation marks for a message: shortened, and printable whatever is in it."""
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return repr(text)
