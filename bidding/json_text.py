"""JSON that is passed on as text: encoded once by its producer, decoded by the client.

An answer has thousands of numbers. Decoding and encoding them again at every step from the node
to the client would take longer than all else that a web process does.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import orjson
from django.db import models

from bidding.bounds import ANSWER_BYTES, TooLong


class ToJson(Protocol):
    """An object that can be stored as JSON."""

    def to_json(self) -> Any:
        """Return strings, numbers, lists and dictionaries only."""


def encoded(document: Any) -> str:
    """Return the compact JSON text of strings, numbers, lists and dictionaries.

    Raise TypeError (orjson.JSONEncodeError) for anything else, and TooLong for an answer that is
    longer than any.
    """
    text = orjson.dumps(document)
    if len(text) > ANSWER_BYTES:
        raise TooLong(ANSWER_BYTES)
    return text.decode()


@dataclass(frozen=True)
class Encoded:
    """An answer that is JSON text already."""

    text: str

    def to_json(self) -> Any:
        """Return the text as ``encoded`` accepts it."""
        return orjson.Fragment(self.text)


def texts(answers: Callable[[], Iterable[ToJson]]) -> list[str]:
    """Return the JSON texts of the answers, with garbage collection disabled meanwhile.

    Answers have no cycles and consist of so many small objects that repeated scans of them would
    take a third of the time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return [encoded(answer.to_json()) for answer in answers()]
    finally:
        if was_enabled:
            gc.enable()


class _Passthrough(json.JSONEncoder, json.JSONDecoder):
    """A codec that passes JSON text through unchanged."""

    def __init__(self, **options: Any) -> None:
        pass  # options of the JSON codecs, without effect here

    def encode(self, o: str) -> str:
        return o

    def decode(self, s: str) -> str:  # type: ignore[override]
        return s


class JsonText(models.JSONField):
    """A JSON column with text as its values; in the database, an ordinary JSONField."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{**options, "encoder": _Passthrough, "decoder": _Passthrough})

    def deconstruct(self) -> Any:
        """Return the deconstruction of a JSONField, so that migrations see no difference."""
        name, _, args, options = super().deconstruct()
        del options["encoder"], options["decoder"]
        return name, "django.db.models.JSONField", args, options
