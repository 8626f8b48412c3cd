"""The shuffle of paper P5: exact chances, samples and tests."""

from itertools import product

import numpy as np
import pytest

from research.evenness import evenness
from research.game_model.sampling import by_deal_random, sampled_figures, shuffled
from research.game_model.shuffle import (
    BLOCKS,
    CIRCLE,
    exact_figures,
    hand_chances,
    pair_chances,
    place_chances,
    player_chances,
)

PLACES = 4


def courses() -> np.ndarray:
    """(course, card): the places of four cards after each of the 4^4 courses of the shuffle."""
    ended = []
    for course in product(range(PLACES), repeat=PLACES):
        pack = list(range(PLACES))
        for i, j in enumerate(course):
            pack[i], pack[j] = pack[j], pack[i]
        ended.append(np.argsort(pack))
    return np.array(ended)


def test_the_chances_of_a_small_pack_are_those_of_all_its_courses() -> None:
    ended = courses()
    places = (ended[:, :, None] == np.arange(PLACES)).mean(0)
    np.testing.assert_allclose(place_chances(PLACES), places, atol=1e-12)
    rng = np.random.default_rng(1)
    weights = rng.random((PLACES, PLACES))  # of pairs of places, in either order
    pairs = weights[ended[:, :, None], ended[:, None]].mean(0)
    np.fill_diagonal(pairs, 0)
    np.testing.assert_allclose(pair_chances(weights), pairs, atol=1e-12)


@pytest.mark.parametrize("dealt", [CIRCLE, BLOCKS], ids=["circle", "blocks"])
def test_every_card_is_dealt_and_every_hand_has_thirteen(dealt: np.ndarray) -> None:
    players, pairs = player_chances(dealt), hand_chances(dealt)
    np.testing.assert_allclose(players.sum(1), 1)
    np.testing.assert_allclose(players.sum(0), 13)
    np.testing.assert_allclose(pairs, pairs.T)
    np.testing.assert_allclose(pairs.sum(1), 12)  # the others in the hand of a card


def test_the_deal_in_a_circle_begins_with_participant_1() -> None:
    assert CIRCLE[:5].tolist() == [1, 2, 3, 0, 1]
    assert BLOCKS[[0, 12, 13, 51]].tolist() == [1, 1, 2, 0]


def test_a_sample_agrees_with_the_chances() -> None:
    packs = shuffled(40_000, np.random.default_rng(2), PLACES)
    found = (np.argsort(packs, axis=1)[:, :, None] == np.arange(PLACES)).mean(0)
    np.testing.assert_allclose(found, place_chances(PLACES), atol=0.01)


def test_the_test_finds_the_places_uneven_and_the_deals_at_random_even() -> None:
    figures = sampled_figures(1_000, seed=3)
    paper, even = figures["paper"], figures["deal_random"]
    assert paper["places"]["p"] < 1e-9
    assert (paper["places"]["freedom"], even["players"]["freedom"]) == (51 * 51, 51 * 3)
    assert even["players"]["p"] > 1e-3
    for found in (paper, even):
        assert abs(found["neighbours"] - 12 / 51) < 5 * found["standard_error"]


def test_the_statistic_of_even_shuffles_has_its_degrees_of_freedom() -> None:
    """Its mean over many tests is their number, so that the correction by N / (N - 1) is right."""
    rng = np.random.default_rng(4)
    packs = rng.permuted(np.tile(np.arange(4), (400, 50, 1)), axis=2)  # 400 tests of 50 shuffles
    counts = (packs[..., None] == np.arange(4)).sum(1)
    tests = [evenness(of_test) for of_test in counts]
    mean = np.mean([found["chi_square"] for found in tests])
    assert tests[0]["freedom"] == 9
    assert abs(mean - 9) < 4 * np.sqrt(18 / 400)
    assert abs(np.mean([found["p"] < 0.1 for found in tests]) - 0.1) < 0.06


def test_a_deal_has_thirteen_cards_a_seat_in_every_batch() -> None:
    batches = list(by_deal_random(3, seed=5))
    assert [np.bincount(seats).tolist() for batch in batches for seats in batch] == [[13] * 4] * 3


def test_the_hands_are_nearly_even_where_the_places_are_not() -> None:
    exact = exact_figures()
    assert exact["place"]["most"] > 1.3
    assert abs(exact["circle"]["player_most"] - 0.25) < 0.006
    assert exact["blocks"]["player_most"] > 0.3
