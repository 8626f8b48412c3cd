"""Seats, sides, strains, and the cycle of sixteen boards."""

import pytest

from bidding.domain.convention_card import Systems
from bidding.domain.errors import MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import (
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
    dealer_of_board,
    vulnerability_of_board,
)


def test_seats_run_clockwise() -> None:
    assert [Seat.N.lho, Seat.N.partner, Seat.N.rho] == [Seat.E, Seat.S, Seat.W]
    assert Seat.W.after(1) is Seat.N
    assert Seat.S.turns_to(Seat.E) == 3
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]


def test_each_strain_has_its_suit_and_pip() -> None:
    suits = {Strain.C: Suit.C, Strain.D: Suit.D, Strain.H: Suit.H, Strain.S: Suit.S}
    assert {strain: strain.suit for strain in Strain} == {**suits, Strain.NT: None}
    assert {suit.strain: suit for suit in Suit} == suits
    assert all(strain.symbol == suit.symbol for strain, suit in suits.items())


def test_vulnerability_holds_for_its_sides() -> None:
    holding = {
        vulnerability: [side for side in Side if vulnerability.holds_for(side)]
        for vulnerability in Vulnerability
    }
    assert holding == {
        Vulnerability.NONE: [],
        Vulnerability.NS: [Side.NS],
        Vulnerability.EW: [Side.EW],
        Vulnerability.BOTH: [Side.NS, Side.EW],
    }


# The diagram of Law 2: who is vulnerable on the boards each player deals.
@pytest.mark.parametrize(
    ("vulnerability", "boards"),
    [
        (Vulnerability.NONE, (1, 8, 11, 14)),
        (Vulnerability.NS, (2, 5, 12, 15)),
        (Vulnerability.EW, (3, 6, 9, 16)),
        (Vulnerability.BOTH, (4, 7, 10, 13)),
    ],
)
def test_boards_follow_law_2(vulnerability: Vulnerability, boards: tuple[int, ...]) -> None:
    for board in boards:
        assert vulnerability_of_board(board) is vulnerability
        assert vulnerability_of_board(board + 16) is vulnerability
        assert dealer_of_board(board) is Seat((board - 1) % 4)


@pytest.mark.parametrize("board", [0, -3])
def test_boards_start_at_one(board: int) -> None:
    with pytest.raises(MalformedTable, match=f"board numbers start at 1, not {board}"):
        dealer_of_board(board)
    with pytest.raises(MalformedTable, match=f"board numbers start at 1, not {board}"):
        vulnerability_of_board(board)


def test_sides_and_systems_have_names_for_sentences() -> None:
    assert [side.full_name for side in Side] == ["North-South", "East-West"]
    assert System.SAYC.short_name == "SAYC"
    assert System.TWO_OVER_ONE.short_name == "2/1"
    assert System.ACOL.short_name == System.ACOL.full_name == "Acol"
    assert len({system.short_name for system in System}) == len(System)


def test_systems_belong_to_sides() -> None:
    systems = Systems.plain(System.ACOL, System.POLISH_CLUB)
    assert [systems.of(seat).base for seat in Seat] == [System.ACOL, System.POLISH_CLUB] * 2
