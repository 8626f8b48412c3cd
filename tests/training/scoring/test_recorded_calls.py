"""Recorded auctions read as explanations read them, and scales counted on them."""

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.cards import Card, Hand
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.systems import System
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.layout import SYSTEM_CODE
from bidding.encoding.records import Records, owners, read_records
from bidding.explaining.explanation import Explanation
from bidding.explaining.surprise import KINDS, LENGTHS, Kind
from bidding.networks import bidder as bidder_module
from bidding.networks.bidder import Bidder
from bidding.training.scoring.recorded_calls import (
    RecordedCalls,
    VisibleHands,
    count_scale,
    read_calls,
)
from tests import recorded
from tests.small import small_bidder, small_explainer

ACOL, UNKNOWN = SYSTEM_CODE[System.ACOL], SYSTEM_CODE[System.UNKNOWN]
ROWS = np.arange(40)


@pytest.fixture(scope="module")
def bidder() -> Bidder:
    return small_bidder(seed=7)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    path: Path = tmp_path_factory.mktemp("records") / "acol.npz"
    return read_records(recorded.write(path, 60, seed=2, system=ACOL))


def explained(bidder: Bidder, records: Records, row: int, sight: VisibleHands) -> Explanation:
    """The explanation of one recorded auction to the player its number names."""
    seat = Seat(row % 4)
    owner = owners(records.deal[[row]])[0]
    hand = Hand.of(Card(int(card)) for card in np.flatnonzero(owner == seat))
    start = records.start[row]
    calls = records.calls[start : start + records.n_calls[row]]
    auction = Auction.of(Seat(int(records.dealer[row])), (ALL_CALLS[call] for call in calls))
    position = Position(
        hand if sight is VisibleHands.ONE else None,
        seat,
        auction,
        Vulnerability(int(records.vul[row])),
        Systems.plain(System.ACOL, System.ACOL),
    )
    return small_explainer(bidder).explain(position)


@pytest.mark.parametrize("sight", [VisibleHands.NONE, VisibleHands.ONE])
def test_recorded_auctions_are_read_as_explanations_read_them(
    bidder: Bidder, records: Records, sight: VisibleHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidder_module, "fast_dtype", lambda device: torch.float32)
    read = read_calls(bidder, records, ROWS, sight)
    for row in (0, 1, 6, 11):
        answer = explained(bidder, records, row, sight)
        mine = read.auction == row
        assert read.tail[mine] == pytest.approx([c.surprise for c in answer.calls], rel=1e-3)
        for reading in answer.system_evidence:
            sums = read.by_system[mine & (read.seat % 2 == reading.side)].sum(0)
            assert sums == pytest.approx(reading.log_likelihoods, abs=1e-3)


def test_calls_come_with_whose_they_are(bidder: Bidder, records: Records) -> None:
    read = read_calls(bidder, records, ROWS, VisibleHands.ONE)
    assert len(read.auction) == int(records.n_calls[ROWS].sum())
    assert (read.own == (read.seat == read.auction % 4)).all()
    assert int(read.last.sum()) == len(ROWS)
    assert (read.n_calls[read.last] == records.n_calls[ROWS]).all()
    assert (read.nats == -read.by_system[:, ACOL]).all()
    assert set(read.system) == set(read.others) == {ACOL}


def test_with_all_hands_visible_calls_are_given_their_callers_hands(
    bidder: Bidder, records: Records
) -> None:
    whole = read_calls(bidder, records, ROWS, VisibleHands.ALL)
    one = read_calls(bidder, records, ROWS, VisibleHands.ONE)
    assert whole.own.all()
    assert whole.nats[one.own] == pytest.approx(one.nats[one.own], abs=1e-2)


def test_auctions_may_be_read_in_another_system(bidder: Bidder, records: Records) -> None:
    other = read_calls(bidder, records, ROWS, VisibleHands.NONE, system=UNKNOWN)
    assert set(other.system) == {UNKNOWN}
    assert (other.nats == -other.by_system[:, UNKNOWN]).all()


def test_a_scale_gives_each_surprise_the_share_it_was_counted_with(
    bidder: Bidder, records: Records
) -> None:
    scale = count_scale(bidder, records, np.arange(60))
    read: RecordedCalls = read_calls(bidder, records, np.arange(60), VisibleHands.ONE)
    kind = Kind(stated=True, seen=True)
    mine = read.surprise[read.own]
    for share, tolerance in ((0.5, 0.1), (0.1, 0.05)):  # the curve is finer where it is rare
        surprise = float(np.quantile(mine, 1 - share))
        assert scale.calls[kind].share(surprise) == pytest.approx(share, abs=tolerance)
    ends = read.auction_surprise[read.n_calls == 4]
    same_class = read.auction_surprise[(read.n_calls == 3) | (read.n_calls == 4)]
    expected = float((same_class >= ends.max()).mean())
    assert scale.of_auction(kind, 4, float(ends.max())) == pytest.approx(expected, abs=0.06)


def test_a_scale_knows_nothing_of_what_was_not_there(bidder: Bidder, records: Records) -> None:
    scale = count_scale(bidder, records, ROWS)
    assert set(scale.calls) == set(scale.auctions) == set(KINDS)
    assert all(len(curves) == len(LENGTHS) + 1 for curves in scale.auctions.values())
    assert scale.calls[Kind(stated=False, seen=False)].share(99.0) == 1
    assert scale.of_auction(Kind(stated=False, seen=True), 9, 99.0) == 1
