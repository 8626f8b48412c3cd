"""The boards of a match: from a seed, and from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.matches.boards import BadBoards, random_boards, read_boards
from bidding.matches.results import deal_text
from bidding.tricks.solved import SolvedDeals, pack
from bidding.tricks.solving import random_deals
from tests.matches.opening import boards

DEAL = "N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT98.T98 8765.8765.765.76 432.432.432.5432"
PBN = f'[Board "7"]\n[Dealer "W"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'


def test_a_seed_names_the_deals() -> None:
    """Fewer are the first of more, numbered from 1, dealer and vulnerability by the number."""
    few, many = (random_boards(count, 4, System.ACOL) for count in (2, 5))
    assert (few.owner == many.owner[:2]).all()
    assert (few.owner != random_boards(2, 5, System.ACOL).owner).any()
    assert all((many.owner == seat).sum(1).tolist() == [13] * 5 for seat in Seat)
    assert [table.auction.dealer for table in many.tables] == [0, 1, 2, 3, 0]
    assert many.tables[1].vulnerability is Vulnerability.NS
    assert list(many.rows(3, 9).numbers) == [4, 5]


def test_a_file_of_boards_has_its_own_dealers(tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(PBN)
    board = read_boards(path, 1, None)
    assert deal_text(board.owner[0]) == DEAL.removeprefix("N:")
    assert board.tables[0].auction.dealer is Seat.W
    assert board.tables[0].vulnerability is Vulnerability.EW
    with pytest.raises(BadBoards, match=r"it has 1 boards, not 2"):
        read_boards(path, 2, None)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PBN.replace(" 8765.8765.765.76 432.432.432.5432", " - -"), "not all four hands"),
        (PBN.replace("AKQ.AKQ.AKQ.AKQJ", "AKQ.AKQ.AKQ.AKQ"), "line "),
        ("", "there is nothing to read"),
    ],
)
def test_a_faulty_file_is_refused(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(text)
    with pytest.raises(BadBoards, match=fault) as refused:
        read_boards(path, 1, None)
    assert str(path) in str(refused.value)


def test_too_few_boards_are_refused(tmp_path: Path) -> None:
    dealt = boards(2)
    assert dealt.tricks is not None
    path = tmp_path / "dd.npz"
    SolvedDeals(pack(dealt.owner), dealt.tricks).save(path)
    assert len(read_boards(path, 2, System.SAYC)) == 2
    with pytest.raises(BadBoards, match="2 boards, not 3"):
        read_boards(path, 3, System.SAYC)


def test_endings_cannot_be_bid(tmp_path: Path) -> None:
    owner = random_deals(3, seed=1, cards=5)
    endings = tmp_path / "dd-5.npz"
    held = np.packbits(owner < 4, axis=1)
    SolvedDeals(pack(owner), np.zeros((3, 4, 5), np.uint8), held).save(endings)
    with pytest.raises(BadBoards, match=r"dd-5\.npz: endings"):
        read_boards(endings, 2, System.SAYC)
