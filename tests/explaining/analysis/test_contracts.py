"""Scores of all contracts at once, held against the rules one by one."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.auction import Auction, Contract
from bidding.domain.calls import BIDS
from bidding.domain.scoring import duplicate_score, imps
from bidding.domain.table import Seat, Side, Strain, Vulnerability
from bidding.explaining.analysis.contracts import (
    STAKES,
    chances_to_make,
    declarers,
    expected_scores,
    imps_of,
    ns_scores,
)
from bidding.parsing.text.auctions import parse_auction


def auction(text: str) -> Auction:
    return parse_auction(text, Seat.N)


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("stake", STAKES)
def test_a_certain_number_of_tricks_scores_as_the_rules_say(vulnerable: bool, stake: int) -> None:
    for tricks in (0, 7, 10, 13):
        certain = np.tile(np.eye(14)[tricks], (5, 1))
        worth = expected_scores(certain, vulnerable, stake)
        for bid, call in enumerate(BIDS):
            assert call.strain is not None
            contract = Contract(call.level, call.strain, Seat.N, stake)
            assert worth[bid] == duplicate_score(contract, vulnerable, tricks)


def test_a_contract_makes_as_often_as_its_tricks_come() -> None:
    chances = np.zeros((5, 14))
    chances[Strain.S, [8, 9, 10]] = 0.2, 0.3, 0.5
    makes = dict(zip(map(str, BIDS), chances_to_make(chances), strict=True))
    assert [makes[f"{level}S"] for level in (1, 2, 3, 4, 5)] == pytest.approx([1, 1, 0.8, 0.5, 0])
    assert expected_scores(chances, False)[list(map(str, BIDS)).index("4S")] == pytest.approx(
        0.2 * -100 + 0.3 * -50 + 0.5 * 420
    )


def test_scores_are_turned_to_north_and_south() -> None:
    contract = Contract(4, Strain.H, Seat.E, 2)
    assert ns_scores(contract, Vulnerability.EW)[9] == 200
    assert ns_scores(contract, Vulnerability.NS)[9] == 100
    assert ns_scores(contract, Vulnerability.NS)[10] == -590
    assert not ns_scores(None, Vulnerability.BOTH).any()


def test_imps_are_those_of_the_laws() -> None:
    differences = np.arange(-15200, 15201, 10)
    assert imps_of(differences).tolist() == [imps(int(points)) for points in differences]


def test_who_named_a_strain_first_declares_in_it() -> None:
    calls = auction("1D 1H 1S P 2H")
    assert declarers(calls, Side.NS, Strain.D) == (Seat.N,)
    assert declarers(calls, Side.NS, Strain.H) == (Seat.N,)  # a cue bid names it too
    assert declarers(calls, Side.EW, Strain.H) == (Seat.E,)
    assert declarers(calls, Side.EW, Strain.NT) == (Seat.E, Seat.W)


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        ("", None),
        ("P P", None),
        ("1D 1H", Contract(1, Strain.H, Seat.E)),
        ("1D P 2D X", Contract(2, Strain.D, Seat.N, 2)),
        ("1D P 2D X XX", Contract(2, Strain.D, Seat.N, 4)),
        ("1D X P 1H", Contract(1, Strain.H, Seat.W)),
        ("1C P P P", Contract(1, Strain.C, Seat.N)),
    ],
)
def test_the_contract_at_hand_is_what_is_played_if_all_pass(
    calls: str, contract: Contract | None
) -> None:
    assert auction(calls).current_contract == contract
