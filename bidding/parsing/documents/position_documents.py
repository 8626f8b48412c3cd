"""JSON documents of positions.

``{"hand": "AKJT985.6.A76.84", "seat": "S", "dealer": "N", "vulnerability": "NS",
"auction": ["1D", "1H"] or "1D 1H", "system": "sayc"}``, or in place of ``system``
``"systems": {"ns": "sayc", "ew": "2/1"}``; without either both sides play SAYC. A spectator has no
hand, or null. Every other field is required, and no field beside these is taken.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from bidding.domain.errors import MalformedTable
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.document_errors import FieldError, InvalidPosition

__all__ = ["FieldError", "InvalidPosition", "position_from_json", "position_to_json"]


class PositionDocument(fields.WithSystems):
    """The question as it was understood."""

    expected: ClassVar = MalformedTable("a position must be an object")

    hand: fields.Hand | None = Field(
        None, description="S.H.D.C of the viewer; null, or left out, for a spectator"
    )
    seat: fields.Seat
    dealer: fields.Seat
    vulnerability: fields.Vulnerability
    auction: fields.Auction
    system: fields.System = Field(LEFT_OUT, exclude=True)
    systems: fields.SystemsOfSides = Systems()


def position_from_json(document: object) -> Position:
    """Read the position of a decoded JSON document.

    Raises InvalidPosition with the errors of all fields, and no other exception.
    """
    read = PositionDocument.read(document)
    return Position(read.hand, read.seat, read.auction, read.vulnerability, read.systems)


def position_to_json(position: Position) -> dict[str, Any]:
    """Return the canonical document of a position, from which it can be read back."""
    return PositionDocument.write(**vars(position), dealer=position.auction.dealer)
