"""Which workers live, and whether the queue reaches them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.jobs import dispatch
from bidding.models import Worker
from bidding.worker import probes, registry
from tests.conftest import Queue
from tests.stub_explainer import StubModel

pytestmark = pytest.mark.django_db


def silence(name: str, seconds: int) -> None:
    Worker.objects.filter(name=name).update(seen_at=timezone.now() - timedelta(seconds=seconds))


def living() -> list[str]:
    return [worker.name for worker in registry.living_workers()]


def test_workers_live_from_joining_to_leaving_the_newest_first() -> None:
    registry.register("one", StubModel())
    registry.register("two", StubModel())
    assert living() == ["two", "one"]
    registry.deregister("two")
    assert living() == ["one"]


def test_a_silent_worker_is_gone_until_it_is_heard_again() -> None:
    registry.register("one", StubModel())
    silence("one", 60)
    assert living() == []
    registry.heartbeat("one", StubModel())
    assert living() == ["one"]


def test_the_silent_are_forgotten_when_another_joins_and_may_come_back() -> None:
    registry.register("one", StubModel())
    silence("one", 60)
    registry.register("two", StubModel())
    assert Worker.objects.count() == 1
    registry.heartbeat("one", StubModel())
    assert sorted(living()) == ["one", "two"]


def test_a_probe_finds_the_worker_that_answers_it(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register("one", StubModel())

    def answer(task: str, arguments: list[str], *, expires_seconds: float) -> None:
        assert task == probes.PROBE_TASK
        registry.answer_probe("one", timezone.datetime.fromisoformat(arguments[0]))

    monkeypatch.setattr(dispatch, "send", answer)
    assert probes.probe().name == "one"


def test_an_earlier_answer_does_not_answer_a_later_probe(queue: Queue, settings: Settings) -> None:
    settings.READY_TIMEOUT_SECONDS = 0.05
    registry.register("one", StubModel())
    registry.answer_probe("one", timezone.now())
    with pytest.raises(registry.NoWorker):
        probes.probe()


def test_an_older_probe_does_not_undo_the_answer_to_a_newer() -> None:
    registry.register("one", StubModel())
    newer = timezone.now()
    registry.answer_probe("one", newer)
    registry.answer_probe("one", newer - timedelta(seconds=1))
    assert Worker.objects.get().probed_at == newer
