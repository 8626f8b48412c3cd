"""Single hands drawn exactly: densities counted, draws compared with them, heads followed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidding.explaining.inference.hand_sampling import (
    UNIFORMS,
    HandProposal,
    points_of,
    suit_lengths,
)

EVEN_LENGTHS, EVEN_POINTS = np.ones((1, 4, 14)), np.ones((1, 38))


def uneven(seed: int, hidden: int = 39) -> HandProposal:
    rng = np.random.default_rng(seed)
    odds = rng.uniform(0.2, 3, (1, 52))
    odds[:, rng.permutation(52)[hidden:]] = 0
    return HandProposal(odds, rng.uniform(0.5, 2, (1, 4, 14)), rng.uniform(0.5, 2, (1, 38)))


def draws(proposal: HandProposal, count: int, seed: int = 1) -> np.ndarray:
    uniform = np.random.default_rng(seed).random((len(proposal), count, UNIFORMS))
    return proposal.draw(uniform)


@given(st.integers(0, 10_000), st.integers(13, 52))
def test_a_hand_has_thirteen_cards_of_those_it_can_hold(seed: int, hidden: int) -> None:
    proposal = uneven(seed, hidden)
    hands = draws(proposal, 50, seed)
    assert (hands.sum(-1) == 13).all()
    assert not (hands & (proposal.odds[:, None] == 0)).any()


def test_even_odds_make_all_hands_equally_likely() -> None:
    proposal = HandProposal(np.ones((1, 52)), EVEN_LENGTHS, EVEN_POINTS)
    assert np.exp(proposal.log_total) == pytest.approx([math.comb(52, 13)])
    hands = draws(proposal, 20_000)[0]
    assert hands.mean(0) == pytest.approx(np.full(52, 0.25), abs=0.015)


def test_densities_add_up_to_one() -> None:
    """The mean of 1 / density counts the hands."""
    proposal = uneven(3)
    log_density = proposal.log_weight(draws(proposal, 20_000)) - proposal.log_total[:, None]
    ratio = np.exp(-log_density - math.log(math.comb(39, 13)))
    assert ratio.mean() == pytest.approx(1, abs=5 * ratio.std() / math.sqrt(ratio.size))


def test_hands_come_as_often_as_their_densities_say() -> None:
    """Fourteen cards can be held: fourteen hands, each without one of them."""
    odds = np.zeros((1, 52))
    odds[0, [0, 1, 2, 3, 4, 13, 14, 15, 26, 27, 28, 39, 40, 50]] = np.linspace(0.5, 3, 14)
    rng = np.random.default_rng(4)
    factors = rng.uniform(0.3, 3, (1, 4, 14)), rng.uniform(0.3, 3, (1, 38))
    proposal = HandProposal(odds, *factors)
    hands = draws(proposal, 30_000)
    kinds, first, counts = np.unique(hands[0], axis=0, return_index=True, return_counts=True)
    density = np.exp(proposal.log_weight(hands) - proposal.log_total[:, None])[0, first]
    assert len(kinds) == 14
    assert density.sum() == pytest.approx(1)
    assert counts / 30_000 == pytest.approx(density, abs=0.01)


def test_hands_follow_lengths_and_points() -> None:
    lengths, hcp = np.full((1, 4, 14), 1e-6), np.full((1, 38), 1e-6)
    lengths[0, 0, 5], lengths[0, 0, 6], lengths[0, 1:, 2:4] = 0.4, 0.6, 0.5
    hcp[0, 15:18] = 0.2, 0.3, 0.5
    lengths, hcp = (part / part.sum(-1, keepdims=True) for part in (lengths, hcp))
    proposal = HandProposal.following(np.full((1, 52), 0.25), lengths, hcp)
    hands = draws(proposal, 5000)[0]
    assert proposal.hcp[0, 15:18] == pytest.approx([0.2, 0.3, 0.5], abs=0.02)
    assert np.isin(suit_lengths(hands)[:, 0], [5, 6]).mean() > 0.97
    assert np.isin(points_of(hands), [15, 16, 17]).mean() > 0.97


def test_rows_do_not_depend_on_the_company_they_are_in() -> None:
    one, other = uneven(1), uneven(2)
    names = ("odds", "length_factors", "point_factors")
    parts = [np.concatenate([getattr(p, name) for p in (one, other)]) for name in names]
    uniform = np.random.default_rng(1).random((2, 20, UNIFORMS))
    together = HandProposal(*parts).draw(uniform)
    assert (together[1:] == other.draw(uniform[1:])).all()
