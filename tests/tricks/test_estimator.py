"""The estimator has the symmetries of the game, and is kept and found again whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.networks.checkpoint import BadCheckpoint
from bidding.tricks.estimator import (
    EstimatorConfig,
    Round,
    TrickEstimator,
    load_estimator,
    save_estimator,
    suit_views,
)
from bidding.tricks.solved import NOBODY
from bidding.tricks.solving import random_deals

DEALS = random_deals(6, seed=2)
ENDINGS = random_deals(6, seed=2, cards=5)


@pytest.fixture(scope="module")
def estimator() -> TrickEstimator:
    torch.manual_seed(4)
    return TrickEstimator(EstimatorConfig(reader=32, width=24, hidden=32, rounds=2)).eval()


@pytest.mark.parametrize("owner", [DEALS, ENDINGS], ids=["deals", "endings"])
def test_every_declarer_and_strain_has_chances_that_add_up(
    estimator: TrickEstimator, owner: np.ndarray
) -> None:
    chances = estimator.chances(owner)
    assert chances.shape == (6, 4, 5, 14)
    np.testing.assert_allclose(chances.sum(-1), 1, atol=1e-5)
    assert chances.std(axis=0).max() > 1e-4  # the answer depends on the cards


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_table_gives_the_same_answers_at_the_turned_seats(
    estimator: TrickEstimator, turns: int
) -> None:
    turned = np.where(ENDINGS == NOBODY, NOBODY, (ENDINGS + turns) % 4).astype(np.uint8)
    expected = np.roll(estimator.chances(ENDINGS), turns, axis=1)
    np.testing.assert_allclose(estimator.chances(turned), expected, atol=1e-5)


def test_suits_that_change_places_take_their_strains_along(estimator: TrickEstimator) -> None:
    order = [2, 0, 3, 1]  # what lies where spades, hearts, diamonds, clubs lay
    swapped = DEALS.reshape(-1, 4, 13)[:, order].reshape(-1, 52)
    strain_of = [3 - suit for suit in order]  # spades are strain 3, clubs strain 0
    chances, moved = estimator.chances(DEALS), estimator.chances(swapped)
    for suit, strain in enumerate(strain_of):
        np.testing.assert_allclose(moved[:, :, 3 - suit], chances[:, :, strain], atol=1e-5)
    np.testing.assert_allclose(moved[:, :, 4], chances[:, :, 4], atol=1e-5)


def test_only_the_order_of_the_cards_still_held_counts(estimator: TrickEstimator) -> None:
    high, low = np.full((2, 1, 52), NOBODY, dtype=np.uint8)
    for suit in range(4):
        high[0, 13 * suit : 13 * suit + 4] = [0, 1, 2, 3]  # ace, king, queen, jack
        low[0, 13 * suit + np.array([2, 5, 7, 12])] = [0, 1, 2, 3]  # queen, nine, seven, two
    np.testing.assert_allclose(estimator.chances(high), estimator.chances(low), atol=1e-6)


def test_a_declarer_sees_himself_first() -> None:
    owner = torch.from_numpy(np.repeat(np.arange(4), 13)[None])  # North spades, East hearts, ...
    seen = suit_views(owner, torch.tensor([[0, 3]]))[..., :52].view(1, 2, 4, 13, 4)
    assert (seen[0, 0].sum(1) == 13 * torch.eye(4)).all()
    # From West's chair North sits at the left.
    assert seen[0, 1, 0].sum(0).tolist() == [0, 13, 0, 0]


def test_lengths_and_top_cards_are_counted() -> None:
    spades = [0, 2, 1, 0, 0, 0, 3, 3, 1, 1, 2, 2, 0]  # N AJT92, E Q65, S K43, W 87
    owner = torch.tensor([spades + [0] * 39])
    counted = suit_views(owner, torch.tensor([[0]]))[0, 0, 0, 52:]
    lengths, tops = counted[:52].view(4, 13).sum(1), counted[52:].view(13, 2)
    assert lengths.tolist() == [5, 3, 3, 2]
    assert tops.sum(0).tolist() == [2, 0]  # the ace and king are North-South's
    from_east = suit_views(owner, torch.tensor([[1]]))[0, 0, 0, 52:]
    assert from_east[:52].view(4, 13).sum(1).tolist() == [3, 3, 2, 5]
    assert from_east[52:].view(13, 2).sum(0).tolist() == [0, 2]


def test_it_is_kept_and_found_again(estimator: TrickEstimator, tmp_path: Path) -> None:
    save_estimator(estimator, tmp_path, version="0.1", recipe="test")
    kept = load_estimator(tmp_path)
    assert kept.config == estimator.config
    np.testing.assert_allclose(kept.chances(DEALS), estimator.chances(DEALS), atol=2e-3)
    with pytest.raises(BadCheckpoint, match="no estimator in"):
        load_estimator(tmp_path / "nowhere")


def test_in_bfloat16_the_chances_are_nearly_the_same() -> None:
    """Of the released one: of each deal, and more so on the mean of some."""
    released = load_estimator()
    exact = released.chances(DEALS)
    released.compute_dtype = torch.bfloat16
    quick = released.chances(DEALS)
    assert quick.dtype == np.float32
    assert 0 < np.abs(quick - exact).max() < 0.05
    assert np.abs(quick - exact).mean() < 0.001
    assert np.abs((quick - exact).mean(0)).max() < 0.01
    assert {p.dtype for p in released.parameters()} == {torch.float32}, "it can be exact again"


def test_settings_that_cannot_be_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="rounds is 0"):
        EstimatorConfig(rounds=0)
    with pytest.raises(ValueError, match="dropout is 1"):
        EstimatorConfig(dropout=1)
    with pytest.raises(ValueError, match="unknown settings: depth"):
        EstimatorConfig.from_dict({"depth": 3})


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"width": "192"}, "width is '192'; it must be a whole number"),
        ({"rounds": 0}, "rounds is 0"),
        ({"hidden": 19.5}, r"hidden is 19\.5"),
        ({"dropout": 1}, "dropout is 1"),
    ],
)
def test_widths_that_make_no_sense_are_named(settings: dict, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        EstimatorConfig.from_dict(settings)


def test_units_left_out_are_the_same_in_all_strains_and_suits_of_a_deal() -> None:
    torch.manual_seed(1)
    one = Round(EstimatorConfig(width=64, hidden=64, dropout=0.5))
    torch.nn.init.constant_(one.own.bias, 100.0)  # every unit is above zero unless left out
    torch.nn.init.eye_(one.change.weight)
    torch.nn.init.zeros_(one.change.bias)
    tokens = torch.randn(3, 2, 5, 4, 64)
    left_out = one.train()(tokens) == tokens
    assert 0.3 < left_out.float().mean() < 0.7
    assert (left_out == left_out[:, :, :1, :1]).all()
    assert (left_out[0] != left_out[1]).any()
    assert not (one.eval()(tokens) == tokens).any()
