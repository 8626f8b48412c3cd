"""Messages that a catalogue can translate: a key and the values put into it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

NAME = re.compile(r"\{(\w+)\}")  # a value's placeholder in a key
_CACHED_KEYS = 1024  # more than there are keys


class Message(str):
    """An English sentence together with the key and the values that it was made from.

    ``Message("{count} or more {suit}", count=Message("four"), suit=Message("spades"))`` is the
    text "four or more spades". ``key`` is the English template, by which a catalogue finds the
    translation; ``values`` are numbers, texts that are the same in every language, further
    ``Message``s, and tuples of these for lists.
    """

    __slots__ = ("key", "values")
    key: str
    values: Mapping[str, Any]

    def __new__(cls, key: str, **values: Any) -> Message:
        """Fill in the values; without any, placeholders in the key stay as they are."""
        message = super().__new__(cls, _fill(key, values) if values else key)
        message.key, message.values = key, values
        return message

    def to_json(self) -> dict[str, Any]:
        """Return the key, and the values if there are any, ready to be encoded as UTF-8 JSON."""
        document: dict[str, Any] = {"key": self.key}
        if self.values:
            document["values"] = {name: _json(value) for name, value in self.values.items()}
        return document


def message_json(text: str | None) -> dict[str, Any] | None:
    """Return the JSON form of a message; None for a plain text."""
    return text.to_json() if isinstance(text, Message) else None


def _fill(key: str, values: Mapping[str, Any]) -> str:
    """Return the English sentence. Raises KeyError for a placeholder without a value."""
    english = {
        name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
        for name, value in values.items()
    }
    return _format_template(key).format_map(english)


@lru_cache(_CACHED_KEYS)
def _format_template(key: str) -> str:
    """Return the key for ``str.format_map``, with braces doubled unless they enclose a name."""
    pieces = NAME.split(key)
    pieces[::2] = [piece.replace("{", "{{").replace("}", "}}") for piece in pieces[::2]]
    pieces[1::2] = [f"{{{name}}}" for name in pieces[1::2]]
    return "".join(pieces)


def _json(value: Any) -> Any:
    match value:
        case Message():
            return value.to_json()
        case tuple():
            return [_json(item) for item in value]
        case str():  # a lone surrogate is no character of UTF-8
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value
