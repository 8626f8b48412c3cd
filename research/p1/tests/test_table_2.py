"""The released model on the paper's test case."""

from __future__ import annotations

import pytest

from bidding.domain.table import Seat, Suit
from bidding.explaining.explainer import Explainer
from bidding.explaining.explanation import Explanation
from research.p1.table_2 import (
    HEART_KING,
    PAPER_HCP,
    PAPER_LENGTHS,
    table_2_markdown,
    table_2_position,
)


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return Explainer.load(exact=True).explain(table_2_position())


def test_what_the_paper_says_of_this_case_holds_here_too(explanation: Explanation) -> None:
    """Figure 10: North opens with 12-14 HCP most of the time; West has long hearts, no diamonds."""
    north = next(h for h in explanation.moments[1].hands if h.seat is Seat.N)
    assert north.shape.hcp.within(*PAPER_HCP) > 0.5
    west = next(h for h in explanation.moments[-1].hands if h.seat is Seat.W)
    hearts = west.shape.lengths[Suit.H]
    assert hearts.median >= 5
    assert west.shape.lengths[Suit.D].within(*PAPER_LENGTHS[Suit.D]) > 0.6
    assert west.cards[HEART_KING.index] > 1 / 3


def test_the_case_is_told_beside_the_papers_figures(explanation: Explanation) -> None:
    page = table_2_markdown(explanation)
    assert "| After 1♦: North's HCP | mostly 12–14 |" in page
    assert "The" not in page.split("\n")[0]
    assert page.count("\n| ") == 6
