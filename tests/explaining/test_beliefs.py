"""What calls mean, asked of a network once its auctions were read."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from bidding.domain.convention_card import Systems
from bidding.domain.conventions import MEANINGS
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.views import all_steps
from bidding.explaining.beliefs import MeaningChances, beliefs_about, predict_meanings
from bidding.explaining.questions import questions_about
from bidding.networks.bidder import Bidder
from tests import small
from tests.small import SMALL, small_bidder

NAMING = replace(SMALL, meaning_width=8, meanings=len(MEANINGS))


@pytest.fixture(scope="module")
def network() -> Bidder:
    return small_bidder(NAMING, seed=2)


def position(calls: str, ns: System, ew: System = System.SAYC) -> Position:
    return small.position(calls, None, systems=Systems.plain(ns, ew))


KNOWN = [position("1NT P 2D", System.SAYC), position("1D 1H", System.ACOL)]
MIXED = [*KNOWN, position("1C P 1D P", System.UNKNOWN)]


@pytest.mark.parametrize("positions", [KNOWN, MIXED], ids=["known", "mixed"])
def test_states_at_hand_change_nothing(network: Bidder, positions: list[Position]) -> None:
    batch = encode_positions(positions)
    auction, step = all_steps(batch.n_calls)
    with torch.inference_mode():
        anew = predict_meanings(network, batch, auction, step)
        states = network.encode(batch)
        again = predict_meanings(network, batch, auction, step, states)
    assert anew is not None
    assert again is not None
    for one, other in zip(anew, again, strict=True):
        assert torch.allclose(one, other, atol=1e-6)


def test_auctions_of_known_systems_are_read_once(
    network: Bidder, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    encode = network.state.encode

    def counted(batch: AuctionBatch) -> torch.Tensor:
        read.append(len(batch))
        return encode(batch)

    monkeypatch.setattr(network.state, "encode", counted)
    questions = questions_about(KNOWN, compare=False)
    found = beliefs_about(network, questions)
    assert read == [len(questions.batch)]
    assert found.calls.meanings is not None
    read.clear()
    beliefs_about(network, questions_about(MIXED, compare=False))
    assert len(read) == 2


def test_a_call_without_a_name_is_as_likely_as_all_such_meanings_together() -> None:
    name = torch.zeros(2, len(MEANINGS), dtype=torch.float64)
    keys = [meaning.key for meaning in MEANINGS]
    natural, unnamed, stayman = (keys.index(key) for key in ("natural", "unnamed", "stayman"))
    name[0, [natural, unnamed, stayman]] = torch.tensor([0.4, 0.35, 0.25], dtype=torch.float64)
    name[1, [natural, unnamed, stayman]] = torch.tensor([0.3, 0.3, 0.4], dtype=torch.float64)
    forcing = torch.tensor([[0.2, 0.3, 0.5]] * 2)
    first, second = MeaningChances(name, forcing).likeliest()
    assert (first.meaning, second.meaning) == (natural, stayman)
    assert first.chance == pytest.approx(0.75)
    assert second.chance == pytest.approx(0.4)
    assert first.artificial == pytest.approx(0.6)
