"""A grown network says what the smaller one said, and has room to learn more."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.records import read_records
from bidding.networks.bidder import Bidder
from bidding.networks.config import BidderConfig
from bidding.networks.growth import grown
from bidding.training.moments import turn_views
from tests import recorded

SMALL = BidderConfig(
    state_width=8, call_embedding=8, readout_width=16, readout_blocks=1, beliefs=False
)


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
        {"dropout": 0.5},
        {"readout_blocks": 2, "evaluation": True, "adjustment": True, "state_width": 16},
    ],
    ids=["nothing", "blocks", "inputs", "more inputs", "state", "dropout", "all"],
)
@pytest.mark.parametrize("state", ["public", "player"])
def test_it_answers_as_before_and_everything_can_learn(
    state: str, more: dict, batch: AuctionBatch
) -> None:
    torch.manual_seed(2)
    small = Bidder(replace(SMALL, state=state)).eval()
    large = grown(small, replace(small.config, **more)).eval()
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
        ({"readout": "plain"}, {"readout": "plain", "state_width": 16}),
        ({}, {"beliefs": True, "readout_blocks": 2}),
    ],
    ids=["width", "fewer blocks", "fewer inputs", "less state", "plain", "other heads"],
)
def test_what_it_cannot_grow_into_is_refused(old: dict, new: dict) -> None:
    with pytest.raises(ValueError, match="cannot grow"):
        grown(Bidder(replace(SMALL, **old)), replace(SMALL, **new))
