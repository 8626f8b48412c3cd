"""Robots call by their own hands, until a person is to call."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidding.domain.auction import Auction
from bidding.domain.position import BiddingTable, PlayedBoard
from bidding.domain.table import Seat
from bidding.explaining.explainer import Explainer
from bidding.parsing.text.words import parse_call
from bidding.practice.boards import PracticeBoard
from tests.released import released


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return released(exact=True)


def table(board: int = 4000) -> BiddingTable:
    dealt = PracticeBoard(board)
    return BiddingTable(dealt.hands, Auction(dealt.dealer), dealt.vulnerability)


def test_they_stop_where_a_person_is_to_call(explainer: Explainer) -> None:
    after = explainer.robot_calls_many([table()])[0]
    assert after.table.auction.turn is Seat.S
    assert after.count == Seat.N.turns_to(Seat.S)
    waiting = explainer.robot_calls_many([after.table])[0]
    assert (waiting.count, waiting.table) == (0, after.table)


def test_without_people_they_bid_to_the_end(explainer: Explainer) -> None:
    tables = [replace(table(board), players=frozenset()) for board in (4000, 8000, 12000)]
    together = explainer.robot_calls_many(tables)
    for number, after in enumerate(together):
        assert after.table.auction.is_over
        assert after.to_json()["turn"] is None
        assert explainer.robot_calls_many([tables[number]])[0].table == after.table


def test_a_robot_makes_its_likeliest_call(explainer: Explainer) -> None:
    """As an explanation suggests it to whoever holds the hand."""
    after = explainer.robot_calls_many([replace(table(), players=frozenset())])[0].table
    for index, call in enumerate(after.auction.calls[:3]):
        board = PlayedBoard(after.hands, after.auction, after.vulnerability)
        position = board.position_before(index)
        suggestion = explainer.explain(position).to_json()["suggestion"]
        assert parse_call(suggestion["call"]) == call


def test_a_seed_draws_calls(explainer: Explainer) -> None:
    def bid(draw: int | None) -> Auction:
        one = replace(table(36), players=frozenset(), draw=draw)
        return explainer.robot_calls_many([one])[0].table.auction

    drawn = [bid(seed) for seed in range(12)]
    assert drawn == [bid(seed) for seed in range(12)]
    assert len({auction.calls for auction in drawn}) > 1
