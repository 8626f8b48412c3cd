"""The 38 calls in the order of the recorded auctions."""

import pytest

from bidding.domain.calls import ALL_CALLS, BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidding.domain.errors import MalformedCall
from bidding.domain.table import Strain


def test_the_order_of_the_calls() -> None:
    names = ["P", "X", "XX"]
    names += [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    assert [str(call) for call in ALL_CALLS] == names
    assert [call.index for call in ALL_CALLS] == list(range(38))


def test_a_bid_knows_its_level_and_strain() -> None:
    assert [Call.bid(level, strain) for level in range(1, 8) for strain in Strain] == list(BIDS)
    assert all(bid == Call.bid(bid.level, bid.strain or Strain.C) for bid in BIDS)
    assert all((call.level, call.strain) == (0, None) for call in (PASS, DOUBLE, REDOUBLE))


def test_symbols_have_pips() -> None:
    assert [call.symbol for call in (PASS, DOUBLE, REDOUBLE)] == ["Pass", "X", "XX"]
    assert [call.symbol for call in BIDS[:5]] == ["1♣", "1♦", "1♥", "1♠", "1NT"]


@pytest.mark.parametrize("index", [-1, 38])
def test_a_call_index_has_bounds(index: int) -> None:
    with pytest.raises(MalformedCall, match=f"call index {index} is not in 0..37"):
        Call(index)


@pytest.mark.parametrize("level", [0, 8])
def test_a_level_has_bounds(level: int) -> None:
    with pytest.raises(MalformedCall, match=f"bids go from level 1 to 7, not {level}"):
        Call.bid(level, Strain.H)
