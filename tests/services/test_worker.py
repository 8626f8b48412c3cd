"""What a worker process does besides taking tasks."""

from __future__ import annotations

import subprocess
import sys
import time
import uuid
from types import SimpleNamespace

import pytest
from django.conf import settings as site_settings
from django.db import DatabaseError, InterfaceError
from django.utils import timezone
from pytest_django import Settings

from bidding import presence, services, tasks, worker
from bidding.models import Explanation, State, Worker
from tests.conftest import QUESTION
from tests.stub_explainer import StubExplainer


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_explainer", None)


@pytest.mark.usefixtures("no_model")
def test_the_model_is_loaded_once_and_before_anything_is_explained() -> None:
    with pytest.raises(RuntimeError, match="not started"):
        worker.loaded_explainer()
    loads = StubExplainer.loads
    worker.LoadModel(SimpleNamespace(steps=[])).start(None)
    assert worker.loaded_explainer() is worker.loaded_explainer()
    assert StubExplainer.loads == loads + 1


@pytest.mark.usefixtures("no_model")
@pytest.mark.django_db(transaction=True)
def test_a_worker_is_present_from_start_to_stop() -> None:
    step = worker.KeepPresence(SimpleNamespace(steps=[]))
    worker.LoadModel(SimpleNamespace(steps=[])).start(None)
    step.start(None)
    assert Worker.objects.get().model["name"] == "stub"
    step.stop(None)
    assert not Worker.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_beat_goes_on_whatever_stops_one(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.WORKER_BEAT_SECONDS = 0.001
    monkeypatch.setattr(worker, "_explainer", StubExplainer())
    watches: list[float] = []
    monkeypatch.setattr(worker, "_end_if_stuck", watches.append)
    step = worker.KeepPresence(SimpleNamespace(steps=[]))
    faults = [DatabaseError("busy"), InterfaceError("closed"), OSError("full"), None]

    def beat(name: str, model: object) -> None:
        fault = faults.pop(0)
        if fault:
            raise fault
        step._stopped.set()

    monkeypatch.setattr(presence, "beat", beat)
    step._beat()
    assert not faults
    assert len(watches) == 4  # each beat watches for a stuck task
    assert caplog.text.count("could not be kept") == 3


@pytest.mark.django_db(transaction=True)
class TestTasks:
    @pytest.fixture(autouse=True)
    def model(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker, "_explainer", StubExplainer())

    def explanation(self, state: State) -> Explanation:
        return Explanation.objects.create(
            content_key="0" * 64, position=QUESTION, state=state, created_at=timezone.now()
        )

    def test_explain_computes_the_row(self) -> None:
        asked = self.explanation(State.QUEUED)
        tasks.explain(str(asked.id))
        assert Explanation.objects.get().state == State.DONE

    def test_explain_drops_a_task_whose_row_has_ended(self) -> None:
        ended = self.explanation(State.EXPIRED)
        tasks.explain(str(ended.id))
        assert Explanation.objects.get().state == State.EXPIRED

    def test_explain_drops_a_task_whose_row_is_gone(self) -> None:
        tasks.explain(str(uuid.uuid4()))
        assert not Explanation.objects.exists()

    def test_tasks_have_the_names_that_the_services_send(self) -> None:
        assert tasks.explain.name == services.EXPLAIN_TASK


class TestStuck:
    @pytest.fixture
    def exits(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        statuses: list[int] = []
        monkeypatch.setattr(worker.os, "_exit", statuses.append)
        return statuses

    def test_a_task_over_its_limit_ends_the_process(self, exits: list[int]) -> None:
        with worker.watched():
            time.sleep(0.02)
            worker._end_if_stuck(limit_seconds=0.01)
        assert exits == [worker.STUCK_EXIT_STATUS]

    def test_idle_and_busy_workers_live_on(self, exits: list[int]) -> None:
        worker._end_if_stuck(limit_seconds=0)
        with worker.watched():
            worker._end_if_stuck(limit_seconds=60)
        assert exits == []


def test_the_web_process_never_imports_torch() -> None:
    program = "import sys, bridgeviz.wsgi, bidding.api.views; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=site_settings.BASE_DIR)
