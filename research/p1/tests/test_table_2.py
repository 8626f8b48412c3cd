"""The released model on the paper's test case."""

from __future__ import annotations

import pytest

from bidding.domain.table import Seat, Suit
from bidding.explaining.explanation import Explanation
from research.p1.table_2 import (
    HEART_KING,
    PAPER_HCP,
    PAPER_LENGTHS,
    figure_10_hands,
    hand_at,
    table_2_markdown,
    table_2_position,
)
from tests.released import released


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return released(exact=True).explain(table_2_position())


def test_what_the_paper_says_of_this_case_holds_here_too(explanation: Explanation) -> None:
    """Figure 10: North opens with 12-14 HCP most of the time; West has long hearts, no diamonds."""
    north, west = figure_10_hands(explanation)
    assert north.shape.hcp.within(*PAPER_HCP) > 0.5
    hearts = west.shape.lengths[Suit.H]
    assert hearts.within(5, 13) > 0.5
    assert west.shape.lengths[Suit.D].within(*PAPER_LENGTHS[Suit.D]) > 0.6
    assert west.cards[HEART_KING.index] > 0.3


def test_the_case_is_told_beside_the_papers_figures(explanation: Explanation) -> None:
    """Of the released network five of seven statements come out: West's hearts and their king do
    not."""
    page = table_2_markdown({"one": explanation, "another": explanation})
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    header, *told = rows
    assert header[-4:] == ["paper P1 (figure 10)", "one (same?)", "another (same?)", "really"]
    assert told[0][:2] == ["After 1♦: North's HCP", "mostly 12–14"]
    missed = [row[0] for row in told if row[2].endswith("(**no**)")]
    assert missed == ["At the end: West's hearts", "At the end: the king of hearts"]
    assert len(told) == 7
    hearts = float(told[3][2].partition("%")[0])
    assert 30 < hearts < 45


def test_the_heart_king_is_with_an_opponent(explanation: Explanation) -> None:
    """North, who never named hearts, has it least; the three chances are all there are."""
    chances = [
        hand_at(explanation, -1, seat).cards[HEART_KING.index] for seat in (Seat.W, Seat.N, Seat.E)
    ]
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert min(chances) == chances[1] < 0.2
