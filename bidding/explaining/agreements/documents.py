"""The documents on systems, one JSON file each, beside the weights they were made with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bidding.domain.calls import PASS, Call
from bidding.domain.messages import Message
from bidding.domain.systems import System

FOLDER = Path(__file__).resolve().parents[2] / "weights" / "systems"


def path_of(system: System, folder: Path = FOLDER) -> Path:
    """Return the system's file."""
    return folder / f"{system.name.lower()}.json"


@cache
def document_of(system: System) -> dict[str, Any]:
    """Load the released document; raise FileNotFoundError for a system without one."""
    document: dict[str, Any] = json.loads(path_of(system).read_bytes())
    return document


@cache
def tag_of(system: System) -> str:
    """Return the document's entity tag."""
    return f'"{sha256(path_of(system).read_bytes()).hexdigest()[:32]}"'


def book_meaning(system: System, calls: Sequence[Call]) -> Message | None:
    """Return what the last of these calls means by the books, where the system's robot departs
    from them; None elsewhere, and for hands that have passed."""
    opening = next((place for place, made in enumerate(calls) if made != PASS), len(calls))
    if opening > 1:
        return None
    return _departures(system).get(tuple(map(str, calls[opening:])))


@cache
def _departures(system: System) -> dict[tuple[str, ...], Message]:
    found = document_of(system)["departures"] if path_of(system).exists() else ()
    return {
        tuple(one["auction"]): Message("By the books: {rule}.", rule=Message(rule["key"]))
        for one in found
        if one["auction"] and (rule := one["said"]["values"].get("rule"))
    }


def written(document: dict[str, Any]) -> bytes:
    """Serialise a document with a line for each agreement and deviation."""
    sections = ",\n".join(_section(section) for section in document["sections"])
    deviations = _lines(document["departures"], "  ")
    rest = {name: value for name, value in document.items() if name not in _LONG}
    head = "".join(f" {_compact(name)}: {_compact(value)},\n" for name, value in rest.items())
    return f'{{\n{head} "sections": [\n{sections}\n ],\n "departures": {deviations}\n}}\n'.encode()


_LONG = ("sections", "departures")


def _section(section: dict[str, Any]) -> str:
    agreements = _lines(section["agreements"], "    ")
    return f'  {{"title": {_compact(section["title"])}, "agreements": {agreements}}}'


def _lines(values: list[Any], indent: str) -> str:
    if not values:
        return "[]"
    return "[\n" + ",\n".join(indent + _compact(value) for value in values) + f"\n{indent[1:]}]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
