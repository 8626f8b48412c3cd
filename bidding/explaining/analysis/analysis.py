"""Analyses, computed in parts, short enough for more urgent work to run in between."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from bidding.domain.calls import ALL_CALLS, BIDS, Call
from bidding.domain.convention_card import UNKNOWN_CARD
from bidding.domain.messages import Message, message_json
from bidding.domain.position import Position
from bidding.domain.table import Seat, Strain
from bidding.explaining.analysis.contracts import (
    STAKES,
    TrickChances,
    chances_to_make,
    declarers,
    expected_scores,
)
from bidding.explaining.analysis.layouts import sampler_for
from bidding.explaining.analysis.lookahead import (
    PASSED_OUT,
    CallSums,
    Question,
    Tally,
    look_ahead,
    plausible_calls,
)
from bidding.explaining.analysis.reasons import Endings, reason_sentence
from bidding.explaining.analysis.rollout import views_of_turns
from bidding.explaining.distributions import CALL_NAMES, DECIMALS, Floats
from bidding.explaining.wording import call_name
from bidding.networks.advice_head import SURE_ERRORS, AdviceHead
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.position_documents import position_to_json

Answer = TypeVar("Answer")

# Effective sample sizes. Below the first, twice the standard error of an even chance is 10 in 100.
# Below the second, estimates with full weights differ as much from those given (docs/contracts.md).
FEW_LAYOUTS, FEW_AT_FULL_WEIGHT = 100, 25
_CONTRACTS_NAMED = 3
PART_LAYOUTS = 128
LEAST_PARTS, MOST_PARTS = 8, 16
ENOUGH_EFFECTIVE = 200.0  # effective sample size; if smaller after the least parts, more are drawn
KEPT = 4  # questions of which what their parts share is kept
_ROLLOUTS = 12  # layouts a part, resampled by weight, on which auctions are bid to their end
_SEED = 1952


@dataclass(frozen=True)
class Models:
    """The networks of an analysis."""

    bidder: ModelInfo
    estimator: ModelInfo
    adviser: ModelInfo | None = None

    def to_json(self) -> dict[str, Any]:
        """Return all of them."""
        return {
            "model": self.bidder.to_dict(),
            "estimator": self.estimator.to_dict(),
            "adviser": None if self.adviser is None else self.adviser.to_dict(),
        }


@dataclass(frozen=True)
class Comparison:
    """The viewer's plausible next calls, compared by their outcomes; ``advised`` is the one that an
    adviser prefers to the likeliest."""

    seat: Seat
    calls: tuple[Call, ...]  # the likeliest first
    chances: tuple[float, ...]
    advised: Call | None = None

    def to_json(self, sums: CallSums) -> dict[str, Any]:
        """Return the calls, the best first by these sums."""
        mean, error = sums.means()
        order = sorted(range(len(self.calls)), key=lambda place: -mean[place, 0])
        best = self._best(order[0], mean, error)
        reason = None if best is None else self._reason(sums, best, mean, error)
        return {
            "seat": self.seat.name,
            "against": CALL_NAMES[self.calls[0].index],
            "layouts": sums.dealt,
            "best": None if best is None else CALL_NAMES[self.calls[best].index],
            "reason": reason,
            "said": message_json(reason),
            "calls": [self._call_json(sums, place, mean[place], error[place]) for place in order],
        }

    def _best(self, first: int, mean: Floats, error: Floats) -> int | None:
        """Return the place of the call that is advised, else of the ``first`` by these layouts if
        it is surely better than the likeliest."""
        if self.advised is not None:
            return self.calls.index(self.advised)
        return first if mean[first, 0] > SURE_ERRORS * error[first, 0] else None

    def _reason(self, sums: CallSums, best: int, mean: Floats, error: Floats) -> Message:
        one, other = (Endings(sums.contracts[place], self.seat.side) for place in (best, 0))
        won = (float(mean[best, 0]), float(error[best, 0]))
        calls = (self.calls[best], self.calls[0])
        reason = reason_sentence(calls, (one, other), *won, sums.dealt)
        first = int(mean[:, 0].argmax())
        if (mean[first, [best, 0]] > SURE_ERRORS * error[first, [best, 0]]).all():
            better = call_name(self.calls[first])
            return Message("{reason} {call} did better still.", reason=reason, call=better)
        return reason

    def _call_json(self, sums: CallSums, place: int, mean: Floats, error: Floats) -> dict[str, Any]:
        others = zip(self.calls, mean.tolist(), error.tolist(), strict=True)
        found = sorted(sums.contracts[place].items(), key=lambda pair: -pair[1][0])
        return {
            "call": CALL_NAMES[self.calls[place].index],
            "probability": round(self.chances[place], DECIMALS),
            "imps": round(float(mean[0]), 3),
            "error": round(float(error[0]), 3),
            "score": round(float(sums.scores[place] / sums.total), 1),
            "leads_to": [
                {
                    "contract": name,
                    "share": round(float(weight / sums.total), 4),
                    "chance": None if name == PASSED_OUT else round(float(makes / weight), 4),
                }
                for name, (weight, makes, _) in found[:_CONTRACTS_NAMED]
            ],
            "against": {
                CALL_NAMES[call.index]: {"imps": round(won, 3), "error": round(off, 3)}
                for call, won, off in others
                if call != self.calls[place]
            },
        }


@dataclass(frozen=True, eq=False)
class Analysis:
    """Estimates of tricks, contracts and calls over layouts given the hand and the auction."""

    position: Position
    models: Models
    tally: Tally
    comparison: Comparison | None

    @cached_property
    def tricks(self) -> Floats:
        """(4, 5, 14) chances of tricks: declarer N E S W, strain C D H S NT."""
        return np.asarray(self.tally.tricks / self.tally.total)

    @property
    def warning(self) -> str | None:
        """A warning if the effective sample is small, or would be with full weights."""
        full = max(self.tally.full.effective, 1.0)
        if self.tally.weights.effective >= FEW_LAYOUTS and full >= FEW_AT_FULL_WEIGHT:
            return None
        off = min(round(100 / full**0.5), 50)  # two standard errors of one half
        return (
            f"Few of the layouts tried fit these calls well, only about {round(full)}, "
            f"so chances may be off by {off} in 100."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the document of the API, of plain JSON values."""
        of_calls, sums = self.comparison, self.tally.calls
        compared = None if of_calls is None or sums is None else of_calls.to_json(sums)
        return {
            "position": position_to_json(self.position),
            **self.models.to_json(),
            "layouts": self.tally.layouts,
            "effective": round(self.tally.weights.effective, 1),
            "effective_full": round(self.tally.full.effective, 1),
            "warning": self.warning,
            "tricks": {
                seat.name: {
                    strain.name: np.round(self.tricks[seat, strain], 4).tolist()
                    for strain in Strain
                }
                for seat in Seat
            },
            "contracts": self._contracts_json(),
            "contract": self._current_contract_json(),
            "next_calls": compared,
        }

    def _contracts_json(self) -> list[dict[str, Any]]:
        """Return every undoubled bid by every possible declarer, even if it is no longer legal."""
        found: list[dict[str, Any]] = []
        for seat in Seat:
            makes = chances_to_make(self.tricks[seat])
            vulnerable = self.position.vulnerability.holds_for(seat.side)
            worth = expected_scores(self.tricks[seat], vulnerable)
            found += [
                {
                    "bid": CALL_NAMES[call.index],
                    "declarer": seat.name,
                    "chance": round(float(makes[bid]), 4),
                    "score": round(float(worth[bid]), 1),
                }
                for bid, call in enumerate(BIDS)
                if seat in declarers(self.position.auction, seat.side, Strain(bid % 5))
            ]
        return found

    def _current_contract_json(self) -> dict[str, Any] | None:
        """Return the current contract at each stake."""
        contract = self.position.auction.current_contract
        if contract is None:
            return None
        tricks = self.tricks[contract.declarer]
        vulnerable = self.position.vulnerability.holds_for(contract.declarer.side)
        bid = 5 * (contract.level - 1) + contract.strain
        return {
            "bid": CALL_NAMES[BIDS[bid].index],
            "declarer": contract.declarer.name,
            "doubled": contract.doubled,
            "chance": round(float(chances_to_make(tricks)[bid]), 4),
            "scores": {
                str(stake): round(float(expected_scores(tricks, vulnerable, stake)[bid]), 1)
                for stake in STAKES
            },
        }


@dataclass(frozen=True)
class Step(Generic[Answer]):
    """The state after a part: the sums to continue from, the share done, the parts expected in all,
    of a review those to look ahead, the answer at the end."""

    sums: dict[str, Any]
    share: float
    parts: int
    answer: Answer | None


class Analyst:
    """A bidder, an estimator of tricks and, where there is one, an adviser, to compute analyses."""

    def __init__(
        self,
        bidder: Bidder,
        estimator: TrickChances,
        models: Models,
        adviser: AdviceHead | None = None,
    ) -> None:
        self.bidder, self.estimator = bidder, estimator
        self.models, self.adviser = models, adviser
        # Parts of one question follow each other.
        self.sampler = lru_cache(maxsize=KEPT)(lambda position: sampler_for(bidder, position))

    def advance(self, position: Position, sums: dict[str, Any] | None) -> Step[Analysis]:
        """Do one more part; the same position and sums give the same step."""
        tally = Tally() if sums is None else Tally.from_json(sums)
        comparison = self._comparison(position)
        tally = tally.plus(self._part(position, tally.parts, comparison))
        needed = parts_needed(tally)
        answer = Analysis(position, self.models, tally, comparison)
        done = tally.parts >= needed
        return Step(tally.to_json(), tally.parts / needed, needed, answer if done else None)

    def _part(self, position: Position, part: int, comparison: Comparison | None) -> Tally:
        rng = np.random.default_rng([_SEED, part])
        layouts = self.sampler(position).sample(PART_LAYOUTS, rng)
        tally = Tally.of(layouts)
        tricks = self.estimator.chances(layouts.owner).astype(np.float64)
        tally.tricks = tally.total * np.tensordot(layouts.weights, tricks, 1)
        if comparison is not None:
            rows, shares = layouts.resampled(_ROLLOUTS, rng)
            asked = Question(position, comparison.calls, layouts.owner[rows])
            (outcomes,) = look_ahead(self.bidder, self.estimator, [asked])
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
        return Comparison(position.seat, calls, of_calls, advised)

    @torch.inference_mode()
    def _decision(self, position: Position) -> tuple[list[float], Call | None]:
        """Return the viewer's chances of the calls (38,), and the call that the adviser prefers to
        the likeliest."""
        assert position.hand is not None
        owner = np.zeros((1, 52), dtype=np.uint8) + (position.seat + 1) % 4
        owner[0, [card.index for card in position.hand]] = position.seat
        tables = [replace(position, hand=None)]
        batch, views, states = views_of_turns(self.bidder, tables, owner)
        features, chances = self.bidder.decisions(batch, views, states)
        advised = None
        if self.adviser is not None and position.systems.of(position.seat) != UNKNOWN_CARD:
            choices = self.adviser.choose(features, chances)
            if (best := choices.sure) != choices.likeliest:
                advised = ALL_CALLS[int(best)]
        return chances[0].tolist(), advised


def parts_needed(tally: Tally) -> int:
    """Estimate the number of parts for a sufficient effective sample size, within bounds."""
    needed = math.ceil(tally.parts * ENOUGH_EFFECTIVE / max(tally.weights.effective, 1.0))
    return min(max(needed, LEAST_PARTS), MOST_PARTS)
