"""Reviews: grades by the caller's own hand, the contract and what makes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bidding.domain.calls import Call
from bidding.domain.table import Seat, Strain
from bidding.explaining.analysis import review as review_module
from bidding.explaining.analysis.grades import (
    Frequency,
    Grade,
    PointsLost,
    frequencies,
    grade,
    is_rare,
)
from bidding.explaining.analysis.review import (
    Review,
    Reviewer,
    Source,
    double_dummy,
    reviewed_calls,
)
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.explaining.suggestion import CallValue
from bidding.parsing.documents.played_board_documents import played_board_from_json
from bidding.parsing.text.call_text import parse_call
from bidding.tricks.solving import NoSolver
from tests.conftest import BOARD, board
from tests.explaining.analysis.small import (
    ClubAdviser,
    PointsEstimator,
    small_analyst,
    small_bidder,
)

PLAYED = played_board_from_json(BOARD)
NT, CLUB, PASS = map(parse_call, ("1NT", "1C", "P"))
LOST, UNCLEAR, SMALL = PointsLost(200, 30), PointsLost(200, 90), PointsLost(40, 1)


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is not installed."""

    def refuse(owner: np.ndarray) -> np.ndarray:
        raise NoSolver("it is not installed")

    monkeypatch.setattr(review_module, "solve", refuse)


def review(**changes: Any) -> Review:
    return Reviewer(small_analyst()).review(played_board_from_json(board(**changes)))


@pytest.mark.parametrize(
    ("call", "made", "lost", "expected"),
    [
        (NT, 0.99, None, Grade.BEST),
        (NT, 0.06, None, Grade.BEST),  # the likeliest of many
        (CLUB, 0.1, None, Grade.ALSO_USUAL),
        (CLUB, 0.0999, None, Grade.RARE),
        (CLUB, 0.01, LOST, Grade.MISTAKE),
        (CLUB, 0.2, LOST, Grade.ALSO_USUAL),
        (CLUB, 0.01, UNCLEAR, Grade.RARE),
        (CLUB, 0.01, SMALL, Grade.RARE),
        (CLUB, 0.01, PointsLost(-200, 10), Grade.RARE),
    ],
)
def test_grades(call: Call, made: float, lost: PointsLost | None, expected: Grade) -> None:
    frequency = Frequency(made, NT, max(made, 0.07))
    assert grade(call, frequency, lost) is expected
    assert is_rare(call, frequency) == (expected in (Grade.RARE, Grade.MISTAKE))


@pytest.mark.parametrize(
    ("call", "made", "lost", "expected"),
    [
        (CLUB, 0.06, LOST, Grade.SCORES_BEST),
        (CLUB, 0.3, None, Grade.SCORES_BEST),
        (NT, 0.6, None, Grade.BEST),
        (PASS, 0.2, None, Grade.ALSO_USUAL),
        (PASS, 0.06, UNCLEAR, Grade.RARE),
        (PASS, 0.06, LOST, Grade.MISTAKE),
    ],
)
def test_the_call_that_scores_best_is_no_mistake_however_rare(
    call: Call, made: float, lost: PointsLost | None, expected: Grade
) -> None:
    frequency = Frequency(made, NT, max(made, 0.6), CallValue(CLUB, 0.9, 0.3))
    assert grade(call, frequency, lost) is expected
    assert is_rare(call, frequency) == (expected in (Grade.RARE, Grade.MISTAKE))


def test_the_adviser_reads_what_the_frequencies_are_read_from() -> None:
    bidder, adviser = small_bidder(), ClubAdviser()
    plain = frequencies(bidder, PLAYED, "cpu")
    assert CLUB not in {frequency.usual for frequency in plain.values()}
    found = frequencies(bidder, PLAYED, "cpu", adviser)
    assert found == {
        k: replace(plain[k], best=CallValue(CLUB, float(k), 0.25) if k > 0 else None) for k in plain
    }
    ((features, chances),) = adviser.asked
    assert features.shape == (8, bidder.config.readout_width)
    assert chances.max(1).values.tolist() == [plain[k].of_usual for k in plain]


def test_frequencies_are_the_chances_of_calls_with_the_callers_own_hand() -> None:
    bidder = small_bidder()
    found = frequencies(bidder, PLAYED, "cpu")
    assert list(found) == list(range(8))
    owner = np.zeros((1, 52), dtype=np.uint8)
    for seat, hand in enumerate(PLAYED.hands):
        owner[0, [card.index for card in hand or ()]] = seat
    for index, frequency in found.items():
        before = replace(PLAYED.position_before(index), hand=None)
        (chances,) = next_call_chances(bidder, [before], owner, "cpu")
        call = PLAYED.auction.calls[index]
        assert frequency.made == pytest.approx(chances[call.index].item(), abs=1e-6)
        assert frequency.usual.index == chances.argmax()
        assert frequency.of_usual == pytest.approx(chances.max().item(), abs=1e-6)


def test_calls_before_the_first_to_grade_have_no_frequency() -> None:
    bidder = small_bidder().for_inference()
    found = frequencies(bidder, replace(PLAYED, graded_from=5), "cpu")
    whole = frequencies(bidder, PLAYED, "cpu")
    assert found == {index: whole[index] for index in (5, 6, 7)}


def test_other_hands_tell_nothing_of_a_call() -> None:
    bidder, south = small_bidder(), PLAYED.hands[Seat.S]
    alone = frequencies(bidder, replace(PLAYED, hands=(None, None, south, None)), "cpu")
    together = frequencies(bidder, PLAYED, "cpu")
    assert list(alone) == [2, 6]
    assert all(alone[k].made == pytest.approx(together[k].made, abs=1e-6) for k in alone)


def test_the_first_mistake_of_each_side_is_the_costly_one() -> None:
    rare = {k: Frequency(0.01, parse_call("7NT"), 0.9) for k in range(8)}
    losses = dict.fromkeys((0, 2, 3, 5, 7), LOST) | {1: UNCLEAR, 4: SMALL}
    calls = reviewed_calls(PLAYED, rare, losses)
    assert [call.index for call in calls if call.grade is Grade.MISTAKE] == [0, 2, 3, 5, 7]
    assert [call.index for call in calls if call.costly] == [0, 3]
    assert not any(call.costly for call in reviewed_calls(PLAYED, rare, {}))


@pytest.mark.parametrize(
    ("frequency", "lost", "expected"),
    [
        (Frequency(0.93, CLUB, 0.93), None, "North: 1♣ is the clear call with this hand (93 %)."),
        (Frequency(0.3, CLUB, 0.3), None, "North: 1♣ is the likeliest call with this hand (30 %)."),
        (Frequency(0.2, NT, 0.8), None, "North: 1♣. Usual with this hand: 1NT, 80 %."),
        (Frequency(0.01, NT, 0.999), UNCLEAR, "North: 1♣. Usual with this hand: 1NT, over 99 %."),
        (
            Frequency(0.01, PASS, 0.95),
            PointsLost(118.4, 30),
            "North: 1♣. Usual with this hand: Pass, 95 %. It costs about 120 points on average.",
        ),
        (
            Frequency(0.01, NT, 0.95),
            PointsLost(465, 30),
            "North: 1♣. Usual with this hand: 1NT, 95 %. It costs about 470 points on average.",
        ),
        (
            Frequency(0.06, NT, 0.7, CallValue(CLUB, 0.9, 0.3)),
            None,
            "North: 1♣. This is not the usual call, but it scores best. "
            "Usual with this hand: 1NT, 70 %.",
        ),
        (
            Frequency(0.3, CLUB, 0.3, CallValue(NT, 0.9, 0.3)),
            None,
            "North: 1♣ is the likeliest call with this hand (30 %).",
        ),
        (None, None, "North: 1♣. It is not graded."),
    ],
)
def test_the_sentence(frequency: Frequency | None, lost: PointsLost | None, expected: str) -> None:
    played = played_board_from_json(board(auction=["1C"], tricks=None))
    found = {} if frequency is None else {0: frequency}
    (call,) = reviewed_calls(played, found, {} if lost is None else {0: lost})
    assert call.sentence == expected
    document = call.to_json()
    assert (document["sentence"], document["said"]["values"]["call"]) == (expected, "1♣")
    assert document["points_lost"] == (
        lost and {"mean": round(lost.mean), "error": round(lost.error)}
    )


def test_hands_that_are_not_known_have_no_grades_and_no_tricks() -> None:
    found = review(hands={"S": BOARD["hands"]["S"]}).to_json()  # type: ignore[index]
    graded = [call["index"] for call in found["calls"] if call["grade"] is not None]
    assert graded == [2, 6]
    assert (found["makes"], found["par"]) == (None, None)
    contract = found["contract"]
    assert (contract["contract"], contract["declarer"]) == ("2S", "S")
    assert [contract[name] for name in ("tricks", "source", "made", "score")] == [None] * 4
    assert (contract["actual_tricks"], contract["actual_score"]) == (11, 200)


def test_all_four_hands_have_tricks_a_contract_and_a_par() -> None:
    found = review().to_json()
    tricks = found["makes"]["tricks"]
    assert found["makes"]["source"] == "estimator"
    assert tricks["S"]["S"] == tricks["N"]["S"] == 11
    contract = found["contract"]
    assert (contract["tricks"], contract["made"]) == (tricks["S"]["S"], True)
    assert contract["score"] == 110 + 30 * (tricks["S"]["S"] - 8)
    assert found["par"]["score"] > contract["score"]
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("auction", [["1D", "P"], ["P"] * 4])
def test_without_a_contract_there_is_none(auction: list[str]) -> None:
    found = review(auction=auction, tricks=None).to_json()
    assert found["contract"] is None
    assert found["makes"] is not None


def test_the_solver_goes_before_the_estimator(monkeypatch: pytest.MonkeyPatch) -> None:
    estimated = double_dummy(PLAYED.hands, PointsEstimator())
    assert estimated is not None
    assert estimated.source is Source.ESTIMATOR
    monkeypatch.setattr(review_module, "solve", lambda owner: np.full((1, 4, 5), 7, dtype=np.uint8))
    solved = double_dummy(PLAYED.hands, PointsEstimator())
    assert solved is not None
    assert (solved.source, solved.tricks[Seat.E][Strain.NT]) == (Source.SOLVER, 7)
