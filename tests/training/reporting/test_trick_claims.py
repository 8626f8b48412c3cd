"""The orders that the papers state, and those that come out the other way with our networks."""

from __future__ import annotations

from typing import Any

import pytest

from bidding.training.reporting.trick_claims import CLAIMS, reversed_orders

SMALLER, LARGER = "p2-26x4-7/spades", "p2-26x4-13/spades"


def reported(exact: float, epochs: int = 200) -> dict[str, Any]:
    return {
        "recipe": {"training": {"epochs": 200}},
        "epochs": epochs,
        "best_epoch": epochs,
        "training_deals": 1234,
        "training_examples": 5678,
        "test": {"suits": {"within2": 1.0, "within1": 0.9, "exact": exact, "results": 16}},
    }


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.words)
def test_the_papers_figures_bear_out_what_they_state(claim: Any) -> None:
    assert claim.better.paper[-1] > claim.worse.paper[-1]
    assert claim.better.part == claim.worse.part or "suits" in claim.better.part


def test_an_order_that_comes_out_the_other_way_is_told_with_what_it_comes_from() -> None:
    page = reversed_orders({SMALLER: reported(0.25), LARGER: reported(0.35, epochs=150)})
    assert "Of 1 orders of two networks that papers P2 and P3 state, 1 come out" in page
    told = " ".join(page.split())
    assert "P2, section V-D, finds the smaller 26x4 network better, the larger being" in told
    papers = "(7x4)-13-1 has 36.82 there and (26x4)-(13x4)-(13x4)-26-13-1 33.99;"
    ours = "ours 25.00 (`p2-26x4-7/spades`, 1,234 deals, 200 ↑ epochs) and 35.00 ("
    assert f"{papers} {ours}`p2-26x4-13/spades`, 1,234 deals, 150 epochs)." in told


def test_what_agrees_and_what_is_not_trained_is_left_out() -> None:
    agreeing = {SMALLER: reported(0.36), LARGER: reported(0.34)}
    assert reversed_orders(agreeing) == ""
    assert reversed_orders({LARGER: reported(0.34)}) == ""
    fourteen = agreeing | {"p2-26x4-13/spades-14": reported(0.3)}
    page = reversed_orders(fourteen)
    assert "Of 2 orders of two networks that papers P2 and P3 state, 1 come out" in page
    assert page.count("\n- ") == 1
    assert "- P2, table II, has 14 outputs better than one with 26x4." in page
