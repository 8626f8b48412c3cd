"""Compute reviews in parts, short enough for more urgent work to run in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bidding.domain.played_board import PlayedBoard
from bidding.explaining.analysis.analyst import Analyst
from bidding.explaining.review.double_dummy import double_dummy
from bidding.explaining.review.frequencies import frequencies
from bidding.explaining.review.review import Review, reviewed_calls


@dataclass(frozen=True)
class Step:
    """The state after a part: the sums to continue from, the share done, the answer at the end."""

    sums: dict[str, Any]
    share: float
    answer: Review | None


class Reviewer:
    """Computes reviews with the networks of an analyst."""

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst

    def advance(self, board: PlayedBoard, sums: dict[str, Any] | None) -> Step:
        """Do one more part; the same board and sums give the same step."""
        analyst = self.analyst
        found = frequencies(analyst.bidder, board, analyst.device)
        calls = reviewed_calls(board, found, {})
        tricks = double_dummy(board.hands, analyst.estimator)
        return Step({}, 1.0, Review(board, analyst.models, calls, tricks))

    def review(self, board: PlayedBoard) -> Review:
        """Do all parts at once."""
        step = self.advance(board, None)
        while step.answer is None:
            step = self.advance(board, step.sums)
        return step.answer
