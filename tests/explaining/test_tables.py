"""Rows of tables agree with ``Distribution`` on the same probabilities."""

import numpy as np
import pytest

from bidding.explaining.distributions import Distribution
from bidding.explaining.tables import ChanceTable, HandTable, Summaries


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
