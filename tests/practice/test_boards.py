"""Boards are what their ids say, and those that come with the program, and their files."""

from __future__ import annotations

import json
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bidding.domain.cards import hcp
from bidding.domain.convention_card import Systems
from bidding.domain.errors import MalformedTable
from bidding.domain.systems import System
from bidding.domain.table import Seat, Suit, Vulnerability, dealer_of_board, vulnerability_of_board
from bidding.networks.checkpoint import load_bidder
from bidding.parsing.formats.pbn import read_pbn
from bidding.practice import boards
from bidding.practice.boards import (
    ANY,
    LEAST_BOARDS,
    MOST_DEALS,
    PLAYER,
    THEMES,
    BadPool,
    Level,
    Pool,
    PracticeBoard,
    pool_path,
    read_pool,
)
from bidding.practice.search import MOST_AT_LEVEL, bid_boards, comes_up, search


def shipped_pool(system: System) -> Pool:
    """The boards of a system that has some."""
    pool = boards.shipped_pool(system)
    assert pool is not None
    return pool


SYSTEMS = [system for system in System if pool_path(system).exists()]


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


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_system_has_forty_themes(system: System) -> None:
    pool = shipped_pool(system)
    assert pool.system is system
    assert len(pool.themes) >= 40
    assert all(pool.of(ANY, level) for level in Level)


def test_themes_come_up_for_the_player() -> None:
    """As the bidder that comes with the program bids them today."""
    bidder, model = load_bidder(None, "cpu")
    pool = shipped_pool(System.SAYC)
    assert pool.bidder == {"version": model.version, "sha256": model.sha256}
    chosen = [(theme, board) for theme in pool.themes for board in pool.choose(theme, None, 1, 4)]
    bid = bid_boards(bidder, [PracticeBoard(board) for _, board in chosen], Systems())
    came_up = [
        any(comes_up(THEMES[theme], turn) for turn in board.turns(Seat.S))
        for (theme, _), board in zip(chosen, bid, strict=True)
    ]
    assert sum(came_up) >= 0.95 * len(came_up)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_deal_is_twice_in_a_theme(system: System) -> None:
    for theme in (ANY, *THEMES):
        deals = [PracticeBoard(board).deal_number for board in shipped_pool(system).of(theme)]
        assert len(set(deals)) == len(deals), theme


def test_another_hand_of_a_deal_is_not_added() -> None:
    pool = Pool(System.SAYC, {})
    for deal, seat in ((3, Seat.S), (3, Seat.N), (4, Seat.N)):
        pool.add("slam", Level.CLEAR, PracticeBoard.of(deal, seat).id, MOST_AT_LEVEL)
    pool.add("slam", Level.CLOSE, PracticeBoard.of(4, Seat.S).id, MOST_AT_LEVEL)
    assert [PracticeBoard(board).deal_number for board in pool.of("slam")] == [3, 4]


@pytest.mark.parametrize("system", SYSTEMS)
def test_weak_twos_have_six_cards(system: System) -> None:
    hands = [PracticeBoard(board).hands[Seat.S] for board in shipped_pool(system).of("weak_two")]
    assert hands
    assert min(max(hand.length(suit) for suit in Suit) for hand in hands) >= 6


def test_the_search_goes_on_where_it_was() -> None:
    bidder, model = load_bidder(None, "cpu")
    known = {"version": model.version, "sha256": model.sha256}
    once, twice = Pool(System.ACOL, known), Pool(System.ACOL, known)
    search(bidder, once, 24)
    search(bidder, twice, 10)
    search(bidder, twice, 14)
    assert once == twice
    assert once.of("opening")


def test_a_seed_is_an_order() -> None:
    pool = shipped_pool(System.SAYC)
    assert pool.choose("stayman", None, 7, 5) == pool.choose("stayman", None, 7, 9)[:5]
    assert pool.choose("stayman", None, 7, 12) != pool.choose("stayman", None, 8, 12)
    assert set(pool.choose("stayman", Level.CLEAR, 7, 99)) == set(pool.of("stayman", Level.CLEAR))


def test_rare_themes_are_not_offered(tmp_path: Path) -> None:
    pool = Pool(System.SAYC, {})
    for deal in range(LEAST_BOARDS):
        assert pool.themes == []
        pool.add("stayman", Level.CLEAR, PracticeBoard.of(deal, Seat.S).id, MOST_AT_LEVEL)
    assert pool.themes == ["stayman"]
    path = pool_path(System.SAYC, tmp_path)
    path.write_text(json.dumps(pool.to_json()))
    assert read_pool(path) == pool


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"system": "sayc", "bidder": {}, "searched": 1, "boards": {"x": 1}}']
)
def test_damaged_files_are_named(tmp_path: Path, text: str) -> None:
    path = pool_path(System.TWO_OVER_ONE, tmp_path)
    path.write_text(text)
    with pytest.raises(BadPool, match=r"2-1\.json: this is no file of practice boards"):
        read_pool(path)


def test_boards_of_a_theme_are_written_for_other_programs(tmp_path: Path) -> None:
    out = tmp_path / "stayman.pbn"
    call_command("practice", "deal", "stayman", "--count=3", f"--out={out}", stdout=StringIO())
    written = list(read_pbn(out.read_text()))
    chosen = shipped_pool(System.SAYC).choose("stayman", None, 0, 3)
    assert [(board.hands, board.dealer, board.number) for board in written] == [
        (board.hands, board.dealer, board.number) for board in map(PracticeBoard, chosen)
    ]


def test_boards_of_a_card_are_searched_for(tmp_path: Path) -> None:
    out = tmp_path / "weak.pbn"
    told = StringIO()
    given = ("opening_1nt", "--system=21-a0", "--count=2", f"--out={out}")
    call_command("practice", "deal", *given, stdout=told)
    written = list(read_pbn(out.read_text()))
    assert "2 boards of " in told.getvalue()
    assert [board.systems for board in written] == [("21-a0", "21-a0")] * 2
    assert {12, 13, 14} >= {hcp(board.hands[Seat.S]) for board in written}


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"system": "unknown"}, "a known system or card"),
        ({"system": "21-a9"}, "not known here"),
        ({"system": "sayc", "theme": "bergen_raise"}, "no boards of bergen_raise on this card"),
        ({"theme": "staymen"}, "there is no theme staymen"),
        ({"count": 0}, "--count must be from 1 to"),
        ({"seed": -1}, "--seed 0 or more"),
        ({"out": None}, "--out must name a .pbn file"),
    ],
)
def test_faults_are_named(tmp_path: Path, options: dict, fault: str) -> None:
    out = tmp_path / "stayman.pbn"
    given = {"theme": "stayman", "out": out, **options}
    with pytest.raises(CommandError, match=fault):
        call_command(
            "practice",
            "deal",
            given.pop("theme"),
            *(f"--{name}={value}" for name, value in given.items() if value is not None),
            stdout=StringIO(),
        )
    assert not out.exists()


def test_themes_are_listed() -> None:
    listed = StringIO()
    call_command("practice", "deal", stdout=listed)
    assert "stayman " in listed.getvalue()
