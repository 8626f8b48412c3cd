"""Surprise of calls and auctions, from the network's chances alone.

The surprise of a call is -log of the chance of a call as unlikely, or more so, plus twice the
gain in log-likelihood, in nats, under the best alternative system. The surprise of an auction is
the excess of its calls' surprisals over their entropies, in standard deviations, plus three times
the gain in log-likelihood of each side's calls under the best system. Both were chosen, among a
dozen such measures, for how well they separate a robot's auctions from people's and from other
robots' read as its own (``python -m research.accuracy surprise``): on the dev files, on which
docs/model.md reports them too. On auctions held out from training (a trial, 283 by people and 700
to 1,500 of each robot) factors of two to five separate as well: the areas under the curve move by
0.01 at most. ``scales`` turns such a number into a share.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from bidding.explaining.questions import Calls

_CALL_GAIN = 2.0
_AUCTION_GAIN = 3.0
_EXTRA_VARIANCE = 3.0  # the first calls hardly determine the variance
_EQUAL = 1e-6  # chances as near as this count as equal
_LEAST = 1e-12


@dataclass(frozen=True)
class Surprises:
    """Surprise of C calls, float64: tail (C,) the chance of a call as unlikely; call (C,) the
    call's surprise; auction (C,) that of its auction up to and with the call."""

    tail: Tensor
    call: Tensor
    auction: Tensor


def surprises(calls: Calls, chances: Tensor, by_system: Tensor | None) -> Surprises:
    """Return the surprises of the calls of whole auctions, all of a batch's in order.

    ``chances`` (C, 38) are those before each call and ``by_system`` (C, system) the
    log-likelihoods of the call made, as in ``beliefs.CallBeliefs``; without them there is no gain.
    """
    chances = chances.double()
    made = chances.gather(1, calls.made[:, None])[:, 0]
    gains = _gains(calls, by_system)
    return Surprises(
        *call_surprises(calls, chances, by_system),
        auction=_excess(calls, chances, made) + _AUCTION_GAIN * _best_gains(calls, gains),
    )


def call_surprises(
    calls: Calls, chances: Tensor, by_system: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Return ``Surprises.tail`` and ``Surprises.call``; auctions need not be whole."""
    chances = chances.double()
    made = chances.gather(1, calls.made[:, None])  # (C, 1)
    tail = (chances * (chances <= made + _EQUAL)).sum(-1).clamp(_LEAST, 1)
    return tail, -tail.log() + _CALL_GAIN * _gains(calls, by_system).amax(-1)


def _gains(calls: Calls, by_system: Tensor | None) -> Tensor:
    """Return (C, system) gains in log-likelihood under each system; (C, 1) zeros without any."""
    if by_system is None:
        return torch.zeros(len(calls.made), 1, dtype=torch.float64)
    code = calls.batch.systems[calls.auction, calls.side]
    return by_system - by_system.gather(1, code[:, None])


def _excess(calls: Calls, chances: Tensor, made: Tensor) -> Tensor:
    """Return (C,) the excess surprisal of the calls so far, in standard deviations."""
    nats = -chances.clamp(min=_LEAST).log()
    expected = (chances * nats).sum(-1)
    variance = (chances * nats**2).sum(-1) - expected**2
    return (
        _so_far(calls, -made.clamp(min=_LEAST).log() - expected)
        / (_so_far(calls, variance) + _EXTRA_VARIANCE).sqrt()
    )


def _best_gains(calls: Calls, gains: Tensor) -> Tensor:
    """Return (C,) the gains of each side's best system on its calls so far, added up."""
    best = torch.zeros_like(gains[:, 0])
    for side in range(2):
        of_side = gains * (calls.side == side)[:, None]
        best += _so_far(calls, of_side).amax(-1)
    return best


def _so_far(calls: Calls, values: Tensor) -> Tensor:
    """Return (C, ...) the cumulative sums of each auction's calls."""
    sums = values.cumsum(0)
    first = torch.arange(len(values)) - calls.step
    return sums - sums[first] + values[first]
