"""Which auctions of a file the benchmarks of surprise and systems read."""

from __future__ import annotations

import numpy as np
import pytest

from research.accuracy.measure import rows_read


@pytest.mark.parametrize(("total", "count"), [(20_000, 1000), (20_000, 2000), (5000, 2000)])
def test_rows_are_spread_evenly_over_seats(total: int, count: int) -> None:
    rows = rows_read(total, count)
    assert len(rows) == count
    assert np.bincount(rows % 4).tolist() == [count // 4] * 4
    assert np.diff(rows).min() > 0
    assert np.diff(rows).max() <= total / count + 4
    assert rows[0] < 4
    assert total - total / count - 4 < rows[-1] < total


@pytest.mark.parametrize(("total", "count"), [(1, 5), (3, 2), (4, 9), (7, 7)])
def test_of_few_rows_none_is_read_twice(total: int, count: int) -> None:
    rows = rows_read(total, count)
    assert 0 < len(rows) <= min(total, count)
    assert len(set(rows.tolist())) == len(rows)
    assert rows.max() < total
