"""Grades of calls, and the thresholds between them (docs/review.md)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bidding.domain.calls import Call
from bidding.explaining.review.frequencies import Frequency

USUAL_SHARE = 0.1  # of hands like the caller's; a call that fewer make is rare
LEAST_LOSS = 50.0  # points; a rare call that loses fewer is no mistake
LEAST_ERRORS = 2.5  # a loss is significant if it is so many times its standard error


class Grade(StrEnum):
    """How good a call is."""

    BEST = "best"  # the likeliest call with the hand
    SCORES_BEST = "scores_best"  # not the likeliest, but the adviser prefers it
    ALSO_USUAL = "also_usual"
    RARE = "rare"
    MISTAKE = "mistake"  # rare, and it loses points


@dataclass(frozen=True)
class PointsLost:
    """Expected points that a call loses against the usual one, with their standard error."""

    mean: float
    error: float

    @property
    def is_significant(self) -> bool:
        """Return True if the loss is beyond doubt and not small."""
        return self.mean >= max(LEAST_LOSS, LEAST_ERRORS * self.error)


def is_rare(call: Call, frequency: Frequency) -> bool:
    """Return True if few hands like the caller's make the call, and it does not score best."""
    return frequency.made < USUAL_SHARE and call not in (frequency.usual, frequency.scores_best)


def grade(call: Call, frequency: Frequency, lost: PointsLost | None) -> Grade:
    """Return the grade of a call; without the points lost a rare one is no mistake."""
    if call == frequency.usual:
        return Grade.BEST
    if call == frequency.scores_best:
        return Grade.SCORES_BEST
    if not is_rare(call, frequency):
        return Grade.ALSO_USUAL
    return Grade.MISTAKE if lost is not None and lost.is_significant else Grade.RARE
