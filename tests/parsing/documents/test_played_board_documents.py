"""Played boards as JSON: what is written reads back, and every fault has its pointer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat
from bidding.parsing.documents.document_errors import InvalidPosition
from bidding.parsing.documents.played_board_documents import (
    played_board_from_json,
    played_board_to_json,
)
from bidding.parsing.text.hands import parse_hand
from tests.conftest import BOARD, board


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
        assert fault == "graded_from is a whole number from 0 to 7"


def test_the_fourth_hand_follows_from_three() -> None:
    hands = {**BOARD["hands"], "W": None}  # type: ignore[dict-item]
    assert played_board_to_json(played_board_from_json(board(hands=hands))) == BOARD


def test_hands_calls_and_systems_may_be_spelled_as_usual() -> None:
    spelled = board(
        hands={"S": "♠AJT962 ♥A5 ♦J4 ♣A73"}, auction="1d pass 1s", system="acol", tricks=None
    )
    del spelled["systems"]
    read = played_board_from_json(spelled)
    assert read.systems == Systems(System.ACOL, System.ACOL)
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
        ({"auction": [], "tricks": None}, "/auction", "no call to review"),
        ({"auction": ["1S", "1C"]}, "/auction/1", "is not legal"),
        ({"system": "acol"}, "/system", "not both"),
        ({"tricks": 14}, "/tricks", "from 0 to 13"),
        ({"tricks": True}, "/tricks", "not a boolean"),
        ({"tricks": "9"}, "/tricks", "not a string"),
        ({"tricks": 9.5}, "/tricks", "not 9.5"),
        ({"auction": ["1S", "P"]}, "/tricks", "without a contract"),
        ({"auction": ["P"] * 4}, "/tricks", "without a contract"),
    ],
)
def test_every_fault_has_its_pointer(change: dict[str, Any], pointer: str, message: str) -> None:
    ((found, fault),) = errors(board(**change))
    assert found == pointer
    assert message in fault


def test_all_faults_are_told_at_once() -> None:
    found = errors(board(hands={"N": "AK"}, dealer="Q", auction=["8C"], tricks=-1))
    assert [pointer for pointer, _ in found] == ["/hands/N", "/dealer", "/auction/0", "/tricks"]


def test_a_board_is_an_object() -> None:
    assert errors([1]) == [("", "a board must be an object, not an array")]
