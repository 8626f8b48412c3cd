"""The orders that the papers state, and those that come out the other way with our networks."""

from __future__ import annotations

from typing import Any

import pytest

from research.tricks.report.claims import (
    ALIKE,
    CLAIMS,
    TOO_CLOSE,
    changes_by_first_weights,
    reversed_orders,
    why_behind,
)

SMALLER, LARGER = "p2-26x4-7/spades", "p2-26x4-13/spades"


def reported(exact: float, epochs: int = 200, more: float | None = None) -> dict[str, Any]:
    """A report of a network of 200 epochs at most; it is exact in so many points more of what it
    learned from, and nothing is kept of that where None."""
    learned = {} if more is None else {"learned": {"exact": exact + more / 100}}
    return learned | {
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
    assert told.endswith("**Why:** the first was still improving when its budget ended.")


IMPROVING = "the first was still improving when its budget ended"


@pytest.mark.parametrize(
    ("epochs", "more", "why"),
    [
        (200, None, IMPROVING),
        (200, ALIKE - 0.01, IMPROVING),
        (
            200,
            TOO_CLOSE + 0.01,
            f"{IMPROVING}, and the first fitted its own deals too closely (3.01 points)",
        ),
        (150, None, "the reports show no reason"),
        (150, ALIKE + 0.01, "the reports show no reason"),
        (150, TOO_CLOSE - 0.01, "the reports show no reason"),
        (150, TOO_CLOSE + 0.01, "the first fitted its own deals too closely (3.01 points)"),
        (
            150,
            ALIKE - 0.01,
            "the first stopped early, best at epoch 150 of 200, underfitted (0.99 points)",
        ),
    ],
)
def test_why_a_network_is_behind_is_read_from_its_report(
    epochs: int, more: float | None, why: str
) -> None:
    assert why_behind(reported(0.25, epochs, more), reported(0.5, 150)) == why


def test_what_both_learned_stands_with_the_reason_and_the_rules_are_told() -> None:
    pair = {SMALLER: reported(0.25, more=0.5), LARGER: reported(0.35, more=1.5)}
    told = " ".join(reversed_orders(pair).split())
    assert "200 ↑ epochs, 25.50 on its own deals) and 35.00 (" in told
    assert told.endswith("**Why:** both were still improving when their budgets ended.")
    assert "in at most 1 point more of its own deals" in told
    assert "exact in 3 points more or over" in told


def test_what_agrees_and_what_is_not_trained_is_left_out() -> None:
    agreeing = {SMALLER: reported(0.36), LARGER: reported(0.34)}
    assert reversed_orders(agreeing) == ""
    assert reversed_orders({LARGER: reported(0.34)}) == ""
    fourteen = agreeing | {"p2-26x4-13/spades-14": reported(0.3)}
    page = reversed_orders(fourteen)
    assert "Of 2 orders of two networks that papers P2 and P3 state, 1 come out" in page
    assert page.count("\n- ") == 1
    assert "- P2, table II, has 14 outputs better than one with 26x4." in page


def of_first_weights(*shares: float) -> dict[str, dict[str, Any]]:
    """Reports of networks of spades that differ in their first weights only."""
    seeds = ("", "-2", "-3", "-4")
    return {
        f"p2-52-25-1/spades{seed}": reported(share)
        for seed, share in zip(seeds, shares, strict=False)
    }


def test_what_first_weights_change_is_the_deviation_of_a_difference() -> None:
    # 39, 41, 41, 43: squares of 4, 0, 0, 4 by three degrees of freedom.
    four = of_first_weights(0.39, 0.41, 0.41, 0.43)
    assert changes_by_first_weights(four) == {"spades": pytest.approx((2 * 8 / 3) ** 0.5)}
    assert changes_by_first_weights(of_first_weights(0.39, 0.43)) == {}


def test_an_order_that_rests_on_less_than_first_weights_change_is_undecided() -> None:
    noise = of_first_weights(0.39, 0.41, 0.41, 0.43)  # 2.31 points
    near = {SMALLER: reported(0.25), LARGER: reported(0.273)}
    told = " ".join(reversed_orders(noise | near).split())
    undecided = "**Undecided:** within what other first weights change (2.31 points)."
    assert undecided in told
    assert "**Why:**" not in told
    assert "two networks by 2.31 points in spades: the" in told
    assert "1 of the orders that come out the other way and 0 of those that agree rest" in told
    far = " ".join(reversed_orders(noise | near | {LARGER: reported(0.274)}).split())
    assert undecided not in far
    assert "**Why:** both" in far
    agreeing = near | {LARGER: reported(0.24), "p2-26x4-13/spades-14": reported(0.1)}
    page = " ".join(reversed_orders(noise | agreeing).split())
    assert "0 of the orders that come out the other way and 1 of those that agree rest" in page


def test_a_spread_at_notrump_says_nothing_of_spades() -> None:
    spades = of_first_weights(0.39, 0.41, 0.41, 0.43)
    notrump = {
        name.replace("spades", "notrump"): report | {"test": {"notrump": report["test"]["suits"]}}
        for name, report in spades.items()
    }
    near = {SMALLER: reported(0.25), LARGER: reported(0.26)}
    assert "Undecided" not in reversed_orders(notrump | near)
