"""Named schemas of bridge terms: seats, calls, systems, positions."""

from __future__ import annotations

from bidding.api.components import (
    PROBABILITY,
    TEXT,
    array_of,
    component,
    described,
    enum,
    named,
    object_of,
    schema_of,
)
from bidding.domain.table import Seat, Suit
from bidding.parsing.documents import fields
from bidding.parsing.documents.position_documents import PositionDocument
from bidding.practice.practice_documents import DescribedSystem

SUITS = tuple(suit.name for suit in Suit)
SEATS = tuple(seat.name for seat in Seat)

SEAT = named(fields.Seat)
SUIT = enum("Suit", SUITS, "Spades, hearts, diamonds or clubs.")
CALL = named(fields.Call)
VULNERABILITY = named(fields.Vulnerability)
SYSTEM = named(fields.System)
DESCRIBED_SYSTEM = named(DescribedSystem)
HAND = named(fields.Hand)
SYSTEMS = named(fields.Systems, "validation")
CALLS = described(array_of(CALL), "the calls from the dealer on")
QUESTION = component(
    "Question",
    schema_of(PositionDocument, "validation"),
    "A position to explain. Either `system` says what both sides play, or `systems` what each "
    "does; without them both play SAYC. Other common forms of the values are read, too.",
)
POSITION = component("Position", schema_of(PositionDocument))
MODEL_FIELDS = ("name", "version", "sha256", "recipe")
MODEL = component(
    "Model",
    object_of(dict.fromkeys(MODEL_FIELDS, TEXT)),
    "The weights that an answer was computed with.",
)
PROBABILITIES = array_of(PROBABILITY)
