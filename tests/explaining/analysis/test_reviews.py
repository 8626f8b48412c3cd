"""Reviews: grades by the caller's own hand, what makes, and the points that rare calls lose."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from bidding.domain.auction import Contract
from bidding.domain.calls import Call
from bidding.domain.convention_card import Systems
from bidding.domain.position import PlayedBoard, Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.encoding.auction_batch import encode_owners, encode_positions
from bidding.encoding.views import Views
from bidding.explaining.analysis import review as review_module
from bidding.explaining.analysis.lookahead import Outcomes, Question, Tally, score_outcomes
from bidding.explaining.analysis.review import (
    MOST_LOSSES,
    MOST_PARTS,
    PART_LAYOUTS,
    Frequency,
    Grade,
    Loss,
    PointsLost,
    Review,
    Reviewer,
    Source,
    double_dummy,
    frequencies,
    grade,
    is_rare,
    is_settled,
    look_ahead_parts,
    points_lost,
    reviewed_calls,
)
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.explaining.explanation import CallValue
from bidding.parsing.documents.position_documents import played_board_from_json
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand
from bidding.parsing.text.words import parse_call
from bidding.tricks import solving
from bidding.tricks.solving import NoSolver, pbn_deal, random_deals, solve, solve_strains
from tests.conftest import BOARD, board
from tests.explaining.analysis.small import (
    Contrary,
    PointsEstimator,
    small_analyst,
    small_bidder,
    whole,
)
from tests.released import released

PLAYED = played_board_from_json(BOARD)
NT, CLUB, PASS = map(parse_call, ("1NT", "1C", "P"))
LOST, UNCLEAR, SMALL = PointsLost(200, 30), PointsLost(200, 90), PointsLost(40, 1)
GAME, PART_SCORE = Contract(4, Strain.S, Seat.S), Contract(2, Strain.S, Seat.S)
SEVEN_NT = parse_call("7NT")


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver is not installed."""

    def refuse(owner: np.ndarray, before: list[list[int]]) -> list[list[int]]:
        raise NoSolver("it is not installed")

    monkeypatch.setattr(review_module, "solve_strains", refuse)


def review(**changes: Any) -> Review:
    return whole(played_board_from_json(board(**changes)), Reviewer(small_analyst()))


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


def test_the_suggested_call_is_best_and_the_usual_one_also_usual() -> None:
    frequency = Frequency(0.03, NT, 0.9, suggested=CLUB)
    assert [grade(call, frequency, LOST) for call in (CLUB, NT, PASS)] == [
        Grade.BEST,
        Grade.ALSO_USUAL,
        Grade.MISTAKE,
    ]
    assert not is_rare(CLUB, frequency)


def test_reviews_and_explanations_suggest_the_same() -> None:
    hand = parse_hand("AQ5.AKJ85.K32.Q7")
    auction = parse_auction("1H P 2H P 4H P P P", Seat.N)
    played = replace(PLAYED, hands=(hand, None, None, None), auction=auction, tricks=None)
    explainer = released()
    found = frequencies(explainer.reader, played)
    assert str(found[4].usual) == "2S"
    assert [str(one.suggested) for one in found.values()] == ["None", "4H"]
    answer = explainer.explain(played.position_before(4)).suggestion
    assert answer is not None
    assert answer.chance.call == found[4].suggested


def test_another_plausible_call_scores_best_where_the_adviser_is_sure() -> None:
    bidder = small_bidder(factor=3)
    plain = frequencies(bidder, PLAYED)
    sure, unsure = (frequencies(bidder, PLAYED, Contrary(error)) for error in (0.25, 0.75))
    assert sure[5].best == CallValue(parse_call("3C"), 1, 0.25)
    assert sure[0].best is None, "3♣ promises far more clubs than the two that are held"
    assert sure[4].best is None, "no other call is plausible"
    assert not any(one.best for found in (plain, unsure) for one in found.values())
    assert [one.made for one in sure.values()] == [one.made for one in plain.values()]


def test_what_scores_best_is_the_advisers_choice_whatever_is_suggested() -> None:
    south, auction = parse_hand("AJ972.Q4.K984.K3"), "P P P 1S P 2C P 2D P 2S P P P"
    systems = Systems.plain(System.STANDARD, System.UNKNOWN)
    table = (parse_auction(auction, Seat.W), Vulnerability.NONE, systems)
    played, explainer = PlayedBoard((None, None, south, None), *table), released()
    reader, adviser = explainer.reader, explainer.advice_head
    assert adviser is not None
    batch = encode_positions([played.position_before(11)])
    view = (torch.tensor([value]) for value in (0, 11, Seat.S, True))
    with torch.inference_mode():
        choices = adviser.choose(*reader.decisions(batch, Views(*view)))
    assert choices.sure == PASS.index
    best = CallValue(PASS, choices.gain.item(), choices.error.item())
    assert frequencies(reader, played, adviser)[11].best == best


def test_frequencies_are_the_chances_of_calls_with_the_callers_own_hand() -> None:
    bidder = small_bidder()
    found = frequencies(bidder, PLAYED)
    assert list(found) == list(range(8))
    owner = np.zeros((1, 52), dtype=np.uint8)
    for seat, hand in enumerate(PLAYED.hands):
        owner[0, [card.index for card in hand or ()]] = seat
    for index, frequency in found.items():
        before = replace(PLAYED.position_before(index), hand=None)
        (chances,) = next_call_chances(bidder, [before], owner)
        call = PLAYED.auction.calls[index]
        assert frequency.made == pytest.approx(chances[call.index].item(), abs=1e-6)
        assert frequency.usual.index == chances.argmax()
        assert frequency.of_usual == pytest.approx(chances.max().item(), abs=1e-6)


def test_calls_before_the_first_to_grade_have_no_frequency() -> None:
    bidder = small_bidder().for_inference()
    found = frequencies(bidder, replace(PLAYED, graded_from=5))
    whole = frequencies(bidder, PLAYED)
    assert found == {index: whole[index] for index in (5, 6, 7)}


def test_other_hands_tell_nothing_of_a_call() -> None:
    bidder, south = small_bidder(), PLAYED.hands[Seat.S]
    alone = frequencies(bidder, replace(PLAYED, hands=(None, None, south, None)))
    together = frequencies(bidder, PLAYED)
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
            "North: 1♣ costs about 120 points (60 to 180) against Pass, "
            "which is usual with this hand (95 %).",
        ),
        (
            Frequency(0.01, NT, 0.95),
            PointsLost(465, 30),
            "North: 1♣ costs about 470 points (410 to 530) against 1NT, "
            "which is usual with this hand (95 %).",
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
        (
            Frequency(0.03, NT, 0.9, suggested=CLUB),
            None,
            "North: 1♣. Suggested with this hand: 1♣. Robots usually choose 1NT (90 %).",
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
        lost
        and {"mean": round(lost.mean), "error": round(lost.error), "imps": 0.0, "matchpoints": 0.0}
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


def test_a_deal_without_calls_has_tricks_and_a_par() -> None:
    found = review(auction=[], tricks=None).to_json()
    assert (found["calls"], found["contract"]) == ([], None)
    assert found["makes"] is not None
    assert found["par"] is not None


def test_the_solver_goes_before_the_estimator(monkeypatch: pytest.MonkeyPatch) -> None:
    estimated = double_dummy(PLAYED.hands, PointsEstimator(), [])
    assert estimated is not None
    assert estimated.source is Source.ESTIMATOR
    monkeypatch.setattr(review_module, "solve_strains", solve_strains)
    solved = double_dummy(PLAYED.hands, PointsEstimator(), [[7] * 4] * 4)
    assert solved is not None
    assert solved.source is Source.SOLVER
    tricks = solve(encode_owners(PLAYED.hands)[None])[0]  # type: ignore[arg-type]
    assert solved.by_strain == [*[[7] * 4] * 4, tricks[:, Strain.NT].tolist()]


@settings(max_examples=settings().max_examples // 10)
@given(st.integers(0, 2**32 - 1), st.sampled_from(list(Vulnerability)), st.sampled_from(list(Seat)))
def test_tricks_and_par_of_a_known_deal_are_the_solvers(
    seed: int, vulnerability: Vulnerability, dealer: Seat
) -> None:
    """In all cells, as the solver itself says of the whole table; 200 deals with ``many``."""
    dds, types = pytest.importorskip("endplay.dds"), pytest.importorskip("endplay.types")
    (owner,) = random_deals(1, seed)
    solved = dds.calc_dd_table(types.Deal(pbn_deal(owner)))
    players = [types.Player.north, types.Player.east, types.Player.south, types.Player.west]
    strains = [types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt")]
    vulnerable = ["none", "NS", "EW", "both"][vulnerability]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_module, "solve_strains", solve_strains)
        found = review(
            hands=dict(zip("NESW", pbn_deal(owner).removeprefix("N:").split(), strict=True)),
            dealer=dealer.name,
            vulnerability=vulnerable,
            auction=["P"] * 4,
            tricks=None,
        ).to_json()
    assert found["makes"]["source"] == "solver"
    assert [list(found["makes"]["tricks"][seat.name].values()) for seat in Seat] == [
        [solved[strain, player] for strain in strains] for player in players
    ]
    assert (
        found["par"]["score"]
        == dds.par(solved, types.Vul[vulnerable.lower()], players[dealer]).score
    )


def test_on_a_busy_machine_a_deal_is_solved_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_module, "solve_strains", solve_strains)
    monkeypatch.setattr(solving, "SLICE_SECONDS", 1e-9)
    asked = played_board_from_json(board(auction=["1D", "P"], tricks=None))
    reviewer = Reviewer(small_analyst())
    steps = [reviewer.advance(asked, None)]
    while steps[-1].answer is None:
        steps.append(reviewer.advance(asked, json.loads(json.dumps(steps[-1].sums))))
    assert [step.share for step in steps] == sorted({step.share for step in steps})
    assert len(steps) >= len(Strain)
    tricks = solve(encode_owners(asked.hands)[None])[0].tolist()  # type: ignore[arg-type]
    assert steps[-1].answer.double_dummy.tricks == tricks


def test_a_deal_that_takes_too_long_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_module, "solve_strains", solve_strains)
    monkeypatch.setattr(solving, "DEADLINE_SECONDS", -1.0)
    found = double_dummy(PLAYED.hands, PointsEstimator(), [])
    assert found is not None
    assert found.source is Source.ESTIMATOR


def leading_to(usual: Contract | None, made: Contract | None, tricks: int = 10) -> Any:
    """An outcome in place of looking ahead: each call leads to one contract on all layouts."""

    def outcome(position: Position, rows: int) -> Outcomes:
        certain = np.tile(np.eye(14)[tricks], (rows, 4, 5, 1))
        turn = position.auction.turn
        assert turn is not None
        contracts = [[usual] * rows, [made] * rows]
        return score_outcomes(contracts, certain, turn.side, Vulnerability.NONE)

    def outcomes(bidder: object, estimator: object, asked: Sequence[Question]) -> list[Outcomes]:
        return [outcome(position, len(owner)) for position, _, owner in asked]

    return outcomes


def rare_calls(monkeypatch: pytest.MonkeyPatch, *rare: int, count: int = 8) -> None:
    """Make these calls rare, and all others the usual ones."""
    calls = PLAYED.auction.calls
    found = {
        k: Frequency(0.01, SEVEN_NT, 0.9) if k in rare else Frequency(1, calls[k], 1)
        for k in range(count)
    }
    monkeypatch.setattr(review_module, "frequencies", lambda *_: found)


def look_ahead_part(index: int, usual: Call, part: int = 0, board: PlayedBoard = PLAYED) -> Tally:
    """Compare a call of a board with the usual one on the layouts of one part."""
    return look_ahead_parts(small_analyst(), board, [Loss(index, usual, part)])[0]


def test_a_missed_game_is_what_the_caller_loses_whichever_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_module, "look_ahead", leading_to(GAME, PART_SCORE))
    for index, sign in ((6, 1), (7, -1)):  # South's, and West's
        tally = look_ahead_part(index, SEVEN_NT)
        lost = points_lost(tally)
        assert lost.mean == pytest.approx(sign * (420 - 170))
        assert 0 < lost.error < 30
        assert lost.imps == pytest.approx(sign * 6)
        assert lost.matchpoints == pytest.approx(sign * 0.5)
        assert tally.layouts == PART_LAYOUTS


def test_a_contract_that_costs_nothing_more_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_module, "look_ahead", leading_to(None, None))
    lost = points_lost(look_ahead_part(6, SEVEN_NT))
    assert lost.mean == 0
    assert not lost.is_significant


def test_a_call_loses_the_same_whatever_others_are_asked_about_with_it() -> None:
    asked = [Loss(2, PASS, 0), Loss(6, SEVEN_NT, 1), Loss(7, SEVEN_NT, 0)]
    together = look_ahead_parts(small_analyst(), PLAYED, asked)
    for one, tally in zip(asked, together, strict=True):
        assert tally.to_json() == look_ahead_part(*one).to_json()


def test_parts_are_equal_but_for_their_layouts() -> None:
    one, again, other = (look_ahead_part(2, PASS, part) for part in (0, 0, 1))
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
    monkeypatch.setattr(review_module, "look_ahead", leading_to(GAME, PART_SCORE))
    subject = Reviewer(small_analyst())
    shares, sums, answer = [], None, None
    while answer is None:
        step = subject.advance(PLAYED, sums)
        sums, answer = json.loads(json.dumps(step.sums, allow_nan=False)), step.answer
        shares.append(step.share)
    assert shares == [1], "both calls at once, and what makes"
    assert answer.to_json() == whole(PLAYED, subject).to_json()
    south, west = answer.calls[2], answer.calls[7]
    assert (south.grade, south.costly, west.grade) == (Grade.MISTAKE, True, Grade.RARE)
    assert west.lost is not None
    assert west.lost.mean == pytest.approx(-250)
    assert all(call.lost is None for call in answer.calls if call.index not in (2, 7))
    assert "costs about 250 points (" in south.sentence
    instead = [call["instead"] for call in answer.to_json()["calls"]]
    assert [index for index, one in enumerate(instead) if one is not None] == [2]
    made = [str(call) for call in PLAYED.auction.calls[:2]]
    assert instead[2]["auction"][:3] == [*made, "7NT"]
    contract = instead[2]["contract"]
    assert (contract["contract"].rstrip("X"), contract["declarer"]) == ("7NT", "S")
    assert not contract["made"]
    assert contract["score"] < 0


def test_a_review_that_an_earlier_version_began_begins_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rare_calls(monkeypatch, 2, 7)
    monkeypatch.setattr(review_module, "look_ahead", leading_to(GAME, PART_SCORE))
    subject = Reviewer(small_analyst())
    earlier = {"losses": [[250.0, 20.0, 6.0, 0.5]], "tally": None}
    assert subject.advance(PLAYED, earlier).sums == subject.advance(PLAYED, None).sums


def test_of_a_call_that_scores_best_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    call = PLAYED.auction.calls[2]
    rare = Frequency(0.06, SEVEN_NT, 0.9)
    monkeypatch.setattr(review_module, "look_ahead", leading_to(GAME, PART_SCORE))
    for best, expected in ((None, Grade.MISTAKE), (CallValue(call, 0.94, 0.31), Grade.SCORES_BEST)):
        found = {2: replace(rare, best=best)}
        monkeypatch.setattr(review_module, "frequencies", lambda *_, found=found: found)
        reviewed = whole(PLAYED, Reviewer(small_analyst())).calls[2]
        assert (reviewed.grade, reviewed.lost is None) == (expected, best is not None)
    assert reviewed.to_json()["best"] == {"call": str(call), "imps": 0.94, "error": 0.31}


def test_a_loss_in_doubt_takes_more_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rare_calls(monkeypatch, 4)
    monkeypatch.setattr(review_module, "points_lost", lambda tally: PointsLost(100, 60))
    step, shares = Reviewer(small_analyst()).advance(PLAYED, None), []
    while step.answer is None:
        shares.append(step.share)
        step = Reviewer(small_analyst()).advance(PLAYED, step.sums)
    assert shares == [part / MOST_PARTS / 2 for part in range(1, MOST_PARTS)], "and what makes"
    assert step.answer.calls[4].grade is Grade.RARE


def test_of_many_rare_calls_the_first_have_their_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    auction = ["1C", "1D", "1H", "1S", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S", "4C", "4D"]
    played = played_board_from_json(board(auction=auction, tricks=None))
    everything = {k: Frequency(0.01, SEVEN_NT, 0.9) for k in range(len(auction))}
    monkeypatch.setattr(review_module, "frequencies", lambda *_: everything)
    monkeypatch.setattr(review_module, "look_ahead", leading_to(GAME, PART_SCORE))
    found = whole(played, Reviewer(small_analyst()))
    assert [call.index for call in found.calls if call.lost] == list(range(MOST_LOSSES))
    assert found.calls[-1].grade is Grade.RARE


def test_only_the_callers_hand_counts() -> None:
    south = (None, None, PLAYED.hands[Seat.S], None)
    alone = look_ahead_part(2, PASS, board=replace(PLAYED, hands=south))
    assert alone.to_json() == look_ahead_part(2, PASS).to_json()
    assert Tally.from_json(alone.to_json()).to_json() == alone.to_json()
