"""JSON documents of bidding tables: strict reading that collects all errors, canonical writing.

``{"hands": {"N": "AKJT985.6.A76.84", ...}, "dealer": "N", "vulnerability": "NS", "auction": ["1D"],
"system": "sayc", "players": ["S"], "draw": null}``. Three hands at least are given; ``players`` is
South alone, and ``draw`` null, where they are missing; systems are named as in positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bidding.domain.bidding_table import BiddingTable
from bidding.domain.cards import Hand
from bidding.domain.errors import MalformedHand, MalformedTable
from bidding.domain.table import Seat
from bidding.parsing.documents.document_errors import FieldError, InvalidPosition, type_name
from bidding.parsing.documents.played_board_documents import HandsReader
from bidding.parsing.documents.position_documents import table_to_json
from bidding.parsing.text import format_hand, parse_seat, parse_vulnerability

LARGEST_SEED = 2**32 - 1
_FIELDS = (
    *("hands", "dealer", "vulnerability", "auction", "system", "systems"),
    *("players", "draw"),
)


def bidding_table_from_json(document: object) -> BiddingTable:
    """Read the bidding table of a decoded JSON document; a fourth hand follows from three.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    if not isinstance(document, Mapping):
        fault = f"a table is an object, not {type_name(document)}"
        raise InvalidPosition([FieldError("", MalformedTable(fault))])
    return BiddingTableReader(document).table()


def bidding_table_to_json(table: BiddingTable) -> dict[str, Any]:
    """Return the canonical document of a bidding table, from which it can be read back."""
    return {
        "hands": {seat.name: format_hand(table.hands[seat]) for seat in Seat},
        **table_to_json(table),
        "players": [seat.name for seat in Seat if seat in table.players],
        "draw": table.draw,
    }


class BiddingTableReader(HandsReader):
    """Reader of the fields of one table that collects their errors."""

    def table(self) -> BiddingTable:
        """Read the table. Raises InvalidPosition."""
        self.refuse_unknown(self.document, _FIELDS, "")
        hands = self.four_hands()
        dealer = self.text("dealer", parse_seat)
        vulnerability = self.text("vulnerability", parse_vulnerability)
        auction = self.auction(dealer)
        systems = self.systems()
        players = self.seats_of("players", [Seat.S.name])
        draw = self.draw()
        if self.errors or hands is None or vulnerability is None or auction is None:
            raise InvalidPosition(self.errors)
        return BiddingTable(hands, auction, vulnerability, systems, frozenset(players), draw)

    def four_hands(self) -> tuple[Hand, Hand, Hand, Hand] | None:
        """Read the hands of all four."""
        hands = self.hands()
        if hands is None:
            return None
        north, east, south, west = hands
        if north is None or east is None or south is None or west is None:
            self.refuse("/hands", MalformedHand("all four hands are wanted"))
            return None
        return north, east, south, west

    def seats_of(self, name: str, default: list[str]) -> list[Seat]:
        """Read the seats of people."""
        given = self.document.get(name, default)
        if not isinstance(given, list) or len(given) > len(Seat):
            fault = f"an array of seats is wanted, not {type_name(given)}"
            self.refuse(f"/{name}", MalformedTable(fault))
            return []
        found = (
            self.parsed(f"/{name}/{place}", value, parse_seat, 40, MalformedTable)
            for place, value in enumerate(given)
        )
        return [seat for seat in found if seat is not None]

    def draw(self) -> int | None:
        """Read the seed of drawn calls."""
        given = self.document.get("draw")
        if given is None:
            return None
        is_seed = isinstance(given, int) and not isinstance(given, bool)
        if not is_seed or not 0 <= given <= LARGEST_SEED:
            fault = f"a whole number from 0 to {LARGEST_SEED} is wanted, or null"
            self.refuse("/draw", MalformedTable(fault))
            return None
        return int(given)
