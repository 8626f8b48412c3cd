"""PBN files written by the page, and LIN that it asks for, are read back completely.

The page's own tests prove that it writes these very files, and asks for LIN with these requests.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bidding.domain.table import Seat, Vulnerability
from bidding.parsing.documents.board_documents import NewFile
from bidding.parsing.formats.lin import lin_pieces, read_lin
from bidding.parsing.formats.pbn import read_pbn
from bidding.parsing.formats.recorded_boards import Board
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

EXPORTED = Path(__file__).resolve().parents[3] / "frontend" / "tests" / "fixtures" / "exported"
FORMATS = pytest.mark.parametrize("suffix", ["pbn", "lin"])


def only(name: str, suffix: str) -> Board:
    if suffix == "pbn":
        (board,) = read_pbn((EXPORTED / f"{name}.pbn").read_text("latin-1"))
    else:
        asked = NewFile.read(json.loads((EXPORTED / f"{name}.json").read_text("utf-8")))
        assert asked.format == "lin"
        (board,) = read_lin("".join(lin_pieces(asked.boards)))
    assert isinstance(board, Board), board
    return board


@FORMATS
def test_an_auction_that_runs_with_one_hand(suffix: str) -> None:
    board = only("unfinished", suffix)
    assert board.auction == parse_auction("P 1D 1NT X XX", Seat.E)
    assert board.vulnerability is Vulnerability.NS
    assert board.number == 2
    assert board.hands == (None, None, None, parse_hand("AKJT985..A76.842"))
    said = [remark.explanation for remark in board.remarks]
    assert said[1] == '11-20 HCP, diamonds or "both".'
    assert said[3] == "C:\\ {odd}."
    assert said[0] == said[4] == "0-11 HCP."


@FORMATS
def test_an_auction_that_is_over_with_the_whole_deal(suffix: str) -> None:
    board = only("finished", suffix)
    assert board.auction == parse_auction("1H P 4H X P P P", Seat.S)
    assert board.vulnerability is Vulnerability.BOTH
    assert board.hands[0] == parse_hand("AT62.J73.Q84.K95")
    assert board.hands[3] == parse_hand("J73.Q84.K95.AT62")
    assert [remark.explanation for remark in board.remarks] == [
        f"Meaning {number}." for number in range(1, 8)
    ]
    assert board.systems == ("sayc", "sayc")


def test_pbn_tells_the_contract() -> None:
    assert only("finished", "pbn").contract == "4HX by S"
