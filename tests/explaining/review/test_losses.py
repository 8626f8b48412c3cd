"""Points lost: two calls compared on layouts, part by part, and only of calls that are rare."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bidding.domain.auction import Contract
from bidding.domain.position import Position
from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.explaining.analysis import review
from bidding.explaining.analysis.grades import Frequency, Grade, PointsLost
from bidding.explaining.analysis.lookahead import Outcomes, Tally, score_outcomes
from bidding.explaining.analysis.review import (
    MOST_LOSSES,
    MOST_PARTS,
    PART_LAYOUTS,
    Reviewer,
    is_settled,
    look_ahead_part,
    lost_by,
    points_lost,
)
from bidding.explaining.suggestion import CallValue
from bidding.parsing.documents.played_board_documents import played_board_from_json
from bidding.parsing.text.call_text import parse_call
from tests.conftest import BOARD, board
from tests.explaining.analysis.small import small_analyst

PLAYED = played_board_from_json(BOARD)
PASS = parse_call("P")
GAME, PART_SCORE = Contract(4, Strain.S, Seat.S), Contract(2, Strain.S, Seat.S)
SEVEN_NT = parse_call("7NT")


def leading_to(usual: Contract | None, made: Contract | None, tricks: int = 10) -> Any:
    """An outcome in place of looking ahead: each call leads to one contract on all layouts."""

    def outcome(
        bidder: object, estimator: object, position: Position, calls: object, owner: Any, *_: object
    ) -> Outcomes:
        rows = len(owner)
        certain = np.tile(np.eye(14)[tricks], (rows, 4, 5, 1))
        turn = position.auction.turn
        assert turn is not None
        contracts = [[usual] * rows, [made] * rows]
        return score_outcomes(contracts, certain, turn.side, Vulnerability.NONE)

    return outcome


def rare_calls(monkeypatch: pytest.MonkeyPatch, *rare: int, count: int = 8) -> None:
    """Make these calls rare, and all others the usual ones."""
    calls = PLAYED.auction.calls
    found = {
        k: Frequency(0.01, SEVEN_NT, 0.9) if k in rare else Frequency(1, calls[k], 1)
        for k in range(count)
    }
    monkeypatch.setattr(review, "frequencies", lambda *_: found)


def test_a_missed_game_is_what_the_caller_loses_whichever_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review, "look_ahead", leading_to(GAME, PART_SCORE))
    for index, sign in ((6, 1), (7, -1)):  # South's, and West's
        tally = look_ahead_part(small_analyst(), PLAYED, index, SEVEN_NT, 0)
        lost = points_lost(tally)
        assert lost.mean == pytest.approx(sign * (420 - 170))
        assert 0 < lost.error < 30
        assert tally.layouts == PART_LAYOUTS


def test_a_contract_that_costs_nothing_more_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review, "look_ahead", leading_to(None, None))
    lost = lost_by(small_analyst(), PLAYED, 6, SEVEN_NT)
    assert lost.mean == 0
    assert not lost.is_significant


def test_parts_are_equal_but_for_their_layouts() -> None:
    analyst = small_analyst()
    one, again, other = (look_ahead_part(analyst, PLAYED, 2, PASS, part) for part in (0, 0, 1))
    assert one.to_json() == again.to_json()
    assert one.to_json() != other.to_json()
    both = one.plus(other)
    assert points_lost(both).error < points_lost(one).error


def test_the_difference_in_points_is_that_of_the_scores() -> None:
    scores = np.array([[420.0, 50.0], [170.0, 80.0]])
    outcomes = Outcomes(
        [[GAME] * 2, [PART_SCORE] * 2], np.zeros((2, 2, 2)), scores, np.zeros((2, 2))
    )
    assert outcomes.in_points.imps[0, 1].tolist() == [250, -30]
    assert outcomes.in_points.imps[1, 0].tolist() == [-250, 30]


@pytest.mark.parametrize(
    ("lost", "parts", "settled"),
    [
        (PointsLost(300, 20), 1, True),
        (PointsLost(-300, 20), 1, True),
        (PointsLost(100, 60), 1, False),
        (PointsLost(0, 60), 1, False),
        (PointsLost(100, 60), MOST_PARTS, True),
    ],
)
def test_more_layouts_are_tried_where_the_grade_is_in_doubt(
    lost: PointsLost, parts: int, settled: bool
) -> None:
    assert is_settled(lost, parts) == settled


def test_a_review_goes_on_from_sums_that_were_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    rare_calls(monkeypatch, 2, 7)
    monkeypatch.setattr(review, "look_ahead", leading_to(GAME, PART_SCORE))
    subject = Reviewer(small_analyst())
    shares, sums, answer = [], None, None
    while answer is None:
        step = subject.advance(PLAYED, sums)
        sums, answer = json.loads(json.dumps(step.sums)), step.answer
        shares.append(step.share)
    assert shares == [0.5, 1]
    assert answer.to_json() == subject.review(PLAYED).to_json()
    south, west = answer.calls[2], answer.calls[7]
    assert (south.grade, south.costly, west.grade) == (Grade.MISTAKE, True, Grade.RARE)
    assert west.lost is not None
    assert west.lost.mean == pytest.approx(-250)
    assert all(call.lost is None for call in answer.calls if call.index not in (2, 7))
    assert "It costs about 250 points" in south.sentence


def test_of_a_call_that_scores_best_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    call = PLAYED.auction.calls[2]
    rare = Frequency(0.06, SEVEN_NT, 0.9)
    monkeypatch.setattr(review, "look_ahead", leading_to(GAME, PART_SCORE))
    for best, expected in ((None, Grade.MISTAKE), (CallValue(call, 0.94, 0.31), Grade.SCORES_BEST)):
        found = {2: replace(rare, best=best)}
        monkeypatch.setattr(review, "frequencies", lambda *_, found=found: found)
        reviewed = Reviewer(small_analyst()).review(PLAYED).calls[2]
        assert (reviewed.grade, reviewed.lost is None) == (expected, best is not None)
    assert reviewed.to_json()["best"] == {"call": str(call), "imps": 0.94, "error": 0.31}


def test_a_loss_in_doubt_takes_more_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rare_calls(monkeypatch, 4)
    monkeypatch.setattr(review, "points_lost", lambda tally: PointsLost(100, 60))
    step, shares = Reviewer(small_analyst()).advance(PLAYED, None), []
    while step.answer is None:
        shares.append(step.share)
        step = Reviewer(small_analyst()).advance(PLAYED, step.sums)
    assert shares == [part / MOST_PARTS for part in range(1, MOST_PARTS)]
    assert step.answer.calls[4].grade is Grade.RARE


def test_of_many_rare_calls_the_first_have_their_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    auction = ["1C", "1D", "1H", "1S", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C", "4D"]
    played = played_board_from_json(board(auction=auction, tricks=None))
    everything = {k: Frequency(0.01, SEVEN_NT, 0.9) for k in range(len(auction))}
    monkeypatch.setattr(review, "frequencies", lambda *_: everything)
    monkeypatch.setattr(review, "look_ahead", leading_to(GAME, PART_SCORE))
    found = Reviewer(small_analyst()).review(played)
    assert [call.index for call in found.calls if call.lost] == list(range(MOST_LOSSES))
    assert found.calls[-1].grade is Grade.RARE


def test_only_the_callers_hand_counts() -> None:
    south = (None, None, PLAYED.hands[Seat.S], None)
    alone = look_ahead_part(small_analyst(), replace(PLAYED, hands=south), 2, PASS, 0)
    assert alone.to_json() == look_ahead_part(small_analyst(), PLAYED, 2, PASS, 0).to_json()
    assert Tally.from_json(alone.to_json()).to_json() == alone.to_json()
