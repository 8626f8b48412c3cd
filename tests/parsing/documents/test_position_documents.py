"""Positions and played boards as JSON: canonical writing, strict reading, every fault at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import MAX_CALLS
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.document import InvalidPosition
from bidding.parsing.documents.fields import (
    MAX_AUCTION_CHARACTERS,
    MAX_HAND_CHARACTERS,
    MAX_WORD_CHARACTERS,
)
from bidding.parsing.documents.position_documents import (
    played_board_from_json,
    played_board_to_json,
    position_from_json,
    position_to_json,
)
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.conftest import BOARD, board
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
    systems=Systems.plain(System.SAYC, System.TWO_OVER_ONE),
)
NEITHER = {"hand", "seat", "dealer", "vulnerability", "auction"}

FIELDS = "the fields are hand, seat, dealer, vulnerability, auction, system, systems"
WANTED = "expected a string, not"
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=6), children, max_size=4)
    ),
    max_leaves=8,
)
# Python's JSON reader also lets lone surrogates through, which no encoder can write.
WILD_TEXT = st.text(alphabet=st.characters(codec=None, categories=["Cs", "Lu", "Nd", "Zs"]))


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


@pytest.mark.parametrize(
    "card",
    ["21-a0", {"base": "2/1", "options": {"notrump_range": "12-14"}}],
    ids=["code", "object"],
)
def test_a_card_is_written_as_an_object_however_it_is_named(card: Any) -> None:
    for document in (
        changed(systems={"ns": card, "ew": "polish"}),
        {**{name: DOCUMENT[name] for name in NEITHER}, "system": card},
    ):
        position = position_from_json(document)
        assert position.systems.ns.code == "21-a0"
        written = position_to_json(position)["systems"]["ns"]
        assert written == {"base": "2/1", "options": {"notrump_range": "12-14"}}


@pytest.mark.parametrize(
    ("card", "pointer", "fault"),
    [
        ("21-a9", "/system", "or write 21 for the system without changes"),
        ("21-" + "a0" * 100, "/system", "at most 200 characters"),
        ({"options": {}}, "/system/base", "base is missing"),
        ({"base": "2/1", "options": ["smolen"]}, "/system/options", "object with options"),
        ({"base": "2/1", "options": {"smolen": 1}}, "/system/options/smolen", "not a number"),
        (
            {"base": "2/1", "options": {"notrump_range": "9-11"}},
            "/system/options/notrump_range",
            "'9-11' is none of 12-14, 13-15, 14-16, 15-17",
        ),
    ],
)
def test_a_card_that_cannot_be_is_refused(card: Any, pointer: str, fault: str) -> None:
    with pytest.raises(InvalidPosition, match=fault) as caught:
        position_from_json({**{name: DOCUMENT[name] for name in NEITHER}, "system": card})
    assert [error.pointer for error in caught.value.errors] == [pointer]


def test_both_sides_play_sayc_unless_something_is_said() -> None:
    plain = {name: DOCUMENT[name] for name in NEITHER}
    assert position_from_json(plain).systems == Systems.plain(System.SAYC, System.SAYC)
    acol = position_from_json({**plain, "system": "acol"})
    assert acol.systems == Systems.plain(System.ACOL, System.ACOL)


@given(positions)
def test_a_position_survives_its_document(position: Position) -> None:
    document = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(document) == position


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
                    "it must be one of standard, 2/1, acol, polish, sayc, precision, unknown, "
                    "or the code of a card such as sayc-a0",
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


def errors(document: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidPosition) as found:
        played_board_from_json(document)
    return [(field.pointer, field.error.fault) for field in found.value.errors]


def test_a_board_and_its_document() -> None:
    read = played_board_from_json(BOARD)
    assert read.hands[Seat.S] == parse_hand("AJT962.A5.J4.A73")
    assert (read.tricks, str(read.auction.contract)) == (11, "2S by S")
    assert json.loads(json.dumps(played_board_to_json(read))) == BOARD


def test_what_is_not_known_may_be_left_out_or_null() -> None:
    hands = {"N": BOARD["hands"]["N"]}  # type: ignore[index]
    few = {name: value for name, value in board(hands=hands).items() if name != "tricks"}
    read = played_board_from_json(few)
    assert read.hands[1:] == (None, None, None)
    assert read.tricks is None
    assert played_board_from_json(played_board_to_json(read)) == read


def test_calls_are_graded_from_the_first_or_from_one_of_them() -> None:
    read = played_board_from_json(board(graded_from=3))
    assert read.graded_from == 3
    assert played_board_to_json(read)["graded_from"] == 3
    assert "graded_from" not in played_board_to_json(played_board_from_json(board(graded_from=0)))
    for wrong in (-1, True, "3", len(BOARD["auction"])):  # type: ignore[arg-type]
        ((pointer, fault),) = errors(board(graded_from=wrong))
        assert pointer == "/graded_from"
        assert fault.startswith("graded_from is a whole number from 0 to ")
    assert fault.endswith(" 7")


def test_the_fourth_hand_follows_from_three() -> None:
    hands = {**BOARD["hands"], "W": None}  # type: ignore[dict-item]
    assert played_board_to_json(played_board_from_json(board(hands=hands))) == BOARD


def test_hands_calls_and_systems_may_be_spelled_as_usual() -> None:
    spelled = board(
        hands={"S": "♠AJT962 ♥A5 ♦J4 ♣A73"}, auction="1d pass 1s", system="acol", tricks=None
    )
    del spelled["systems"]
    read = played_board_from_json(spelled)
    assert read.systems == Systems.plain(System.ACOL, System.ACOL)
    assert [str(call) for call in read.auction.calls] == ["1D", "P", "1S"]


def test_before_a_call_stands_the_position_of_its_player() -> None:
    read = played_board_from_json(BOARD)
    before = read.position_before(2)
    assert (before.seat, before.hand) == (Seat.S, read.hands[Seat.S])
    assert [str(call) for call in before.auction.calls] == ["1D", "P"]


@pytest.mark.parametrize(
    ("change", "pointer", "message"),
    [
        ({"colour": 1}, "/colour", "'colour' is not a known field"),
        ({"hands": None}, "/hands", "an object with the hands"),
        ({"hands": ["AK"]}, "/hands", "not an array"),
        ({"hands": {}}, "/hands", "at least one hand"),
        ({"hands": dict.fromkeys("NESW")}, "/hands", "at least one hand"),
        ({"hands": {"X": None, "N": "AJT962.A5.J4.A73"}}, "/hands/X", "the fields are N, E, S, W"),
        ({"hands": {"N": "AK"}}, "/hands/N", "a hand has four suits"),
        ({"hands": {"N": 7}}, "/hands/N", "expected a string"),
        ({"hands": dict.fromkeys("NS", "AJT962.A5.J4.A73")}, "/hands", "with North and with South"),
        ({"dealer": "Q"}, "/dealer", "is not a seat"),
        ({"vulnerability": 3}, "/vulnerability", "expected a string"),
        (
            {"auction": [], "tricks": None, "hands": {"N": "AJT962.A5.J4.A73"}},
            "/auction",
            "no call to review",
        ),
        ({"auction": ["1S", "1C"]}, "/auction/1", "is not legal"),
        ({"system": "acol"}, "/system", "not both"),
        ({"tricks": 14}, "/tricks", "from 0 to 13"),
        ({"tricks": True}, "/tricks", "a whole number"),
        ({"tricks": "9"}, "/tricks", "a whole number"),
        ({"tricks": 9.5}, "/tricks", "a whole number"),
        ({"auction": ["1S", "P"]}, "/tricks", "without a contract"),
        ({"auction": ["P"] * 4}, "/tricks", "without a contract"),
    ],
)
def test_every_fault_has_its_pointer(change: dict[str, Any], pointer: str, message: str) -> None:
    ((found, fault),) = errors(board(**change))
    assert found == pointer
    assert message in fault


def test_a_known_deal_needs_no_call() -> None:
    read = played_board_from_json(board(auction=[], tricks=None))
    assert (read.auction.calls, read.graded) == ((), [])


def test_all_faults_are_told_at_once() -> None:
    found = errors(board(hands={"N": "AK"}, dealer="Q", auction=["8C"], tricks=-1))
    assert [pointer for pointer, _ in found] == ["/hands/N", "/dealer", "/auction/0", "/tricks"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"auction": []}, "/auction"),
        ({"auction": ["1S", "P"]}, "/tricks"),
        ({"graded_from": 8}, "/graded_from"),
    ],
)
def test_what_the_auction_does_not_have_is_told_with_other_faults(
    change: dict[str, Any], pointer: str
) -> None:
    found = errors(board(hands={"N": "AK"}, **change))
    assert [place for place, _ in found] == ["/hands/N", pointer]


def test_a_board_is_an_object() -> None:
    assert errors([1]) == [("", "a board must be an object, not an array")]
