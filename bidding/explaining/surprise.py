"""How surprising calls and auctions are: numbers from the network's chances alone.

A call surprises by -log of the chance of a call as unlikely as it, or more so, and twice
over by the nats that another system would have made it likelier. An auction surprises by
how much its calls' -log chances exceed what was to be expected, in standard deviations, and
three times over by the nats that another system explains each side's calls better. Both were
chosen, among a dozen such measures, for how well they tell a robot's auctions from people's
and from other robots' read as its own (``python -m benchmarks.surprise``): on the dev files, on
which docs/model.md reports them too. On auctions kept from training (a trial, 283 by people and
700 to 1,500 of each robot) what they add tells as well at two to five times as at these: the
areas under the curve move by 0.01 at most. What such a number means is its share: see ``scales``.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from bidding.explaining.questions import Calls

_CALL_GAIN = 2.0
_AUCTION_GAIN = 3.0
_SPREAD = 3.0  # added to the variance: the first calls say little of it
_EQUAL = 1e-6  # chances as near as this count as equal
_LEAST = 1e-12


@dataclass(frozen=True)
class Surprises:
    """Of C calls: tail (C,) the chance of a call as unlikely; call (C,) the call's surprise;
    auction (C,) that of its auction up to and with the call. Float64."""

    tail: Tensor
    call: Tensor
    auction: Tensor


def surprises(calls: Calls, judged: Tensor, by_system: Tensor | None) -> Surprises:
    """The surprises of the calls of whole auctions, all of a batch's in order.

    ``judged`` (C, 38) are the chances before each call and ``by_system`` (C, system) the log
    chances of the call made, as in ``beliefs.Beliefs``; without them no system is better.
    """
    judged = judged.double()
    made = judged.gather(1, calls.made[:, None])[:, 0]
    gains = _gains(calls, by_system)
    return Surprises(
        *call_surprises(calls, judged, by_system),
        auction=_excess(calls, judged, made) + _AUCTION_GAIN * _better(calls, gains),
    )


def call_surprises(calls: Calls, judged: Tensor, by_system: Tensor | None) -> tuple[Tensor, Tensor]:
    """``Surprises.tail`` and ``Surprises.call`` of calls that need not make whole auctions."""
    judged = judged.double()
    made = judged.gather(1, calls.made[:, None])  # (C, 1)
    tail = (judged * (judged <= made + _EQUAL)).sum(-1).clamp(_LEAST, 1)
    return tail, -tail.log() + _CALL_GAIN * _gains(calls, by_system).amax(-1)


def _gains(calls: Calls, by_system: Tensor | None) -> Tensor:
    """(C, system) nats by which each system makes the call likelier; without any, (C, 1) zeros."""
    if by_system is None:
        return torch.zeros(len(calls.made), 1, dtype=torch.float64)
    code = calls.batch.systems[calls.auction, calls.side]
    return by_system - by_system.gather(1, code[:, None])


def _excess(calls: Calls, judged: Tensor, made: Tensor) -> Tensor:
    """(C,) by how many deviations the calls so far were less likely than expected."""
    nats = -judged.clamp(min=_LEAST).log()
    expected = (judged * nats).sum(-1)
    variance = (judged * nats**2).sum(-1) - expected**2
    return (
        _so_far(calls, -made.clamp(min=_LEAST).log() - expected)
        / (_so_far(calls, variance) + _SPREAD).sqrt()
    )


def _better(calls: Calls, gains: Tensor) -> Tensor:
    """(C,) nats that the best system of each side gains on its calls so far, of both sides."""
    best = torch.zeros_like(gains[:, 0])
    for side in range(2):
        of_side = gains * (calls.side == side)[:, None]
        best += _so_far(calls, of_side).amax(-1)
    return best


def _so_far(calls: Calls, values: Tensor) -> Tensor:
    """(C, ...) sums of the values of each auction's calls up to and with each call."""
    sums = values.cumsum(0)
    first = torch.arange(len(values)) - calls.step
    return sums - sums[first] + values[first]
