"""Layouts that fit a hand and an auction: whose cards, what weights, and what they show."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.position import Position
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import card_hcp
from bidding.explaining.analysis.layouts import (
    LayoutLikelihood,
    Layouts,
    LayoutSampler,
    hidden_hands,
    sampler_for,
    systematic,
)
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.networks.checkpoint import load_bidder
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import question
from tests.explaining.analysis.small import small_bidder


def position(auction: str, **changes: object) -> Position:
    return position_from_json(question(auction=auction, **changes))


def sampled(where: Position, count: int = 64, seed: int = 1) -> Layouts:
    return sampler_for(small_bidder(), where, "cpu").sample(count, np.random.default_rng(seed))


@pytest.mark.parametrize("auction", ["", "1D 1H", "1D P P P"])
def test_the_viewer_keeps_his_hand_and_everybody_has_thirteen_cards(auction: str) -> None:
    where = position(auction)
    owner = sampled(where).owner
    assert where.hand is not None
    own = [card.index for card in where.hand]
    assert (owner[:, own] == where.seat).all()
    assert ((owner[:, None] == np.arange(4)[:, None]).sum(-1) == 13).all()


def test_a_spectator_sees_no_hand() -> None:
    owner = sampled(position("1D 1H", hand=None)).owner
    assert ((owner[:, None] == np.arange(4)[:, None]).sum(-1) == 13).all()
    assert (owner.min(0) < owner.max(0)).all()


def test_before_anybody_calls_all_layouts_are_equally_likely() -> None:
    """So the weights take back what the proposal favours."""
    sampler = sampler_for(small_bidder(), position("", dealer="S"), "cpu")
    owner, log_density = sampler.drawn(2000, np.random.default_rng(3))
    weights = np.exp(log_density.min() - log_density)
    hcp = (owner == 0) @ card_hcp().numpy()
    mean = (hcp * weights).sum() / weights.sum()
    off = np.sqrt((weights**2 * (hcp - mean) ** 2).sum()) / weights.sum()
    assert mean == pytest.approx((40 - 12) / 3, abs=3 * off)  # South has 12 of the 40 points
    assert off < 1.5


def test_likelihoods_are_given_the_hands_of_each_layout() -> None:
    """As somebody would who asked for the next call at each step."""
    where = position("1D 1H 1S 2H P")
    bidder = small_bidder()
    owner = sampled(where, count=5).owner
    steps = [0, 1, 3, 4]
    judged = LayoutLikelihood(bidder, encode_positions([where]), steps, "cpu").log_likelihoods(
        owner
    )
    for column, step in enumerate(steps):
        before = position(" ".join(str(call) for call in where.auction.calls[:step]), hand=None)
        chances = next_call_chances(bidder, [before] * 5, owner, "cpu")
        made = where.auction.calls[step].index
        assert judged[:, column] == pytest.approx(chances[:, made].log().numpy(), abs=1e-4)


def test_only_the_calls_of_hidden_hands_are_weighed() -> None:
    seen = sampler_for(small_bidder(), position("1D 1H 1S 2H P"), "cpu")
    assert seen.likelihood.steps.tolist() == [0, 1, 3, 4]
    blind = sampler_for(small_bidder(), position("1D 1H 1S", hand=None), "cpu")
    assert blind.likelihood.steps.tolist() == [0, 1, 2]


def test_layouts_weigh_more_the_likelier_their_calls_are() -> None:
    """Of calls that only a hand with the ace of spades would make, North's is believed to be."""

    class NeedsTheAce(LayoutLikelihood):
        def __init__(self, without: float) -> None:
            self.without = without

        def log_likelihoods(self, owner: np.ndarray) -> np.ndarray:
            return np.log(np.where(owner[:, :1] == 0, 1.0, self.without))

    bidder, where = small_bidder(), position("1D", seat="E", hand="QJT985.6.A76.843")
    hidden = hidden_hands(bidder, where, "cpu")

    def share(without: float) -> float:
        layouts = LayoutSampler(hidden, NeedsTheAce(without)).sample(256, np.random.default_rng(1))
        return float(layouts.weights[layouts.owner[:, 0] == 0].sum())

    assert 0.1 < share(without=1) < 0.6, "whoever has the ace, the call is the same"
    assert share(without=1e-2) > share(without=1e-1) > share(without=1) + 0.1
    assert share(without=1e-9) > 0.99


def test_equal_generators_give_equal_layouts() -> None:
    one, other = (sampled(position("1D 1H"), seed=5) for _ in range(2))
    assert (one.owner == other.owner).all()
    assert (one.log_weights == other.log_weights).all()


def test_effective_layouts_count_what_weights_leave() -> None:
    owner = np.zeros((4, 52), dtype=np.uint8)
    assert Layouts(owner, np.zeros(4)).effective == pytest.approx(4)
    assert Layouts(owner, np.array([0.0, -1e3, -1e3, -1e3])).effective == pytest.approx(1)
    halves = Layouts(owner, np.log([0.5, 0.5, 1e-12, 1e-12]))
    assert halves.effective == pytest.approx(2)
    rows, shares = halves.resampled(10, np.random.default_rng(1))
    assert rows.tolist() == [0, 1]
    assert shares == pytest.approx([0.5, 0.5])


def test_choosing_is_fair_to_less_than_one() -> None:
    weights = np.array([0.52, 0.26, 0.22])
    for seed in range(20):
        counts = np.bincount(systematic(weights, 50, np.random.default_rng(seed)), minlength=3)
        assert (np.abs(counts - 50 * weights) < 1).all()


def test_layouts_after_a_strong_notrump_show_one() -> None:
    """North opens 1NT in SAYC: 15 to 17 points, no short suit."""
    bidder, _ = load_bidder()
    where = position("1NT", dealer="N", seat="E", hand="Q62.T84.K975.J83")
    layouts = sampler_for(bidder, where, "cpu").sample(256, np.random.default_rng(1))
    north = layouts.owner == 0
    hcp, lengths = north @ card_hcp().numpy(), north.reshape(-1, 4, 13).sum(-1)
    strong = (hcp >= 15) & (hcp <= 17)
    assert layouts.weights[strong].sum() > 0.9
    assert layouts.weights[(lengths >= 2).all(1)].sum() > 0.9
    assert layouts.effective > 25
