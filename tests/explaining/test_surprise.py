"""Surprises from chosen chances: the formulae, by hand."""

import math

import pytest
import torch
from torch import Tensor

from bidding.domain.systems import System, Systems
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.layout import N_SYSTEMS, SYSTEM_CODE
from bidding.explaining.questions import Calls
from bidding.explaining.surprise import Surprises, surprises
from tests.small import CALL, position

ACOL = SYSTEM_CODE[System.ACOL]


def calls_of(*auctions: str) -> Calls:
    """Auctions that North deals; N-S play SAYC and E-W Acol."""
    systems = Systems(System.SAYC, System.ACOL)
    positions = [position(auction, None, systems=systems) for auction in auctions]
    blind = torch.zeros(len(positions), dtype=torch.bool)
    return Calls.of(encode_positions(positions), torch.zeros(len(positions)).long(), blind)


def chances(*rows: dict[str, float]) -> Tensor:
    """(C, 38) chances of the calls named."""
    table = torch.zeros(len(rows), 38)
    for row, given in enumerate(rows):
        for name, p in given.items():
            table[row, CALL[name].index] = p
    return table


def alike(calls: Calls, judged: Tensor) -> Tensor:
    """(C, system) log chances that are the same under every system."""
    made = judged.gather(1, calls.made[:, None]).double()
    return made.log().expand(-1, N_SYSTEMS).clone()


def of(calls: Calls, judged: Tensor) -> Surprises:
    return surprises(calls, judged, alike(calls, judged))


def test_the_tail_is_the_chance_of_a_call_as_unlikely() -> None:
    calls = calls_of("1C 1D 1H")
    judged = chances(
        {"P": 0.6, "1C": 0.3, "1D": 0.1},
        {"P": 0.5, "1D": 0.25, "X": 0.25},
        {"1H": 0.9, "P": 0.1},
    )
    found = of(calls, judged)
    assert found.tail.tolist() == pytest.approx([0.4, 0.5, 1.0])
    assert found.call.tolist() == pytest.approx([-math.log(0.4), math.log(2), 0], abs=1e-6)


def test_an_auction_surprises_by_how_much_it_exceeds_what_was_expected() -> None:
    calls = calls_of("1C P")
    judged = chances({"P": 0.75, "1C": 0.25}, {"P": 1.0})
    entropy = -0.75 * math.log(0.75) - 0.25 * math.log(0.25)
    variance = 0.75 * math.log(0.75) ** 2 + 0.25 * math.log(0.25) ** 2 - entropy**2
    expected = (math.log(4) - entropy) / math.sqrt(variance + 3)
    assert of(calls, judged).auction.tolist() == pytest.approx([expected, expected])


def test_the_likeliest_call_surprises_less_than_nothing() -> None:
    calls = calls_of("P")
    assert float(of(calls, chances({"P": 0.75, "1C": 0.25})).auction[0]) < 0


def test_a_call_that_another_system_makes_surprises_more() -> None:
    calls = calls_of("1C")
    judged = chances({"P": 0.5, "1C": 0.5})
    by_system = alike(calls, judged)
    plain = surprises(calls, judged, by_system)
    by_system[0, ACOL] += 0.5
    gained = surprises(calls, judged, by_system)
    assert float(gained.call - plain.call) == pytest.approx(2 * 0.5)
    assert float(gained.auction - plain.auction) == pytest.approx(3 * 0.5)
    by_system[0, ACOL] -= 5  # a system that explains it worse changes nothing
    assert torch.equal(surprises(calls, judged, by_system).call, plain.call)


def test_sides_may_each_play_another_system_but_only_one_throughout() -> None:
    calls = calls_of("1C 1D 1H 1S")
    even = dict.fromkeys(("1C", "1D", "1H", "1S"), 0.25)
    judged = chances(even, even, even, even)
    by_system = alike(calls, judged)
    base = surprises(calls, judged, by_system).auction
    by_system[0, ACOL] += 1.0  # North's call: Acol
    by_system[2, SYSTEM_CODE[System.POLISH_CLUB]] += 0.4  # South's: Polish, less so
    by_system[1, SYSTEM_CODE[System.SAYC]] += 0.2  # East's: SAYC
    more = surprises(calls, judged, by_system).auction - base
    assert more.tolist() == pytest.approx([3.0, 3.6, 3.6, 3.6])


def test_auctions_of_one_batch_do_not_mix() -> None:
    judged = chances({"1C": 0.1, "P": 0.9}, {"P": 1.0}, {"1D": 0.5, "P": 0.5})
    both = of(calls_of("1C P", "1D"), judged)
    alone = [of(calls_of("1C P"), judged[:2]), of(calls_of("1D"), judged[2:])]
    for name in ("tail", "call", "auction"):
        expected = torch.cat([getattr(one, name) for one in alone])
        assert torch.allclose(getattr(both, name), expected)


def test_without_other_systems_the_models_own_chances_remain() -> None:
    calls = calls_of("1C")
    judged = chances({"P": 0.9, "1C": 0.1})
    for name in ("tail", "call", "auction"):
        with_none = getattr(surprises(calls, judged, None), name)
        assert torch.allclose(with_none, getattr(of(calls, judged), name))


def test_what_cannot_be_expected_is_a_finite_surprise() -> None:
    calls = calls_of("7NT")
    found = surprises(calls, chances({"P": 1.0, "7NT": 0.0}), None)
    for part in (found.tail, found.call, found.auction):
        assert bool(part.isfinite().all())
    assert float(found.call) > 20
