"""The shuffle of paper P5 (section 2.2): 52 swaps, the i-th of place i with any of the 52 places.

The pack begins sorted, card c at place c, and is dealt in a circle from participant 1 on. Where
one card or two cards end is computed without sampling, swap by swap from the last to the first;
places, cards and participants count from 0.
"""

from __future__ import annotations

import numpy as np

from bidding.domain.cards import CARDS_IN_PACK

N_PLAYERS = 4

CIRCLE = (np.arange(CARDS_IN_PACK) + 1) % N_PLAYERS
"""The participant who is dealt each place, in a circle as the paper has it."""

BLOCKS = (np.arange(CARDS_IN_PACK) // 13 + 1) % N_PLAYERS
"""The same, were thirteen cards at a time dealt."""


def place_chances(places: int = CARDS_IN_PACK) -> np.ndarray:
    """Return (card, place): the chance that the shuffle takes the card there."""
    chances = np.eye(places)
    for i in reversed(range(places)):
        mean = chances.mean(0)
        chances = (chances * (places - 1) + chances[i]) / places  # place i is swapped with another
        chances[i] = mean
    return chances


def pair_chances(together: np.ndarray) -> np.ndarray:
    """Return (card, card): the chance that the shuffle takes two cards to a pair of places.

    ``together`` (place, place) says which pairs count; the diagonals are 0.
    """
    places = len(together)
    chances = np.where(np.eye(places, dtype=bool), 0.0, together)
    for i in reversed(range(places)):
        row = (chances.sum(0) + chances[:, i]) / places  # the first card lies at place i
        column = (chances.sum(1) + chances[i]) / places
        chances = (chances * (places - 2) + chances[i] + chances[:, [i]]) / places
        chances[i], chances[:, i] = row, column
        np.fill_diagonal(chances, 0.0)
    return chances


def player_chances(dealt: np.ndarray) -> np.ndarray:
    """Return (card, participant), of the participant who is dealt each place."""
    return place_chances(len(dealt)) @ np.eye(N_PLAYERS)[dealt]


def hand_chances(dealt: np.ndarray) -> np.ndarray:
    """Return (card, card): the chance that one participant is dealt both."""
    return pair_chances(dealt[:, None] == dealt)


def exact_figures() -> dict[str, dict[str, float]]:
    """Return what the shuffle does to one card and to two, computed without sampling."""
    places = place_chances()
    return {
        "place": {
            "least": float(places.min() * CARDS_IN_PACK),  # of the even chance, 1 / 52
            "most": float(places.max() * CARDS_IN_PACK),
            "total_variation": float(np.abs(places - 1 / CARDS_IN_PACK).sum(1).max() / 2),
        },
        "circle": _dealt_figures(CIRCLE),
        "blocks": _dealt_figures(BLOCKS),
    }


def _dealt_figures(dealt: np.ndarray) -> dict[str, float]:
    players, pairs = player_chances(dealt), hand_chances(dealt)
    neighbours = np.diagonal(pairs, 1)
    return {
        "player_least": float(players.min()),
        "player_most": float(players.max()),
        "neighbours_least": float(neighbours.min()),
        "neighbours_most": float(neighbours.max()),
        "neighbours_mean": float(neighbours.mean()),
    }
