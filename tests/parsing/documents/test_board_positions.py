"""A recorded board as it is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.domain.convention_card import ConventionCard, Systems
from bidding.domain.errors import MalformedDeal, MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.board_positions import parse_view, played_board_of, position_of
from bidding.parsing.formats.recorded_boards import Board
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

HAND = parse_hand("AKJT985.6.A76.84")
MULTI = ConventionCard.from_code("21-a0e2")
BOARD = Board(
    line=1,
    number=7,
    dealer=Seat.E,
    vulnerability=Vulnerability.NS,
    hands=(None, None, HAND, None),
    auction=parse_auction("1D 1H", Seat.E),
)


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("S", (Seat.S,)),
        (" west ", (Seat.W,)),
        ("all", tuple(Seat)),
        ("ALL", tuple(Seat)),
        ("Spectator", (None,)),
        ("review", ()),
    ],
)
def test_views_by_name(text: str, seats: tuple[Seat | None, ...]) -> None:
    assert parse_view(text) == seats


@pytest.mark.parametrize("text", ["", "X", "both"])
def test_a_view_that_is_none_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(MalformedTable, match="N, E, S, W, all, spectator"):
        parse_view(text)


def test_a_player_sees_the_own_hand_and_a_spectator_none() -> None:
    seen = position_of(BOARD, Seat.S)
    assert (seen.hand, seen.seat, seen.auction) == (HAND, Seat.S, BOARD.auction)
    assert seen.vulnerability is Vulnerability.NS
    assert position_of(BOARD, None).hand is None
    with pytest.raises(MalformedDeal, match="North's hand is not given"):
        position_of(BOARD, Seat.N)


def test_a_board_to_review_has_all_its_hands_and_calls() -> None:
    played = played_board_of(BOARD, ew=ConventionCard(System.ACOL))
    assert (played.hands, played.auction) == (BOARD.hands, BOARD.auction)
    assert (played.systems, played.tricks) == (Systems.plain(System.SAYC, System.ACOL), None)
    ended = replace(BOARD, auction=parse_auction("1D P P P", Seat.E), tricks=9)
    assert played_board_of(ended).tricks == 9
    assert played_board_of(replace(BOARD, tricks=9)).tricks is None
    with pytest.raises(MalformedDeal, match="no hand is given"):
        played_board_of(replace(BOARD, hands=(None,) * 4))
    with pytest.raises(MalformedTable, match="no call to review"):
        played_board_of(replace(BOARD, auction=None))


def test_what_a_board_number_settles_is_taken_from_it() -> None:
    seen = position_of(Board(line=1, number=7, hands=BOARD.hands), Seat.S)
    assert (seen.auction.dealer, seen.auction.calls) == (Seat.S, ())
    assert seen.vulnerability is Vulnerability.BOTH


@pytest.mark.parametrize("number", [None, 0])
def test_without_it_nothing_is_guessed(number: int | None) -> None:
    with pytest.raises(MalformedTable, match="dealer is missing"):
        position_of(Board(line=1, number=number), None)
    with pytest.raises(MalformedTable, match="vulnerability is missing"):
        position_of(Board(line=1, number=number, dealer=Seat.N), None)


@pytest.mark.parametrize(
    ("named", "systems"),
    [
        (("", ""), Systems()),
        (("Acol", "2/1 GF"), Systems.plain(System.ACOL, System.TWO_OVER_ONE)),
        (("Moscito", ""), Systems.plain(System.UNKNOWN, System.SAYC)),
        (("-", "SAYC - Standard American Yellow Card"), Systems()),
        (("21-a0e2", "Precision"), Systems(MULTI, ConventionCard(System.PRECISION))),
    ],
)
def test_the_systems_are_those_that_the_board_names(
    named: tuple[str, str], systems: Systems
) -> None:
    board = Board(line=1, number=7, dealer=Seat.N, systems=named)
    assert position_of(board, None).systems == systems
    stated = Systems.plain(System.POLISH_CLUB, System.POLISH_CLUB)
    assert position_of(board, None, stated.ns, stated.ew).systems == stated
    assert position_of(board, None, ns=stated.ns).systems == Systems(stated.ns, systems.ew)
    assert position_of(board, None, ew=stated.ew).systems == Systems(systems.ns, stated.ew)
