"""What each call that may come next would show, and how likely it is, from one pass.

The batch holds the auctions as they stand, each of them as if one side played another system,
and behind them every auction with one legal call more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

import torch
from torch import Tensor

from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views, all_steps
from bidding.explaining.beliefs import CallBeliefs, CallRows, beliefs_about_calls
from bidding.explaining.explanation import Counted, ExplainedCall, Options
from bidding.explaining.judging import JudgedCalls
from bidding.explaining.meanings.counts import Responses, responses_given
from bidding.explaining.meanings.reading import MeaningChances, read_meanings
from bidding.explaining.questions import Calls, earlier_views, starts, under_other_systems
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
    longer: AuctionBatch  # each auction with each of its calls
    first: tuple[int, ...]  # the first call of each auction, and the end

    @property
    def named(self) -> tuple[Tensor, Tensor]:
        """The calls whose meanings are asked, by their auctions in ``longer`` and their steps:
        these C, and behind them all that were made before, one auction's after the other's."""
        first = torch.tensor(self.first[:-1])
        place, step = all_steps(self.longer.n_calls[first] - 1)
        auction = torch.cat([torch.arange(len(self.longer)), first[place]])
        return auction, torch.cat([self.calls.step, step])


def next_calls(positions: Sequence[Position]) -> NextCalls:
    """Every view that the options of these positions need; none of their auctions is over."""
    given, longer = _encoded(positions)
    legal = [len(position.auction.legal_calls) for position in positions]
    calls, place = _calls(positions, given, longer, torch.tensor(legal))
    first = (0, *torch.tensor(legal).cumsum(0).tolist())
    turns = calls[torch.tensor(first[:-1])]  # one for each auction: whose turn it is
    blind = torch.zeros_like(turns.own)
    under = under_other_systems(given)
    earlier, caller_place = earlier_views(given, turns.auction, turns.step)
    parts = (
        replace(turns.views, sees_hand=blind),
        turns.views,
        turns.otherwise,
        _after(calls, torch.arange(len(longer)) + len(under)),
        earlier,
    )
    _, own_from, others_from, after_from, earlier_from, _ = starts(parts)
    others = torch.arange(others_from, after_from).view(len(positions), -1)
    return NextCalls(
        batch=AuctionBatch.join((under, longer)),
        views=Views.join(parts),
        calls=calls,
        rows=CallRows(
            before=place,
            after=torch.arange(after_from, earlier_from),
            stated=own_from + place,
            otherwise=others[place].flatten(),
            earlier=earlier_from + place,
            earlier_place=caller_place[place],
        ),
        longer=longer,
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
    batch = asked.batch.to(device)
    states = bidder.encode(batch)
    outputs = bidder(batch, asked.views.to(device), states)
    of_calls = beliefs_about_calls(bidder, asked.calls, asked.rows, outputs)
    longer = None if states is None else states[-len(asked.longer) :]
    meanings = read_meanings(bidder, asked.longer, *asked.named, device, longer)
    parts = (None, None) if meanings is None else meanings.parted(len(asked.longer))
    judged = _judged(asked.calls, replace(of_calls, meanings=parts[0]), scale)
    responses = _responses(positions, asked, judged, parts[1])
    shown = judged.holdings(responses)
    counted = [shown.counted(row, one.trump) for row, one in enumerate(responses)]
    return [
        Options(position, model, _by_rank(position, judged, range(*of), counted))
        for position, of in zip(positions, pairwise(asked.first), strict=True)
    ]


def _judged(calls: Calls, beliefs: CallBeliefs, scale: Scale | None) -> JudgedCalls:
    tail, surprise = call_surprises(calls, beliefs.judged, beliefs.by_system)
    return JudgedCalls(calls, beliefs, tail, surprise, scale)


def _responses(
    positions: Sequence[Position],
    asked: NextCalls,
    judged: JudgedCalls,
    before: MeaningChances | None,
) -> list[Responses]:
    """What has been asked and answered after each call; ``before`` are the chances of the calls
    made already."""
    likeliest = [] if before is None else before.likeliest()
    made = iter([(one.stated, one.chance) for one in likeliest])
    found = []
    for position, of in zip(positions, pairwise(asked.first), strict=True):
        earlier = list(islice(made, len(position.auction.calls)))
        found += [responses_given([*earlier, last])[-1] for last in judged.named[slice(*of)]]
    return found


def _by_rank(
    position: Position, judged: JudgedCalls, rows: range, counted: Sequence[Counted]
) -> tuple[ExplainedCall, ...]:
    """The options of one position, the likeliest first."""
    index = len(position.auction.calls)
    calls = [judged.explained(row, position, index, counted[row]) for row in rows]
    return tuple(sorted(calls, key=lambda call: call.rank))
