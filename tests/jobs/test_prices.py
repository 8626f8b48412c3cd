"""What a question costs a worker, before it is computed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bidding.explaining import explainer
from bidding.explaining.review import reviewer
from bidding.jobs import prices
from bidding.jobs.kinds import question_from_json
from bidding.jobs.prices import ORDINARY, Size
from bidding.models import Kind
from tests.conftest import BOARD, question

KINDS = sorted(set(Kind) - {Kind.CHUNK})


def test_every_kind_has_a_coefficient_for_each_feature() -> None:
    assert set(prices.COEFFICIENTS) == set(KINDS)
    for kind, coefficients in prices.COEFFICIENTS.items():
        assert len(coefficients) == len(prices.features(kind, ORDINARY))
        assert min(coefficients) >= 0 < max(coefficients)


def test_the_bounds_are_those_of_the_explainer() -> None:
    assert prices.MOST_REFINED_CALLS == explainer.MOST_REFINED_CALLS
    assert prices.MOST_LOSSES == reviewer.MOST_LOSSES


def test_an_ordinary_explanation_costs_one() -> None:
    assert prices.price_of(Kind.EXPLANATION, Size(calls=8)) == 1


@pytest.mark.parametrize("kind", set(KINDS) - {Kind.REFINED})
def test_a_question_costs_more_with_every_hundred_calls(kind: Kind) -> None:
    found = [prices.price_of(kind, replace(ORDINARY, calls=calls)) for calls in range(0, 319, 100)]
    assert all(fewer < more for fewer, more in pairwise(found))


def test_a_refined_answer_costs_more_with_the_square_of_the_calls_as_far_as_it_is_refined() -> None:
    few, some, most, beyond = (prices.price_of(Kind.REFINED, Size(n)) for n in (12, 24, 48, 49))
    assert some > 2.5 * few
    assert most > 2.5 * some
    assert beyond == prices.price_of(Kind.EXPLANATION, Size(49))
    assert prices.price_of(Kind.REFINED, Size(48, sees_hand=False)) < most


def test_a_review_costs_by_the_calls_to_grade_as_far_as_they_are_looked_ahead_from() -> None:
    found = [prices.price_of(Kind.REVIEW, Size(20, graded=graded)) for graded in range(16)]
    assert all(fewer < more for fewer, more in pairwise(found[:13]))
    assert found[12:] == [found[12]] * 4


def test_the_size_of_a_question_is_read_from_it() -> None:
    board = question_from_json(Kind.REVIEW, {**BOARD, "graded_from": 3})
    length = len(BOARD["auction"])
    assert Size.of(board) == Size(length, graded=length - 3)
    seen, blind = (
        question_from_json(Kind.REFINED, question(auction=["1D", "P"], **other))
        for other in ({}, {"hand": None})
    )
    assert (Size.of(seen), Size.of(blind)) == (Size(2), Size(2, sees_hand=False))


@pytest.mark.parametrize("kind", KINDS)
def test_an_ordinary_question_of_any_kind_is_charged_once(kind: Kind) -> None:
    assert prices.charge(kind, ORDINARY) == 1
