"""``benchmarks.growth``: its remarks on figures, and its model; no site is started."""

from __future__ import annotations

import os
from typing import Any

import pytest

from benchmarks import growth, sleeping
from bidding.jobs import submission
from bidding.models import Job, State
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import QUESTION, Queue, compute_next


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


@pytest.mark.django_db
@pytest.mark.usefixtures("stub_worker")
def test_the_model_that_sleeps_answers(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sleeping, "SLEEP_SECONDS", 0)
    row = submission.submit(position_from_json(QUESTION))
    compute_next(row.pk, sleeping.SleepingExplainer())
    assert Job.objects.get(pk=row.pk).state == State.DONE
