"""What a question costs a worker, before it is computed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bidding.explaining import explainer
from bidding.explaining.analysis import analysis, review
from bidding.jobs import prices, submission
from bidding.jobs.kinds import question_from_json, seconds_allowed
from bidding.jobs.prices import Size, ordinary
from bidding.models import Kind
from bidding.practice.practice_documents import MOST_SEARCH_PARTS
from tests.conftest import BOARD, board, question

KINDS = sorted(set(Kind) - {Kind.CHUNK})


def test_every_kind_has_a_coefficient_for_each_feature() -> None:
    assert set(prices.COEFFICIENTS) == set(KINDS)
    for kind, coefficients in prices.COEFFICIENTS.items():
        assert len(coefficients) == len(prices.features(kind, ordinary(kind)))
        assert min(coefficients) >= 0 < max(coefficients)


def test_the_bounds_are_those_of_the_explainer() -> None:
    assert prices.MOST_REFINED_CALLS == explainer.MOST_REFINED_CALLS
    assert prices.MOST_LOSSES == review.MOST_LOSSES
    assert prices.ANALYSIS_PARTS == analysis.LEAST_PARTS
    assert prices.MOST_ANALYSIS_PARTS == analysis.MOST_PARTS
    assert prices.LOSS_PARTS == review.EXPECTED_PARTS


def test_an_ordinary_explanation_costs_one() -> None:
    assert prices.price_of(Kind.EXPLANATION, Size(calls=8)) == 1


@pytest.mark.parametrize("kind", set(KINDS) - {Kind.REFINED, Kind.BOARDS})
def test_a_question_costs_more_with_every_hundred_calls(kind: Kind) -> None:
    size = ordinary(kind)
    found = [prices.price_of(kind, replace(size, calls=calls)) for calls in range(0, 319, 100)]
    assert all(fewer < more for fewer, more in pairwise(found))


def test_a_refined_answer_costs_more_with_the_square_of_the_calls_as_far_as_it_is_refined() -> None:
    few, some, most, beyond = (prices.price_of(Kind.REFINED, Size(n)) for n in (12, 24, 48, 49))
    assert some > 2.5 * few
    assert most > 2.5 * some
    assert beyond == prices.price_of(Kind.EXPLANATION, Size(49))
    assert prices.price_of(Kind.REFINED, Size(48, sees_hand=False)) < most


def test_a_review_may_cost_as_much_as_if_half_of_the_calls_to_grade_are_rare() -> None:
    calls = ["P", "P", "P", *(f"{level}{strain}" for level in "123" for strain in "CDHSN")]
    boards = [
        question_from_json(Kind.REVIEW, board(auction=calls, tricks=None, graded_from=start))
        for start in range(1, 18)
    ]
    found = [prices.highest_price(Kind.REVIEW, one) for one in reversed(boards)]
    assert all(fewer < more for fewer, more in pairwise(found[:12]))
    assert found[11:] == [found[11]] * 6
    assert found[11] == prices.price_of(Kind.REVIEW, Size(18, parts=12))
    assert prices.price(Kind.REVIEW, boards[0]) == prices.price_of(Kind.REVIEW, Size(18, parts=1.2))


def test_a_busy_node_refuses_no_review_of_an_auction_that_people_bid() -> None:
    calls = ["P", "P", "P", *(f"{n}{strain}" for n in "1234567" for strain in "CDHSN"), "P", "P"]
    asked = question_from_json(Kind.REVIEW, board(auction=calls, tricks=None))
    at_most = seconds_allowed(Kind.REVIEW) * submission.ASSUMED_RATE
    assert prices.highest_price(Kind.REVIEW, asked) <= at_most


def test_a_search_may_cost_as_much_as_half_of_its_parts_and_is_never_refused() -> None:
    asked = question_from_json(Kind.BOARDS, {"theme": "stayman", "seed": 1, "count": 4})
    highest = prices.highest_price(Kind.BOARDS, asked)
    assert highest == prices.price_of(Kind.BOARDS, Size(0, parts=MOST_SEARCH_PARTS / 2))
    assert prices.price(Kind.BOARDS, asked) < highest
    assert highest <= seconds_allowed(Kind.BOARDS) * submission.ASSUMED_RATE


def test_the_parts_that_a_review_takes_tell_its_price() -> None:
    none, one, all_rare = (
        prices.price_of(Kind.REVIEW, Size(12, parts=2 * rare)) for rare in (0, 1, 12)
    )
    assert 2 * none < one < all_rare / 5


def test_the_size_of_a_question_is_read_from_it() -> None:
    board = question_from_json(Kind.REVIEW, {**BOARD, "graded_from": 3})
    length = len(BOARD["auction"])
    assert Size.of(board) == Size(length, parts=pytest.approx(0.1 * (length - 3)))
    hands = {**dict.fromkeys("NEW"), "S": BOARD["hands"]["S"]}
    assert not Size.of(question_from_json(Kind.REVIEW, {**BOARD, "hands": hands})).sees_hand
    seen, blind = (
        question_from_json(Kind.REFINED, question(auction=["1D", "P"], **other))
        for other in ({}, {"hand": None})
    )
    assert (Size.of(seen), Size.of(blind)) == (Size(2), Size(2, sees_hand=False))


@pytest.mark.parametrize("kind", KINDS)
def test_an_ordinary_question_of_any_kind_is_charged_once(kind: Kind) -> None:
    assert prices.charge(kind, ordinary(kind)) == 1
