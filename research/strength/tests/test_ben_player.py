"""What BEN's network is asked by examples/players/ben_player.py, and the call that follows."""

from __future__ import annotations

from types import ModuleType

import pytest

from research.strength.tests.example_players import load_player, position

INPUTS, CALLS = 193, 40


@pytest.fixture(scope="module")
def player() -> ModuleType:
    return load_player("ben")


def calls_seen(step: list[float]) -> list[int]:
    """The numbers of own call, left-hand opponent's, partner's and right-hand opponent's."""
    slots = [step[33 + CALLS * place : 33 + CALLS * (place + 1)] for place in range(4)]
    assert all(sum(slot) == 1 for slot in slots)
    return [slot.index(1) for slot in slots]


def test_a_hand_is_encoded_by_points_lengths_and_kinds_of_cards(player: ModuleType) -> None:
    (step,) = player.turns(position("N", "N", "", "EW"))
    assert len(step) == INPUTS
    assert step[:4] == [1, 1, 0, 1]
    assert step[4] == (17 - 10) / 4
    assert step[5:9] == [(length - 3.25) / 1.75 for length in (4, 3, 2, 4)]
    assert step[9:15] == [1, 1, 0, 1, 0, 1]  # AKJ5
    assert step[15:21] == [0, 0, 0, 0, 1, 2]  # T98
    assert calls_seen(step) == [0, 0, 0, 0]


def test_each_turn_of_the_player_is_encoded_with_the_calls_before_it(player: ModuleType) -> None:
    first, second = player.turns(position("S", "E", "1C P 1NT X P", "EW"))
    assert first[2:4] == [0, 1]
    assert calls_seen(first) == [0, 0, 0, 5]
    assert calls_seen(second) == [2, 9, 3, 2]


def test_a_seat_before_the_dealer_waits_a_round(player: ModuleType) -> None:
    (step,) = player.turns(position("N", "S", "P 1H"))
    assert calls_seen(step) == [0, 0, 2, 7]


def test_the_likeliest_legal_call_is_made(player: ModuleType) -> None:
    chances = [0.0] * CALLS
    chances[player.number_of("1C")], chances[player.number_of("2NT")] = 0.9, 0.1
    assert player.likeliest(chances, ["1D"]) == "2NT"
    assert player.likeliest(chances, []) == "1C"
