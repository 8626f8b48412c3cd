"""Which workers live, and whether the queue reaches them."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.jobs import dispatch, registry
from bidding.models import Worker
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


def test_a_probe_finds_the_worker_that_answers_it(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register("one", StubModel())

    def answer(task: str, arguments: list[str], *, expires_seconds: float) -> None:
        assert task == dispatch.PROBE_TASK
        dispatch.answer_probe("one", timezone.datetime.fromisoformat(arguments[0]))

    monkeypatch.setattr(dispatch, "send", answer)
    assert dispatch.probe().name == "one"


def test_an_earlier_answer_does_not_answer_a_later_probe(queue: Queue, settings: Settings) -> None:
    settings.READY_TIMEOUT_SECONDS = 0.05
    registry.register("one", StubModel())
    dispatch.answer_probe("one", timezone.now())
    with pytest.raises(registry.NoWorker):
        dispatch.probe()


def test_an_older_probe_does_not_undo_the_answer_to_a_newer() -> None:
    registry.register("one", StubModel())
    newer = timezone.now()
    dispatch.answer_probe("one", newer)
    dispatch.answer_probe("one", newer - timedelta(seconds=1))
    assert Worker.objects.get().probed_at == newer


def test_the_next_of_a_name_learns_when_the_one_before_was_last_heard() -> None:
    assert registry.register("one", StubModel()) is None
    silence("one", 2)
    last = Worker.objects.get().seen_at
    assert registry.register("one", StubModel()) == last
    registry.deregister("one")
    assert registry.register("one", StubModel()) is None


class TestHeartbeats:
    @pytest.fixture
    def heartbeats(self, monkeypatch: pytest.MonkeyPatch) -> registry.Heartbeats:
        """Those of three workers, as "own" sees them."""
        self.seconds = 0.0
        clock = SimpleNamespace(monotonic=lambda: self.seconds)
        monkeypatch.setattr(registry, "time", clock)
        for name in ("own", "one", "two"):
            registry.register(name, StubModel())
        return registry.Heartbeats("own")

    def after(self, seconds: float, *beating: str) -> None:
        self.seconds += seconds
        for name in beating:
            registry.heartbeat(name, StubModel())

    def test_who_stops_beating_is_dropped_once(self, heartbeats: registry.Heartbeats) -> None:
        last = Worker.objects.get(name="one").seen_at
        for _ in range(3):
            assert heartbeats.drop_silent() is None
            self.after(1, "own", "two")
        assert living() == ["two", "one", "own"]
        self.after(1, "own", "two")
        assert heartbeats.drop_silent() == last
        assert living() == ["two", "own"]
        assert heartbeats.drop_silent() is None

    def test_clocks_that_differ_make_no_silence(self, heartbeats: registry.Heartbeats) -> None:
        for _ in range(9):
            self.after(1, "own", "one", "two")
            silence("one", 19)
            assert heartbeats.drop_silent() is None

    def test_nobody_is_dropped_while_the_own_heartbeats_do_not_arrive(
        self, heartbeats: registry.Heartbeats
    ) -> None:
        assert heartbeats.drop_silent() is None
        self.after(9)
        assert heartbeats.drop_silent() is None
        assert living() == ["two", "one", "own"]

    def test_who_was_only_slow_registers_itself_again(
        self, heartbeats: registry.Heartbeats
    ) -> None:
        heartbeats.drop_silent()
        self.after(9, "own")
        heartbeats.drop_silent()
        self.after(1, "one")
        assert living() == ["one", "own"]
