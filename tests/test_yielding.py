"""Places in a long computation at which more urgent work may run."""

from __future__ import annotations

import threading

import pytest

from bidding.yielding import yield_point, yielding_to


def test_what_is_urgent_runs_at_each_point_of_its_own_thread() -> None:
    seen: list[int] = []
    yield_point()
    with yielding_to(lambda: seen.append(len(seen))):
        yield_point()
        other = threading.Thread(target=yield_point)
        other.start()
        other.join(10)
        yield_point()
    yield_point()
    assert seen == [0, 1]


def test_what_is_urgent_does_not_yield_to_itself() -> None:
    seen: list[str] = []

    def urgent() -> None:
        seen.append("urgent")
        yield_point()

    with yielding_to(urgent):
        yield_point()
    assert seen == ["urgent"]


def test_where_what_is_urgent_fails_the_next_point_runs_it_again() -> None:
    seen: list[str] = []

    def urgent() -> None:
        seen.append("urgent")
        raise ZeroDivisionError

    with yielding_to(urgent):
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                yield_point()
    assert len(seen) == 2
