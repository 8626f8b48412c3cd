"""The remarks of ``benchmarks.growth`` on its figures; no site is started."""

from __future__ import annotations

import os
from typing import Any

import pytest

from benchmarks import growth


def figures(processes: int, others: float) -> dict[str, Any]:
    return {"web_processes": {1: {"others_cores": 0.0}, processes: {"others_cores": others}}}


@pytest.mark.parametrize(
    ("processes", "others", "expected"),
    [(2, 0.0, []), (4, 0.0, ["More than 2"]), (4, 0.9, ["Other programs", "More than 2"])],
)
def test_figures_that_show_nothing_are_called_so(
    monkeypatch: pytest.MonkeyPatch, processes: int, others: float, expected: list[str]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    found = [*growth.remarks(figures(processes, others))]
    assert len(found) == len(expected)
    assert all(one.startswith(start) for one, start in zip(found, expected, strict=True))


def test_the_time_of_a_processor_is_counted() -> None:
    before = growth._used(os.getpid())
    while sum(os.times()[:2]) < before + 0.1:
        pass
    assert growth._used(os.getpid()) >= before + 0.05
