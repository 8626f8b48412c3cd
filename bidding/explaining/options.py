"""What each call that may come next would show, and how likely it is, from one pass.

The batch holds the auctions as they stand, each of them as if one side played another system,
and behind them every auction with one legal call more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from bidding.domain.position import Position
from bidding.encoding.auctions import AuctionBatch
from bidding.encoding.layout import N_SEATS
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views
from bidding.explaining.beliefs import CallBeliefs, CallRows, beliefs_about_calls
from bidding.explaining.explanation import Options
from bidding.explaining.judging import JudgedCalls
from bidding.explaining.questions import Calls, starts, under_other_systems
from bidding.explaining.scales import Scale
from bidding.explaining.surprise import call_surprises
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo


@dataclass(frozen=True)
class NextCalls:
    """The C calls that may come next in G auctions, one auction's after the other's.

    Before the call all of one auction's share their views; only after it each has its own.
    """

    batch: AuctionBatch
    views: Views
    calls: Calls
    rows: CallRows
    first: tuple[int, ...]  # the first call of each auction, and the end


def next_calls(positions: Sequence[Position]) -> NextCalls:
    """Every view that the options of these positions need; none of their auctions is over."""
    given, longer = _encoded(positions)
    legal = [len(position.auction.legal_calls) for position in positions]
    calls, place = _calls(positions, given, longer, torch.tensor(legal))
    first = (0, *torch.tensor(legal).cumsum(0).tolist())
    turns = calls[torch.tensor(first[:-1])]  # one for each auction: whose turn it is
    blind = torch.zeros_like(turns.own)
    under = under_other_systems(given)
    parts = (
        replace(turns.views, seen=blind),
        turns.views,
        turns.otherwise,
        _after(calls, torch.arange(len(longer)) + len(under)),
    )
    _, own_from, others_from, after_from, end = starts(parts)
    others = torch.arange(others_from, after_from).view(len(positions), -1)
    return NextCalls(
        batch=AuctionBatch.join((under, longer)),
        views=Views.join(parts),
        calls=calls,
        rows=CallRows(
            before=place,
            after=torch.arange(after_from, end),
            stated=own_from + place,
            otherwise=others[place].flatten(),
        ),
        first=first,
    )


def _encoded(positions: Sequence[Position]) -> tuple[AuctionBatch, AuctionBatch]:
    """The G auctions, and the C that are one legal call longer, padded alike."""
    longer = [
        replace(position, auction=position.auction.after(call))
        for position in positions
        for call in position.auction.legal_calls
    ]
    batch = encode_positions([*positions, *longer])
    return batch[: len(positions)], batch[len(positions) :]


def _calls(
    positions: Sequence[Position], given: AuctionBatch, longer: AuctionBatch, legal: Tensor
) -> tuple[Calls, Tensor]:
    """The calls, as calls of the auctions that they would lengthen, and whose (C,) each is."""
    place = torch.arange(len(given)).repeat_interleave(legal)
    step = given.n_calls[place]
    caller = given.seat[place, step]
    seat = torch.tensor([int(position.seat) for position in positions])[place]
    looks = torch.tensor([position.hand is not None for position in positions])[place]
    made = longer.calls[torch.arange(len(longer)), step]
    return Calls(given, place, step, caller, looks & (caller == seat), made), place


def _after(calls: Calls, auction: Tensor) -> Views:
    """(C,) what everybody sees after each call, from the seat of whoever is next."""
    return Views(auction, calls.step + 1, (calls.caller + 1) % N_SEATS, torch.zeros_like(calls.own))


@torch.inference_mode()
def options_about(
    positions: Sequence[Position],
    bidder: Bidder,
    device: torch.device | str,
    model: ModelInfo,
    scale: Scale | None,
) -> list[Options]:
    """The options of positions of which none is over, from one pass through the network."""
    asked = next_calls(positions)
    outputs = bidder(asked.batch.to(device), asked.views.to(device))
    judged = _judged(asked.calls, beliefs_about_calls(asked.calls, asked.rows, outputs), scale)
    bounds = zip(positions, asked.first, asked.first[1:], strict=False)
    return [_options(position, model, judged, range(*of)) for position, *of in bounds]


def _judged(calls: Calls, beliefs: CallBeliefs, scale: Scale | None) -> JudgedCalls:
    tail, surprise = call_surprises(calls, beliefs.judged, beliefs.by_system)
    return JudgedCalls(calls, beliefs, tail, surprise, scale)


def _options(position: Position, model: ModelInfo, judged: JudgedCalls, rows: range) -> Options:
    """The options of one position, the likeliest first."""
    index = len(position.auction.calls)
    calls = [judged.explained(row, position, index) for row in rows]
    return Options(position, model, tuple(sorted(calls, key=lambda call: call.rank)))
