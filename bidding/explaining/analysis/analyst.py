"""Does the work of an analysis, in parts that are short enough to let others pass between."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from bidding.domain.position import Position
from bidding.explaining.analysis.analysis import Analysis, Comparison, Models
from bidding.explaining.analysis.contracts import TrickChances
from bidding.explaining.analysis.lookahead import look_ahead, plausible
from bidding.explaining.analysis.playing import next_chances
from bidding.explaining.analysis.tally import CallSums, Tally
from bidding.explaining.layouts.sampling import sampler_for
from bidding.networks.bidder import Bidder

PART_LAYOUTS = 128
LEAST_PARTS, MOST_PARTS = 8, 16
ENOUGH_EFFECTIVE = 200.0  # effective layouts; with fewer after the least parts, more are drawn
_LOOKED_AHEAD = 12  # layouts a part, chosen by weight, on which auctions are bid to their end
_SEED = 1952


@dataclass(frozen=True)
class Step:
    """What is known after a part: sums to go on with, the share done, the answer at the end."""

    sums: dict[str, Any]
    share: float
    answer: Analysis | None


class Analyst:
    """A bidder and an estimator of tricks that work on analyses."""

    def __init__(
        self,
        bidder: Bidder,
        estimator: TrickChances,
        models: Models,
        device: torch.device | str,
    ) -> None:
        self.bidder, self.estimator, self.models = bidder, estimator, models
        self.device = device

    def advance(self, position: Position, sums: dict[str, Any] | None) -> Step:
        """One part more. The same position and sums give the same step."""
        tally = Tally() if sums is None else Tally.from_json(sums)
        comparable = self._comparable(position)
        tally = tally.plus(self._part(position, tally.parts, comparable))
        wanted = parts_wanted(tally)
        answer = self._answer(position, tally, comparable) if tally.parts >= wanted else None
        return Step(tally.to_json(), tally.parts / wanted, answer)

    def analyse(self, position: Position) -> Analysis:
        """All parts at once."""
        step = self.advance(position, None)
        while step.answer is None:
            step = self.advance(position, step.sums)
        return step.answer

    def _part(self, position: Position, part: int, comparable: Comparison | None) -> Tally:
        rng = np.random.default_rng([_SEED, part])
        layouts = sampler_for(self.bidder, position, self.device).sample(PART_LAYOUTS, rng)
        tally = Tally.of(layouts)
        tricks = self.estimator.chances(layouts.owner).astype(np.float64)
        tally.tricks = tally.total * np.tensordot(layouts.weights, tricks, 1)
        if comparable is not None:
            rows, shares = layouts.chosen(_LOOKED_AHEAD, rng)
            table = (self.bidder, self.estimator, position, comparable.calls)
            ends = look_ahead(*table, layouts.owner[rows], self.device)
            tally.calls = CallSums.of(ends, tally.total * shares)
        return tally

    def _comparable(self, position: Position) -> Comparison | None:
        """The viewer's plausible calls; None where it is not the viewer's turn, or hand."""
        turn = position.auction.turn
        if position.hand is None or turn is not position.seat:
            return None
        owner = np.zeros((1, 52), dtype=np.uint8) + (position.seat + 1) % 4
        owner[0, [card.index for card in position.hand]] = position.seat
        table = replace(position, hand=None)
        chances = next_chances(self.bidder, [table], owner, self.device)[0].tolist()
        calls = plausible(chances)
        if len(calls) < 2:
            return None
        of_calls = tuple(chances[call.index] for call in calls)
        return Comparison(position.seat, calls, of_calls)

    def _answer(self, position: Position, tally: Tally, comparable: Comparison | None) -> Analysis:
        compared = None
        if comparable is not None and tally.calls is not None:
            compared = replace(comparable, sums=tally.calls)
        return Analysis(position, self.models, tally, compared)


def parts_wanted(tally: Tally) -> int:
    """How many parts are likely to give enough effective layouts, within bounds."""
    needed = math.ceil(tally.parts * ENOUGH_EFFECTIVE / max(tally.weights.effective, 1.0))
    return min(max(needed, LEAST_PARTS), MOST_PARTS)
