"""Matches of bidders whose calls are known."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from bidding.domain.table import Seat, Strain
from bidding.matches.bidders import ModelBidder
from bidding.matches.match import kept_in, play, play_match
from bidding.matches.results import (
    BadKept,
    BoardResult,
    by_vulnerability,
    figures,
    keep,
    results_kept,
    score_of,
)
from bidding.tricks.solved import read_solved
from tests.matches.opening import Opens, boards
from tests.small import small_bidder


def test_a_board_is_played_at_two_tables() -> None:
    """Board 1: North deals, nobody is vulnerable. 3NT makes for A; B plays 1NT there."""
    (result,) = play((Opens("3NT"), Opens("1NT")), boards(1))
    assert result.contracts == ("3NT by N", "1NT by N")
    assert (result.points, result.imps) == ((400, 150), 6)
    assert (result.board, result.dealer, result.vulnerability) == (1, "N", "none")
    assert result.auctions == ("3NT P P P", "1NT P P P")
    assert len(set(result.deal.replace(".", "").replace(" ", ""))) == 13


def test_east_and_west_bid_for_their_side() -> None:
    """Board 2: East deals, N-S are vulnerable. As East, A goes down five, B three."""
    result = play((Opens("3NT"), Opens("1NT")), boards(2))[1]
    assert result.contracts == ("1NT by E", "3NT by E")
    assert result.points == (150, 250)
    assert result.imps == -3


def test_the_tricks_are_the_declarers() -> None:
    """South would take nine where North, who opened 3NT, takes eight. East is five down."""
    board = boards(1)
    assert board.tricks is not None
    board.tricks[0, Seat.N, Strain.NT] = 8
    (result,) = play((Opens("3NT"), Opens("P")), board)
    assert result.contracts == ("3NT by N", "3NT by E")
    assert (result.points, result.imps) == ((-50, 250), -7)


def test_solved_deals_are_not_solved_again(tmp_path: Path) -> None:
    """Nor those that another process has solved meanwhile."""
    path, solved = tmp_path / "kept" / "1.npz", list[int]()
    owner = boards(4).owner

    def by_number(some: np.ndarray) -> np.ndarray:
        numbers = [next(n for n, one in enumerate(owner) if (one == row).all()) for row in some]
        solved.extend(numbers)
        if numbers == [2]:
            tricks(owner[3:])
        return np.stack([np.full((4, 5), number, np.uint8) for number in numbers])

    tricks = kept_in(path, by_number)
    assert tricks(owner[:2])[:, 0, 0].tolist() == [0, 1]
    assert kept_in(path, by_number)(owner[[1, 0, 2]])[:, 0, 0].tolist() == [1, 0, 2]
    assert kept_in(path, by_number)(owner)[:, 0, 0].tolist() == [0, 1, 2, 3]
    assert solved == [0, 1, 2, 3]


@pytest.mark.parametrize("content", [b"", b"nothing"])
def test_a_broken_file_of_solved_deals_is_replaced(tmp_path: Path, content: bytes) -> None:
    path, owner = tmp_path / "1.npz", boards(1).owner
    path.write_bytes(content)
    zeros = np.zeros((1, 4, 5), np.uint8)
    assert (kept_in(path, lambda some: zeros)(owner) == zeros).all()
    assert (read_solved(path).tricks == zeros).all()
    under = path / "folder" / "2.npz"  # where nothing can be written
    assert (kept_in(under, lambda some: zeros)(owner) == zeros).all()


def test_equal_bidders_win_nothing() -> None:
    bidder = ModelBidder(small_bidder())
    assert {result.imps for result in play((bidder, bidder), boards(3))} == {0}


def result(board: int, vulnerability: str, imps: int, second: str = "3NT by N") -> BoardResult:
    """A board that A won by so many IMPs."""
    auctions, contracts = ("3NT P P P", "P P P P"), ("3NT by N", second)
    return BoardResult(board, "N", vulnerability, "", auctions, contracts, (0, 0), imps)


def test_the_score_is_a_mean_with_its_error() -> None:
    results = [result(1, "none", 0), result(2, "N-S", 6, "1NT by N")]
    score = score_of(results)
    assert (score.boards, score.imps_a_board, score.standard_error) == (2, 3, 3)
    assert (score.won, score.lost, score.differently_bid) == (1, 0, 1)


def test_the_score_is_told_by_vulnerability() -> None:
    results = [result(1, "both", -4), result(2, "none", 2), result(3, "both", 0)]
    parts = by_vulnerability(results)
    assert {label: (part.boards, part.imps_a_board) for label, part in parts.items()} == {
        "none": (1, 2),
        "both": (2, -2),
    }


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    out, settings, counts = tmp_path / "match.json", {"a": "x"}, list[int]()
    first: list[BoardResult] = []
    kept = partial(keep, out, settings, {}, first)
    play_match((Opens("3NT"), Opens("1NT")), boards(3), first, counts.append, keep=kept)
    whole = results_kept(out, settings)
    assert whole == first
    # What was played is taken over: nobody would bid 7NT there.
    play_match((Opens("7NT"), Opens("1NT")), boards(5), whole, counts.append)
    assert whole[:3] == first
    assert [played.board for played in whole] == [1, 2, 3, 4, 5]
    assert "7NT" in whole[3].contracts[0] + whole[3].contracts[1]
    assert counts == [0, 3, 3, 2]
    with pytest.raises(BadKept, match="its a is 'x'"):
        results_kept(out, {"a": "y"})
    out.write_text("{}")
    with pytest.raises(BadKept):
        results_kept(out, {})


def test_one_board_has_no_standard_error(tmp_path: Path) -> None:
    """Nor has its file: what is not a number is not JSON."""
    out = tmp_path / "match.json"
    results = [result(1, "none", 5)]
    keep(out, {}, figures(results), results)
    kept = json.loads(out.read_text(), parse_constant=pytest.fail)
    assert kept["standard_error"] is None
    assert "standard error unknown" in str(score_of(results_kept(out, {})))
