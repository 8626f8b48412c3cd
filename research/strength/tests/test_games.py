"""Games that are missed, bid and failed where both sides bid."""

from __future__ import annotations

import numpy as np
import pytest

from bidding.domain.table import Seat, Side, Strain
from research.strength.games import contested_games, makes_game
from research.strength.tests.played import board


def tricks_of(seat: Seat, strain: Strain, taken: int) -> np.ndarray:
    tricks = np.zeros((1, 4, 5), dtype=np.uint8)
    tricks[0, seat, strain] = taken
    return tricks


@pytest.mark.parametrize(
    ("strain", "taken"), [(Strain.NT, 9), (Strain.S, 10), (Strain.H, 10), (Strain.D, 11)]
)
def test_a_game_needs_its_tricks(strain: Strain, taken: int) -> None:
    assert makes_game(tricks_of(Seat.S, strain, taken)[0], Side.NS)
    assert not makes_game(tricks_of(Seat.S, strain, taken - 1)[0], Side.NS)
    assert not makes_game(tricks_of(Seat.S, strain, taken)[0], Side.EW)


@pytest.mark.parametrize(
    ("auction", "outcome"),
    [
        ("1S 2H 2S", {"contested": 2, "makeable": 1, "missed": 1}),
        ("1S 2H 4S", {"contested": 2, "makeable": 1, "reached": 1, "bid": 1}),
        ("1S 2H", {"contested": 2, "makeable": 1, "sold": 1}),
        ("1S P 2S", {}),
    ],
)
def test_a_side_that_makes_a_game_bids_it_or_not(auction: str, outcome: dict[str, int]) -> None:
    """North-South make ten tricks in spades; A sits there at the first table."""
    taken = 10 if auction.endswith("S") else 7
    found = contested_games(
        [board((auction, taken), (auction, taken))], tricks_of(Seat.N, Strain.S, 10)
    )
    assert {name: count for name, count in found.items() if count} == outcome


def test_games_that_fail_are_counted_for_both_sides() -> None:
    """North's 4S at the first table, East's 4H at the second, where A sits East-West."""
    result = board(("1S 2H 4S", 9), ("1S 2H P 4H", 9))
    found = contested_games([result], tricks_of(Seat.N, Strain.S, 9))
    assert (found["bid"], found["failed"], found["makeable"]) == (2, 2, 0)
