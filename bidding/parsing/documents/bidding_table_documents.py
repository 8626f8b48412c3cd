"""JSON documents of bidding tables.

``{"hands": {"N": "AKJT985.6.A76.84", ...}, "dealer": "N", "vulnerability": "NS", "auction": ["1D"],
"system": "sayc", "players": ["S"], "draw": null}``. Three hands at least are given; ``players`` is
South alone, and ``draw`` null, where they are missing; systems are named as in positions.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from bidding.domain.bidding_table import BiddingTable
from bidding.domain.errors import MalformedTable
from bidding.domain.systems import Systems
from bidding.domain.table import Seat
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT


class BiddingTableDocument(fields.WithSystems):
    """A table at which robots call."""

    expected: ClassVar = MalformedTable("a table must be an object")

    hands: fields.ThreeHands
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction
    system: fields.System = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()
    players: fields.Seats = Field(
        [Seat.S], description="the seats of people, South without; none: robots bid to the end"
    )
    draw: fields.Draw = None


def bidding_table_from_json(document: object) -> BiddingTable:
    """Read the bidding table of a decoded JSON document; a fourth hand follows from three.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    read = BiddingTableDocument.read(document)
    players = frozenset(read.players)
    return BiddingTable(
        read.hands.all_four, read.auction, read.vulnerability, read.systems, players, read.draw
    )


def bidding_table_to_json(table: BiddingTable) -> dict[str, Any]:
    """Return the canonical document of a bidding table, from which it can be read back."""
    hands = fields.ThreeHands.model_construct(**fields.by_seat(table.hands))
    players, dealer = sorted(table.players), table.auction.dealer
    given = {**vars(table), "hands": hands, "players": players, "dealer": dealer}
    return BiddingTableDocument.write(**given)
