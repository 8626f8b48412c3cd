"""Compute analyses in parts, short enough for more urgent work to run in between."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import Position
from bidding.explaining.analysis.analysis import Analysis, Comparison, Models
from bidding.explaining.analysis.contracts import TrickChances
from bidding.explaining.analysis.lookahead import look_ahead, plausible_calls
from bidding.explaining.analysis.rollout import views_of_turns
from bidding.explaining.analysis.tally import CallSums, Tally
from bidding.explaining.layouts.layout_sampling import sampler_for
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder

PART_LAYOUTS = 128
LEAST_PARTS, MOST_PARTS = 8, 16
ENOUGH_EFFECTIVE = 200.0  # effective sample size; if smaller after the least parts, more are drawn
_ROLLOUTS = 12  # layouts a part, resampled by weight, on which auctions are bid to their end
_SEED = 1952


@dataclass(frozen=True)
class Step:
    """The state after a part: the sums to continue from, the share done, the parts expected in all,
    the answer at the end."""

    sums: dict[str, Any]
    share: float
    parts: int
    answer: Analysis | None


class Analyst:
    """A bidder, an estimator of tricks and, where there is one, an adviser, to compute analyses."""

    def __init__(
        self,
        bidder: Bidder,
        estimator: TrickChances,
        models: Models,
        device: torch.device | str,
        adviser: AdviceHead | None = None,
    ) -> None:
        self.bidder, self.estimator, self.models = bidder, estimator, models
        self.device, self.adviser = device, adviser

    def advance(self, position: Position, sums: dict[str, Any] | None) -> Step:
        """Do one more part; the same position and sums give the same step."""
        tally = Tally() if sums is None else Tally.from_json(sums)
        comparison = self._comparison(position)
        tally = tally.plus(self._part(position, tally.parts, comparison))
        needed = parts_needed(tally)
        answer = self._answer(position, tally, comparison) if tally.parts >= needed else None
        return Step(tally.to_json(), tally.parts / needed, needed, answer)

    def analyse(self, position: Position) -> Analysis:
        """Do all parts at once."""
        step = self.advance(position, None)
        while step.answer is None:
            step = self.advance(position, step.sums)
        return step.answer

    def _part(self, position: Position, part: int, comparison: Comparison | None) -> Tally:
        rng = np.random.default_rng([_SEED, part])
        layouts = sampler_for(self.bidder, position, self.device).sample(PART_LAYOUTS, rng)
        tally = Tally.of(layouts)
        tricks = self.estimator.chances(layouts.owner).astype(np.float64)
        tally.tricks = tally.total * np.tensordot(layouts.weights, tricks, 1)
        if comparison is not None:
            rows, shares = layouts.resampled(_ROLLOUTS, rng)
            table = (self.bidder, self.estimator, position, comparison.calls)
            outcomes = look_ahead(*table, layouts.owner[rows], self.device)
            tally.calls = CallSums.of(outcomes, tally.total * shares)
        return tally

    def _comparison(self, position: Position) -> Comparison | None:
        """Return the viewer's plausible calls; None unless the viewer sees a hand and is to
        call."""
        turn = position.auction.turn
        if position.hand is None or turn is not position.seat:
            return None
        chances, advised = self._decision(position)
        calls = plausible_calls(chances)
        if advised is not None and advised not in calls:  # more calls are plausible than compared
            calls = (*calls[:-1], advised)
        if len(calls) < 2:
            return None
        of_calls = tuple(chances[call.index] for call in calls)
        return Comparison(position.seat, calls, of_calls, advised=advised)

    @torch.inference_mode()
    def _decision(self, position: Position) -> tuple[list[float], Call | None]:
        """Return the viewer's chances of the calls (38,), and the call that the adviser prefers to
        the likeliest."""
        assert position.hand is not None
        owner = np.zeros((1, 52), dtype=np.uint8) + (position.seat + 1) % 4
        owner[0, [card.index for card in position.hand]] = position.seat
        tables = [replace(position, hand=None)]
        batch, views, states = views_of_turns(self.bidder, tables, owner, self.device)
        features, chances = self.bidder.decisions(batch, views, states)
        advised = None
        if self.adviser is not None:
            choices = self.adviser.choose(features, chances)
            if (best := choices.sure) != choices.likeliest:
                advised = ALL_CALLS[int(best)]
        return chances[0].tolist(), advised

    def _answer(self, position: Position, tally: Tally, comparison: Comparison | None) -> Analysis:
        compared = None
        if comparison is not None and tally.calls is not None:
            compared = replace(comparison, sums=tally.calls)
        return Analysis(position, self.models, tally, compared)


def parts_needed(tally: Tally) -> int:
    """Estimate the number of parts for a sufficient effective sample size, within bounds."""
    needed = math.ceil(tally.parts * ENOUGH_EFFECTIVE / max(tally.weights.effective, 1.0))
    return min(max(needed, LEAST_PARTS), MOST_PARTS)
