"""Grades of calls, and the thresholds between them (docs/review.md).

They follow from how often hands like the caller's make each call of an auction, by the bidder, and
from which call scores best, by the adviser.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import PlayedBoard, Position
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import encode_positions
from bidding.encoding.views import Views
from bidding.explaining.explanation import CallValue
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder

USUAL_SHARE = 0.1  # of hands like the caller's; a call that fewer make is rare
LEAST_LOSS = 50.0  # points; a rare call that loses fewer is no mistake
LEAST_ERRORS = 2.5  # a loss is significant if it is so many times its standard error


@dataclass(frozen=True)
class Frequency:
    """The probability of the call made, given the caller's hand, and the likeliest call with its
    own; ``best`` where another scores better beyond doubt, as far as there is an adviser."""

    made: float
    usual: Call
    of_usual: float
    best: CallValue | None = None

    @property
    def scores_best(self) -> Call | None:
        """The call of ``best``."""
        return None if self.best is None else self.best.call


@torch.inference_mode()
def frequencies(
    bidder: Bidder,
    board: PlayedBoard,
    adviser: AdviceHead | None = None,
) -> dict[int, Frequency]:
    """Return the frequency of each call to grade whose caller's hand is known, by its index.

    All seats' calls are read in one pass, by bidder and adviser.
    """
    auction = board.auction
    steps = board.graded
    if not steps:
        return {}
    table = Position(None, Seat.S, auction, board.vulnerability, board.systems)
    batch = encode_positions([table])
    hands = torch.zeros_like(batch.hands)
    for seat in Seat:
        if (hand := board.hands[seat]) is not None:
            hands[0, seat, [card.index for card in hand]] = True
    batch = replace(batch, hands=hands).to(bidder.device)
    step = torch.tensor(steps, device=bidder.device)
    first = torch.zeros_like(step)
    views = Views(first, step, batch.seat[first, step], torch.ones_like(step, dtype=torch.bool))
    features, chances = bidder.decisions(batch, views)
    best = [None] * len(steps) if adviser is None else _best_calls(adviser, features, chances)
    chances = chances.cpu()
    highest, usual = (values.tolist() for values in chances.max(-1))
    made = [chances[row, auction.calls[k].index].item() for row, k in enumerate(steps)]
    return {
        k: Frequency(made[row], ALL_CALLS[usual[row]], highest[row], best[row])
        for row, k in enumerate(steps)
    }


def _best_calls(adviser: AdviceHead, features: Tensor, chances: Tensor) -> list[CallValue | None]:
    """Return what surely scores better than the likeliest call of each view; None where nothing."""
    found = adviser.choose(features, chances)
    columns = (found.likeliest, found.sure, found.gain, found.error)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [
        None if best == usual else CallValue(ALL_CALLS[best], imps, error)
        for usual, best, imps, error in rows
    ]


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
