"""Boards to rows of training data: exact, counted by value, refused by name."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import Auction
from bidding.domain.calls import BIDS, PASS
from bidding.domain.systems import System
from bidding.domain.table import Seat
from bidding.encoding.records import read_records
from bidding.parsing.formats.recorded_boards import Board
from bidding.parsing.text.auctions import parse_auction
from bidding.training.archives.boards import (
    GivenSystems,
    NotForTraining,
    is_passed_out,
    npz_of,
    order_of,
    packed_deal,
    row_of,
    system_named,
    with_systems,
)
from tests import recorded
from tests.parsing import dialects
from tests.strategies import deals

LONGEST = " ".join(f"{bid} P P X P P XX P P" for bid in BIDS) + " P"


def board(seed: int = 1) -> Board:
    return dialects.random_board(random.Random(seed))


@given(deals)
def test_a_deal_is_packed_as_in_recorded_auctions(deal) -> None:
    assert packed_deal(deal) == recorded.packed(deal).tobytes()


@given(st.lists(st.integers(0, 999), min_size=1, max_size=6, unique=True))
def test_rows_are_read_as_the_boards_they_were(tmp_path_factory, seeds: list[int]) -> None:
    boards = [board(seed) for seed in seeds]
    path: Path = tmp_path_factory.mktemp("rows") / "club.npz"
    path.write_bytes(npz_of([row_of(one) for one in boards], [1] * len(boards)))
    records = read_records(path)
    batch = records.batch(np.arange(len(boards)))
    for row, one in enumerate(boards):
        assert one.auction is not None
        calls = [call.index for call in one.auction.calls]
        assert batch.calls[row].tolist()[: len(calls)] == calls
        assert (records.dealer[row], records.vul[row]) == (one.dealer, one.vulnerability)
        for seat in Seat:
            held = batch.hands[row, seat].nonzero()[:, 0].tolist()
            assert held == [card.index for card in one.hands[seat] or ()]


def test_the_format_is_that_of_the_other_recorded_auctions(tmp_path: Path) -> None:
    (tmp_path / "club.npz").write_bytes(npz_of([row_of(board()), row_of(board(2))], [3, 99_999]))
    with np.load(tmp_path / "club.npz") as file:
        assert set(file) == {*recorded.arrays(1, seed=1), "tables"}
        assert file["tables"].tolist() == [3, 65_535]
        assert file["tables"].dtype == np.uint16
        assert {file[name].dtype for name in file if name != "tables"} == {np.dtype(np.uint8)}
        assert file["system_ns"].tolist() == [255, 255]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": (None,) * 4}, "no-deal"),
        ({"hands": (board().hands[0], None, None, None)}, "partial-deal"),
        ({"auction": None}, "no-auction"),
        ({"auction": parse_auction("1C P 1S", Seat.N)}, "unfinished-auction"),
        ({"auction": Auction(Seat.N)}, "unfinished-auction"),
        ({"vulnerability": None}, "no-vulnerability"),
        ({"auction": parse_auction(LONGEST, Seat.N)}, "long-auction"),
    ],
)
def test_what_is_no_example_is_refused_by_name(change: dict, code: str) -> None:
    with pytest.raises(NotForTraining) as refused:
        row_of(replace(board(), **change))
    assert refused.value.code == code


def test_a_passed_out_board_is_an_example() -> None:
    passed = replace(board(), auction=Auction.of(Seat.S, [PASS] * 4))
    assert is_passed_out(row_of(passed))
    assert not is_passed_out(row_of(replace(passed, auction=parse_auction("P 1C P P P", Seat.N))))


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("SAYC", System.SAYC),
        ("Standard American  yellow card", System.SAYC),
        ("2/1 GF", System.TWO_OVER_ONE),
        ("2/1", System.TWO_OVER_ONE),
        ("21GF", System.TWO_OVER_ONE),
        ("Acol", System.ACOL),
        ("Polish Club", System.POLISH_CLUB),
        ("2/1GF - 2/1 Game Force", System.TWO_OVER_ONE),
        ("WJ - Polish Club", System.POLISH_CLUB),
        ("SAYC - Acol", System.UNKNOWN),
        ("Acol - weak notrump", System.UNKNOWN),
        ("WJ2005", System.POLISH_CLUB),
        ("21-a0", System.UNKNOWN),
        ("polish-club", System.POLISH_CLUB),
        ("sayc-a0, weak notrump", System.UNKNOWN),
        ("", System.UNKNOWN),
        ("Natural", System.UNKNOWN),
        ("Acol, 5-card majors", System.UNKNOWN),
        ("Standard American", System.STANDARD),
        ("not 2/1", System.UNKNOWN),
    ],
)
def test_only_clear_names_name_a_system(name: str, system: System) -> None:
    assert system_named(name) is system


def test_given_systems_stand_in_place_of_those_named() -> None:
    row = row_of(replace(board(), systems=("Acol", "WJ")))
    assert row[15:17] == bytes((2, 3))
    given = GivenSystems(ns=System.STANDARD, ew=System.UNKNOWN)
    assert with_systems(row, given)[15:17] == bytes((0, 255))
    assert with_systems(row, GivenSystems(ew=System.TWO_OVER_ONE))[15:17] == bytes((2, 1))
    assert with_systems(row, GivenSystems()) == row


def test_the_order_depends_on_the_deal_alone() -> None:
    one = board()
    again = replace(
        one, auction=parse_auction("7NT P P P", Seat.W), vulnerability=one.vulnerability
    )
    assert order_of(row_of(one)) == order_of(row_of(again))
    assert order_of(row_of(one)) != order_of(row_of(board(2)))
