"""Asks the network everything an explanation needs, in one forward pass."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.analysis.analysis import Models
from bidding.explaining.analysis.analyst import Analyst, Step
from bidding.explaining.answers import Answers
from bidding.explaining.beliefs import beliefs_about, for_answers
from bidding.explaining.explanation import Explanation, Options
from bidding.explaining.inference.refinement import refine
from bidding.explaining.options import options_about
from bidding.explaining.questions import questions_about
from bidding.explaining.scales import Scale, load_scale
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import RELEASED, ModelInfo, load_bidder, load_network
from bidding.networks.precision import fast_dtype
from bidding.tricks.estimator import ESTIMATOR

_JUDGING_BLOCKS = 3
MOST_REFINED_CALLS = 48  # the time grows with their square; to 8 s of a processor for so many


class Explainer:
    """A loaded bidder that explains positions, with the scale of its surprises where known.

    ``reader`` is the bidder as it answers fastest on this device; ``exact`` ones read, and estimate
    tricks, in float32 on every device, as documents that are compared elsewhere want it.
    """

    def __init__(
        self,
        bidder: Bidder,
        model: ModelInfo,
        device: torch.device | str,
        scale: Scale | None = None,
        *,
        exact: bool = False,
    ) -> None:
        self.bidder, self.model, self.device, self.scale = bidder, model, device, scale
        self.exact = exact
        self.reader = bidder if exact else for_answers(bidder, device)

    @classmethod
    def load(
        cls,
        directory: Path | None = None,
        device: torch.device | str = "cpu",
        *,
        exact: bool = False,
    ) -> Explainer:
        """The released bidder, or the one in a directory, verified and warmed.

        Raises BadCheckpoint (networks.checkpoint) if it is missing or damaged.
        """
        bidder, model = load_bidder(directory, device)
        scale = load_scale(RELEASED if directory is None else directory, model.sha256)
        explainer = cls(bidder, model, device, scale, exact=exact)
        explainer.explain(Position(None, Seat.S, Auction(Seat.N), Vulnerability.NONE))
        gc.freeze()  # what is loaded stays: looking through it again and again takes a fifth
        return explainer

    def explain(self, position: Position) -> Explanation:
        """What the auction shows to this viewer."""
        return self.explain_many([position])[0]

    def explain_many(
        self, positions: Sequence[Position], *, compare: bool = True
    ) -> list[Explanation]:
        """The explanations of several positions from one pass through the network.

        Comparing systems takes about two thirds of the pass. Without it nothing is said of
        other systems, and surprises are the model's own chances.
        """
        return self._answered(positions, compare=compare, refined=False)

    def refine_many(
        self, positions: Sequence[Position], *, compare: bool = True
    ) -> list[Explanation]:
        """The explanations with hidden hands refined (``inference``): a second answer, for it
        takes many times as long. Of more than MOST_REFINED_CALLS calls it is the first once more.
        """
        answers = {}
        for refined in (True, False):
            some = [one for one in positions if _is_refined(one) is refined]
            answers[refined] = iter(self._answered(some, compare=compare, refined=refined))
        return [next(answers[_is_refined(position)]) for position in positions]

    def _answered(
        self, positions: Sequence[Position], *, compare: bool, refined: bool
    ) -> list[Explanation]:
        if not positions:
            return []
        questions, found = questions_about(positions, compare=compare), None
        beliefs = beliefs_about(self.reader, questions, self.device)
        if refined:
            parts = (positions, questions, beliefs, self.device)
            found = refine(self.reader, *parts, judge=self.judge)
            beliefs = found.beliefs
        scale = self.scale if compare else None
        answers = Answers(positions, questions, beliefs, scale, found)
        return [answers.explanation(number, self.model) for number in range(len(positions))]

    @cached_property
    def judge(self) -> Bidder:
        """The bidder that judges calls by many hands: on processors in int8, the quickest there.

        The released bidder knows as many calls without its last residual block. Chances then
        differ by 0.01 on average: little beside what hands differ by.
        """
        quick = torch.device(self.device).type == "cpu" and not self.exact
        return self.bidder.quantized(_JUDGING_BLOCKS) if quick else self.reader

    def analyse(self, position: Position, sums: dict[str, Any] | None) -> Step:
        """One part more of an analysis, after the parts that made these sums."""
        return self.analyst.advance(position, sums)

    @cached_property
    def analyst(self) -> Analyst:
        """Whoever analyses; the estimator of tricks is loaded when it is first asked for."""
        estimator, info = load_network(ESTIMATOR, device=self.device)
        estimator.compute_dtype = torch.float32 if self.exact else fast_dtype(self.device)
        return Analyst(self.reader, estimator, Models(self.model, info), self.device)

    def options(self, position: Position) -> Options:
        """What each call that may come next would show, and how likely it is."""
        return self.options_many([position])[0]

    def options_many(self, positions: Sequence[Position]) -> list[Options]:
        """The options of several positions from one pass through the network."""
        going_on = [position for position in positions if not position.auction.is_over]
        parts = (self.reader, self.device, self.model, self.scale)
        found = iter(options_about(going_on, *parts) if going_on else ())
        return [
            Options(position, self.model, ()) if position.auction.is_over else next(found)
            for position in positions
        ]


def _is_refined(position: Position) -> bool:
    return len(position.auction.calls) <= MOST_REFINED_CALLS
