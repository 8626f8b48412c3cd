"""Options: every possible next call with its probability and meaning, from one forward pass.

The batch has the auctions, each of them with alternative systems for either side, and then every
auction extended by each legal call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise

import torch
from torch import Tensor

from bidding.domain.calls import PASS
from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import N_SEATS, RHO
from bidding.encoding.views import Views, all_steps
from bidding.explaining.assembly import CallTable, array
from bidding.explaining.beliefs import (
    Likeliest,
    beliefs_about_calls,
    hands_in,
    predict_meanings,
)
from bidding.explaining.distributions import HandTable
from bidding.explaining.explanation import Options
from bidding.explaining.meanings.answers import responses_after_calls
from bidding.explaining.meanings.call_meaning import Made, call_meanings
from bidding.explaining.meanings.recorded import keep_promises, recorded_promises
from bidding.explaining.meanings.statements import NOTHING_PROMISED, Promise, Ranges, promises
from bidding.explaining.questions import (
    CallRows,
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

    Before the call, the calls of an auction share views; after it each has a view of its own. past
    (G,) numbers the earlier calls of the player to call; of these, auction by auction, there are
    the rows of the public views after and before each, the caller's place in the view before, the
    rows of partner's views after each and a pass, -1 for passes, and what each promises by recorded
    auctions.
    """

    batch: AuctionBatch
    views: Views
    calls: Calls
    rows: CallRows
    longer: AuctionBatch  # each auction extended by each of its calls and, after a bid, a pass
    first: tuple[int, ...]  # the first call of each auction, and the end
    past: list[int]
    after_past: Tensor
    before_past: Tensor
    place_in_past: Tensor
    past_replies: Tensor
    past_recorded: list[Ranges | None]
    of_hands: int  # the number of views, the first ones, of which hands are read

    @property
    def named(self) -> tuple[Tensor, Tensor]:
        """The calls whose meanings are predicted, by their auctions in ``longer`` and their steps:
        these C, then all earlier calls, auction by auction."""
        first = torch.tensor(self.first[:-1])
        place, step = all_steps(self.calls.step[first])
        auction = torch.cat([torch.arange(len(self.longer)), first[place]])
        return auction, torch.cat([self.calls.step, step])

    def promised(self, outputs: Outputs, made: Sequence[Made]) -> list[Promise]:
        """Return what the player to call has promised in each auction; the calls ``made`` of the
        past are empty without meaning heads."""
        before, after = (
            HandTable(*map(array, hands_in(outputs, rows, place)))
            for rows, place in (
                (self.before_past, self.place_in_past),
                (self.after_past, torch.full_like(self.after_past, RHO)),
            )
        )
        previous = [
            row - 1 if number else NOTHING_PROMISED
            for row, number in enumerate(number for count in self.past for number in range(count))
        ]
        if not made:
            found = promises(before, after, previous, recorded=self.past_recorded)
        else:
            passes = outputs.call[self.past_replies].double().softmax(-1)[:, PASS.index].cpu()
            passes = torch.where(self.past_replies < 0, 1, passes)
            meanings = call_meanings(made, before, after, after.facts, passes.tolist(), previous)
            found = [one.promised for one in meanings]
        return [
            found[end - 1] if count else NOTHING_PROMISED
            for count, end in zip(self.past, accumulate(self.past), strict=True)
        ]


def next_calls(positions: Sequence[Position]) -> NextCalls:
    """Return the views that options of these positions need; no auction may be over."""
    longer = [
        replace(position, auction=position.auction.after(call))
        for position in positions
        for call in position.auction.legal_calls
    ]
    batch = with_room(encode_positions([*positions, *longer]))
    given, extended = batch[: len(positions)], batch[len(positions) :]
    legal = [len(position.auction.legal_calls) for position in positions]
    calls = _calls(positions, given, extended, torch.tensor(legal))
    first = (0, *accumulate(legal))
    turns = calls[torch.tensor(first[:-1])]  # one an auction, for the player to call
    alternatives = with_alternative_systems(given)
    earlier, caller_place = earlier_views(given, turns.auction, turns.step)
    past = turns.step // N_SEATS
    auction = turns.auction.repeat_interleave(past)
    number = torch.cat([torch.arange(n) for n in past.tolist()])
    step = turns.step[auction] % N_SEATS + N_SEATS * number
    before_past, place_in_past = earlier_views(given, auction, step)
    past_acted = (given.calls[auction, step] != PASS.index).nonzero()[:, 0]
    past_longer, past_partners = after_pass(
        given, auction[past_acted], step[past_acted], len(alternatives)
    )
    acted = (calls.made != PASS.index).nonzero()[:, 0]
    supposed, partners = after_pass(extended, acted, calls.step[acted])
    kept = torch.arange(len(longer)).index_copy(0, acted, len(longer) + torch.arange(len(acted)))
    extended = AuctionBatch.join((extended, supposed))[kept]
    in_batch = torch.arange(len(longer)) + len(alternatives) + len(past_longer)
    parts = (
        replace(turns.views, sees_hand=torch.zeros_like(turns.own)),
        turns.views,
        _after(in_batch, calls.step, calls.caller),
        earlier,
        _after(auction, step, turns.caller[auction]),
        before_past,
        replace(partners, auction=in_batch[acted]),
        past_partners,
        turns.alternatives,
    )
    _, own_from, after_from, earlier_from, past_from, before_from, *of_calls, end = starts(parts)
    partners_from, past_partners_from, alternatives_from = of_calls
    place = calls.auction
    replies = torch.full_like(place, -1)
    replies[acted] = torch.arange(partners_from, past_partners_from)
    past_replies = torch.full_like(place_in_past, -1)
    past_replies[past_acted] = torch.arange(past_partners_from, alternatives_from)
    by_system = torch.arange(alternatives_from, end).view(len(positions), -1)
    return NextCalls(
        batch=AuctionBatch.join((alternatives, past_longer, extended)),
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
        longer=extended,
        first=first,
        past=past.tolist(),
        after_past=torch.arange(past_from, before_from),
        before_past=torch.arange(before_from, partners_from),
        place_in_past=place_in_past,
        past_replies=past_replies,
        past_recorded=recorded_promises(given, auction, step, given.calls[auction, step]),
        of_hands=partners_from,
    )


def _calls(
    positions: Sequence[Position], given: AuctionBatch, longer: AuctionBatch, legal: Tensor
) -> Calls:
    """Return the calls, as calls of the auctions they extend."""
    place = torch.arange(len(given)).repeat_interleave(legal)
    step = given.n_calls[place]
    caller = given.seat[place, step]
    seat = torch.tensor([int(position.seat) for position in positions])[place]
    sees_hand = torch.tensor([position.hand is not None for position in positions])[place]
    made = longer.calls[torch.arange(len(longer)), step]
    return Calls(given, place, step, caller, sees_hand & (caller == seat), made)


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
    of_hands = asked.of_hands
    outputs = bidder(batch, asked.views.to(bidder.device), states, n_hand_views=of_hands)
    outputs = keep_promises(outputs, asked.batch, asked.views[:of_hands])
    longer = states[-len(asked.longer) :]
    meanings = predict_meanings(bidder, asked.longer, *asked.named, longer)
    of_calls, of_past = (None, None) if meanings is None else meanings.split(len(asked.longer))
    beliefs = replace(beliefs_about_calls(asked.calls, asked.rows, outputs), meanings=of_calls)
    surprise = call_surprises(asked.calls, beliefs.viewer_chances, beliefs.by_system)
    likeliest = iter([] if of_past is None else of_past.likeliest())
    earlier = [list(islice(likeliest, len(position.auction.calls))) for position in positions]
    promised = asked.promised(outputs, _made_by_turn(positions, earlier, asked.past_recorded))
    bounds = [range(*ends) for ends in pairwise(asked.first)]
    past = [
        one
        for one, rows in zip(zip(promised, earlier, strict=True), bounds, strict=True)
        for _ in rows
    ]
    table = CallTable(asked.calls, beliefs, *surprise, scale, past)
    responses = [
        responses_after_calls([*((one.stated, one.chance) for one in known), table.named[row]])[-1]
        for known, rows in zip(earlier, bounds, strict=True)
        for row in rows
    ]
    shown = table.honours(responses)
    found = []
    for position, rows in zip(positions, bounds, strict=True):
        index = len(position.auction.calls)
        calls = [
            table.explained(row, position, index, shown.counts(row, responses[row].trump))
            for row in rows
        ]
        found.append(Options(position, model, tuple(sorted(calls, key=lambda call: call.rank))))
    return found


def _made_by_turn(
    positions: Sequence[Position],
    likeliest: Sequence[Sequence[Likeliest]],
    recorded: Sequence[Ranges | None],
) -> list[Made]:
    """Return the earlier calls of the players to call; none where no meanings are known."""
    counted = iter(recorded)
    made = []
    for position, known in zip(positions, likeliest, strict=True):
        calls = position.auction.calls
        card = position.systems.of(position.auction.seat_of(len(calls)))
        made += [
            Made(calls[number], calls[:number], known[: number + 1], next(counted), card)
            for number in range(len(calls) % N_SEATS, len(known), N_SEATS)
        ]
    return made
