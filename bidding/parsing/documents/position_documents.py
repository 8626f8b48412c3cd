"""JSON documents of positions: strict reading that collects all errors, canonical writing.

``{"hand": "AKJT985.6.A76.84", "seat": "S", "dealer": "N", "vulnerability": "NS",
"auction": ["1D", "1H"] or "1D 1H", "system": "sayc"}``, or in place of ``system``
``"systems": {"ns": "sayc", "ew": "2/1"}``; without either both sides play SAYC. A spectator has no
hand, or null. Every other field is required, and no field beside these is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, TypeVar

from bidding.domain.auction import MAX_CALLS, Auction
from bidding.domain.bidding_table import BiddingTable
from bidding.domain.calls import Call
from bidding.domain.errors import (
    BridgeError,
    IllegalCall,
    MalformedCall,
    MalformedHand,
    MalformedTable,
)
from bidding.domain.messages import Message
from bidding.domain.played_board import PlayedBoard
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat
from bidding.parsing.documents.document_errors import (
    FieldError,
    InvalidPosition,
    escaped,
    printable,
    type_name,
)
from bidding.parsing.text import (
    format_call,
    format_hand,
    format_system,
    format_vulnerability,
    parse_auction,
    parse_call,
    parse_hand,
    parse_seat,
    parse_system,
    parse_vulnerability,
)
from bidding.parsing.text.tokens import quoted

__all__ = ["FieldError", "InvalidPosition", "position_from_json", "position_to_json"]

MAX_HAND_CHARACTERS = 200
MAX_AUCTION_CHARACTERS = 8000  # MAX_CALLS calls in wide columns
MAX_WORD_CHARACTERS = 40  # one call or one name
MAX_UNKNOWN_FIELDS = 20  # reported; a request may contain thousands

_FIELDS = ("hand", "seat", "dealer", "vulnerability", "auction", "system", "systems")
_SIDES = ("ns", "ew")
Parsed = TypeVar("Parsed")


def position_from_json(document: object) -> Position:
    """Read the position of a decoded JSON document.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    if not isinstance(document, Mapping):
        fault = f"a position is an object, not {type_name(document)}"
        raise InvalidPosition([FieldError("", MalformedTable(fault))])
    return _PositionReader(document).position()


def position_to_json(position: Position) -> dict[str, Any]:
    """Return the canonical document of a position, from which it can be read back."""
    return {
        "hand": None if position.hand is None else format_hand(position.hand),
        "seat": position.seat.name,
        **table_to_json(position),
    }


def table_to_json(table: Position | PlayedBoard | BiddingTable) -> dict[str, Any]:
    """Return the fields that positions, played boards and bidding tables share."""
    return {
        "dealer": table.auction.dealer.name,
        "vulnerability": format_vulnerability(table.vulnerability),
        "auction": [format_call(call) for call in table.auction.calls],
        "systems": {
            "ns": format_system(table.systems.ns),
            "ew": format_system(table.systems.ew),
        },
    }


class DocumentReader:
    """Reader of the fields of one document that collects their errors."""

    def __init__(self, document: Mapping[Any, Any]) -> None:
        self.document = document
        self.errors: list[FieldError] = []

    def refuse(self, pointer: str, error: BridgeError) -> None:
        """Record an error, with its text made printable (lone surrogates are not valid UTF-8)."""
        error.text = printable(error.text)
        self.errors.append(FieldError(pointer, error))

    def refuse_unknown(self, mapping: Mapping[Any, Any], known: Iterable[str], at: str) -> None:
        unknown = (key for key in mapping if key not in known)
        for key in islice(unknown, MAX_UNKNOWN_FIELDS):
            fault = f"{quoted(str(key))} is not a field here; there are {', '.join(known)}"
            self.refuse(f"{at}/{escaped(str(key))}", MalformedTable(fault, text=str(key)))

    def text(
        self,
        name: str,
        parse: Callable[[str], Parsed],
        limit: int = MAX_WORD_CHARACTERS,
        kind: type[BridgeError] = MalformedTable,
    ) -> Parsed | None:
        """Parse a required text field; record an error and return None where that fails."""
        if name not in self.document:
            self.refuse(f"/{name}", kind(Message("{name} is missing", name=name)))
            return None
        return self.parsed(f"/{name}", self.document[name], parse, limit, kind)

    def whole_number(
        self, name: str, low: int, high: int, default: int | None = None
    ) -> int | None:
        """Read a whole number within bounds; record an error and return None for anything else."""
        value = self.document.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        fault = "{name} is a whole number from {low} to {high}"
        self.refuse(f"/{name}", MalformedTable(Message(fault, name=name, low=low, high=high)))
        return None

    def flag(self, name: str, *, default: bool) -> bool:
        """Read true or false; record an error and return the default for anything else."""
        value = self.document.get(name, default)
        if isinstance(value, bool):
            return value
        fault = f"true or false is wanted, not {type_name(value)}"
        self.refuse(f"/{name}", MalformedTable(fault))
        return default

    def parsed(
        self,
        pointer: str,
        value: object,
        parse: Callable[[str], Parsed],
        limit: int,
        kind: type[BridgeError],
    ) -> Parsed | None:
        """Parse a value; record an error and return None where that fails."""
        try:
            return parse(_text(value, limit, kind))
        except BridgeError as error:
            self.refuse(pointer, error)
            return None

    def auction(self, dealer: Seat | None) -> Auction | None:
        """Read the auction; with an unknown dealer, North deals so that errors are still found."""
        starts = Seat.N if dealer is None else dealer
        value = self.document.get("auction")
        if "auction" not in self.document:
            self.refuse("/auction", MalformedCall("auction is missing ([] before the first call)"))
        elif isinstance(value, (list, tuple)):
            return self.auction_of_list(list(value), starts)
        elif isinstance(value, str):
            limit = MAX_AUCTION_CHARACTERS
            return self.parsed(
                "/auction", value, lambda text: parse_auction(text, starts), limit, MalformedCall
            )
        else:
            fault = f"an array of calls or a string is wanted, not {type_name(value)}"
            self.refuse("/auction", MalformedCall(fault))
        return None

    def auction_of_list(self, values: list[object], dealer: Seat) -> Auction | None:
        """Read a list of calls; report every malformed call, or else the first illegal one."""
        if len(values) > MAX_CALLS:
            fault = "no auction has more than {most} calls, this one has {count}"
            message = Message(fault, most=MAX_CALLS, count=len(values))
            self.refuse("/auction", MalformedCall(message))
            return None
        calls = [self.call(place, value) for place, value in enumerate(values)]
        auction = Auction(dealer)
        for place, call in enumerate(calls):
            if call is None:
                return None
            try:
                auction = auction.after(call)
            except IllegalCall as error:
                self.refuse(f"/auction/{place}", error)
                return None
        return auction

    def call(self, place: int, value: object) -> Call | None:
        pointer = f"/auction/{place}"
        return self.parsed(pointer, value, parse_call, MAX_WORD_CHARACTERS, MalformedCall)

    def systems(self) -> Systems:
        """Read the systems: one for both sides, one for each, or the default."""
        if "system" in self.document and "systems" in self.document:
            self.refuse("/system", MalformedTable("system and systems exclude each other"))
        elif "system" in self.document:
            system = self.text("system", parse_system) or System.UNKNOWN
            return Systems(system, system)
        elif "systems" in self.document:
            return self.systems_of_sides(self.document["systems"])
        return Systems()

    def systems_of_sides(self, value: object) -> Systems:
        if not isinstance(value, Mapping):
            fault = f"an object with ns and ew is wanted, not {type_name(value)}"
            self.refuse("/systems", MalformedTable(fault))
            return Systems()
        self.refuse_unknown(value, _SIDES, "/systems")
        return Systems(*(self.system_of_side(value, side) for side in _SIDES))

    def system_of_side(self, value: Mapping[Any, Any], side: str) -> System:
        pointer = f"/systems/{side}"
        if side not in value:
            self.refuse(pointer, MalformedTable(f"systems names both sides; {side} is missing"))
            return System.UNKNOWN
        limit = MAX_WORD_CHARACTERS
        system = self.parsed(pointer, value[side], parse_system, limit, MalformedTable)
        return system or System.UNKNOWN


class _PositionReader(DocumentReader):
    """Reader of a position."""

    def position(self) -> Position:
        self.refuse_unknown(self.document, _FIELDS, "")
        hand = None
        if self.document.get("hand") is not None:
            hand = self.text("hand", parse_hand, MAX_HAND_CHARACTERS, MalformedHand)
        seat = self.text("seat", parse_seat)
        dealer = self.text("dealer", parse_seat)
        vulnerability = self.text("vulnerability", parse_vulnerability)
        auction = self.auction(dealer)
        systems = self.systems()
        if self.errors or seat is None or vulnerability is None or auction is None:
            raise InvalidPosition(self.errors)
        return Position(hand, seat, auction, vulnerability, systems)


def _text(value: object, limit: int, kind: type[BridgeError]) -> str:
    if not isinstance(value, str):
        raise kind(f"a string is wanted, not {type_name(value)}")
    if len(value) > limit:
        fault = "at most {most} characters are read here, this text has {count}"
        raise kind(Message(fault, most=limit, count=len(value)))
    return value
