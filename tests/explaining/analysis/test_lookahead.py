"""Calls compared by their outcomes, with contracts and tricks that are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bidding.domain.auction import Contract
from bidding.domain.calls import ALL_CALLS, PASS
from bidding.domain.table import Seat, Side, Strain, Vulnerability
from bidding.explaining.analysis.lookahead import (
    Question,
    look_ahead,
    plausible_calls,
    score_outcomes,
)
from bidding.explaining.analysis.rollout import next_call_chances, roll_out
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import question
from tests.explaining.analysis.small import PointsEstimator, small_bidder

GAME = Contract(3, Strain.NT, Seat.S)
PART = Contract(1, Strain.NT, Seat.S)


def tricks(**by_strain: list[float]) -> np.ndarray:
    """(1, 4, 5, 14) with the same chances for all declarers."""
    chances = np.zeros((1, 4, 5, 14))
    for strain, given in by_strain.items():
        chances[0, :, Strain[strain], 13 - len(given) + 1 :] = given
    return chances


NINE = {"NT": [0, 0, 0, 0, 1.0, 0, 0, 0, 0]}


def test_a_game_that_makes_wins_what_the_laws_say() -> None:
    """400 against 150, not vulnerable: 250 points, 6 IMPs."""
    outcomes = score_outcomes([[GAME], [PART]], tricks(**NINE), Side.NS, Vulnerability.NONE)
    assert outcomes.imps[:, :, 0].tolist() == [[0, 6], [-6, 0]]
    assert outcomes.scores[:, 0].tolist() == [400, 150]


def test_scores_are_for_the_callers_side() -> None:
    outcomes = score_outcomes([[GAME], [PART]], tricks(**NINE), Side.EW, Vulnerability.NONE)
    assert outcomes.imps[0, 1, 0] == -6
    assert outcomes.scores[0, 0] == -400


def test_contracts_make_for_their_own_side() -> None:
    """Nine tricks or eight: 3NT makes half the time, 1NT always; nothing does if passed out."""
    even = tricks(NT=[0, 0, 0, 0.5, 0.5, 0, 0, 0, 0])
    calls: list[list[Contract | None]] = [[GAME], [PART], [None]]
    for side in (Side.NS, Side.EW):
        makes = score_outcomes(calls, even, side, Vulnerability.NONE).makes
        assert makes[:, 0].tolist() == pytest.approx([0.5, 1, 0])


def test_the_tricks_of_one_strain_are_the_same_at_both_tables() -> None:
    """Nine or eight: 250 points for, 50 + 120 against. Mixed tables would blur that."""
    even = tricks(NT=[0, 0, 0, 0.5, 0.5, 0, 0, 0, 0])
    outcomes = score_outcomes([[GAME], [PART]], even, Side.NS, Vulnerability.NONE)
    assert outcomes.imps[0, 1, 0] == pytest.approx((6 - 5) / 2)


def by_declarer(**chances: list[float]) -> np.ndarray:
    """(1, 4, 5, 14) at notrump, the chances of 7, 8, 9 and 10 tricks by declarer."""
    table = np.zeros((1, 4, 5, 14))
    for seat, given in chances.items():
        table[0, Seat[seat], Strain.NT, 7:11] = given
    return table


def imps_of_game(tricks: np.ndarray, part: Contract) -> float:
    """What 3NT by South wins over another contract, nobody vulnerable."""
    outcomes = score_outcomes([[GAME], [part]], tricks, Side.NS, Vulnerability.NONE)
    assert outcomes.imps[0, 1, 0] == -outcomes.imps[1, 0, 0]
    return float(outcomes.imps[0, 1, 0])


def test_partners_make_nine_tricks_in_the_same_layouts() -> None:
    """400 - 150 wins 6 IMPs, -50 - 120 loses 5; 400 - 120 would win 7 and -50 - 150 lose 5."""
    even = by_declarer(N=[0, 0.5, 0.5, 0], S=[0, 0.5, 0.5, 0])
    assert imps_of_game(even, replace(PART, declarer=Seat.N)) == pytest.approx((6 - 5) / 2)


def test_partners_tricks_are_coupled_comonotonically() -> None:
    """South makes 8 or 9 evenly; North 8 in a quarter, 9 in a half, 10 in a quarter.

    By quarters: 8 and 8 (-50 - 120: -5), 8 and 9 (-50 - 150: -5), 9 and 9 (400 - 150: 6), 9 and 10
    (400 - 180: 6).
    """
    chances = by_declarer(S=[0, 0.5, 0.5, 0], N=[0, 0.25, 0.5, 0.25])
    assert imps_of_game(chances, replace(PART, declarer=Seat.N)) == pytest.approx(0.5)
    # One quarter of 7 tricks, with which North takes 90 points against South's fewest: -50 - 90.
    chances = by_declarer(S=[0, 0.5, 0.5, 0], N=[0.25, 0, 0.25, 0.5])
    expected = (-4 - 5 + 2 * 6) / 4
    assert imps_of_game(chances, replace(PART, declarer=Seat.N)) == pytest.approx(expected)


def test_the_tricks_of_opponents_in_a_strain_are_independent() -> None:
    even = by_declarer(S=[0, 0.5, 0.5, 0], E=[0.5, 0.5, 0, 0])
    assert imps_of_game(even, replace(PART, declarer=Seat.E)) == pytest.approx(
        (10 + 11 + 1 + 2) / 4  # 400 + 90, 400 + 120, -50 + 90, -50 + 120
    )


def test_the_tricks_of_two_strains_are_independent() -> None:
    chances = tricks(NT=[0, 0, 0, 0.5, 0.5, 0, 0, 0, 0], S=[0, 0, 0, 0, 0, 1.0, 0, 0, 0])
    spades = Contract(4, Strain.S, Seat.S)
    outcomes = score_outcomes([[spades], [GAME]], chances, Side.NS, Vulnerability.NONE)
    assert outcomes.imps[0, 1, 0] == pytest.approx((1 + 10) / 2)  # 420 - 400, 420 + 50


def test_a_hand_that_is_passed_out_scores_nothing() -> None:
    outcomes = score_outcomes([[None], [GAME]], tricks(**NINE), Side.NS, Vulnerability.NONE)
    assert outcomes.scores[0, 0] == 0
    assert outcomes.imps[1, 0, 0] == 9  # 400 points


def test_plausible_calls_are_few_and_likeliest_first() -> None:
    chances = [0.0] * 38
    for call, chance in ((5, 0.5), (0, 0.3), (9, 0.15), (7, 0.019), (2, 0.031)):
        chances[call] = chance
    assert [call.index for call in plausible_calls(chances)] == [5, 0, 9, 2]
    assert [call.index for call in plausible_calls(chances, most=2)] == [5, 0]
    assert [call.index for call in plausible_calls([1 / 38] * 38, least=0.5)] == [0]


def test_auctions_are_bid_on_by_the_likeliest_calls() -> None:
    """All players, given their own hands, to the end; one by one or together."""
    table = position_from_json(question(hand=None))
    rng = np.random.default_rng(1)
    owner = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (4, 1)), axis=1).astype(np.uint8)
    bidder = small_bidder()
    together = roll_out(bidder, [table] * 4, owner)
    for row, end in enumerate(together):
        assert end.auction.is_over
        assert roll_out(bidder, [table], owner[row : row + 1]) == [end]
        for step in range(2, len(end.auction.calls)):
            before = replace(table, auction=end.auction.prefix(step))
            chances = next_call_chances(bidder, [before], owner[row : row + 1])[0]
            assert end.auction.calls[step] == ALL_CALLS[int(chances.argmax())]


def test_looking_ahead_makes_the_call_and_bids_on() -> None:
    where = position_from_json(question(auction="1D P P"))
    rng = np.random.default_rng(1)
    owner = rng.permuted(np.tile(np.repeat(np.arange(4), 13), (3, 1)), axis=1).astype(np.uint8)
    where = replace(where, seat=where.auction.turn or Seat.N)
    asked = Question(where, [PASS], owner)
    (outcomes,) = look_ahead(small_bidder(), PointsEstimator(), [asked])
    assert outcomes.contracts == [[Contract(1, Strain.D, Seat.N)] * 3]
    assert outcomes.imps.shape == (1, 1, 3)


@pytest.mark.parametrize(("vulnerability", "points"), [("none", 50), ("NS", 100), ("EW", 50)])
def test_looking_ahead_scores_for_the_caller_at_this_vulnerability(
    vulnerability: str, points: int
) -> None:
    """West passes 1D out, which goes one down: North's loss is the gain of West's side."""

    class OneDown:
        def chances(self, owner: np.ndarray) -> np.ndarray:
            return np.tile(np.eye(14)[6], (len(owner), 4, 5, 1))

    where = position_from_json(
        question(auction="1D P P", hand=None, vulnerability=vulnerability, seat="W")
    )
    owner = np.repeat(np.arange(4, dtype=np.uint8), 13)[None]
    asked = Question(where, [PASS], owner)
    (outcomes,) = look_ahead(small_bidder(), OneDown(), [asked])
    assert outcomes.scores.tolist() == [[points]]
