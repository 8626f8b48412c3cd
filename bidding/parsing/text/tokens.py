"""Tokens of a text with their offsets, for the position of errors."""

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
    """Split at whitespace."""
    return [Token(match[0], match.start()) for match in re.finditer(r"\S+", text)]


def split_at(text: str, mark: str, start: int = 0) -> list[Token]:
    """Split at a mark, keeping empty tokens; ``start`` is the text's offset."""
    tokens = []
    for part in text.split(mark):
        tokens.append(Token(part, start))
        start += len(part) + len(mark)
    return tokens


def quoted(text: str) -> str:
    """Quote a text for a message: shortened, with unprintable characters escaped."""
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1] + "…"
    return repr(text)
