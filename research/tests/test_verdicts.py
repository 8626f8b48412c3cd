"""Grades follow the intervals, and tables tell what is not the paper's."""

from __future__ import annotations

import pytest

from research.verdicts import (
    Comparison,
    Finding,
    Grade,
    Kind,
    Measured,
    findings_table,
    rising,
    share_of,
    verdict,
)


def compared(paper: float | None, ours: float, half: float | None, kind: Kind) -> Comparison:
    return Comparison("a over b", paper, Measured(ours, half), kind)


@pytest.mark.parametrize(
    ("paper", "ours", "half", "grade"),
    [
        (2.0, 1.5, 1.0, Grade.SIZE),
        (2.0, 1.5, 0.4, Grade.ORDER),  # the paper's lies outside
        (2.0, 1.0, 1.0, Grade.NOT),  # reaches zero
        (1.0, 0.5, 2.0, Grade.NOT),  # holds the paper's and zero: undecided
        (2.0, -1.5, 0.4, Grade.NOT),
        (None, 1.5, 0.4, Grade.ORDER),  # without a figure no size is the same
        (2.0, 1.5, None, Grade.ORDER),  # nor without an interval
        (2.0, -1.5, None, Grade.NOT),
    ],
)
def test_one_above_the_other(
    paper: float | None, ours: float, half: float | None, grade: Grade
) -> None:
    assert compared(paper, ours, half, Kind.MORE).grade is grade


@pytest.mark.parametrize(
    ("paper", "ours", "half", "grade"),
    [
        (7.0, -1.0, 1.5, Grade.ORDER),  # all of it nearer to zero than the paper's
        (2.0, 1.5, 0.6, Grade.SIZE),
        (1.0, 3.0, 0.5, Grade.NOT),
        (None, 0.3, 0.4, Grade.ORDER),
        (None, 0.5, 0.4, Grade.NOT),
    ],
)
def test_two_that_are_alike(paper: float | None, ours: float, half: float, grade: Grade) -> None:
    assert compared(paper, ours, half, Kind.ALIKE).grade is grade


@pytest.mark.parametrize(("ours", "grade"), [(61.0, Grade.SIZE), (53.7, Grade.NOT)])
def test_a_figure_by_itself(ours: float, grade: Grade) -> None:
    assert compared(61.2, ours, 1.0, Kind.LEVEL).grade is grade


def test_a_chain_is_compared_step_by_step() -> None:
    first, second, third = Measured(1, 3), Measured(2, 4, bound=True), Measured(9, 0)
    one, two = rising(["a", "b", "c"], [1.0, None, 4.0], [first, second, third])
    assert (one.words, one.paper, one.ours.value) == ("b over a", None, 1)
    assert (one.ours.half, one.ours.bound) == (5, True)
    assert two.ours.half == 4
    assert one.text == "b over a +1.00±<5.00"
    assert rising(["a", "b"], [1.0, 3.0], [first, second])[0].paper == 2


def test_a_row_tells_each_grade_once_and_what_is_not_shown_with_its_figure() -> None:
    same = compared(2.0, 1.5, 1.0, Kind.MORE)
    order = Comparison("c", 2.0, Measured(9, 1))
    none = Comparison("d", 2.0, Measured(0.5, 1))
    assert verdict([same, same]) == "same size"
    assert (
        verdict([order, none, same]) == "same size: a over b; same order: c; **not**: d +0.50±1.00"
    )
    assert verdict([]) == "–"
    made = findings_table([Finding("item", "1 < 3", "1, 2", [none], "run", "why")])
    assert made.splitlines()[-1] == "| item | 1 < 3 | 1, 2 | **not**: d +0.50±1.00; why | run |"


def test_a_share_has_the_interval_of_independent_results() -> None:
    assert share_of(0.5, 10_000).text() == "50.00±0.98"
