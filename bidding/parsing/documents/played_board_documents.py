"""JSON documents of played boards: strict reading that collects all errors, canonical writing.

``{"hands": {"N": "AKJT985.6.A76.84", "E": null, ...}, "dealer": "N", "vulnerability": "NS",
"auction": ["1D", "1H"], "system": "sayc", "tricks": 9, "graded_from": 0}``. At least one hand is
given, and one call; ``tricks`` and ``graded_from`` may be missing. Systems are named as in
positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.domain.auction import Auction
from bidding.domain.cards import Hand, Hands
from bidding.domain.errors import BridgeError, MalformedCall, MalformedHand, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.played_board import PlayedBoard
from bidding.domain.table import Seat
from bidding.parsing.documents.document_errors import FieldError, InvalidPosition, type_name
from bidding.parsing.documents.position_documents import (
    MAX_HAND_CHARACTERS,
    DocumentReader,
    table_to_json,
)
from bidding.parsing.formats.recorded_boards import completed_hands
from bidding.parsing.text import format_hand, parse_hand, parse_seat, parse_vulnerability

MAX_TRICKS = 13
_FIELDS = (
    *("hands", "dealer", "vulnerability", "auction", "system", "systems"),
    *("tricks", "graded_from"),
)
_SEATS = tuple(seat.name for seat in Seat)


def played_board_from_json(document: object) -> PlayedBoard:
    """Read the played board of a decoded JSON document; a fourth hand follows from three.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    if not isinstance(document, Mapping):
        fault = f"a board is an object, not {type_name(document)}"
        raise InvalidPosition([FieldError("", MalformedTable(fault))])
    return _Reader(document).board()


def played_board_to_json(board: PlayedBoard) -> dict[str, Any]:
    """Return the canonical document of a played board, from which it can be read back."""
    hands = {seat.name: board.hands[seat] for seat in Seat}
    return {
        "hands": {name: hand and format_hand(hand) for name, hand in hands.items()},
        **table_to_json(board),
        "tricks": board.tricks,
        **({"graded_from": board.graded_from} if board.graded_from else {}),
    }


class HandsReader(DocumentReader):
    """Reader of documents that have hands by seat."""

    def hands(self) -> Hands | None:
        """Read the hands; one at least is wanted."""
        given = self.document.get("hands")
        if not isinstance(given, Mapping):
            fault = f"an object with the hands of N, E, S and W is wanted, not {type_name(given)}"
            self.refuse("/hands", MalformedHand(fault))
            return None
        self.refuse_unknown(given, _SEATS, "/hands")
        known = [name for name in _SEATS if given.get(name) is not None]
        if not known:
            self.refuse("/hands", MalformedHand("at least one hand is wanted"))
        found = {name: self.hand(name, given[name]) for name in known}
        if None in found.values():
            return None
        try:
            north, east, south, west = (found.get(name) for name in _SEATS)
            return completed_hands((north, east, south, west))
        except BridgeError as error:
            self.refuse("/hands", error)
            return None

    def hand(self, name: str, value: object) -> Hand | None:
        """Read one hand."""
        pointer = f"/hands/{name}"
        return self.parsed(pointer, value, parse_hand, MAX_HAND_CHARACTERS, MalformedHand)


class _Reader(HandsReader):
    """Reader of the fields of one board that collects their errors."""

    def board(self) -> PlayedBoard:
        self.refuse_unknown(self.document, _FIELDS, "")
        hands = self.hands()
        dealer = self.text("dealer", parse_seat)
        vulnerability = self.text("vulnerability", parse_vulnerability)
        auction = self.auction(dealer)
        if auction is not None and not auction.calls:
            self.refuse("/auction", MalformedCall("there is no call to review"))
        systems = self.systems()
        tricks = self.tricks(auction)
        graded_from = self.graded_from(auction)
        if self.errors or hands is None or vulnerability is None or auction is None:
            raise InvalidPosition(self.errors)
        return PlayedBoard(hands, auction, vulnerability, systems, tricks, graded_from)

    def tricks(self, auction: Auction | None) -> int | None:
        """Read the tricks that declarer took."""
        value = self.document.get("tricks")
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_TRICKS:
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            given = value if is_number else type_name(value)
            fault = f"a number of tricks from 0 to {MAX_TRICKS} is wanted, not {given}"
            self.refuse("/tricks", MalformedTable(fault))
            return None
        if auction is not None and auction.contract is None:
            fault = "no tricks are taken where the auction has come to no contract"
            self.refuse("/tricks", MalformedTable(fault))
        return value

    def graded_from(self, auction: Auction | None) -> int:
        """Read the index of the first call to grade."""
        value = self.document.get("graded_from", 0)
        last = 0 if auction is None else max(0, len(auction.calls) - 1)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and value >= 0 and (auction is None or value <= last):
            return int(value)
        fault = "{name} is a whole number from {low} to {high}"
        message = Message(fault, name="graded_from", low=0, high=last)
        self.refuse("/graded_from", MalformedTable(message))
        return 0
