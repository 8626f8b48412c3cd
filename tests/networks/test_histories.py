"""Common histories have a vector of their own, all others none."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.records import read_records
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import load_bidder, save_bidder
from bidding.networks.config import BidderConfig
from bidding.networks.histories import CommonHistories
from bidding.training.moments import turn_views
from tests import recorded


@pytest.fixture
def batch(tmp_path: Path) -> AuctionBatch:
    records = read_records(recorded.write(tmp_path / "a.npz", 30, seed=4))
    return records.batch(np.arange(len(records)))


def inside(batch: AuctionBatch) -> torch.Tensor:
    return torch.arange(batch.steps) <= batch.n_calls[:, None]


def test_equal_calls_have_equal_histories_and_others_do_not(batch: AuctionBatch) -> None:
    told = {}
    for auction, step in inside(batch).nonzero().tolist():
        calls = tuple(batch.calls[auction, :step].tolist())
        number = int(batch.history[auction, step])
        assert told.setdefault(number, calls) == calls
    assert len(set(told.values())) == len(told) > 30


def test_a_history_is_the_same_number_in_every_version() -> None:
    """It is kept beside weights."""
    calls = torch.tensor([[0, 3, 1, 37]])
    one = torch.ones(1, dtype=torch.int64)
    batch = AuctionBatch(calls, 4 * one, one, one, one.expand(1, 2), torch.zeros(1, 4, 52).bool())
    base = 0x9E3779B97F4A7C15
    wanted = [0]
    for place, call in enumerate((0, 3, 1, 37), start=1):
        wanted.append((wanted[-1] + (call + 1) * base**place) % 2**64)
    assert [number % 2**64 for number in batch.history[0].tolist()] == wanted


def test_only_what_is_known_has_a_vector(batch: AuctionBatch) -> None:
    histories = CommonHistories(4, 6)
    assert not histories.told
    assert not histories(batch).any()
    common = torch.stack([batch.history[0, 0], batch.history[3, 2], batch.history[5, 1]])
    histories.know(common)
    assert histories.told
    vectors = histories(batch)
    assert vectors.shape == (len(batch), batch.steps, 6)
    known = torch.isin(batch.history, common)
    assert torch.equal(vectors.any(-1) & inside(batch), known & inside(batch))
    assert torch.equal(vectors[0, 0], vectors[7, 0])
    assert not torch.equal(vectors[0, 0], vectors[3, 2])


def test_they_are_kept_with_the_weights(batch: AuctionBatch, tmp_path: Path) -> None:
    config = BidderConfig(
        state_width=8, call_embedding=8, readout_width=16, readout_blocks=1, histories=3
    )
    bidder = Bidder(config).eval()
    bidder.trunk.histories.know(batch.history[:3, 2].unique())
    save_bidder(bidder, tmp_path, name="n", version="1", recipe="r")
    kept, _ = load_bidder(tmp_path)
    assert torch.equal(kept.trunk.histories.known, bidder.trunk.histories.known)
    views = turn_views(batch)
    torch.testing.assert_close(
        kept(batch, views).call, bidder(batch, views).call, rtol=0.02, atol=0.02
    )
    for copy in (bidder.lowered(), bidder.rounded()):
        assert copy(batch, views).call.isfinite().all()
