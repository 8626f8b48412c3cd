"""The released model's answer to paper P1's test case is the one that was accepted."""

from __future__ import annotations

import json
from typing import Any

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
from tests.golden.explanations import GOLDEN, kept

TOLERANCE = 0.01  # other processors round otherwise


@pytest.fixture(scope="module")
def explanation() -> Explanation:
    return Explainer.load(exact=True).explain(table_2_position())


def differences(expected: Any, found: Any, place: str = "") -> list[str]:
    """Where two documents differ by more than rounding."""
    if isinstance(expected, dict) and isinstance(found, dict):
        if set(expected) != set(found):
            return [f"{place}: {sorted(expected)} became {sorted(found)}"]
        return [
            d for key in expected for d in differences(expected[key], found[key], f"{place}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [d for i, (w, f) in pairs for d in differences(w, f, f"{place}/{i}")]
    if isinstance(expected, float | int) and isinstance(found, float | int):
        same = abs(expected - found) <= TOLERANCE
    else:
        same = expected == found
    return [] if same else [f"{place}: {expected} became {found}"]


def test_the_explanation_is_the_golden_one(explanation: Explanation) -> None:
    found = differences(json.loads(GOLDEN.read_text()), kept(explanation.to_json()))
    assert not found, "accept it with `python -m tests.golden.explanations`:\n" + "\n".join(found)


def test_a_difference_would_be_noticed() -> None:
    golden = json.loads(GOLDEN.read_text())
    other = json.loads(GOLDEN.read_text())
    other["moments"]["22"]["hands"]["W"]["cards"]["H"][1] += 0.05
    assert len(differences(golden, other)) == 1


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
