"""The points that a rare call loses: it and the usual call are made on layouts, and bid on from.

Layouts are of the cards that the caller does not see, weighed by the calls before.
"""

from __future__ import annotations

import numpy as np

from bidding.domain.calls import Call
from bidding.domain.position import PlayedBoard
from bidding.explaining.analysis.analyst import Analyst
from bidding.explaining.analysis.lookahead import look_ahead
from bidding.explaining.analysis.tally import CallSums, Tally
from bidding.explaining.layouts.layout_sampling import sampler_for
from bidding.explaining.review.grades import LEAST_ERRORS, LEAST_LOSS, PointsLost

PART_LAYOUTS = 128
EXPECTED_PARTS, MOST_PARTS = 2, 4  # for each call
_ROLLOUTS = 32  # layouts a part, resampled by weight, on which auctions are bid to their end
_SWING = 500.0  # points for a vulnerable game bid at one table only
_SEED = 1925


def look_ahead_part(
    analyst: Analyst, board: PlayedBoard, index: int, usual: Call, part: int
) -> Tally:
    """Compare a call with the usual one on one part's layouts; equal parts are equal."""
    position, made = board.position_before(index), board.auction.calls[index]
    rng = np.random.default_rng([_SEED, index, part])
    layouts = sampler_for(analyst.bidder, position, analyst.device).sample(PART_LAYOUTS, rng)
    rows, shares = layouts.resampled(_ROLLOUTS, rng)
    asked = (position, (usual, made), layouts.owner[rows], analyst.device)
    outcomes = look_ahead(analyst.bidder, analyst.estimator, *asked)
    tally = Tally.of(layouts)
    tally.calls = CallSums.of(outcomes.in_points, tally.total * shares)
    return tally


def points_lost(tally: Tally) -> PointsLost:
    """Return what the call loses against the usual one."""
    assert tally.calls is not None
    mean, error = tally.calls.means(_SWING)
    return PointsLost(float(mean[0, 1]), float(error[0, 1]))


def is_settled(lost: PointsLost, parts: int) -> bool:
    """Return True if more layouts would hardly change the grade, or enough have been tried."""
    hardly_costly = lost.mean + LEAST_ERRORS * lost.error < LEAST_LOSS
    return lost.is_significant or hardly_costly or parts >= MOST_PARTS


def lost_by(analyst: Analyst, board: PlayedBoard, index: int, usual: Call) -> PointsLost:
    """Return the points that a call loses, all parts done at once."""
    tally, lost = Tally(), None
    while lost is None or not is_settled(lost, tally.parts):
        tally = tally.plus(look_ahead_part(analyst, board, index, usual, tally.parts))
        lost = points_lost(tally)
    return lost
