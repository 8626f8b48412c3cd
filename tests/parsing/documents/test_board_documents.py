"""Boards as JSON: what is written reads back, and every fault has its pointer."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.cards import Card
from bidding.domain.messages import Message
from bidding.domain.table import Seat, Suit, Vulnerability
from bidding.parsing.documents.board_documents import (
    MAX_BOARDS,
    NewFile,
    board_to_json,
    refusal_to_json,
    warnings_to_json,
)
from bidding.parsing.documents.document import InvalidDocument
from bidding.parsing.formats.recorded_boards import (
    BadBoard,
    Board,
    OtherTag,
    Remark,
    Warned,
)
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from tests.parsing.formats.test_writers import boards

DOCUMENT: dict[str, Any] = {
    "line": 1,
    "event": "Club night",
    "number": 7,
    "room": "Open",
    "players": {"N": "Nora", "E": "", "S": "", "W": ""},
    "dealer": "S",
    "vulnerability": "both",
    "hands": {"N": None, "E": None, "S": "AKJT985.6.A76.84", "W": None},
    "auction": ["1S", "P", "P", "P"],
    "notes": [
        {
            "call": 0,
            "alerted": True,
            "explanation": "5+",
            "comment": "slow",
            "marks": "!",
            "same_as": None,
        },
    ],
    "systems": {"ns": "Acol", "ew": ""},
    "cards": {"ns": "acol", "ew": None},
    "contract": "1S by S",
    "lead": "HK",
    "tricks": 8,
    "play": ["HK", "H2"],
    "others": [
        {"name": "Date", "value": "2026.11.27", "section": ""},
        {"name": "ScoreTable", "value": "Rank;Name", "section": "1 Nora"},
        {"name": "", "value": "a comment", "section": ""},
    ],
    "stated": None,
}
BOARD = Board(
    line=1,
    event="Club night",
    number=7,
    room="Open",
    players=("Nora", "", "", ""),
    dealer=Seat.S,
    vulnerability=Vulnerability.BOTH,
    hands=(None, None, parse_hand("AKJT985.6.A76.84"), None),
    auction=parse_auction("1S P P P", Seat.S),
    remarks=(Remark(0, True, "5+", "slow", "!"),),
    systems=("Acol", ""),
    contract="1S by S",
    lead=Card.of(Suit.H, "K"),
    tricks=8,
    play=(Card.of(Suit.H, "K"), Card.of(Suit.H, "2")),
    others=(
        OtherTag("Date", "2026.11.27"),
        OtherTag("ScoreTable", "Rank;Name", "1 Nora"),
        OtherTag("", "a comment"),
    ),
)


def boards_from_json(documents: object) -> tuple[Board, ...]:
    return (*NewFile.read({"format": "pbn", "boards": documents}).boards,)


def errors(document: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidDocument) as found:
        boards_from_json([document])
    return [(field.pointer, field.error.fault) for field in found.value.errors]


def test_an_explanation_of_several_calls_is_written_once() -> None:
    remarks = (Remark(0, True, "5+"), Remark(1, True, "weak"), Remark(3, True, "5+", "again"))
    board = replace(BOARD, remarks=remarks)
    document = board_to_json(board)
    assert [(note["explanation"], note["same_as"]) for note in document["notes"]] == [
        *(("5+", None), ("weak", None), ("", 0)),
    ]
    assert boards_from_json([document]) == (board,)


def test_a_board_and_its_document() -> None:
    assert board_to_json(BOARD) == DOCUMENT
    assert boards_from_json([DOCUMENT]) == (BOARD,)


@given(boards())
def test_every_board_is_read_back(board: Board) -> None:
    document = json.loads(json.dumps(board_to_json(board)))
    assert boards_from_json([document]) == (replace(board, line=1),)


def test_a_warning_is_told_and_not_kept() -> None:
    fault = Message("the comment that begins here is not closed")
    board = replace(BOARD, warnings=(Warned(3, fault),))
    (warned,) = warnings_to_json(board)
    assert (warned["line"], warned["reason"]) == (3, fault)
    assert boards_from_json([board_to_json(board)]) == (BOARD,)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("21-Z9", "Z9 in '21-Z9' is not known here"),
        ("21-Z9 - 21-Z9", "Z9 in '21-Z9' is not known here"),
        ("SAYC-a9 - x", "a9 in 'sayc-a9' is not known here"),
        ("sayc-R1 2/1", "it names both 'sayc-R1' and '2/1'"),
        ("Acol - sayc-a0", "it names both 'sayc-a0' and 'Acol'"),
        ("sayc-a0 sayc-e2", "it names both 'sayc-a0' and 'sayc-e2'"),
        ("acol-style, weak", "'acol-style' is not a known bidding system"),
        ("21-h1i1", "1NT–2♠ and 1NT–2NT cannot both be a transfer to clubs"),
        ("sayc-a0a1", "'sayc-a0a1' has a choice twice"),
    ],
)
def test_a_card_that_cannot_be_read_is_told(name: str, fault: str) -> None:
    (warned,) = warnings_to_json(replace(BOARD, line=4, systems=(name, name)))
    assert warned["line"] == 4
    understood = f"the system {name!r} is not understood and counts as unknown: "
    assert warned["reason"].startswith(understood + fault)


@pytest.mark.parametrize(
    "name",
    ["", "21-a0", "21-a0 - 21-a0", "2/1 GF - 2/1", "Goren", "polish-club", "SAYC-a0 - ours"],
)
def test_nothing_is_told_of_other_systems(name: str) -> None:
    assert list(warnings_to_json(replace(BOARD, systems=(name, "sayc")))) == []


def test_everything_may_be_left_out() -> None:
    empty = Board(line=1)
    assert boards_from_json([{}, dict.fromkeys(DOCUMENT)]) == (empty, empty)
    assert boards_from_json([board_to_json(empty)]) == (empty,)


def test_what_may_be_left_out_may_be_null() -> None:
    assert boards_from_json([dict.fromkeys(DOCUMENT)]) == boards_from_json([{}])


def test_three_hands_make_a_deal_and_an_explanation_an_alert() -> None:
    hands = {"N": "63.8.KJT932.AK63", "E": "Q2.AJT92.Q854.JT", "S": "AKJT985.6.A76.84"}
    notes = [{"call": 0, "explanation": "natural"}, {"call": 1}]
    (board,) = boards_from_json(
        [{"hands": hands, "dealer": "N", "auction": ["1D", "1H"], "notes": notes}]
    )
    assert board.hands[Seat.W] == parse_hand("74.KQ7543..Q9752")
    assert board.remarks == (Remark(0, alerted=True, explanation="natural"),)


@pytest.mark.parametrize(
    ("change", "pointer", "message"),
    [
        ({"colour": 1}, "/colour", "'colour' is not a known field"),
        ({"line": "x"}, "/line", "line is a whole number from 0"),
        ({"line": -1}, "/line", "line is a whole number from 0"),
        ({"dealer": "Q"}, "/dealer", "is not a seat"),
        ({"dealer": None}, "/dealer", "dealer is missing"),
        ({"vulnerability": 3}, "/vulnerability", "expected a string, not a number"),
        ({"hands": []}, "/hands", "expected an object, not an array"),
        ({"hands": {"S": "AK"}}, "/hands/S", "four suits"),
        ({"hands": {"X": None}}, "/hands/X", "the fields are N, E, S, W"),
        ({"hands": dict.fromkeys("NS", "AKJT985.6.A76.84")}, "", "with North and with South"),
        ({"auction": "1S P"}, "/auction", "an array of at most"),
        ({"auction": ["1S", "1C"]}, "/auction/1", "call 2 (1C) is not legal"),
        ({"auction": ["1S", 7]}, "/auction/1", "expected a string"),
        ({"auction": ["P"] * 400}, "/auction", "not 400 items"),
        ({"notes": [{"call": 4}]}, "/notes/0/call", "from 0 to 3"),
        ({"notes": [{"call": True}]}, "/notes/0/call", "a whole number"),
        ({"notes": [{}]}, "/notes/0/call", "call is a whole number"),
        ({"notes": [{"call": 1}, {"call": 1}]}, "/notes/1/call", "two notes"),
        ({"notes": [{"call": 1, "alerted": "yes"}]}, "/notes/0/alerted", "true or false"),
        ({"notes": [{"call": 1, "marks": "good"}]}, "/notes/0/marks", "no marks"),
        ({"notes": [3]}, "/notes/0", "expected an object"),
        ({"notes": [{"call": 1, "same_as": True}]}, "/notes/0/same_as", "a whole number"),
        ({"notes": [{"call": 1, "same_as": 1}]}, "/notes/0/same_as", "no earlier note"),
        ({"notes": [{"call": 1, "same_as": 2}, {"call": 2}]}, "/notes/0/same_as", "no earlier"),
        (
            {"notes": [{"call": 0}, {"call": 1, "explanation": "weak", "same_as": 0}]},
            "/notes/1/same_as",
            "its own explanation",
        ),
        ({"number": -1}, "/number", "from 0 to 999999999"),
        ({"number": 10**9}, "/number", "from 0 to 999999999"),
        ({"number": "7"}, "/number", "a whole number"),
        ({"event": 1}, "/event", "a string"),
        ({"players": {"N": 1}}, "/players/N", "a string"),
        ({"lead": "1H"}, "/lead", "is not a card"),
        ({"tricks": 14}, "/tricks", "13"),
        ({"lead": "SA", "hands": {"W": "4.KQ7543.3.Q9752"}}, "", "West has to lead"),
        ({"contract": "2S by S"}, "", "ends in 1S by S"),
        ({"play": ["HK", "HK"]}, "/play", "played twice"),
        ({"play": "HK"}, "/play", "an array of at most 52 cards"),
        ({"others": [{"name": "Deal"}]}, "/others/0/name", "'Deal' is not the name"),
        ({"others": [{"name": 'x"]'}]}, "/others/0/name", "is not the name"),
        (
            {"others": [{"name": "x", "section": '1\n[Board "8"]'}]},
            "/others/0/section",
            "not the lines of a section",
        ),
    ],
)
def test_errors_have_their_pointer(change: dict[str, Any], pointer: str, message: str) -> None:
    found = errors({**DOCUMENT, **change})
    assert found[0][0] == f"/boards/0{pointer}"
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"dealer": None}, "/dealer"),
        ({"notes": [{"call": 4}]}, "/notes/0/call"),
        ({"notes": [{"call": 1, "same_as": 1}]}, "/notes/0/same_as"),
        ({"auction": ["1S", "1C"]}, "/auction/1"),  # its notes have no fault of their own
    ],
)
def test_fields_that_do_not_go_together_are_told_with_other_faults(
    change: dict[str, Any], pointer: str
) -> None:
    found = {place for place, _ in errors({**DOCUMENT, "hands": {"S": "AK"}, **change})}
    assert found == {"/boards/0/hands/S", f"/boards/0{pointer}"}


@pytest.mark.parametrize("documents", [None, {}, "x", [], 7])
def test_what_is_no_list_of_boards(documents: object) -> None:
    with pytest.raises(InvalidDocument, match="expected an array of boards"):
        boards_from_json(documents)


@given(
    st.dictionaries(
        st.sampled_from(sorted(DOCUMENT)),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["N", "ns", "call", "marks"]), inner, max_size=3)
            ),
            max_leaves=8,
        ),
    )
)
def test_any_document_is_read_or_refused_by_pointer(document: dict[str, Any]) -> None:
    try:
        found: tuple[Board, ...] = boards_from_json([document])
        pointers = ["/boards/0"]
    except InvalidDocument as invalid:
        found, pointers = (), [field.pointer for field in invalid.errors]
    assert all(isinstance(board, Board) for board in found)
    assert all(pointer.startswith("/boards/0") for pointer in pointers)


def test_a_refusal() -> None:
    bad = BadBoard(3, "illegal-call", "too low", number=7, place=12)
    assert refusal_to_json(bad) == {
        "line": 3,
        "place": 12,
        "code": "illegal-call",
        "reason": "too low",
        "said": None,
        "number": 7,
        "event": "",
    }


def test_an_array_of_too_many_boards_is_not_read() -> None:
    with pytest.raises(InvalidDocument) as found:
        boards_from_json([{"colour": 1}] * (MAX_BOARDS + 1))
    (field,) = found.value.errors
    assert (field.pointer, field.malformed) == ("/boards", True)
    assert "at most 500 boards" in field.error.fault
    assert len(boards_from_json([{}] * MAX_BOARDS)) == MAX_BOARDS
