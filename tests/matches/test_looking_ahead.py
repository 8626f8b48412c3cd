"""The bidder that looks ahead: when it leaves the model's likeliest call."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.systems import System
from bidding.explaining.analysis.layouts import Layouts
from bidding.explaining.analysis.lookahead import Outcomes, Question
from bidding.matches import bidders
from bidding.matches.bidders import LookingBidder, ModelBidder, Turns
from bidding.matches.boards import random_boards
from bidding.tricks.solving import random_deals
from tests.explaining.analysis.small import PointsEstimator
from tests.small import small_bidder


class Bold(LookingBidder):
    """Leaves the likeliest call for any that seems better."""

    ERRORS = 0.0


class Wary(LookingBidder):
    """Leaves it for none, however much better it seems."""

    ERRORS = 1e9


def test_looking_ahead_leaves_a_call_for_one_that_is_better_by_enough() -> None:
    """It makes the same calls again, and the model's where nothing is sure."""
    table = random_boards(1, 5, System.SAYC).tables[0]
    owner = random_deals(6, 5)
    bold, wary = (
        kind(small_bidder(), PointsEstimator(), least_chance=0.01) for kind in (Bold, Wary)
    )
    calls = bold.calls(Turns([table] * 6, owner, [1] * 6))
    assert calls == bold.calls(Turns([table] * 6, owner, [1] * 6))
    likeliest = ModelBidder(small_bidder()).calls(Turns([table] * 6, owner, [1] * 6))
    assert calls != likeliest
    assert wary.calls(Turns([table] * 6, owner, [1] * 6)) == likeliest


def leaves_the_likeliest(
    bidder: LookingBidder,
    log_weights: np.ndarray,
    swings: np.ndarray,
    monkeypatch: pytest.MonkeyPatch,
) -> bool:
    """Whether it makes another call than the model, where its layouts (L,) have these weights and
    its second call wins so many IMPs (L,) over the likeliest on each."""
    count = len(log_weights)

    class Given:
        def sample(self, weighed: int, rng: np.random.Generator) -> Layouts:
            return Layouts(random_deals(count, seed=1), log_weights)

    def outcomes(bidder: object, estimator: object, asked: list[Question]) -> list[Outcomes]:
        calls = len(asked[0].calls)
        imps = np.zeros((calls, calls, count))
        imps[1, 0], imps[0, 1] = swings, -swings
        none = np.zeros((calls, count))
        return [Outcomes([[None] * count] * calls, imps, none, none)]

    monkeypatch.setattr(bidders, "sampler_for", lambda *question: Given())
    monkeypatch.setattr(bidders, "look_ahead", outcomes)
    table, owner = random_boards(1, 5, System.SAYC).tables[0], random_deals(1, 5)
    (call,), (likeliest,) = (
        one.calls(Turns([table], owner, [1])) for one in (bidder, ModelBidder(small_bidder()))
    )
    return call != likeliest


@pytest.mark.parametrize(("heavier", "leaves"), [(0, False), (1, True)])
def test_looking_ahead_counts_a_layout_by_its_weight(
    heavier: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two layouts, one three times as likely: the second call loses 4 IMPs on the first and
    wins 6 on the other, 1.5 less or 3.5 more than the likeliest."""
    logs = np.zeros(2)
    logs[heavier] = np.log(3)
    bold = Bold(small_bidder(), PointsEstimator(), least_chance=0.01)
    assert leaves_the_likeliest(bold, logs, np.array([-4.0, 6.0]), monkeypatch) is leaves


@pytest.mark.parametrize(("count", "leaves"), [(2, False), (12, True)])
def test_looking_ahead_leaves_no_call_because_few_layouts_agree(
    count: int, leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = LookingBidder(small_bidder(), PointsEstimator(), least_chance=0.01)
    agreed = np.full(count, 5.0)
    assert leaves_the_likeliest(looking, np.zeros(count), agreed, monkeypatch) is leaves
