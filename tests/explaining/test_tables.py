"""Rows of tables agree with ``Distribution`` on the same probabilities; bimodal ones are found."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from benchmarks.plain import Distribution
from bidding.domain.table import Suit
from bidding.explaining.distributions import (
    ChanceTable,
    HandTable,
    OneOf,
    Summaries,
    TwoRanges,
    antimodes,
    one_of,
    two_ranges,
)

ONE_LONG = {1: 0.2, 2: 0.2, 3: 0.05, 4: 0.05, 5: 0.4, 6: 0.1}
UNSURE = {1: 0.2, 2: 0.2, 3: 0.2, 4: 0.2, 5: 0.2}
LONG = {5: 0.8, 6: 0.2}
SIX_OR_SHORT = {2: 5, 3: 0.2, 6: 5}
ONE_SUITER = {1: 3, 2: 4, 4: 0.5, 5: 0.4, 6: 2, 7: 0.5}
SHORT = {0: 0.4, 1: 0.4, 2: 0.2}


def random_rows(seed: int, rows: int, size: int) -> np.ndarray:
    """Distributions from nearly certain to nearly even."""
    rng = np.random.default_rng(seed)
    weights = rng.random((rows, size)) ** rng.integers(1, 40, (rows, 1))
    return np.asarray(weights / weights.sum(-1, keepdims=True))


@pytest.mark.parametrize("size", [14, 38])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_summaries_are_those_of_distributions(size: int, level: float) -> None:
    rows = random_rows(size, 60, size)
    summaries = Summaries(rows, level)
    for place, row in enumerate(rows):
        one = Distribution(tuple(row.tolist()))
        low, high = one.interval(level)
        assert (summaries.low[place], summaries.high[place]) == (low, high)
        assert summaries.held[place] == pytest.approx(one.within(low, high))
        assert summaries.median[place] == one.median
        assert summaries.at_least[place] == one.at_least(level)
        assert summaries.at_most[place] == one.at_most(level)


def test_certainties_and_ties_are_summarised_alike() -> None:
    rows = np.array([np.eye(14)[0], np.eye(14)[13], [0.5, 0.0, 0.5] + [0.0] * 11])
    summaries = Summaries(rows, 0.5)
    assert summaries.low.tolist() == [0, 13, 0]
    assert summaries.high.tolist() == [0, 13, 0]
    assert summaries.at_least.tolist() == [0, 13, 2]
    assert summaries.at_most.tolist() == [0, 13, 0]


def test_summaries_keep_the_shape_of_what_they_are_of() -> None:
    rows = random_rows(3, 12, 14).reshape(3, 4, 14)
    summaries, flat = Summaries(rows), Summaries(rows.reshape(12, 14))
    assert summaries.low.shape == (3, 4)
    assert summaries.low.ravel().tolist() == flat.low.tolist()
    nested = summaries.to_json()
    assert [tuple(one) for row in nested for one in row] == [tuple(o) for o in flat.to_json()]


def test_a_hands_facts_are_those_of_its_distributions() -> None:
    hcp, lengths = random_rows(5, 8, 38), random_rows(6, 32, 14).reshape(8, 4, 14)
    lengths[0] = np.eye(14)[3]
    facts = HandTable(3 * hcp, lengths).facts  # weights need not sum to one
    for row, said in enumerate(facts):
        suits = [Distribution(tuple(length.tolist())) for length in lengths[row]]
        assert said.hcp == Distribution(tuple(hcp[row].tolist())).interval()
        assert said.intervals == tuple(suit.interval() for suit in suits)
        assert said.at_least == tuple(suit.at_least() for suit in suits)
        assert said.at_most == tuple(suit.at_most() for suit in suits)
        assert said.balanced == all(suit.within(2, 5) >= 0.93 for suit in suits)
        for suit, exact, least in zip(suits, said.exact, said.at_least, strict=True):
            rarely_more = suit.within(least + 1, 13) <= 0.05
            assert exact == (suit.interval() == (least, least) and rarely_more)
    assert facts[0].balanced


def test_what_goes_into_json_is_rounded_and_plain() -> None:
    table = HandTable(
        random_rows(1, 2, 38), random_rows(2, 8, 14).reshape(2, 4, 14), np.full((2, 52), 1 / 3)
    )
    assert table.cards_json == [[[0.333333] * 13] * 4] * 2
    for given, said in ((table.hcp, table.hcp_json), (table.lengths, table.lengths_json)):
        assert np.abs(given - np.array(said)).max() <= 5e-7
    low, high, median, probability, *nearest = table.ranges_json[0][0]
    assert {type(low), type(high), type(median)} == {int}
    assert type(probability) is float
    first, last = Distribution.of(table.hcp[0].tolist()).nearest_interval()
    held = float(table.hcp[0, first : last + 1].sum())
    assert nearest == [first, last, pytest.approx(held, abs=1e-6)]


def test_calls_are_ordered_by_chance_then_by_call_and_only_legal_ones() -> None:
    chances, legal = np.zeros((2, 38)), np.zeros((2, 38), dtype=bool)
    chances[0, [0, 5, 7, 9]] = 0.2, 0.3, 0.3, 0.2
    legal[0, [0, 5, 7, 9, 30]] = True
    table = ChanceTable(chances, legal)
    assert table.order == [[5, 7, 0, 9, 30], []]
    for rank, call in enumerate(table.order[0], 1):
        assert table.ranks(np.array([call, 0]))[0] == rank
    assert table.json[0][0] == {"call": "1H", "probability": 0.3}
    assert table.json[1] == []


def spread(chances: Mapping[int, float], size: int = 14) -> np.ndarray:
    row = np.zeros(size)
    row[list(chances)] = list(chances.values())
    return row / row.sum()


@pytest.mark.parametrize(
    ("chances", "antimode"),
    [
        ({12: 3, 13: 3, 14: 2, 15: 0.5, 17: 0.4, 18: 2, 19: 2}, 16),
        ({12: 3, 13: 3, 14: 2, 15: 1, 16: 1, 17: 2, 18: 2}, 0),  # not deep
        ({12: 30, 13: 30, 14: 30, 18: 3, 19: 3}, 0),  # the second mode is rare
        (dict.fromkeys(range(10, 20), 1), 0),
        ({13: 1}, 0),
    ],
)
def test_an_antimode_is_deep_between_two_likely_modes(
    chances: dict[int, float], antimode: int
) -> None:
    row = spread(chances, 38)
    assert antimodes(row) == antimode
    assert antimodes(np.stack([row, spread({3: 1}, 38)])).tolist() == [antimode, 0]


def test_both_ranges_hold_the_level_together() -> None:
    points = spread({11: 2, 12: 5, 13: 5, 14: 5, 15: 0.6, 16: 0.6, 17: 1, 18: 3, 19: 3}, 38)
    found = two_ranges(points, int(antimodes(points)))
    assert found == TwoRanges(12, 14, 17)
    assert found is not None
    assert points[found.low : found.high + 1].sum() + points[found.least :].sum() >= 0.8
    assert two_ranges(points, 0) is None


def lengths(**suits: Mapping[int, float]) -> np.ndarray:
    return np.stack([spread(suits.get(suit.name, UNSURE)) for suit in Suit])


@pytest.mark.parametrize(
    ("suits", "known"),
    [
        ({"H": LONG, "S": SHORT, "D": ONE_LONG, "C": ONE_LONG}, OneOf(5, (Suit.D, Suit.C))),
        ({"S": SHORT, "H": SHORT, "D": ONE_LONG, "C": ONE_LONG}, None),  # both minors may be long
        ({"H": LONG, "S": SHORT, "D": ONE_LONG}, None),  # of clubs too little is known
        (dict.fromkeys("SH", SIX_OR_SHORT), OneOf(6, (Suit.S, Suit.H))),
        (dict.fromkeys("SHDC", ONE_SUITER), OneOf(6, tuple(Suit))),
        ({"S": LONG, "H": LONG}, None),
    ],
)
def test_one_long_suit_of_several(
    suits: dict[str, Mapping[int, float]], known: OneOf | None
) -> None:
    rows = lengths(**suits)
    assert one_of(rows, antimodes(rows).tolist()) == known
