"""The agreements of each system as the model has learned them: a convention card.

There is one JSON file a system, next to the weights they were made with, written by
``python -m research.meanings systems``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.calls import PASS, Call
from bidding.domain.messages import Message
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.parsing.text.words import parse_call

FOLDER = Path(__file__).resolve().parents[1] / "weights" / "systems"


def auction_of(text: str) -> Auction:
    """Parse the calls of an auction that North deals."""
    return Auction.of(Seat.N, map(parse_call, text.split()))


def auction_words(auction: Auction) -> Message:
    """Return the calls as books write them: "1♠ (2♥) X", opponents in brackets, less passes."""
    last = len(auction.calls) - 1
    pieces, values = [], {}
    for place, call in enumerate(auction.calls):
        theirs = (last - place) % 2 == 1
        if theirs and call == PASS:
            continue
        pieces.append(f"({{c{place}}})" if theirs else f"{{c{place}}}")
        values[f"c{place}"] = call.symbol if call.is_bid else Message(call.symbol)
    return Message(" ".join(pieces), **values)


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
    rules = {tuple(one["auction"]): _rule(one["said"]["values"]) for one in found if one["auction"]}
    return {calls: Message("By the books: {rule}.", rule=rule) for calls, rule in rules.items()}


def _rule(values: Mapping[str, Any]) -> Any:
    """Return the rule of a departure, or its claims without their shares."""
    if "rule" in values:
        return _message(values["rule"])
    return tuple(_message(one["values"]["rule"]) for one in values["rules"])


def _message(said: Any) -> Any:
    """Return the message of its JSON; other values as they are."""
    if not isinstance(said, dict):
        return said
    values = {name: _message(value) for name, value in said.get("values", {}).items()}
    return Message(said["key"], **values)
