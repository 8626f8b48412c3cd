"""P4's table: its order with our figures, and a reason wherever ours is another."""

from __future__ import annotations

from typing import Any

from bidding.training.reporting.trick_algorithms import algorithms


def reported(exact: float, best: int = 100, connections: int = 1325) -> dict[str, Any]:
    return {
        "recipe": {"training": {"epochs": 200}},
        "epochs": 200,
        "best_epoch": best,
        "connections": connections,
        "training_deals": 1234,
        "training_examples": 5678,
        "test": {"suits": {"within2": 1.0, "within1": 0.9, "exact": exact}},
    }


def test_the_order_is_told_from_our_figures_with_its_reasons() -> None:
    reports = {"p4-52/plain": reported(0.3), "p4-52/resilient": reported(0.4)}
    reports |= {"p4-52x4/plain": reported(0.35, best=150)}
    reports |= {"p4-52x4/resilient": reported(0.34, best=200, connections=5225)}
    page = algorithms(reports)
    assert "| 52-25-1 | 55.76 | 100.00 \\| 90.00 \\| 30.00 | 200 | 65.18 |" in page
    assert "better for 1 of 2 encodings" in page
    assert "the best encoding with it is 52-25-1. (In the paper: 4 of 4, 52x4-25-1.)" in page
    plain, resilient = "was best at epoch 150 of 200", "was best at epoch 200 of 200"
    assert f"With 52x4-25-1 plain {plain} and resilient {resilient}, still improving." in page
    assert f"52x4-25-1 {resilient}, still improving, 52-25-1 was best at epoch 100 of 200 (" in page
    learned = "5,225 connections to learn from 5,678 examples of 1,234 deals, 52-25-1 1,325."
    assert f"52x4-25-1 has {learned}" in page
    assert page.endswith("208 deals for the test of 52x4-25-1, 52 for 52-25-1.")


def test_an_order_that_is_the_papers_needs_no_reason() -> None:
    reports = {"p4-52/plain": reported(0.3), "p4-52/resilient": reported(0.4)}
    reports |= {"p4-52x4/plain": reported(0.35), "p4-52x4/resilient": reported(0.45)}
    order = "Resilient back-propagation is better for 2 of 2 encodings; the best encoding with it"
    assert algorithms(reports).endswith(f"{order} is 52x4-25-1. (In the paper: 4 of 4, 52x4-25-1.)")
    assert "better for" not in algorithms({})
