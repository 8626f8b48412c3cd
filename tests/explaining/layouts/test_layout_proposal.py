"""Layouts drawn exactly: counted, compared with their densities, and bound to what is certain."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bidding.explaining.analysis.layouts import LayoutProposal

EVEN = np.ones((3, 4, 14))
LAYOUTS_OF_THREE = math.factorial(39) // math.factorial(13) ** 3


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
    drawn = LayoutProposal(odds, np.ones((hands, 4, 14))).draw(300, rng).hand
    assert ((drawn == -1) == (odds[0] == 0)).all()
    for number in range(hands):
        assert ((drawn == number).sum(1) == 13).all()


def test_even_odds_make_all_layouts_equally_likely() -> None:
    """Paper P5, section 2.5, counts the deals of a pack."""
    rng = np.random.default_rng(2)
    seen = np.where(np.arange(52) % 4 == 1, 0.0, 1.0)
    three = LayoutProposal(np.tile(seen, (3, 1)), EVEN).draw(5, rng)
    assert three.log_density == pytest.approx(np.full(5, -math.log(LAYOUTS_OF_THREE)))
    four = LayoutProposal(np.ones((4, 52)), np.ones((4, 4, 14))).draw(5, rng)
    deals = 53_644_737_765_488_792_839_237_440_000
    assert four.log_density == pytest.approx(np.full(5, -math.log(deals)))


@pytest.mark.parametrize("hands", [3, 4])
def test_densities_add_up_to_one(hands: int) -> None:
    """The mean of 1 / density counts the layouts, whatever the odds and factors are."""
    rng = np.random.default_rng(3)
    factors = rng.uniform(0.7, 1.0, (hands, 4, 14))
    odds = odds_of(rng, hands) ** 0.2
    density = LayoutProposal(odds, factors).draw(4000, rng).log_density
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
    draws = LayoutProposal(odds, EVEN).draw(20_000, np.random.default_rng(4))
    layouts, first, counts = np.unique(
        draws.hand[:, free], axis=0, return_index=True, return_counts=True
    )
    assert len(layouts) == 6
    assert np.exp(draws.log_density[first]).sum() == pytest.approx(1)
    assert counts / 20_000 == pytest.approx(np.exp(draws.log_density[first]), abs=0.015)


def test_factors_rule_lengths() -> None:
    """The first hand is to hold six spades, or else seven, twice as often."""
    factors = EVEN.copy()
    factors[0, 0] = 1e-9
    factors[0, 0, 6:8] = 1, 2
    odds = np.ones((3, 52))
    odds[:, ::4] = 0
    plain = LayoutProposal(odds, EVEN)
    draws = LayoutProposal(odds, factors).draw(4000, np.random.default_rng(5))
    lengths = (draws.hand[:, :13] == 0).sum(1)
    assert set(lengths) == {6, 7}
    change = draws.log_density - plain.log_density(draws.hand)
    sixes, sevens = change[lengths == 6], change[lengths == 7]
    assert sevens == pytest.approx(np.full(len(sevens), sixes[0] + math.log(2)))


def test_equal_generators_draw_equal_layouts() -> None:
    proposal = LayoutProposal(odds_of(np.random.default_rng(6), 3), EVEN)
    one, other = (proposal.draw(50, np.random.default_rng(7)).hand for _ in range(2))
    assert (one == other).all()
    assert (one != proposal.draw(50, np.random.default_rng(8)).hand).any()
