"""Boards are what their ids say, whoever deals them and whenever."""

from __future__ import annotations

from itertools import product

import pytest

from bidding.domain.errors import MalformedTable
from bidding.domain.table import Seat, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.practice.boards import MOST_DEALS, PLAYER, PracticeBoard


def test_a_board_is_dealt_as_ever() -> None:
    board = PracticeBoard(4 * 1000)
    assert str(board.hands[Seat.S]) == "K92.KQ64.97432.T"
    assert (board.dealer, board.vulnerability, board.number) == (Seat.N, Vulnerability.EW, 9)


@pytest.mark.parametrize("deal", [0, 1, 77, MOST_DEALS - 1])
def test_each_hand_of_a_deal_can_be_the_players(deal: int) -> None:
    dealt = PracticeBoard(4 * deal)
    for seat in Seat:
        board = PracticeBoard.of(deal, seat)
        assert board.hands[PLAYER] == dealt.hands[seat]
        assert seat.turns_to(dealt.dealer) == PLAYER.turns_to(board.dealer)
        ours = board.vulnerability.holds_for(PLAYER.side)
        assert ours == dealt.vulnerability.holds_for(seat.side)


def test_the_number_on_the_board_tells_dealer_and_vulnerability() -> None:
    for deal, seat in product(range(16), Seat):
        board = PracticeBoard.of(deal, seat)
        assert dealer_of_board(board.number) is board.dealer
        assert vulnerability_of_board(board.number) is board.vulnerability


@pytest.mark.parametrize("number", [-1, 4 * MOST_DEALS])
def test_other_ids_are_refused(number: int) -> None:
    with pytest.raises(MalformedTable, match=f"there is no board {number}"):
        PracticeBoard(number)
