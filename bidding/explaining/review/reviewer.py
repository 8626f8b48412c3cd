"""Compute reviews in parts, short enough for more urgent work to run in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidding.domain.position import PlayedBoard
from bidding.explaining.analysis.analyst import Analyst
from bidding.explaining.analysis.tally import Tally
from bidding.explaining.review.double_dummy import double_dummy
from bidding.explaining.review.frequencies import Frequency, frequencies
from bidding.explaining.review.grades import PointsLost, is_rare
from bidding.explaining.review.losses import (
    EXPECTED_PARTS,
    MOST_PARTS,
    is_settled,
    look_ahead_part,
    points_lost,
)
from bidding.explaining.review.review import Review, reviewed_calls
from bidding.networks.advice_head import AdviceHead
from bidding.networks.checkpoint import ModelInfo

MOST_LOSSES = 12  # calls of which the points lost are computed, the first rare ones


@dataclass(frozen=True)
class Step:
    """The state after a part: the sums to continue from, the share done, the parts expected in all
    to look ahead, the answer at the end."""

    sums: dict[str, Any]
    share: float
    parts: int
    answer: Review | None


class Reviewer:
    """Computes reviews with the networks of an analyst, and an adviser if there is one.

    Sums have the points lost [mean, error] of the first rare calls, and the tally of the next.
    """

    def __init__(
        self,
        analyst: Analyst,
        advice_head: AdviceHead | None = None,
        adviser: ModelInfo | None = None,
    ) -> None:
        self.analyst, self.advice_head, self.adviser = analyst, advice_head, adviser

    def advance(self, board: PlayedBoard, sums: dict[str, Any] | None) -> Step:
        """Do one more part; the same board and sums give the same step."""
        found = frequencies(self.analyst.bidder, board, self.analyst.device, self.advice_head)
        rare = _rare_calls(board, found)
        losses = [] if sums is None else [PointsLost(*pair) for pair in sums["losses"]]
        tally = Tally() if sums is None or sums["tally"] is None else Tally.from_json(sums["tally"])
        if len(losses) < len(rare):
            index = rare[len(losses)]
            one = look_ahead_part(self.analyst, board, index, found[index].usual, tally.parts)
            tally = tally.plus(one)
            lost = points_lost(tally)
            if is_settled(lost, tally.parts):
                losses, tally = [*losses, lost], Tally()
        kept = {
            "losses": [[lost.mean, lost.error] for lost in losses],
            "tally": tally.to_json() if tally.parts else None,
        }
        parts = EXPECTED_PARTS * len(rare)
        if len(losses) < len(rare):
            return Step(kept, (len(losses) + tally.parts / MOST_PARTS) / len(rare), parts, None)
        answer = self._answer(board, found, dict(zip(rare, losses, strict=True)))
        return Step(kept, 1.0, parts, answer)

    def review(self, board: PlayedBoard) -> Review:
        """Do all parts at once."""
        step = self.advance(board, None)
        while step.answer is None:
            step = self.advance(board, step.sums)
        return step.answer

    def _answer(
        self, board: PlayedBoard, found: dict[int, Frequency], losses: dict[int, PointsLost]
    ) -> Review:
        calls = reviewed_calls(board, found, losses)
        tricks = double_dummy(board.hands, self.analyst.estimator)
        return Review(board, self.analyst.models, calls, tricks, self.adviser)


def _rare_calls(board: PlayedBoard, found: dict[int, Frequency]) -> list[int]:
    """Return the first rare calls, of which the points lost are computed."""
    rare = [k for k, frequency in found.items() if is_rare(board.auction.calls[k], frequency)]
    return rare[:MOST_LOSSES]
