"""The estimator: symmetries, files, the released one on deals it never learned from, and scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from bidding.networks.checkpoint import BadCheckpoint
from bidding.training.estimator.dataset import TEST_SEED
from bidding.tricks.estimator import (
    EstimatorConfig,
    Round,
    TrickEstimator,
    TrickScore,
    calibration_error,
    load_estimator,
    save_estimator,
    score_answers,
    score_by_kind,
    score_chances,
    suit_views,
)
from bidding.tricks.solved import NOBODY
from bidding.tricks.solving import random_deals, stored_deals

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


@pytest.fixture(scope="module")
def scores() -> dict[str, TrickScore]:
    """On 1,000 deals of the seed that is only tested on, solved exactly."""
    deals = stored_deals(TEST_SEED).rows(slice(1_000))
    return score_by_kind(load_estimator().chances(deals.owners), deals.tricks)


@pytest.mark.parametrize(
    ("kind", "results", "exact", "within1"),
    [("suits", 16_000, 0.78, 0.99), ("notrump", 4_000, 0.78, 0.975)],
)
def test_it_is_as_good_as_its_card_says(
    scores: dict[str, TrickScore], kind: str, results: int, exact: float, within1: float
) -> None:
    """Its card has 0.805 and 0.998, and 0.818 and 0.989, on 10,000 deals; grandmasters have 0.531
    and 0.816, and 0.737 and 0.883 (paper P2)."""
    score = scores[kind]
    assert score.results == results
    assert score.exact > exact
    assert score.within1 > within1


@pytest.mark.parametrize("kind", ["suits", "notrump"])
def test_its_chances_come_true(scores: dict[str, TrickScore], kind: str) -> None:
    """On so few deals by chance alone a point or two apart; 0.007 and 0.004 on 10,000."""
    ece = scores[kind].ece
    assert ece is not None
    assert ece < 0.03


def test_shares_within_two_one_and_none() -> None:
    score = score_answers(np.array([7, 8, 9, 3]), np.array([7, 9, 7, 9]))
    assert (score.within2, score.within1, score.exact) == (0.75, 0.5, 0.25)
    assert score.results == 4
    assert str(score) == "75.00 | 50.00 | 25.00"
    assert "ece" not in score.to_dict()


def test_the_likeliest_number_is_the_answer_and_its_chance_is_held_to_account() -> None:
    chances = np.zeros((2, 14))
    chances[0, [8, 9]] = 0.75, 0.25
    chances[1, [8, 9]] = 0.75, 0.25
    score = score_chances(chances, np.array([8, 9]))
    assert score.exact == 0.5
    assert score.within1 == 1
    assert score.ece == pytest.approx(0.25)  # said 75 %, right in 50 %
    assert score.nll == pytest.approx(-(np.log(0.75) + np.log(0.25)) / 2)


def test_perfectly_calibrated_chances_have_no_error() -> None:
    confidence = np.array([0.5, 0.5, 0.95])
    assert calibration_error(confidence, np.array([1, 0, 1])) == pytest.approx(0.05 / 3)


def test_suits_and_notrump_are_scored_apart() -> None:
    chances = np.zeros((1, 4, 5, 14))
    chances[..., 8] = 1
    tricks = np.full((1, 4, 5), 8)
    tricks[..., 4] = 6
    scores = score_by_kind(chances, tricks)
    assert scores["suits"].exact == 1
    assert scores["notrump"].exact == 0
    assert scores["notrump"].within2 == 1
    assert (scores["suits"].results, scores["notrump"].results) == (16, 4)
