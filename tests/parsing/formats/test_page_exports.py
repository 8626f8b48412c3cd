"""PBN and LIN files written by the page are read back completely.

The page's own tests prove that it writes these very files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.formats.lin import read_lin
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import BadBoard, Board
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

Reader = Callable[[str], Iterator[Board | BadBoard]]
EXPORTED = Path(__file__).resolve().parents[3] / "frontend" / "tests" / "fixtures" / "exported"
FORMATS = pytest.mark.parametrize(("suffix", "read"), [("pbn", read_pbn), ("lin", read_lin)])


def only(read: Reader, name: str) -> Board:
    (board,) = read((EXPORTED / name).read_text("latin-1"))
    assert isinstance(board, Board), board
    return board


@FORMATS
def test_an_auction_that_runs_with_one_hand(suffix: str, read: Reader) -> None:
    board = only(read, f"unfinished.{suffix}")
    assert board.auction == parse_auction("P 1D 1NT X XX", Seat.E)
    assert board.vulnerability is Vulnerability.NS
    assert board.number == 2
    assert board.hands == (None, None, None, parse_hand("AKJT985..A76.842"))
    said = [remark.explanation for remark in board.remarks]
    assert said[1] == '11-20 HCP, diamonds or "both".'
    assert said[3] == "C:\\ {odd}."
    assert said[0] == said[4] == "0-11 HCP."


@FORMATS
def test_an_auction_that_is_over_with_the_whole_deal(suffix: str, read: Reader) -> None:
    board = only(read, f"finished.{suffix}")
    assert board.auction == parse_auction("1H P 4H X P P P", Seat.S)
    assert board.vulnerability is Vulnerability.BOTH
    assert board.hands[0] == parse_hand("AT62.J73.Q84.K95")
    assert board.hands[3] == parse_hand("J73.Q84.K95.AT62")
    assert [remark.explanation for remark in board.remarks] == [
        f"Meaning {number}." for number in range(1, 8)
    ]


def test_pbn_tells_contract_and_systems() -> None:
    board = only(read_pbn, "finished.pbn")
    assert board.contract == "4HX by S"
    assert board.systems == ("sayc", "sayc")
