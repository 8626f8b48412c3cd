"""The moments that a bidder is asked about."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.records import read_records
from bidding.parsing.text.auctions import parse_auction
from bidding.training.bidder.objective import (
    after_ace_answer,
    blind_views,
    random_views,
    rare_moments,
    turn_views,
)
from tests import recorded


@pytest.fixture
def batch(tmp_path: Path) -> AuctionBatch:
    records = read_records(recorded.write(tmp_path / "a.npz", 200, seed=5))
    return records.batch(np.arange(len(records)))


def generator(seed: int = 7) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_every_turn_is_seen_once_by_the_player_whose_turn_it_was(batch: AuctionBatch) -> None:
    views = turn_views(batch)
    assert len(views) == int(batch.n_calls.sum())
    pairs = set(zip(views.auction.tolist(), views.step.tolist(), strict=True))
    assert pairs == {(a, k) for a, n in enumerate(batch.n_calls.tolist()) for k in range(n)}
    assert torch.equal(views.viewer, (batch.dealer[views.auction] + views.step) % 4)
    assert bool(views.sees_hand.all())


def test_moments_lie_within_their_auctions_ends_included(batch: AuctionBatch) -> None:
    auction, step = rare_moments(batch, 5000, generator())
    assert bool((step <= batch.n_calls[auction]).all())
    assert bool((step == batch.n_calls[auction]).any())
    assert bool((step == 0).any())


def test_a_history_is_drawn_by_the_root_of_its_count(batch: AuctionBatch) -> None:
    """All auctions share the empty history; drawn by auction it would be the most frequent."""
    histories = Counter()
    for calls, n in zip(batch.calls.tolist(), batch.n_calls.tolist(), strict=True):
        histories.update(tuple(calls[:k]) for k in range(n + 1))
    total = sum(count**0.5 for count in histories.values())
    auction, step = rare_moments(batch, 60_000, generator())
    drawn = Counter(
        tuple(batch.calls[a, :k].tolist())
        for a, k in zip(auction.tolist(), step.tolist(), strict=True)
    )
    for history, count in histories.most_common(5):
        expected = 60_000 * count**0.5 / total
        assert drawn[history] == pytest.approx(expected, abs=4 * expected**0.5)


def test_blind_views_are_of_the_player_next_to_call_without_the_hand(batch: AuctionBatch) -> None:
    views = blind_views(batch, 500, generator())
    assert not bool(views.sees_hand.any())
    assert torch.equal(views.viewer, (batch.dealer[views.auction] + views.step) % 4)


def test_random_views_are_of_every_seat_and_partly_blind(batch: AuctionBatch) -> None:
    views = random_views(batch, 4000, 0.25, generator())
    assert torch.bincount(views.viewer).tolist() == pytest.approx([1000] * 4, abs=120)
    assert float(views.sees_hand.float().mean()) == pytest.approx(0.75, abs=0.03)


def test_the_same_seed_asks_the_same(batch: AuctionBatch) -> None:
    first, second = (random_views(batch, 50, 0.5, generator()) for _ in range(2))
    assert torch.equal(first.step, second.step)
    assert torch.equal(first.sees_hand, second.sees_hand)


def encoded(*auctions: str) -> AuctionBatch:
    """These auctions, dealt by North."""
    return encode_positions(
        [
            Position(None, Seat.S, parse_auction(calls, Seat.N), Vulnerability.NONE)
            for calls in auctions
        ]
    )


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("1S P 4S P 4NT P 5D P 6S P P P", 7),
        ("1S P 4S P 4NT P 5S P P P", 7),
        ("1NT P 4C P 4H P P P", 5),
        ("P 2NT P 4C P 4NT P P P", 6),
    ],
)
def test_moments_after_an_ace_answer_last_to_the_end(calls: str, expected: int) -> None:
    moments = after_ace_answer(encoded(calls))[0].tolist()
    assert moments == [step >= expected for step in range(len(moments))]


@pytest.mark.parametrize(
    "calls",
    [
        "1S P 4S P 4NT P P P",  # nobody answers
        "1S P 4S P 4NT P 6S P P P",  # a jump is no answer
        "1S P 4S P 4NT 5D P P P",  # an opponent bid
        "1S P 4S P 4NT X 5D P P P",  # an opponent doubled
        "1D P 1S P 4C P 4H P P P",  # four clubs over a suit
        "1NT 4C P 4H P P P",  # four clubs of an opponent
    ],
)
def test_other_bids_are_no_ace_answers(calls: str) -> None:
    assert not bool(after_ace_answer(encoded(calls)).any())


def test_moments_after_ace_answers_are_drawn_more_often_by_their_factor() -> None:
    batch = encoded("1S P 4S P 4NT P 5D P 6S P P P", "1H P 3NT P P P")
    expected = after_ace_answer(batch)
    shares = []
    for answers in (1.0, 5.0):
        auction, step = rare_moments(batch, 20_000, generator(), answers)
        shares.append(float(expected[auction, step].float().mean()))
    once, more = shares
    assert more / (1 - more) == pytest.approx(5 * once / (1 - once), rel=0.1)
