"""Scores against the published tables of duplicate bridge, and par.

Par is where neither side gains by another bid, beside the solver's own where it is installed.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import Contract
from bidding.domain.calls import ALL_CALLS
from bidding.domain.errors import BridgeError
from bidding.domain.scoring import Par, duplicate_score, imps, is_game, matchpoints, par
from bidding.domain.table import Seat, Strain, Vulnerability

# Contract, tricks, score not vulnerable, score vulnerable.
KNOWN_SCORES = [
    ("1C", 7, 70, 70),
    ("1C", 8, 90, 90),
    ("1D", 13, 190, 190),
    ("1H", 7, 80, 80),
    ("1S", 10, 170, 170),
    ("1NT", 7, 90, 90),
    ("1NT", 8, 120, 120),
    ("2C", 8, 90, 90),
    ("2H", 8, 110, 110),
    ("2S", 9, 140, 140),
    ("2NT", 8, 120, 120),
    ("3D", 9, 110, 110),
    ("3H", 9, 140, 140),
    ("3NT", 9, 400, 600),
    ("3NT", 10, 430, 630),
    ("4C", 10, 130, 130),
    ("4H", 10, 420, 620),
    ("4S", 11, 450, 650),
    ("5C", 11, 400, 600),
    ("5D", 12, 420, 620),
    ("6C", 12, 920, 1370),
    ("6H", 12, 980, 1430),
    ("6NT", 12, 990, 1440),
    ("6NT", 13, 1020, 1470),
    ("7D", 13, 1440, 2140),
    ("7S", 13, 1510, 2210),
    ("7NT", 13, 1520, 2220),
    ("1CX", 7, 140, 140),
    ("1NTX", 7, 180, 180),
    ("1NTX", 8, 280, 380),
    ("2DX", 8, 180, 180),
    ("2DX", 9, 280, 380),
    ("2HX", 8, 470, 670),
    ("2HX", 9, 570, 870),
    ("3NTX", 9, 550, 750),
    ("4SX", 10, 590, 790),
    ("5CX", 11, 550, 750),
    ("6SX", 12, 1210, 1660),
    ("7NTX", 13, 1790, 2490),
    ("1CXX", 7, 230, 230),
    ("1CXX", 8, 430, 630),
    ("1DXX", 13, 1430, 2630),
    ("1HXX", 7, 520, 720),
    ("1NTXX", 7, 560, 760),
    ("2CXX", 8, 560, 760),
    ("3NTXX", 9, 800, 1000),
    ("4SXX", 10, 880, 1080),
    ("6NTXX", 13, 1860, 2510),
    ("7NTXX", 13, 2280, 2980),
    ("1NT", 6, -50, -100),
    ("4H", 8, -100, -200),
    ("7NT", 0, -650, -1300),
    ("4HX", 9, -100, -200),
    ("4HX", 8, -300, -500),
    ("4HX", 7, -500, -800),
    ("4HX", 6, -800, -1100),
    ("4HX", 5, -1100, -1400),
    ("7NTX", 0, -3500, -3800),
    ("3NTXX", 8, -200, -400),
    ("3NTXX", 7, -600, -1000),
    ("3NTXX", 6, -1000, -1600),
    ("3NTXX", 5, -1600, -2200),
    ("7NTXX", 0, -7000, -7600),
]

# Law 78B: the greatest difference that is still worth 0, 1, 2, ... 23 IMPs.
IMP_LIMITS = [10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590]
IMP_LIMITS += [740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990]

contracts = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Seat),
    st.sampled_from([1, 2, 4]),
)

NONE, NS = Vulnerability.NONE, Vulnerability.NS


def contract_of(text: str) -> Contract:
    bid = text.rstrip("X")
    return Contract(int(bid[0]), Strain[bid[1:]], Seat.S, (1, 2, 4)[len(text) - len(bid)])


@pytest.mark.parametrize(("contract", "tricks", "plain", "vulnerable"), KNOWN_SCORES)
def test_known_scores(contract: str, tricks: int, plain: int, vulnerable: int) -> None:
    assert duplicate_score(contract_of(contract), False, tricks) == plain
    assert duplicate_score(contract_of(contract), True, tricks) == vulnerable


@given(contracts, st.booleans())
def test_every_trick_is_worth_something(contract: Contract, vulnerable: bool) -> None:
    scores = [duplicate_score(contract, vulnerable, tricks) for tricks in range(14)]
    assert scores == sorted(set(scores))
    assert [score > 0 for score in scores] == [tricks >= contract.level + 6 for tricks in range(14)]


@pytest.mark.parametrize("tricks", [-1, 14])
def test_a_side_takes_no_other_number_of_tricks(tricks: int) -> None:
    with pytest.raises(BridgeError, match=f"a side takes 0 to 13 tricks, not {tricks}"):
        duplicate_score(contract_of("1C"), False, tricks)


@pytest.mark.parametrize(("worth", "limit"), list(enumerate(IMP_LIMITS)))
def test_the_imp_scale(worth: int, limit: int) -> None:
    assert imps(limit) == worth
    assert imps(limit + 10) == worth + 1
    assert imps(-limit) == -worth
    assert imps(-limit - 10) == -worth - 1


def test_no_call_but_a_bid_is_a_game() -> None:
    below = [call for call in ALL_CALLS if not is_game(call)]
    assert [call for call in below if not call.is_bid] == list(ALL_CALLS[:3])
    highest = {
        strain: max(one.level or 0 for one in below if one.strain is strain) for strain in Strain
    }
    assert highest == {Strain.C: 4, Strain.D: 4, Strain.H: 3, Strain.S: 3, Strain.NT: 2}


def test_the_imp_scale_ends_at_24() -> None:
    assert imps(0) == 0
    assert imps(15200) == 24


@pytest.mark.parametrize(
    ("scores", "units"),
    [
        ([], ()),
        ([420], (0,)),
        ([420, 420], (1, 1)),
        ([620, -100, 620, 170], (5, 0, 5, 2)),
    ],
)
def test_matchpoints(scores: list[int], units: tuple[int, ...]) -> None:
    assert matchpoints(scores) == units


@given(st.lists(st.integers(-7600, 2980), max_size=20))
def test_matchpoints_share_out_the_same_total(scores: list[int]) -> None:
    assert sum(matchpoints(scores)) == len(scores) * (len(scores) - 1)


def table(ns: dict[Strain, int], ew: dict[Strain, int]) -> list[list[int]]:
    """Tricks of both partners alike, 0 in strains that are not named."""
    sides = [[tricks.get(strain, 0) for strain in Strain] for tricks in (ns, ew)]
    return [sides[seat % 2] for seat in Seat]


def names(found: Par) -> tuple[int, list[str]]:
    return found.score, [str(contract) for contract in found.contracts]


def test_the_side_that_makes_most_plays_at_the_lowest_level_that_scores_it() -> None:
    tricks = table({Strain.S: 11, Strain.NT: 8}, {Strain.H: 6})
    assert names(par(tricks, NONE, Seat.N)) == (450, ["4S by N", "4S by S"])


def test_a_part_score_is_bid_as_high_as_the_others_push_it() -> None:
    tricks = table({Strain.S: 9}, {Strain.H: 8})
    assert names(par(tricks, NONE, Seat.E)) == (140, ["3S by N", "3S by S"])
    tricks = table({Strain.H: 8}, {Strain.S: 8})
    assert names(par(tricks, NS, Seat.N)) == (-110, ["2S by E", "2S by W"])
    assert names(par(tricks, NONE, Seat.N)) == (-100, ["3HX by N", "3HX by S"])


def test_a_cheap_sacrifice_is_doubled() -> None:
    tricks = table({Strain.S: 10}, {Strain.H: 8})
    assert names(par(tricks, NS, Seat.N)) == (500, ["5HX by E", "5HX by W"])
    assert names(par(tricks, Vulnerability.EW, Seat.N)) == (420, ["4S by N", "4S by S"])


def test_the_partner_who_takes_more_tricks_declares() -> None:
    tricks = table({}, {})
    tricks[Seat.S] = [0, 0, 0, 0, 9]
    assert names(par(tricks, NONE, Seat.W)) == (400, ["3NT by S"])


def test_nobody_bids_what_fails() -> None:
    assert par(table({}, {}), NONE, Seat.N) == Par(0, ())


def test_who_deals_gets_the_contract_that_both_could_make() -> None:
    tricks = table({Strain.NT: 7}, {Strain.NT: 7})
    assert [par(tricks, NONE, dealer).score for dealer in Seat] == [90, -90, 90, -90]


def test_it_is_the_solvers() -> None:
    """With each vulnerability and dealer. Slow: the solver needs a third of a second a deal."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    from bidding.tricks.solving import pbn_deal, random_deals

    vulnerabilities = [types.Vul.none, types.Vul.ns, types.Vul.ew, types.Vul.both]
    players = [types.Player.north, types.Player.east, types.Player.south, types.Player.west]
    strains = [types.Denom[name] for name in ("clubs", "diamonds", "hearts", "spades", "nt")]
    deals = [types.Deal(pbn_deal(cards)) for cards in random_deals(4, seed=3)]
    for solved in dds.calc_all_tables(deals):
        tricks = [[solved[strain, player] for strain in strains] for player in players]
        for vulnerability, dealer in product(Vulnerability, Seat):
            expected = dds.par(solved, vulnerabilities[vulnerability], players[dealer])
            assert par(tricks, vulnerability, dealer).score == expected.score
