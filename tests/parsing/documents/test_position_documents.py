"""The JSON form of a position: canonical writing, strict reading, every fault at once."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import MAX_CALLS
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.fields import (
    MAX_AUCTION_CHARACTERS,
    MAX_HAND_CHARACTERS,
    MAX_WORD_CHARACTERS,
)
from bidding.parsing.documents.position_documents import (
    InvalidPosition,
    position_from_json,
    position_to_json,
)
from bidding.parsing.text import parse_auction, parse_hand
from tests.parsing.outcome import outcome
from tests.strategies import positions

DOCUMENT = {
    "hand": "AKJT985.6.A76.84",
    "seat": "S",
    "dealer": "N",
    "vulnerability": "NS",
    "auction": ["1D", "1H"],
    "systems": {"ns": "sayc", "ew": "2/1"},
}
POSITION = Position(
    hand=parse_hand("AKJT985.6.A76.84"),
    seat=Seat.S,
    auction=parse_auction("1D 1H", Seat.N),
    vulnerability=Vulnerability.NS,
    systems=Systems(System.SAYC, System.TWO_OVER_ONE),
)
NEITHER = {"hand", "seat", "dealer", "vulnerability", "auction"}


def changed(**fields: Any) -> dict[str, Any]:
    return {**DOCUMENT, **fields}


def errors_of(document: object) -> list[tuple[str, str]]:
    """Pointer and message of every error."""
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(document)
    return [(field.pointer, str(field.error)) for field in caught.value.errors]


def test_the_canonical_document() -> None:
    assert position_to_json(POSITION) == DOCUMENT
    assert position_from_json(DOCUMENT) == POSITION


@pytest.mark.parametrize(
    "fields",
    [
        {"hand": "SAKJ1098 5 H6 DA76 C84"},
        {"seat": "south", "dealer": "North", "vulnerability": "N-S"},
        {"auction": "1D 1H"},
        {"auction": "W N E S\n  1D 1H ?"},
        {"auction": ["1♦", "1♥"]},
        {"auction": ("1D", "1H")},
        {"systems": {"ew": "2/1 GF", "ns": "SAYC"}},
    ],
)
def test_other_spellings_of_the_same_position(fields: dict[str, Any]) -> None:
    assert position_from_json(changed(**fields)) == POSITION


def test_a_spectator_has_no_hand() -> None:
    position = position_from_json(changed(hand=None))
    assert position.hand is None
    assert position_to_json(position) == changed(hand=None)
    assert position_from_json({k: v for k, v in DOCUMENT.items() if k != "hand"}) == position


def test_both_sides_play_sayc_unless_something_is_said() -> None:
    plain = {name: DOCUMENT[name] for name in NEITHER}
    assert position_from_json(plain).systems == Systems(System.SAYC, System.SAYC)
    acol = position_from_json({**plain, "system": "acol"})
    assert acol.systems == Systems(System.ACOL, System.ACOL)


@given(positions)
def test_a_position_survives_its_document(position: Position) -> None:
    document = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(document) == position


FIELDS = "the fields are hand, seat, dealer, vulnerability, auction, system, systems"
WANTED = "expected a string, not"


@pytest.mark.parametrize(
    ("document", "errors"),
    [
        (None, [("", "a position must be an object, not null")]),
        ([], [("", "a position must be an object, not an array")]),
        ("1D", [("", "a position must be an object, not a string")]),
        (True, [("", "a position must be an object, not a boolean")]),
        (
            {},
            [
                ("/seat", "seat is missing"),
                ("/dealer", "dealer is missing"),
                ("/vulnerability", "vulnerability is missing"),
                ("/auction", "auction is missing ([] before the first call)"),
            ],
        ),
        (
            changed(hand=13, seat=True, dealer=None, vulnerability=1.5, auction={}),
            [
                ("/hand", f"{WANTED} a number"),
                ("/seat", f"{WANTED} a boolean"),
                ("/dealer", f"{WANTED} null"),
                ("/vulnerability", f"{WANTED} a number"),
                ("/auction", "expected an array of calls or a string, not an object"),
            ],
        ),
        (changed(hand=["AKQ"]), [("/hand", f"{WANTED} an array")]),
        (changed(hand=False), [("/hand", f"{WANTED} a boolean")]),
        (changed(seat={}), [("/seat", f"{WANTED} an object")]),
        (changed(seat=b"S"), [("/seat", f"{WANTED} bytes")]),
        (
            changed(auction=None),
            [("/auction", "expected an array of calls or a string, not null")],
        ),
        (
            changed(auction=["1D", 1, None, "9C", True]),
            [
                ("/auction/1", f"{WANTED} a number"),
                ("/auction/2", f"{WANTED} null"),
                ("/auction/3", "bids go from level 1 to 7, not 9"),
                ("/auction/4", f"{WANTED} a boolean"),
            ],
        ),
        (
            changed(auction=["1D", "1C", "1C"]),
            [("/auction/1", "call 2 (1C) is not legal: it is not higher than 1D")],
        ),
        (
            changed(auction="1D 1C"),
            [("/auction", "call 2 (1C) is not legal: it is not higher than 1D")],
        ),
        (
            changed(dealer="Q", auction="1D 1C"),
            [
                ("/dealer", "'Q' is not a seat; it must be one of N, E, S and W"),
                ("/auction", "call 2 (1C) is not legal: it is not higher than 1D"),
            ],
        ),
        (
            changed(hand="A.K.Q.J"),
            [
                (
                    "/hand",
                    "a hand has 13 cards, this one has 4: ♠1, ♥1, ♦1, ♣1",
                )
            ],
        ),
        (changed(vul="NS"), [("/vul", f"'vul' is not a known field; {FIELDS}")]),
        (
            changed(**{"a/b~c": 1, "\ud800": 2}),
            [
                ("/a~1b~0c", f"'a/b~c' is not a known field; {FIELDS}"),
                ("/\\ud800", f"'\\ud800' is not a known field; {FIELDS}"),
            ],
        ),
        (changed(system="sayc"), [("/system", "give either system or systems, not both")]),
        (
            changed(systems="sayc"),
            [("/systems", "expected an object with ns and ew, not a string")],
        ),
        (changed(systems=None), [("/systems", "expected an object with ns and ew, not null")]),
        (
            changed(systems={"ns": "goren", "us": "acol"}),
            [
                ("/systems/us", "'us' is not a known field; the fields are ns, ew"),
                (
                    "/systems/ns",
                    "'goren' is not a known bidding system; "
                    "it must be one of standard, 2/1, acol, polish, sayc, unknown",
                ),
                ("/systems/ew", "systems names both sides; ew is missing"),
            ],
        ),
        (
            {**{name: DOCUMENT[name] for name in NEITHER}, "system": None},
            [("/system", f"{WANTED} null")],
        ),
        (
            changed(hand="A" * (MAX_HAND_CHARACTERS + 1)),
            [("/hand", "at most 200 characters are read here, this text has 201")],
        ),
        (
            changed(seat="S" * (MAX_WORD_CHARACTERS + 1)),
            [("/seat", "at most 40 characters are read here, this text has 41")],
        ),
        (
            changed(auction=" " * (MAX_AUCTION_CHARACTERS + 1)),
            [("/auction", "at most 8000 characters are read here, this text has 8001")],
        ),
        (
            changed(auction=["1D", " " * (MAX_WORD_CHARACTERS + 1)]),
            [("/auction/1", "at most 40 characters are read here, this text has 41")],
        ),
        (
            changed(auction=["P"] * (MAX_CALLS + 1)),
            [("/auction", "no auction has more than 319 calls, this one has 320")],
        ),
    ],
)
def test_every_error_of_a_document(document: object, errors: list[tuple[str, str]]) -> None:
    assert errors_of(document) == errors


def test_a_flood_of_unknown_fields_is_not_sent_back_whole() -> None:
    errors = errors_of(changed(**{f"field{place}": 0 for place in range(1000)}))
    assert [pointer for pointer, _ in errors] == [f"/field{place}" for place in range(20)]


@pytest.mark.parametrize(
    ("fields", "malformed"),
    [
        ({"auction": ["1D", "1C"]}, False),
        ({"auction": "1D P P P P"}, False),
        ({"auction": "W N E S\n1D"}, False),
        ({"hand": "AKJ5.T98.Q2.AK4"}, False),
        ({"hand": "AAJ5.T98.Q2.AK43"}, False),
        ({"hand": "AKJ5.T98.Q2"}, True),
        ({"hand": "xKJ5.T98.Q2.AK43"}, True),
        ({"auction": ["8C"]}, True),
        ({"auction": 1}, True),
        ({"seat": "Z"}, True),
        ({"systems": {}}, True),
        ({"extra": 1}, True),
    ],
)
def test_unreadable_is_told_from_wrong(fields: dict[str, Any], malformed: bool) -> None:
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(changed(**fields))
    assert {field.malformed for field in caught.value.errors} == {malformed}


def test_an_error_has_its_place_in_the_text() -> None:
    with pytest.raises(InvalidPosition) as caught:
        position_from_json(changed(hand="AKJT985.6.Ax6.84", auction="1D, 1C"))
    hand, auction = (field.error for field in caught.value.errors)
    assert (hand.code, hand.text, hand.position) == ("malformed-card", "x", 11)
    assert (auction.code, auction.text, auction.position) == ("illegal-call", "1C", 4)
    assert str(caught.value) == f"/hand: {hand}; /auction: {auction}"


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=6), children, max_size=4)
    ),
    max_leaves=8,
)
# Python's JSON reader also lets lone surrogates through, which no encoder can write.
WILD_TEXT = st.text(alphabet=st.characters(codec=None, categories=["Cs", "Lu", "Nd", "Zs"]))


@given(JSON_VALUES | st.fixed_dictionaries({}, optional=dict.fromkeys(DOCUMENT, JSON_VALUES)))
def test_any_json_is_a_position_or_named_errors(document: object) -> None:
    _, error = outcome(position_from_json, document)
    if error is not None:
        assert isinstance(error, InvalidPosition)
        assert error.errors


@given(st.sampled_from(sorted(DOCUMENT)), JSON_VALUES | WILD_TEXT, WILD_TEXT)
def test_errors_can_be_sent_on(field: str, value: object, key: str) -> None:
    _, error = outcome(position_from_json, {**DOCUMENT, field: value, key: value})
    if isinstance(error, InvalidPosition):
        for field in error.errors:
            assert field.pointer == "" or field.pointer.startswith("/")
            f"{field.pointer} {field.error} {field.error.text}".encode()
