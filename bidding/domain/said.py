"""Sentences that can be said in other languages too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

NAME = re.compile(r"\{(\w+)\}")  # of a value, in a sentence
_KEYS = 1024  # more than there are sentences


class Said(str):
    """An English sentence that remembers what it was made of.

    ``Said("{count} or more {suit}", count=Said("four"), suit=Said("spades"))`` is the text "four
    or more spades". ``key`` is the English form, by which a catalogue finds the sentence in
    another language; ``values`` are numbers, texts that are the same in every language, further
    ``Said``s, and tuples of them for lists.
    """

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, **values: Any) -> Said:
        """The sentence; a key without values is not searched for names."""
        said = super().__new__(cls, _filled(key, values) if values else key)
        said.key, said.values = key, values
        return said

    def to_json(self) -> dict[str, Any]:
        """Key and values, as far as there are values; fit to be sent on."""
        document: dict[str, Any] = {"key": self.key}
        if self.values:
            document["values"] = {name: _json(value) for name, value in self.values.items()}
        return document


def said_json(text: str | None) -> dict[str, Any] | None:
    """What a text was made of; None where it does not remember."""
    return text.to_json() if isinstance(text, Said) else None


def _filled(key: str, values: Mapping[str, Any]) -> str:
    """The English sentence; raises KeyError for a name without a value."""
    english = {
        name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in values.items()
    }
    return _form(key).format_map(english)


@lru_cache(_KEYS)
def _form(key: str) -> str:
    """The key as ``str.format_map`` wants it: braces around anything but a name are doubled."""
    pieces = NAME.split(key)
    pieces[::2] = [piece.replace("{", "{{").replace("}", "}}") for piece in pieces[::2]]
    pieces[1::2] = [f"{{{name}}}" for name in pieces[1::2]]
    return "".join(pieces)


def _json(value: Any) -> Any:
    match value:
        case Said():
            return value.to_json()
        case tuple():
            return [_json(item) for item in value]
        case str():  # a lone surrogate is no character of UTF-8
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value
