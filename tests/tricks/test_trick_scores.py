"""Scores of trick estimates, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.tricks.trick_scores import (
    calibration_error,
    score_answers,
    score_by_kind,
    score_chances,
)


def test_shares_within_two_one_and_none() -> None:
    score = score_answers(np.array([7, 8, 9, 3]), np.array([7, 9, 7, 9]))
    assert (score.within2, score.within1, score.exact) == (0.75, 0.5, 0.25)
    assert score.results == 4
    assert str(score) == "75.00 | 50.00 | 25.00"
    assert "ece" not in score.to_dict()


def test_the_likeliest_number_is_the_answer_and_its_chance_is_held_to_account() -> None:
    chances = np.zeros((2, 14))
    chances[0, [8, 9]] = 0.75, 0.25
    chances[1, [8, 9]] = 0.75, 0.25
    score = score_chances(chances, np.array([8, 9]))
    assert score.exact == 0.5
    assert score.within1 == 1
    assert score.ece == pytest.approx(0.25)  # said 75 %, right in 50 %
    assert score.nll == pytest.approx(-(np.log(0.75) + np.log(0.25)) / 2)


def test_perfectly_calibrated_chances_have_no_error() -> None:
    confidence = np.array([0.5, 0.5, 0.95])
    assert calibration_error(confidence, np.array([1, 0, 1])) == pytest.approx(0.05 / 3)


def test_suits_and_notrump_are_scored_apart() -> None:
    chances = np.zeros((1, 4, 5, 14))
    chances[..., 8] = 1
    tricks = np.full((1, 4, 5), 8)
    tricks[..., 4] = 6
    scores = score_by_kind(chances, tricks)
    assert scores["suits"].exact == 1
    assert scores["notrump"].exact == 0
    assert scores["notrump"].within2 == 1
    assert (scores["suits"].results, scores["notrump"].results) == (16, 4)
