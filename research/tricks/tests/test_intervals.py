"""Intervals of the shares of exact answers, and P4's runs on few deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from research.tricks.intervals import (
    difference_text,
    interval_text,
    standard_error,
    wilson_text,
)
from research.tricks.p4_tables import FEW_DEALS, few_deals
from research.tricks.recipe import OF_SEEDS, read_trick_recipe


def test_the_standard_error_of_a_mean_is_that_of_independent_shares() -> None:
    assert standard_error(np.array([0.0, 0.5, 1.0, 0.5])) == pytest.approx((1 / 6) ** 0.5 / 2)


def test_the_interval_is_that_between_deals_or_at_most_that_of_one_result_a_deal() -> None:
    report: dict[str, Any] = {"test_deals": 400}
    assert interval_text(report, "test.suits", 0.5) == "±<4.90"
    report["standard_error"] = {"suits": 0.01}
    assert interval_text(report, "test.suits", 0.5) == "±1.96"
    assert interval_text(report, "test.notrump", 0.2) == "±<3.92"
    assert interval_text(report, "test", 0.5) == "±<4.90"  # suits and notrump together
    assert interval_text(report, "other_strains.H", 0.5) == "±4.90"
    assert interval_text(report, "learned", 0.5) == ""


def test_wilsons_interval_leaves_a_share_of_all_open() -> None:
    # Of 10 of 10 the lower end is 10 / (10 + 1.96²).
    assert wilson_text(1.0, 10) == ", 72.2 to 100.0"
    assert wilson_text(0.5, 96) == ", 40.2 to 59.8"


def test_few_deals_are_means_over_seeds_with_the_interval_that_their_choice_leaves() -> None:
    reports = {
        f"{one.recipe}/{deals}-deals{seed}": {
            "learned": {"exact": 0.5 + place / 100},
            "test": {"suits": {"exact": 0.2}},
            "standard_error": {"suits": 0.005},
        }
        for one in FEW_DEALS
        for deals in {208, one.deals}
        for place, seed in enumerate(OF_SEEDS)
    }
    made = few_deals(reports)
    assert made.count("\n") == 8
    assert "| 52-25-1 | 52 |  | 37.50 | 34 of 52: 65.38 | 51.00 (SD 1.00), 37.8 to 64.0 |" in made
    assert "| 20.00 (SD 0.00)±0.98 |" in made


def test_each_run_on_few_deals_learns_to_the_end_from_so_many() -> None:
    for one in FEW_DEALS:
        for deals in {208, one.deals}:
            training = read_trick_recipe(f"{one.recipe}/{deals}-deals").training
            assert (training.examples, training.patience) == (deals, 0)


def test_the_printed_errors_are_those_of_as_many_deals_as_the_text_names() -> None:
    for one in FEW_DEALS:
        assert abs(100 * one.wrong / one.deals - one.test_error) <= 0.01


def test_differences_of_first_weights_have_welchs_interval() -> None:
    # Variances 1 and 0.25 of three each: 1/3 and 1/12, 2.9 degrees of freedom, rounded down.
    assert difference_text([4, 5, 6], [1.5, 2, 2.5]) == f"+3.00±{4.303 * (5 / 12) ** 0.5:.2f}"
    assert difference_text([4.0], [1.0, 2.0]) == "+2.50"
