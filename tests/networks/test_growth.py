"""Growth: a grown network gives the smaller one's outputs and can still learn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.conventions import MEANINGS
from bidding.domain.systems import System
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import read_records
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder
from bidding.networks.growth import copy_system, grow
from bidding.training.bidder.training_views import turn_views
from tests import recorded
from tests.small import SMALL, small_bidder


@pytest.fixture
def batch(tmp_path: Path) -> AuctionBatch:
    records = read_records(recorded.write(tmp_path / "a.npz", 20, seed=5))
    return records.batch(np.arange(len(records)))


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"readout_blocks": 3},
        {"evaluation": True},
        {"adjustment": True},
        {"state_width": 12},
        {"readout_blocks": 2, "evaluation": True, "adjustment": True, "state_width": 16},
    ],
    ids=["nothing", "blocks", "inputs", "more inputs", "state", "all"],
)
def test_it_answers_as_before_and_everything_can_learn(more: dict, batch: AuctionBatch) -> None:
    small = small_bidder(seed=2)
    large = grow(small, replace(small.config, **more)).eval()
    views = turn_views(batch)
    for before, after in zip(small(batch, views), large(batch, views), strict=True):
        torch.testing.assert_close(after, before, rtol=1e-4, atol=1e-5)
    large(batch, views).call.softmax(-1)[:, 0].sum().backward()
    assert bool((large.trunk.entry.weight.grad != 0).any(0).float().mean() > 0.3)
    for block in large.trunk.blocks:
        assert bool(block.down.weight.grad.any())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({}, {"readout_width": 32}),
        ({"readout_blocks": 2}, {}),
        ({"evaluation": True}, {}),
        ({"state_width": 16}, {}),
    ],
    ids=["width", "fewer blocks", "fewer inputs", "less state"],
)
def test_what_it_cannot_grow_into_is_refused(old: dict, new: dict) -> None:
    with pytest.raises(ValueError, match="cannot grow"):
        grow(Bidder(replace(SMALL, **old)), replace(SMALL, **new))


def test_a_copied_system_answers_as_its_source(batch: AuctionBatch) -> None:
    bidder = small_bidder(seed=2)
    bidder.temperature[:, SYSTEM_CODE[System.STANDARD]] = 1.3
    copy_system(bidder, System.STANDARD, System.SAYC)
    views = turn_views(batch)
    played = [
        replace(batch, systems=torch.full_like(batch.systems, SYSTEM_CODE[system]))
        for system in (System.STANDARD, System.SAYC, System.ACOL)
    ]
    with torch.inference_mode():
        standard, sayc, acol = (bidder(one, views).call for one in played)
    torch.testing.assert_close(standard, sayc)
    assert not torch.allclose(standard, acol)


def test_meaning_heads_begin_anew_and_leave_the_rest(batch: AuctionBatch) -> None:
    small = small_bidder(seed=3)
    named = grow(small, replace(SMALL, meaning_width=8, meanings=len(MEANINGS))).eval()
    views = turn_views(batch)
    later = Views(views.auction, views.step + 1, (views.viewer + 1) % 4, ~views.sees_hand)
    with torch.inference_mode():
        assert torch.equal(small(batch, views).call, named(batch, views).call)
        said = named.call_meanings(batch, later)
    assert said.name.shape == (len(views), len(MEANINGS))
    assert said.forcing.shape == (len(views), 3)
    with pytest.raises(ValueError, match="no meaning heads"):
        small.call_meanings(batch, later)
    again = grow(named, replace(named.config, evaluation=True)).eval()
    with torch.inference_mode():
        assert torch.equal(again.call_meanings(batch, later).name, said.name)
