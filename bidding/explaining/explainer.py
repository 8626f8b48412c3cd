"""The explainer: a loaded model that explains positions in one forward pass."""

from __future__ import annotations

import gc
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

from bidding.domain.auction import Auction
from bidding.domain.position import BiddingTable, PairCalls, PlayedBoard, Position
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.analysis.analysis import Analysis, Analyst, Models, Step
from bidding.explaining.analysis.review import Review, Reviewer
from bidding.explaining.analysis.rollout import RobotCalls, robot_calls
from bidding.explaining.assembly import ExplanationBatch
from bidding.explaining.beliefs import beliefs_about
from bidding.explaining.card_evidence import CardGuess, CardGuesser
from bidding.explaining.explanation import Explanation, Options
from bidding.explaining.inference.refinement import refine
from bidding.explaining.meanings.recorded import FILE as PROMISES
from bidding.explaining.options import options_about
from bidding.explaining.questions import questions_about
from bidding.explaining.surprise import FILE as SCALE
from bidding.explaining.surprise import Scale, load_scale
from bidding.networks.advice_head import ADVISER, AdviceHead, find_adviser
from bidding.networks.arithmetic import fast_dtype
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import BIDDER, RELEASED, ModelInfo, load_bidder, load_network
from bidding.tricks.estimator import ESTIMATOR
from bidding.tricks.solving import NoSolver, solver

logger = logging.getLogger(__name__)

_LIKELIHOOD_BLOCKS = 3
MOST_REFINED_CALLS = 48  # the time grows with their square; to 8 s of a processor for so many


class Explainer:
    """A loaded bidder that explains positions, with its scale of surprise and its adviser where
    there are any.

    ``reader`` is the bidder in the fastest precision of this device; an ``exact`` explainer reads,
    and estimates tricks, in float32 on every device, for documents that are compared elsewhere.
    """

    def __init__(
        self,
        bidder: Bidder,
        model: ModelInfo,
        scale: Scale | None = None,
        *,
        adviser: tuple[AdviceHead, ModelInfo] | None = None,
        exact: bool = False,
    ) -> None:
        self.bidder, self.model, self.scale = bidder, model, scale
        head, info = (None, None) if adviser is None else adviser
        self.advice_head, self.adviser = head, info
        self.exact = exact
        self.reader = bidder.for_inference(torch.float32 if exact else None)

    @classmethod
    def load(
        cls,
        directory: Path | None = None,
        device: torch.device | str = "cpu",
        *,
        exact: bool = False,
    ) -> Explainer:
        """Load and verify the released bidder, or the one in a directory, and explain once.

        Raises BadCheckpoint (networks.checkpoint) if it is missing or damaged.
        """
        bidder, model = load_bidder(directory, device)
        folder = RELEASED if directory is None else directory
        scale, adviser = load_scale(folder, model.sha256), find_adviser(model, folder, device)
        model = replace(model, files_sha256=_files_sha256(folder))
        explainer = cls(bidder, model, scale, adviser=adviser, exact=exact)
        explainer.explain(Position(None, Seat.S, Auction(Seat.N), Vulnerability.NONE))
        gc.freeze()  # collecting what stays loaded again and again takes a fifth of the time
        return explainer

    def explain(self, position: Position) -> Explanation:
        """Explain the auction to this viewer."""
        return self.explain_many([position])[0]

    def explain_many(
        self, positions: Sequence[Position], *, compare: bool = True
    ) -> list[Explanation]:
        """Explain several positions in one forward pass.

        To ``compare`` systems takes about two thirds of the pass. Without it explanations have no
        evidence for systems, and surprise comes from the model's own chances.
        """
        return self._answered(positions, compare=compare, refined=False)

    def refine_many(
        self, positions: Sequence[Position], *, compare: bool = True
    ) -> list[Explanation]:
        """Explain positions with the hidden hands refined (``inference``), a second answer, since
        it takes many times as long; without refinement beyond MOST_REFINED_CALLS calls."""
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
        questions = questions_about(positions, compare=compare)
        beliefs, found = beliefs_about(self.reader, questions, self.advice_head), None
        if refined:
            parts = (positions, questions, beliefs)
            found = refine(self.reader, *parts, likelihood_bidder=self.likelihood_bidder)
            beliefs = found.beliefs
        scale = self.scale if compare else None
        batch = ExplanationBatch(positions, questions, beliefs, scale, found)
        models = (self.model, self.adviser)
        return [batch.explanation(number, *models) for number in range(len(positions))]

    @cached_property
    def likelihood_bidder(self) -> Bidder:
        """The bidder for likelihoods of calls given many hands: on CPUs without its last block.

        The released bidder predicts calls as well without it. Chances differ little compared with
        the differences between hands.
        """
        quick = self.bidder.device.type == "cpu" and not self.exact
        return self.bidder.for_inference(blocks=_LIKELIHOOD_BLOCKS) if quick else self.reader

    def analyse(self, position: Position, sums: dict[str, Any] | None) -> Step[Analysis]:
        """Do one more part of an analysis, after the parts that made these sums."""
        return self.analyst.advance(position, sums)

    @cached_property
    def analyst(self) -> Analyst:
        """The analyst; the estimator of tricks is loaded on first use."""
        try:
            solver()
        except NoSolver as error:
            logger.warning("tricks of known deals are estimated: %s", error)
        estimator, info = load_network(ESTIMATOR, device=self.bidder.device)
        estimator.compute_dtype = torch.float32 if self.exact else fast_dtype(self.bidder.device)
        models = Models(self.model, info, self.adviser)
        return Analyst(self.reader, estimator, models, self.advice_head)

    def robot_calls_many(self, tables: Sequence[BiddingTable]) -> list[RobotCalls]:
        """Make the calls of robots at each table until a person is to call, or the auction ends."""
        return robot_calls(self.reader, tables, self.model)

    @cached_property
    def reviewer(self) -> Reviewer:
        """The reviewer, with the networks of the analyst."""
        return Reviewer(self.analyst)

    def review(self, board: PlayedBoard, sums: dict[str, Any] | None) -> Step[Review]:
        """Do one more part of a review, after the parts that made these sums."""
        return self.reviewer.advance(board, sums)

    def guess_card(self, asked: PairCalls, sums: dict[str, Any] | None) -> Step[CardGuess]:
        """Do one more part of a guess, after the parts that made these sums."""
        return CardGuesser(self.reader, self.model).advance(asked, sums)

    def options(self, position: Position) -> Options:
        """Explain every possible next call of a position."""
        return self.options_many([position])[0]

    def options_many(self, positions: Sequence[Position]) -> list[Options]:
        """Explain the options of several positions in one forward pass."""
        unfinished = [position for position in positions if not position.auction.is_over]
        parts = (self.reader, self.model, self.scale)
        found = iter(options_about(unfinished, *parts) if unfinished else ())
        return [
            Options(position, self.model, ()) if position.auction.is_over else next(found)
            for position in positions
        ]


def _files_sha256(folder: Path) -> str:
    """Return a hash of all that answers depend on apart from the program.

    The documents on networks have the sha256 of their weights, which loading verifies.
    """
    files = [folder / name for name in (BIDDER.config, ADVISER.config, SCALE)]
    files += [RELEASED / ESTIMATOR.config, PROMISES]
    contents = [path.read_bytes() if path.is_file() else b"" for path in files]
    return sha256(b"".join(sha256(content).digest() for content in contents)).hexdigest()


def _is_refined(position: Position) -> bool:
    return len(position.auction.calls) <= MOST_REFINED_CALLS
