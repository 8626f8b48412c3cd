"""Matches scored otherwise."""

from __future__ import annotations

import pytest

from research.strength.corrections import (
    Outcome,
    as_played,
    border_halved,
    expected_imps,
    without_doubled,
)
from research.strength.tests.played import board


def test_boards_with_a_double_count_nothing() -> None:
    doubled, plain = board(("4S X", 8), ("4S", 8)), board(("2S", 10), ("4S", 10))
    assert without_doubled([doubled, plain]).tolist() == [0, -6]


def test_what_depends_on_a_trick_is_halved() -> None:
    """4S that makes wins 6 IMPs over 2S with ten tricks (420, 170), and down one loses 6 (-50)."""
    thin = board(("4S", 10), ("2S", 10))
    assert thin.imps == 6
    assert border_halved([thin])[0] == pytest.approx((6 - 6) / 2)
    solid = board(("4S", 11), ("2S", 11))
    assert border_halved([solid])[0] == solid.imps == 6


def test_the_same_contract_at_both_tables_stays_flat() -> None:
    assert border_halved([board(("4S", 10), ("4S", 10))])[0] == 0


def test_luck_in_two_strains_is_independent() -> None:
    """3NT and 4S, both on a trick: 420 to 400 is an IMP, and -50 to either costs ten."""
    assert border_halved([board(("4S", 10), ("3NT", 9))])[0] == pytest.approx((1 + 10 - 10) / 4)


def test_declarers_take_what_players_take() -> None:
    """A trick more in 14 of 100 at level three (-50 becomes 140), and in 15 at two (110, 140)."""
    result = board(("3S", 8), ("2S", 8))
    assert result.imps == -4
    assert as_played([result])[0] == pytest.approx(0.14 * 0 + 0.01 * -5 + 0.85 * -4)


@pytest.mark.parametrize(("first", "second"), [(0.3, 0.1), (0.1, 0.3), (0.2, 0.2)])
def test_tables_with_the_same_luck_go_together(first: float, second: float) -> None:
    """A swing of 10 IMPs (500 points) at the first table, 11 (600) at the second."""
    one, other = Outcome(0, 500, first), Outcome(0, 600, second)
    both, apart = min(first, second), abs(first - second)
    expected = -3 * both + apart * (11 if first > second else -12)
    assert expected_imps(one, other, together=True) == pytest.approx(expected)
