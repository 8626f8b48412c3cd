"""Contracts of finished auctions, and the IMPs between them."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import Seat, Strain, Vulnerability
from bidding.encoding.auction_batch import encode_positions
from bidding.explaining.analysis.contracts import STAKES
from bidding.training.advice.record import Contracts, final_contracts, won_imps
from tests.small import position

AUCTIONS = (
    "P P P P",
    "1H P 2H P 4H P P P",
    "P 1NT P 3NT P P P",
    "1S X 4S P P X P P P",
    "1C 1S X XX P P P",
    "1D 1H X 2H 3D P P P",
)


def contracts(*auctions: str, dealer: Seat = Seat.N) -> Contracts:
    return final_contracts(
        encode_positions([position(calls, None, dealer=dealer) for calls in auctions])
    )


@pytest.mark.parametrize("dealer", Seat)
def test_contracts_are_those_of_the_rules(dealer: Seat) -> None:
    found = contracts(*AUCTIONS, dealer=dealer)
    for row, calls in enumerate(AUCTIONS):
        contract = position(calls, None, dealer=dealer).auction.contract
        if contract is None:
            assert not found.played[row]
            continue
        assert found.bid[row] == 5 * (contract.level - 1) + contract.strain
        assert found.declarer[row] == contract.declarer
        assert STAKES[found.stake[row]] == contract.doubled


def chances(spread: dict[Strain, dict[int, float]]) -> np.ndarray:
    """(1, 4, 5, 14): these for all declarers, seven tricks in other strains."""
    tricks = np.zeros((1, 4, 5, 14))
    for strain in Strain:
        for number, chance in spread.get(strain, {7: 1.0}).items():
            tricks[:, :, strain, number] = chance
    return tricks


def imps(one: str, other: str, tricks: np.ndarray) -> float:
    both = [contracts(calls) for calls in (one, other)]
    vulnerability = np.array([Vulnerability.NONE])
    return float(won_imps(both[0], both[1], vulnerability, tricks)[0])


def test_a_game_that_makes_half_the_time_gains_and_loses_by_its_tricks() -> None:
    """Both contracts are in one strain, so that their tricks go together: 420 or -50 against 170
    or 140, 6 IMPs won or 5 lost."""
    even = chances({Strain.H: {9: 0.5, 10: 0.5}})
    game, part_score = "1H P 4H P P P", "1H P 2H P P P"
    assert imps(game, part_score, even) == pytest.approx(0.5 * 6 - 0.5 * 5)
    assert imps(part_score, game, even) == pytest.approx(-0.5 * 6 + 0.5 * 5)
    assert imps(game, game, even) == 0


def test_tricks_in_different_strains_are_independent() -> None:
    """3NT makes 400 or fails by one, 4H 420 or fails by one: 1, 10, 10 and no IMPs."""
    even = chances({Strain.H: {9: 0.5, 10: 0.5}, Strain.NT: {8: 0.5, 9: 0.5}})
    won = imps("1H P 4H P P P", "1NT P 3NT P P P", even)
    assert won == pytest.approx(0.25 * (1 + 10 - 10 + 0))


def test_a_contract_of_the_opponents_counts_for_them() -> None:
    """Seven tricks in 1S by East are 80 for East-West against nothing: 2 IMPs."""
    assert imps("P 1S P P P", "P P P P", chances({})) == pytest.approx(-2)
