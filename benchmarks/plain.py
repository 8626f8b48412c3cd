"""An explanation computed the plain way: one view at a time, one distribution at a time.

What ``explaining`` does for all views, moments and systems at once, straight from its
definitions, for ``benchmarks.explain`` to compare with. Both give the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.systems import System, Systems
from bidding.domain.table import Seat, Side
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views
from bidding.explaining.consistency import Hands, consistent
from bidding.explaining.distributions import Distribution
from bidding.networks.bidder import Bidder, Outputs

_RHO = 2


@torch.inference_mode()
def plain_explanation(bidder: Bidder, position: Position) -> dict[str, Any]:
    """The numbers of a player's explanation, as plain JSON values."""
    calls = position.auction.calls
    return {
        "moments": [_moment(bidder, position, step) for step in range(len(calls) + 1)],
        "calls": [_call(bidder, position, index) for index in range(len(calls))],
        "systems": {
            side.name.lower(): {
                system.value: _likelihood(bidder, _playing(position, side, system), side)
                for system in System
            }
            for side in Side
        },
    }


def _ask(bidder: Bidder, position: Position, step: int, viewer: Seat, seen: bool) -> Outputs:
    """The answer to one question."""
    columns = (torch.tensor([value]) for value in (0, step, int(viewer), seen))
    return bidder(encode_positions([position]), Views(*columns))


def _moment(bidder: Bidder, position: Position, step: int) -> dict[str, Any]:
    """What the viewer, who has a hand, believes after that many calls."""
    assert position.hand is not None
    outputs = _ask(bidder, position, step, position.seat, True)
    unseen = torch.ones(1, 52, dtype=torch.bool)
    unseen[0, [card.index for card in position.hand]] = False
    cards = outputs.cards.softmax(-1)[..., 1:]
    given = Hands(cards, outputs.lengths.softmax(-1), outputs.hcp.softmax(-1))
    agreed = consistent(given, unseen)
    auction = position.auction.until(step)
    chances = _next_call(outputs, auction)
    return {
        "hands": {
            position.seat.after(1 + place).name: {
                **_shape(agreed.hcp[0, place], agreed.lengths[0, place]),
                "cards": [round(p, 6) for p in agreed.cards[0, :, place].tolist()],
            }
            for place in range(3)
        },
        "next_call": {call: round(p, 6) for call, p in chances.items()},
    }


def _call(bidder: Bidder, position: Position, index: int) -> dict[str, Any]:
    """How expected a call was, and what it shows to everybody."""
    auction = position.auction
    before = _ask(bidder, position, index, auction.seat_of(index), False)
    after = _ask(bidder, position, index + 1, auction.seat_of(index + 1), False)
    chances = _next_call(before, auction.until(index))
    made = str(auction.calls[index])
    return {
        "call": made,
        "probability": chances[made],
        "rank": list(chances).index(made) + 1,
        "shows": _shape(after.hcp[0, _RHO].softmax(-1), after.lengths[0, _RHO].softmax(-1)),
    }


def _next_call(outputs: Outputs, auction: Auction) -> dict[str, float]:
    """The legal calls, likeliest first."""
    chances = outputs.call[0].softmax(-1)
    found = {str(call): float(chances[call.index]) for call in auction.legal_calls}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _shape(hcp: Tensor, lengths: Tensor) -> dict[str, Any]:
    return {"hcp": _ranges(hcp), "lengths": [_ranges(length) for length in lengths]}


def _ranges(weights: Sequence[float] | Tensor) -> dict[str, Any]:
    distribution = Distribution.of([float(weight) for weight in weights])
    low, high = distribution.interval()
    return {
        "low": low,
        "high": high,
        "median": distribution.median,
        "probabilities": [round(p, 6) for p in distribution.probabilities],
    }


def _playing(position: Position, side: Side, system: System) -> Position:
    """The same with that side playing another system."""
    ns, ew = position.systems.ns, position.systems.ew
    systems = Systems(system, ew) if side is Side.NS else Systems(ns, system)
    return replace(position, systems=systems)


def _likelihood(bidder: Bidder, position: Position, side: Side) -> float:
    """The log-likelihood of one side's calls, the viewer's own by the own hand."""
    total = 0.0
    for index, call in enumerate(position.auction.calls):
        seat = position.auction.seat_of(index)
        if seat.side is side:
            outputs = _ask(bidder, position, index, seat, seat is position.seat)
            total += float(outputs.call[0].log_softmax(-1)[call.index])
    return total
