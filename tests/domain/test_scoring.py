"""Scores against the published tables of duplicate bridge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.domain.auction import Contract
from bidding.domain.errors import BridgeError
from bidding.domain.scoring import duplicate_score, imps, matchpoints
from bidding.domain.table import Seat, Strain

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
