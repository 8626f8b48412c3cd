"""Tables bid call by call: the same chances and auctions as when they are read anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from bidding.domain.auction import Auction
from bidding.domain.calls import ALL_CALLS
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import SYSTEM_CODE
from bidding.explaining.analysis.rollout import next_call_chances, roll_out
from bidding.training.advice.record import deals_at_random
from bidding.training.advice.tables import Tables
from tests.small import small_bidder

BIDDER = small_bidder(factor=3)
SYSTEM = {code: system for system, code in SYSTEM_CODE.items()}


def positions(batch: AuctionBatch) -> list[Position]:
    """The tables of a batch before the first call."""
    facts = zip(
        batch.dealer.tolist(), batch.vulnerability.tolist(), batch.systems.tolist(), strict=True
    )
    return [
        Position(
            None,
            Seat.N,
            Auction(Seat(dealer)),
            Vulnerability(vulnerability),
            Systems(SYSTEM[ns], SYSTEM[ew]),
        )
        for dealer, vulnerability, (ns, ew) in facts
    ]


@pytest.fixture(scope="module")
def deals() -> tuple[np.ndarray, AuctionBatch]:
    return deals_at_random(8, np.random.default_rng(3))


def test_auctions_end_as_when_they_are_read_anew(deals: tuple[np.ndarray, AuctionBatch]) -> None:
    owner, batch = deals
    tables = Tables.opened(BIDDER, batch)
    tables.bid_out()
    ended = roll_out(BIDDER, positions(batch), owner, "cpu")
    for row, end in enumerate(ended):
        made = tables.batch.calls[row, : int(tables.batch.n_calls[row])].tolist()
        assert made == [call.index for call in end.auction.calls]


def test_chances_of_some_tables_are_those_of_their_auctions(
    deals: tuple[np.ndarray, AuctionBatch],
) -> None:
    """Also where tables have auctions of different lengths, and are copied and joined."""
    owner, batch = deals
    tables = Tables.opened(BIDDER, batch)
    before = tables.rows(torch.tensor([6, 2]))
    rows = torch.tensor([1, 4, 6])
    tables.call(rows, torch.tensor([0, 9, 20]))
    joined = Tables.join([before, tables])
    found = joined.chances(torch.tensor([0, 1, 3, 6, 8, 9]))
    asked = positions(batch)
    called = {
        row: replace(asked[row], auction=asked[row].auction.after(ALL_CALLS[call]))
        for row, call in ((1, 0), (4, 9), (6, 20))
    }
    wanted = [asked[6], asked[2], called[1], called[4], called[6], asked[7]]
    expected = next_call_chances(BIDDER, wanted, owner[[6, 2, 1, 4, 6, 7]], "cpu")
    assert torch.allclose(found, expected, atol=1e-5)
