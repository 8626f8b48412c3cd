"""JSON that passes through as text: encoded once, by whoever made it, and decoded by its reader.

An answer has thousands of numbers. To decode and to encode them again at every station, from the
node to the client, would take longer than all else that a web process does.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import orjson
from django.db import models


class ToJson(Protocol):
    """An answer, as far as a row is concerned."""

    def to_json(self) -> Any:
        """Of names, numbers, lists and objects only."""


def encoded(document: Any) -> str:
    """The JSON text of names, numbers, lists and objects, without blanks.

    Raises TypeError (orjson.JSONEncodeError) for anything else.
    """
    return orjson.dumps(document).decode()


@dataclass(frozen=True)
class Encoded:
    """An answer of which only its JSON text is left."""

    text: str

    def to_json(self) -> Any:
        """The text, as ``encoded`` takes it."""
        return orjson.Fragment(self.text)


def texts(answers: Callable[[], Iterable[ToJson]]) -> list[str]:
    """The JSON texts of what ``answers`` gives, made without a search for cycles meanwhile.

    Answers have no cycles and are made of so many small objects that looking through them, again
    and again as they grow, would take a third of the time.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        return [encoded(answer.to_json()) for answer in answers()]
    finally:
        if searching:
            gc.enable()


class _AsItIs(json.JSONEncoder, json.JSONDecoder):
    """Takes text for its own JSON, and the other way round."""

    def __init__(self, **options: Any) -> None:
        pass  # how values are to be written or read: none are seen here

    def encode(self, o: str) -> str:
        return o

    def decode(self, s: str) -> str:  # type: ignore[override]
        return s


class JsonText(models.JSONField):
    """A column of JSON whose values are its texts; to the database it is any other JSONField."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "encoder": _AsItIs, "decoder": _AsItIs})

    def deconstruct(self) -> Any:
        """That of a JSONField: the same column, so that migrations see no difference."""
        name, _, args, options = super().deconstruct()
        del options["encoder"], options["decoder"]
        return name, "django.db.models.JSONField", args, options
