"""Named schemas of bridge terms: seats, calls, systems, positions."""

from __future__ import annotations

from bidding.api.components import (
    PROBABILITY,
    TEXT,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.domain.auction import MAX_CALLS
from bidding.domain.calls import ALL_CALLS
from bidding.domain.systems import DESCRIBED, System
from bidding.domain.table import RANKS, Seat, Suit, Vulnerability
from bidding.parsing.documents.position_documents import MAX_AUCTION_CHARACTERS
from bidding.parsing.text import format_vulnerability

SUITS = tuple(suit.name for suit in Suit)
SEATS = tuple(seat.name for seat in Seat)
_CALLS = tuple(str(call) for call in ALL_CALLS)
_HOLDING = f"[{RANKS}]*"
_CALL = r"(P|X|XX|[1-7](C|D|H|S|NT))"

SEAT = enum("Seat", SEATS, "A seat at the table: North, East, South or West.")
SUIT = enum("Suit", SUITS, "Spades, hearts, diamonds or clubs.")
CALL = enum(
    "Call",
    _CALLS,
    "P (pass), X (double), XX (redouble) or a bid, 1C to 7NT.",
    names=[f"BID_{name}" if name[0].isdigit() else name for name in _CALLS],
)
VULNERABILITY = enum("Vulnerability", [format_vulnerability(one) for one in Vulnerability])
SYSTEM = enum(
    "System",
    [system.value for system in System],
    "A bidding system.",
    names=[system.name for system in System],
)
DESCRIBED_SYSTEM = enum(
    "DescribedSystem",
    [system.value for system in DESCRIBED],
    "A bidding system whose agreements can be read.",
    names=[system.name for system in DESCRIBED],
)
HAND = component(
    "Hand",
    {
        "type": "string",
        "pattern": rf"^{_HOLDING}\.{_HOLDING}\.{_HOLDING}\.{_HOLDING}$",
        "minLength": 16,
        "maxLength": 16,
        "examples": ["AKJT985.6.A76.84"],
    },
    "The thirteen cards of a hand: spades, hearts, diamonds and clubs.",
)
CALLS = described(array_of(CALL), "the calls from the dealer on")
SYSTEMS = component(
    "Systems", object_of({"ns": SYSTEM, "ew": SYSTEM}, extra=False), "What each side plays."
)
AUCTION_TEXT = {
    "type": "string",
    "pattern": f"^({_CALL}( {_CALL})*)?$",
    "maxLength": MAX_AUCTION_CHARACTERS,
}
AUCTION = {
    "description": "the calls from the dealer on: an array, or a text",
    "oneOf": [{**array_of(CALL), "maxItems": MAX_CALLS}, AUCTION_TEXT],
}
QUESTION = component(
    "Question",
    {
        **object_of(
            {
                "hand": or_null(HAND, "S.H.D.C of the viewer; null, or left out, for a spectator"),
                "seat": SEAT,
                "dealer": SEAT,
                "vulnerability": VULNERABILITY,
                "auction": AUCTION,
                "system": SYSTEM,
                "systems": SYSTEMS,
            },
            required=["seat", "dealer", "vulnerability", "auction"],
            extra=False,
        ),
        "not": {"required": ["system", "systems"]},
    },
    "A position to explain. Either `system` says what both sides play, or `systems` what each "
    "does; without them both play SAYC. Other common forms of the values are read, too.",
)
POSITION = component(
    "Position",
    object_of(
        {
            "hand": or_null(HAND),
            "seat": SEAT,
            "dealer": SEAT,
            "vulnerability": VULNERABILITY,
            "auction": CALLS,
            "systems": SYSTEMS,
        }
    ),
    "The question as it was understood.",
)
MODEL_FIELDS = ("name", "version", "sha256", "recipe")
MODEL = component(
    "Model",
    object_of(dict.fromkeys(MODEL_FIELDS, TEXT)),
    "The weights that an answer was computed with.",
)
PROBABILITIES = array_of(PROBABILITY)
