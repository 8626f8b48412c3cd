"""Options: every possible next call with its probability and meaning, from one forward pass.

The batch has the auctions, each of them with alternative systems for either side, and then every
auction extended by each legal call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import N_SEATS, RHO
from bidding.encoding.views import Views, all_steps
from bidding.explaining.assembly import CallTable, array
from bidding.explaining.beliefs import (
    CallRows,
    MeaningChances,
    beliefs_about_calls,
    hands_in,
    predict_meanings,
)
from bidding.explaining.distributions import HandTable
from bidding.explaining.explanation import ExplainedCall, HonourCounts, Options
from bidding.explaining.meanings.answers import Responses, responses_after_calls
from bidding.explaining.promises import NOTHING_PROMISED, Promise, promises
from bidding.explaining.questions import (
    Calls,
    after_pass,
    earlier_views,
    starts,
    with_alternative_systems,
    with_room,
)
from bidding.explaining.surprise import Scale, call_surprises
from bidding.networks.bidder import Bidder, Outputs
from bidding.networks.checkpoint import ModelInfo


@dataclass(frozen=True)
class NextCalls:
    """The C possible next calls of G auctions, auction by auction.

    Before the call, the calls of an auction share views; after it each has a view of its own.
    """

    batch: AuctionBatch
    views: Views
    calls: Calls
    rows: CallRows
    longer: AuctionBatch  # each auction extended by each of its calls and, after a bid, a pass
    first: tuple[int, ...]  # the first call of each auction, and the end
    past: Past

    @property
    def named(self) -> tuple[Tensor, Tensor]:
        """The calls whose meanings are predicted, by their auctions in ``longer`` and their steps:
        these C, then all earlier calls, auction by auction."""
        first = torch.tensor(self.first[:-1])
        place, step = all_steps(self.calls.step[first])
        auction = torch.cat([torch.arange(len(self.longer)), first[place]])
        return auction, torch.cat([self.calls.step, step])


class Past(NamedTuple):
    """The earlier calls of the players to call, auction by auction: their number in each, and the
    rows of the public views after each, and before, with the caller's place there."""

    numbers: list[int]
    after: Tensor
    before: Tensor
    place: Tensor

    def promises(self, outputs: Outputs) -> list[Promise]:
        """Return what the player to call has promised in each auction."""
        before = hands_in(outputs, self.before, self.place)
        after = hands_in(outputs, self.after, torch.full_like(self.after, RHO))
        previous = [
            row - 1 if number else NOTHING_PROMISED
            for row, number in enumerate(
                number for count in self.numbers for number in range(count)
            )
        ]
        found = promises(HandTable(*map(array, before)), HandTable(*map(array, after)), previous)
        ends = accumulate(self.numbers)
        return [
            found[end - 1] if count else NOTHING_PROMISED
            for end, count in zip(ends, self.numbers, strict=True)
        ]


def next_calls(positions: Sequence[Position]) -> NextCalls:
    """Return the views that options of these positions need; no auction may be over."""
    given, longer = _encoded(positions)
    legal = [len(position.auction.legal_calls) for position in positions]
    calls, place = _calls(positions, given, longer, torch.tensor(legal))
    first = (0, *torch.tensor(legal).cumsum(0).tolist())
    turns = calls[torch.tensor(first[:-1])]  # one an auction, for the player to call
    blind = torch.zeros_like(turns.own)
    alternatives = with_alternative_systems(given)
    earlier, caller_place = earlier_views(given, turns.auction, turns.step)
    count = turns.step // N_SEATS
    auction = turns.auction.repeat_interleave(count)
    number = torch.cat([torch.arange(n) for n in count.tolist()])
    step = turns.step[auction] % N_SEATS + N_SEATS * number
    before_past, past_place = earlier_views(given, auction, step)
    number = torch.arange(len(longer)) + len(alternatives)
    acted = (calls.made != PASS.index).nonzero()[:, 0]
    supposed, partners = after_pass(longer, acted, calls.step[acted])
    kept = torch.arange(len(longer)).index_copy(0, acted, len(longer) + torch.arange(len(acted)))
    longer = AuctionBatch.join((longer, supposed))[kept]
    parts = (
        replace(turns.views, sees_hand=blind),
        turns.views,
        turns.alternatives,
        _after(number, calls.step, calls.caller),
        earlier,
        _after(auction, step, turns.caller[auction]),
        before_past,
        replace(partners, auction=number[acted]),
    )
    _, own_from, alternatives_from, after_from, earlier_from, *others, end = starts(parts)
    past_from, before_from, partners_from = others
    replies = torch.full_like(place, -1)
    replies[acted] = torch.arange(partners_from, end)
    by_system = torch.arange(alternatives_from, after_from).view(len(positions), -1)
    return NextCalls(
        batch=AuctionBatch.join((alternatives, longer)),
        views=Views.join(parts),
        calls=calls,
        rows=CallRows(
            before=place,
            after=torch.arange(after_from, earlier_from),
            stated=own_from + place,
            alternatives=by_system[place].flatten(),
            earlier=earlier_from + place,
            earlier_place=caller_place[place],
            replies=replies,
        ),
        longer=longer,
        first=first,
        past=Past(
            count.tolist(),
            torch.arange(past_from, before_from),
            torch.arange(before_from, partners_from),
            past_place,
        ),
    )


def _encoded(positions: Sequence[Position]) -> tuple[AuctionBatch, AuctionBatch]:
    """Return the G auctions, and the C that are one legal call longer, padded for one more."""
    longer = [
        replace(position, auction=position.auction.after(call))
        for position in positions
        for call in position.auction.legal_calls
    ]
    batch = with_room(encode_positions([*positions, *longer]))
    return batch[: len(positions)], batch[len(positions) :]


def _calls(
    positions: Sequence[Position], given: AuctionBatch, longer: AuctionBatch, legal: Tensor
) -> tuple[Calls, Tensor]:
    """Return the calls, as calls of the auctions they extend, and (C,) the auction of each."""
    place = torch.arange(len(given)).repeat_interleave(legal)
    step = given.n_calls[place]
    caller = given.seat[place, step]
    seat = torch.tensor([int(position.seat) for position in positions])[place]
    sees_hand = torch.tensor([position.hand is not None for position in positions])[place]
    made = longer.calls[torch.arange(len(longer)), step]
    return Calls(given, place, step, caller, sees_hand & (caller == seat), made), place


def _after(auction: Tensor, step: Tensor, caller: Tensor) -> Views:
    """Return the (C,) public views after each call, from the next player's seat."""
    blind = torch.zeros_like(auction).bool()
    return Views(auction, step + 1, (caller + 1) % N_SEATS, blind)


@torch.inference_mode()
def options_about(
    positions: Sequence[Position],
    bidder: Bidder,
    model: ModelInfo,
    scale: Scale | None,
) -> list[Options]:
    """Return the options of positions in one forward pass; no auction may be over."""
    asked = next_calls(positions)
    batch = asked.batch.to(bidder.device)
    states = bidder.encode(batch)
    outputs = bidder(batch, asked.views.to(bidder.device), states)
    of_calls = beliefs_about_calls(asked.calls, asked.rows, outputs)
    longer = states[-len(asked.longer) :]
    meanings = predict_meanings(bidder, asked.longer, *asked.named, longer)
    parts = (None, None) if meanings is None else meanings.split(len(asked.longer))
    past = asked.past.promises(outputs)
    promised = [
        one
        for one, (low, high) in zip(past, pairwise(asked.first), strict=True)
        for _ in range(low, high)
    ]
    of_calls = replace(of_calls, meanings=parts[0])
    surprise = call_surprises(asked.calls, of_calls.viewer_chances, of_calls.by_system)
    table = CallTable(asked.calls, of_calls, *surprise, scale, promised)
    responses = _responses(positions, asked, table, parts[1])
    shown = table.honours(responses)
    honours = [shown.counts(row, one.trump) for row, one in enumerate(responses)]
    return [
        Options(position, model, _by_rank(position, table, range(*bounds), honours))
        for position, bounds in zip(positions, pairwise(asked.first), strict=True)
    ]


def _responses(
    positions: Sequence[Position],
    asked: NextCalls,
    table: CallTable,
    before: MeaningChances | None,
) -> list[Responses]:
    """Return the asks and responses after each call; ``before`` has the meanings of the earlier
    calls."""
    likeliest = [] if before is None else before.likeliest()
    made = iter([(one.stated, one.chance) for one in likeliest])
    found = []
    for position, bounds in zip(positions, pairwise(asked.first), strict=True):
        earlier = list(islice(made, len(position.auction.calls)))
        found += [
            responses_after_calls([*earlier, last])[-1] for last in table.named[slice(*bounds)]
        ]
    return found


def _by_rank(
    position: Position, table: CallTable, rows: range, honours: Sequence[HonourCounts]
) -> tuple[ExplainedCall, ...]:
    """Return the options of one position, the likeliest first."""
    index = len(position.auction.calls)
    calls = [table.explained(row, position, index, honours[row]) for row in rows]
    return tuple(sorted(calls, key=lambda call: call.rank))
