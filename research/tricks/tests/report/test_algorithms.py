"""P4's table: its order with our figures, and what is to be seen wherever ours is another."""

from __future__ import annotations

from typing import Any

from research.tricks.report.algorithms import algorithms

PAPERS = "26x4-25-1, 52-25-1, 104-25-1, 52x4-25-1"


def reported(
    exact: float, best: int = 100, connections: int = 1325, rate: float = 0.5
) -> dict[str, Any]:
    return {
        "recipe": {"training": {"epochs": 200, "rate": rate}},
        "epochs": 200,
        "best_epoch": best,
        "connections": connections,
        "training_deals": 1234,
        "training_examples": 5678,
        "test": {"suits": {"within2": 1.0, "within1": 0.9, "exact": exact}},
    }


def of_all(plain: list[float], resilient: list[float]) -> dict[str, dict[str, Any]]:
    """Reports of the four encodings, in the paper's order."""
    names = ("p4-26x4", "p4-52", "p4-104", "p4-52x4")
    reports = {}
    for kind, shares in (("plain", plain), ("resilient", resilient)):
        for name, share in zip(names, shares, strict=True):
            reports[f"{name}/{kind}"] = reported(share)
    return reports


def test_the_whole_order_is_told_of_both_algorithms_with_what_is_seen_where_it_differs() -> None:
    reports = of_all([0.1, 0.2, 0.4, 0.3], [0.2, 0.3, 0.5, 0.6])
    reports["p4-104/plain"] |= {"connections": 2625, "learned": {"exact": 0.45}}
    reports["p4-52x4/plain"] = reported(0.3, best=200, connections=5225)
    page = algorithms(reports)
    assert (
        "| 52-25-1 | plain | 0.5 | 55.76 | 100.00 \\| 90.00 \\| 20.00 | 1,234 | 5,678 | 200 |"
        in page
    )
    assert "better for 4 of 4 encodings (in the paper for 4 of 4)." in page
    plain = "26x4-25-1 10.00, 52-25-1 20.00, 52x4-25-1 30.00, 104-25-1 40.00"
    assert f"With plain back-propagation, from the least exact to the most: {plain}; in the" in page
    assert f"104-25-1 40.00; in the paper {PAPERS}.\n\nWith resilient" in page
    resilient = "26x4-25-1 20.00, 52-25-1 30.00, 104-25-1 50.00, 52x4-25-1 60.00"
    assert f"{resilient}; as in the paper." in page
    seen = page.split("as in the paper.")[1]
    learned = "is exact in 45.00 % of what it learned from, 40.00 % of the test."
    best = "was best at epoch 100 of 200"
    assert f"104-25-1 (plain, 2,625 connections) {best}, and {learned}" in seen
    last = "was best at epoch 200 of 200, still improving"
    assert f"52x4-25-1 (plain, 5,225 connections) {last}. " in seen
    assert "resilient" not in seen
    assert "learning rate" not in seen
    assert f"names 26, 52, 104 and 208 deals for the tests of {PAPERS}." in seen


def test_an_encoding_that_plain_back_propagation_is_better_for_is_named() -> None:
    reports = {"p4-52/plain": reported(0.4), "p4-52/resilient": reported(0.3, best=150)}
    page = algorithms(reports)
    assert "better for 0 of 1 encodings" in page
    told = "was best at epoch 100 of 200 and resilient was best at epoch 150 of 200."
    assert page.endswith(f"With 52-25-1 plain {told}")


def test_an_order_that_is_the_papers_needs_no_reason() -> None:
    page = algorithms(of_all([0.1, 0.2, 0.3, 0.4], [0.2, 0.3, 0.5, 0.6]))
    assert page.count("as in the paper.") == 2
    assert "was best" not in page
    assert "section VIII" not in page
    assert "better for" not in algorithms({})


def test_the_encodings_that_plain_back_propagation_took_smaller_steps_with_are_named() -> None:
    reports = of_all([0.1, 0.2, 0.4, 0.3], [0.2, 0.3, 0.5, 0.6])
    reports["p4-26x4/plain"] = reported(0.1, rate=0.05)
    reports["p4-52x4/plain"] = reported(0.3, rate=0.125)
    page = algorithms(reports)
    assert "| 52x4-25-1 | plain | 0.125 | 71.15 |" in page
    assert "| 52x4-25-1 | resilient |  | 75.96 |" in page
    smaller = "26x4-25-1 (0.05) and 52x4-25-1 (0.125) had a smaller learning rate than the others"
    assert f"{smaller} (0.5), with which they go astray" in page
