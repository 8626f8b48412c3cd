"""Layouts that fit a hand and an auction: drawn exactly, weighed, and what they show."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bidding.domain.position import Position
from bidding.encoding.views import card_hcp
from bidding.explaining.analysis.layouts import (
    LayoutProposal,
    Layouts,
    LayoutSampler,
    hidden_hands,
    log_likelihoods,
    sampler_for,
    systematic,
)
from bidding.explaining.analysis.rollout import next_call_chances
from bidding.networks.checkpoint import load_bidder
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import question
from tests.explaining.analysis.small import small_bidder

EVEN = np.ones((3, 4, 14))
LAYOUTS_OF_THREE = math.factorial(39) // math.factorial(13) ** 3


def position(auction: str, **changes: object) -> Position:
    return position_from_json(question(auction=auction, **changes))


def sampled(where: Position, count: int = 64, seed: int = 1) -> Layouts:
    return sampler_for(small_bidder(), where).sample(count, np.random.default_rng(seed))


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
    sampler = sampler_for(small_bidder(), position("", dealer="S"))
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
    judged = log_likelihoods(bidder, where, steps, owner)
    for column, step in enumerate(steps):
        before = position(" ".join(str(call) for call in where.auction.calls[:step]), hand=None)
        chances = next_call_chances(bidder, [before] * 5, owner)
        made = where.auction.calls[step].index
        assert judged[:, column] == pytest.approx(chances[:, made].log().numpy(), abs=1e-4)


def test_only_the_calls_of_hidden_hands_are_weighed() -> None:
    bidder, seen = small_bidder(), position("1D 1H 1S 2H P")
    owner = sampled(seen, count=5).owner
    found = sampler_for(bidder, seen).log_likelihoods(owner)
    assert (found == log_likelihoods(bidder, seen, [0, 1, 3, 4], owner)).all()
    blind = position("1D 1H 1S", hand=None)
    found = sampler_for(bidder, blind).log_likelihoods(owner)
    assert (found == log_likelihoods(bidder, blind, [0, 1, 2], owner)).all()


def test_layouts_weigh_more_the_likelier_their_calls_are() -> None:
    """Of calls that only a hand with the ace of spades would make, North's is believed to be."""

    bidder, where = small_bidder(), position("1D", seat="E", hand="QJT985.6.A76.843")
    hidden = hidden_hands(bidder, where)

    def share(without: float) -> float:
        def needs_the_ace(owner: np.ndarray) -> np.ndarray:
            return np.log(np.where(owner[:, :1] == 0, 1.0, without))

        layouts = LayoutSampler(hidden, needs_the_ace).sample(256, np.random.default_rng(1))
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
    layouts = sampler_for(bidder, where).sample(256, np.random.default_rng(1))
    north = layouts.owner == 0
    hcp, lengths = north @ card_hcp().numpy(), north.reshape(-1, 4, 13).sum(-1)
    strong = (hcp >= 15) & (hcp <= 17)
    assert layouts.weights[strong].sum() > 0.9
    assert layouts.weights[(lengths >= 2).all(1)].sum() > 0.9
    assert layouts.effective > 25


def odds_of(rng: np.random.Generator, hands: int) -> np.ndarray:
    """Uneven odds; of three hands, those of a fourth are not hidden."""
    odds = rng.uniform(0.2, 1.0, (hands, 52))
    if hands == 3:
        odds[:, rng.permutation(52)[:13]] = 0
    return odds


@pytest.mark.parametrize("hands", [3, 4])
def test_a_layout_gives_thirteen_hidden_cards_to_each_hand(hands: int) -> None:
    rng = np.random.default_rng(1)
    odds = odds_of(rng, hands)
    drawn = LayoutProposal(odds, np.ones((hands, 4, 14))).draw(300, rng)
    assert ((drawn == -1) == (odds[0] == 0)).all()
    for number in range(hands):
        assert ((drawn == number).sum(1) == 13).all()


def test_even_odds_make_all_layouts_equally_likely() -> None:
    """Paper P5, section 2.5, counts the deals of a pack."""
    rng = np.random.default_rng(2)
    seen = np.where(np.arange(52) % 4 == 1, 0.0, 1.0)
    three = LayoutProposal(np.tile(seen, (3, 1)), EVEN)
    density = three.log_density(three.draw(5, rng))
    assert density == pytest.approx(np.full(5, -math.log(LAYOUTS_OF_THREE)))
    four = LayoutProposal(np.ones((4, 52)), np.ones((4, 4, 14)))
    deals = 53_644_737_765_488_792_839_237_440_000
    assert four.log_density(four.draw(5, rng)) == pytest.approx(np.full(5, -math.log(deals)))


@pytest.mark.parametrize("hands", [3, 4])
def test_densities_add_up_to_one(hands: int) -> None:
    """The mean of 1 / density counts the layouts, whatever the odds and factors are."""
    rng = np.random.default_rng(3)
    factors = rng.uniform(0.7, 1.0, (hands, 4, 14))
    odds = odds_of(rng, hands) ** 0.2
    proposal = LayoutProposal(odds, factors)
    density = proposal.log_density(proposal.draw(4000, rng))
    count = LAYOUTS_OF_THREE if hands == 3 else math.factorial(52) // math.factorial(13) ** 4
    ratio = np.exp(-density - math.log(count))
    assert ratio.mean() == pytest.approx(1, abs=5 * ratio.std() / len(ratio) ** 0.5)


def test_layouts_come_as_often_as_their_densities_say() -> None:
    """All cards are settled but four, of which two go to each of two hands: six layouts."""
    odds = np.full((3, 52), 1e-12)
    odds[:, 39:] = 0
    for card in range(39):
        odds[card % 3, card] = 1
    free = [0, 1, 3, 4]  # spades and more spades of hands 0 and 1
    odds[:2, free] = [[1, 2, 0.5, 1], [0.5, 1, 2, 1.5]]
    proposal = LayoutProposal(odds, EVEN)
    draws = proposal.draw(20_000, np.random.default_rng(4))
    layouts, first, counts = np.unique(
        draws[:, free], axis=0, return_index=True, return_counts=True
    )
    assert len(layouts) == 6
    density = proposal.log_density(draws[first])
    assert np.exp(density).sum() == pytest.approx(1)
    assert counts / 20_000 == pytest.approx(np.exp(density), abs=0.015)


def test_factors_rule_lengths() -> None:
    """The first hand is to hold six spades, or else seven, twice as often."""
    factors = EVEN.copy()
    factors[0, 0] = 1e-9
    factors[0, 0, 6:8] = 1, 2
    odds = np.ones((3, 52))
    odds[:, ::4] = 0
    plain, proposal = LayoutProposal(odds, EVEN), LayoutProposal(odds, factors)
    draws = proposal.draw(4000, np.random.default_rng(5))
    lengths = (draws[:, :13] == 0).sum(1)
    assert set(lengths) == {6, 7}
    change = proposal.log_density(draws) - plain.log_density(draws)
    sixes, sevens = change[lengths == 6], change[lengths == 7]
    assert sevens == pytest.approx(np.full(len(sevens), sixes[0] + math.log(2)))


def test_equal_generators_draw_equal_layouts() -> None:
    proposal = LayoutProposal(odds_of(np.random.default_rng(6), 3), EVEN)
    one, other = (proposal.draw(50, np.random.default_rng(7)) for _ in range(2))
    assert (one == other).all()
    assert (one != proposal.draw(50, np.random.default_rng(8))).any()
