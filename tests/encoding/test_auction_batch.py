"""The rules worked out for whole batches are those of the domain."""

import torch
from hypothesis import given

from bidding.domain.auction import Auction
from bidding.domain.calls import FIRST_BID, PASS
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import END, N_BIDS, N_EVENTS, START
from tests.strategies import auctions


def batch_of(*given_auctions: Auction) -> AuctionBatch:
    return encode_positions(
        [Position(None, Seat.S, auction, Vulnerability.NONE) for auction in given_auctions]
    )


@given(auctions())
def test_legal_calls_at_every_step_are_the_domains(auction: Auction) -> None:
    # A second, longer auction makes sure that padding changes nothing.
    longer = Auction.of(Seat.N, [PASS] * 3)
    for bid in range(3, 38):
        longer = longer.after(type(PASS)(bid))
    batch = batch_of(auction, longer)
    for step in range(len(auction.calls) + 1):
        prefix = auction.prefix(step)
        expected = {call.index for call in prefix.legal_calls} or {END}
        assert set(batch.legal[0, step].nonzero().flatten().tolist()) == expected
        assert bool(batch.is_over[0, step]) is prefix.is_over
        assert int(batch.seat[0, step]) == prefix.seat_of(step)


@given(auctions())
def test_the_events_and_who_did_them_say_the_whole_auction(auction: Auction) -> None:
    """The calls can be got back from the events, their seats and the passes at the end."""
    batch = batch_of(auction)
    made = [
        (int(event), int(seat))
        for event, seat in zip(batch.events[0], batch.seat[0, :-1], strict=True)
        if event < N_EVENTS
    ]
    calls: list[int] = []
    for event, seat in sorted(made, key=lambda pair: (pair[0] % N_BIDS, pair[0])):
        kind, bid = divmod(event, N_BIDS)
        while (auction.dealer + len(calls)) % 4 != seat:
            calls.append(0)
        calls.append(kind if kind else bid + 3)
    calls += [0] * int(batch.closing_passes[0, len(auction.calls)])
    assert calls == [call.index for call in auction.calls]


@given(auctions())
def test_first_and_last_bid_of_each_seat(auction: Auction) -> None:
    batch = batch_of(auction)
    first, last = batch.bids_of_seats
    for step in range(len(auction.calls) + 1):
        for seat in Seat:
            theirs = [
                call.index - FIRST_BID
                for place, call in enumerate(auction.calls[:step])
                if call.is_bid and auction.seat_of(place) is seat
            ]
            assert int(first[0, step, seat]) == (theirs[0] if theirs else -1)
            assert int(last[0, step, seat]) == (theirs[-1] if theirs else -1)


def test_tokens_begin_with_start_and_then_follow_the_calls() -> None:
    batch = batch_of(Auction.of(Seat.E, [PASS, PASS]), Auction(Seat.W))
    assert batch.tokens[0].tolist() == [START, 0, 0]
    assert batch.seat[0].tolist() == [1, 2, 3]
    assert bool(batch.legal[1, 0, 0])


def test_a_batch_without_any_call_has_one_step() -> None:
    batch = batch_of(Auction(Seat.N))
    assert batch.steps == 1
    assert int(batch.legal[0, 0].sum()) == 36
    assert torch.equal(batch.last_bid, torch.tensor([[-1]]))
