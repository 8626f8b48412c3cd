"""Counting patterns in weights that are made to have them."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import Strain
from research.tricks.networks import NetworkConfig, TrickNetwork
from research.tricks.paper_systems import PaperSystem
from research.tricks.pattern_table import (
    HANDS,
    NOTRUMP,
    PATTERNED,
    SMALL,
    STATEMENTS,
    WIDE,
    counted_statements,
    initial_weights,
    weight_patterns,
)
from research.tricks.patterns import counted, patterns, strong_and_focused
from research.tricks.pictures import WEIGHTS_P3, drawn_weights
from research.tricks.recipe import read_trick_recipe
from research.tricks.situations import Setup

HEARTS, CLUBS = 1, 3


def neurons(*made: dict[tuple[int, int], float]) -> np.ndarray:
    """(n, 52) weights of 0.01 and -0.01 by turns, but for those given by suit and rank."""
    weights = np.tile([0.01, -0.01], (len(made), 26))
    for neuron, own in zip(weights, made, strict=True):
        for (suit, rank), weight in own.items():
            neuron[13 * suit + rank] = weight
    return weights


ACE = {(CLUBS, 12): 9.0}
HONOURS = {
    (HEARTS, 8): 1.0,
    (HEARTS, 9): 2.0,
    (HEARTS, 10): 3.0,
    (HEARTS, 11): 3.1,
    (HEARTS, 12): 2.0,
}
GRADED = {(HEARTS, rank): -1.0 - rank / 20 for rank in range(13)}
UNGRADED = {(HEARTS, rank): (-1.0) ** rank for rank in range(13)}


def test_each_neuron_is_counted_by_what_it_is_specialised_in() -> None:
    spread = {(suit, rank): 1.0 for suit in range(4) for rank in range(5, 12)}
    weights = neurons(ACE, HONOURS, GRADED, UNGRADED, spread, ACE)
    found = counted(weights, np.array([1.0, 2, 1, 1, 1, 0.19]), constant=False)
    assert (found["neurons"], found["idle"]) == (6, 1)
    assert found["ace"] == [0, 0, 0, 1]
    assert found["honours"] == [0, 1, 0, 0]
    assert found["honours_with_king_and_queen_over_ace"] == 1
    assert found["suit"] == [0, 2, 0, 0]
    assert found["graded"] == [0, 1, 0, 0]


def test_a_constant_in_all_weights_of_a_neuron_changes_nothing_where_it_is_free() -> None:
    weights = neurons(ACE, HONOURS, GRADED)
    outgoing = np.array([1.0, 2, 1])
    moved, left = (counted(some, outgoing, constant=True) for some in (weights + 5, weights))
    assert moved.pop("largest") == [14.0, 8.1]  # as the paper prints them
    assert left.pop("largest") == [9.0, 3.1]
    assert moved == left
    assert counted(weights + 5, outgoing, constant=False)["ace"] == [0, 0, 0, 0]


def test_aces_are_favoured_over_all_other_cards_of_all_neurons() -> None:
    aces = [{(suit, 12): weight} for suit, weight in enumerate((-7.0, 8.0, 6.1, 5.9))]
    found = counted(neurons(*aces, {(0, 11): 3.0}), np.ones(5), constant=False)
    assert found["favoured_aces"] == 3


def test_importance_is_of_weights_times_what_goes_out() -> None:
    weights = np.zeros((2, 52))
    weights[0, :13] = np.arange(1, 14)  # spades, growing
    weights[1, 13:26] = np.arange(13, 0, -1)  # hearts, falling
    found = counted(weights, np.array([3.0, 1.0]), constant=False)
    assert found["growth"][:2] == [1.0, -1.0]
    assert found["low_cards"] == pytest.approx([3 * 36 / 364, 76 / 364, 0, 0], abs=1e-4)
    assert found["honour_cards"] == pytest.approx([3 * 55 / 364, 15 / 364, 0, 0], abs=1e-4)


def test_a_layer_of_hands_is_counted_hand_by_hand() -> None:
    hands = PaperSystem(
        "x", Setup(("52x4",), ("S",)), TrickNetwork(NetworkConfig("(52x4)-(8x4)-8-1"))
    )
    assert [one["neurons"] for one in patterns(hands)] == [8] * 4
    whole = PaperSystem(
        "x", Setup(("52-pairs",), (Strain.S.name,)), TrickNetwork(NetworkConfig("52-25-1"))
    )
    assert [one["neurons"] for one in patterns(whole)] == [25]


def test_a_network_agrees_where_all_its_hands_do() -> None:
    none = counted(neurons(ACE, HONOURS), np.ones(2), constant=False)
    graded = counted(neurons(ACE, GRADED), np.ones(2), constant=False)
    made = weight_patterns({"patterns": {HANDS[0]: [graded, graded, none, graded]}})
    row = "| suits with a neuron that grades them | 0.8 (0 to 1) | 0 of 1 | – | – |"
    assert row in made
    assert made.count("\n") == 1 + sum(one.networks == HANDS for one in STATEMENTS)


def test_networks_of_wide_initial_weights_are_counted_beside_the_others() -> None:
    none = counted(neurons(ACE), np.array([1.0]), constant=False)
    idle = counted(neurons(ACE, ACE), np.array([1.0, 0.05]), constant=False)
    found = {"patterns": {SMALL[0]: [none], WIDE[SMALL][0]: [idle], WIDE[SMALL][1]: [none]}}
    assert "| idle, of 8 | 0.0 (0 to 0) | 1 of 1 | 0.5 (0 to 1) | 1 of 2 |" in weight_patterns(
        found
    )
    assert counted_statements(found) == [(1, 1)]
    assert counted_statements(found, wide=True) == [(1, 2)]


def test_the_largest_weights_are_those_that_were_learned() -> None:
    found = counted(neurons(ACE, HONOURS) + 1, np.ones(2), constant=True)
    assert found["largest"] == [10.0, 4.1]
    made = initial_weights({}, {"patterns": {WIDE[NOTRUMP][0]: [found]}})
    assert "| notrump | ±1 |  |  | 10.0 | 4.1 | `p2-52-25-1/notrump-wide`, … |" in made
    assert "| spades | one over the root |  |  | not kept | not kept |" in made


def test_the_networks_that_are_counted_have_recipes() -> None:
    assert [read_trick_recipe(name).name for name in PATTERNED] == list(PATTERNED)


def test_strong_weights_that_stay_and_neurons_of_one_suit_are_counted() -> None:
    """Of four strong weights one stays, one is weak later, one turns, one is not strong enough."""
    kept, weaker, turned = (CLUBS, 1), (HEARTS, 3), (0, 4)
    before = neurons({kept: 1.0, weaker: -0.6, turned: 0.8}, {(CLUBS, 0): -0.4})
    after = neurons({kept: 0.7, weaker: -0.3, turned: -2.0}, GRADED, UNGRADED)
    expected = {"neurons": 2, "strong": 3, "stay": 1, "focused_before": 1, "focused": 2}
    assert strong_and_focused(before, after[:2]) == expected


def test_weights_are_read_from_the_kept_picture() -> None:
    """By sight: the first neuron's weights before are small, those for spades after are large."""
    before, after = drawn_weights(WEIGHTS_P3.read_text(encoding="utf-8"))
    assert before.shape == after.shape == (26, 52)
    assert np.abs(before).max() < 1
    assert after.max() == -after.min() == 1.5
    striped = after.reshape(26, 4, 13)[15, 0]  # the sixteenth neuron, spades
    assert (striped == striped[0]).sum() > 6
    with pytest.raises(ValueError, match="no weights can be read"):
        drawn_weights("<svg/>")
