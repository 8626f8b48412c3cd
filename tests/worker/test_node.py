"""What a worker process does besides taking tasks."""

from __future__ import annotations

import json
import os
import threading
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from celery import Celery
from celery.exceptions import Reject
from django.conf import settings as site_settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils import timezone
from pytest_django import Settings

from bidding.batches import chunks
from bidding.domain.position import Position
from bidding.jobs import compute, dispatch, kinds, registry, states, submission, upkeep
from bidding.json_text import encoded
from bidding.management.commands import run_node
from bidding.models import Job, Kind, PracticeClass, PracticeTable, State, Worker
from bidding.parsing.documents.position_documents import position_from_json
from bidding.worker import tasks
from bidding.worker.batcher import Batcher
from bidding.worker.node import (
    SLICE,
    STUCK_EXIT_STATUS,
    LoadModel,
    Node,
    ResendQueued,
    SendHeartbeats,
    SharedExplainer,
    beat,
    keep_up,
    node_of,
    serve,
    take_over,
    take_untaken,
)
from bridgeviz.celery import app as celery_app
from tests.conftest import BOARD, QUESTION, Queue, question
from tests.stub_explainer import StubExplainer, StubExplanation, StubModel
from tests.system.conftest import eventually

BIDS = [f"{level}{strain}" for level in "12345" for strain in "CDHSN"]
LATER = [call for bid in BIDS[1:] for call in ("P", "P", "X", "P", "P", "XX", "P", "P", bid)]


@pytest.fixture
def parent() -> Iterator[Any]:
    """A Celery worker; the node that the test makes of it ends with it."""
    app = Celery("node", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    yield SimpleNamespace(app=app, steps=[], hostname="node-1@here")
    if hasattr(app, "node"):
        app.node.batcher.stop()


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch) -> Iterator[Node]:
    """The node that takes the site's tasks."""
    node = Node(StubExplainer())
    node.start()
    monkeypatch.setattr(celery_app, "node", node, raising=False)
    yield node
    node.batcher.stop()


def test_the_model_is_loaded_once_and_before_anything_is_explained(parent: Any) -> None:
    with pytest.raises(RuntimeError, match="not started"):
        node_of(parent.app)
    loads = StubExplainer.loads
    LoadModel(parent).start(parent)
    asked = position_from_json(QUESTION)
    shared, alone = node_of(parent.app).shared, StubExplainer()
    (answer,), (expected,) = shared.explain_many([asked]), alone.explain_many([asked])
    assert json.loads(encoded(answer.to_json())) == expected.to_json()
    assert StubExplainer.loads == loads + 1


def test_answers_of_bulk_work_become_texts_slice_by_slice_in_the_models_thread() -> None:
    seen: list[Any] = []

    class Answer:
        def to_json(self) -> dict[str, Any]:
            seen.append(threading.current_thread().name)
            return {}

    class Noting(StubExplainer):
        def explain_many(self, positions: Sequence[Position]) -> list[Any]:
            seen.append(len(positions))
            return [Answer() for _ in positions]

    batcher = Batcher(lambda keys: (len(keys), ()), 4, 0)
    threading.Thread(target=batcher.run, name="model", daemon=True).start()
    asked = [position_from_json(QUESTION)] * (SLICE + 1)
    answers = SharedExplainer(Noting(), batcher.call).explain_many(asked)
    batcher.stop()
    assert [encoded(answer.to_json()) for answer in answers] == ["{}"] * len(asked)
    assert seen == [SLICE, *["model"] * SLICE, 1, "model"]


@pytest.mark.django_db(transaction=True)
def test_a_worker_is_present_from_start_to_stop(parent: Any) -> None:
    step = SendHeartbeats(parent)
    LoadModel(parent).start(parent)
    step.start(parent)
    row = Worker.objects.get()
    assert (row.name, row.model["name"], row.device) == ("node-1@here", "stub", "cpu")
    assert row.answered == 0
    assert row.rate > 0  # measured while it was warmed
    step.stop(parent)
    assert not Worker.objects.exists()


def asked(*, seconds_before: float, moment: datetime) -> Job:
    sent = moment - timedelta(seconds=seconds_before)
    key = kinds.content_key(Kind.EXPLANATION, QUESTION, kinds.model_key(asdict(StubModel())))
    return Job.objects.create(
        content_key=key, position=QUESTION, created_at=timezone.now(), sent_at=sent
    )


@pytest.mark.django_db(transaction=True)
def test_a_node_sends_again_what_the_one_before_of_its_name_may_have_taken(
    parent: Any, queue: Queue
) -> None:
    LoadModel(parent).start(parent)
    registry.register(parent.hostname, StubModel())  # and is killed
    taken = asked(seconds_before=1, moment=timezone.now())
    step = SendHeartbeats(parent)
    step.start(parent)
    step.stop(parent)
    assert [arguments[0] for _, arguments, _ in queue.sent] == [str(taken.pk)]


@pytest.mark.django_db
def test_a_node_sends_again_what_waits_once_its_broker_is_back(parent: Any, queue: Queue) -> None:
    LoadModel(parent).start(parent)
    registry.register(parent.hostname, StubModel())
    waiting = asked(seconds_before=1, moment=timezone.now())
    step = ResendQueued(parent)
    parent.restart_count = 0
    step.start(parent)
    assert not queue.sent
    parent.restart_count = 1
    step.start(parent)
    assert [arguments[0] for _, arguments, _ in queue.sent] == [str(waiting.pk)]


def test_a_node_goes_on_if_the_database_is_away_when_its_broker_is_back(
    parent: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Celery would end the worker."""

    def fail() -> int:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(dispatch, "resend_queued", fail)
    monkeypatch.setattr("bidding.worker.node.close_old_connections", lambda: None)
    parent.restart_count = 1
    ResendQueued(parent).start(parent)
    assert "the connection is lost" in caplog.text


@pytest.mark.django_db
def test_nodes_send_again_what_one_may_have_taken_that_falls_silent(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    node, last_beat = Node(StubExplainer()), timezone.now() - timedelta(seconds=4)
    registry.register(node.name, StubModel())
    monkeypatch.setattr(node.heartbeats, "drop_silent", lambda: None)
    taken = asked(seconds_before=-0.5, moment=last_beat)
    take_over(node)
    assert not queue.sent
    monkeypatch.setattr(node.heartbeats, "drop_silent", lambda: last_beat)
    take_over(node)
    assert [arguments[0] for _, arguments, _ in queue.sent] == [str(taken.pk)]
    queue.sent.clear()
    Job.objects.update(sent_at=last_beat + timedelta(seconds=2))  # by then it took nothing
    take_over(node)
    assert not queue.sent


@pytest.mark.django_db(transaction=True)
def test_an_idle_node_computes_what_nobody_has_taken(node: Node, queue: Queue) -> None:
    sent = timezone.now() - timedelta(seconds=states.UNTAKEN_SECONDS)
    rows = [
        Job.objects.create(
            content_key=key,
            position=QUESTION,
            queue=kinds.queue_of(lane, node.model_key),
            turn=1,
            created_at=sent,
            sent_at=sent + timedelta(seconds=later),
        )
        for key, lane, later in (
            ("untaken", kinds.Lane.URGENT, 0),
            ("just sent", kinds.Lane.URGENT, 60),
            ("slow", kinds.Lane.REFINED, 0),
        )
    ]
    begun, go = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        go.wait(10)

    with ThreadPoolExecutor() as pool:
        held = pool.submit(node.batcher.call, hold)
        assert begun.wait(10)
        take_untaken(node)  # returns, for the node is busy
        go.set()
        held.result()
    assert eventually(lambda: not node.batcher.busy_seconds(), 10)
    take_untaken(node)
    found = [Job.objects.get(pk=row.pk).state for row in rows]
    assert found == [State.DONE, State.QUEUED, State.QUEUED]
    take_untaken(node)
    assert not queue.sent


@pytest.mark.django_db
def test_upkeep_deletes_old_practice_tables_and_classes(settings: Settings) -> None:
    settings.TABLE_RETENTION_HOURS = 2
    for hours in (1, 3):
        then = timezone.now() - timedelta(hours=hours)
        PracticeTable.objects.create(
            position={}, client="", created_at=then - timedelta(seconds=1), changed_at=then
        )
        PracticeClass.objects.create(
            boards=[], teacher=hours, common=hours, client="", created_at=then, changed_at=then
        )
    node = Node(StubExplainer())
    registry.register(node.name, StubModel())
    keep_up(node)
    for row in (PracticeTable.objects.get(), PracticeClass.objects.get()):
        assert row.changed_at > timezone.now() - timedelta(hours=2)


@pytest.mark.django_db
def test_the_oldest_living_worker_alone_does_the_upkeep_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    swept: list[str] = []
    monkeypatch.setattr(upkeep, "sweep", lambda: swept.append("swept"))
    node = Node(StubExplainer())
    registry.register("older", StubModel())
    registry.register(node.name, StubModel())
    keep_up(node)
    assert swept == []
    silent = timezone.now() - timedelta(seconds=site_settings.WORKER_SILENCE_SECONDS + 1)
    Worker.objects.filter(name="older").update(seen_at=silent)
    keep_up(node)
    assert swept == ["swept"]
    registry.register("newer", StubModel())
    keep_up(node)
    assert swept == ["swept"] * 2


def test_a_node_beats_and_looks_for_stuck_tasks_while_its_upkeep_hangs(
    parent: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WORKER_BEAT_SECONDS = settings.UPKEEP_SECONDS = 0.001
    beats, watches = threading.Semaphore(0), threading.Semaphore(0)
    hanging, go_on = threading.Event(), threading.Event()

    def hang(name: str) -> bool:
        hanging.set()
        go_on.wait(60)
        return False

    monkeypatch.setattr(Node, "end_if_stuck", lambda *_: watches.release())
    monkeypatch.setattr(registry, "heartbeat", lambda *_, **__: beats.release())
    monkeypatch.setattr(registry, "is_oldest", hang)
    monkeypatch.setattr("bidding.worker.node.close_old_connections", lambda: None)
    for name in ("register", "deregister"):
        monkeypatch.setattr(registry, name, lambda *_, **__: None)
    parent.app.node = Node(StubExplainer())
    step = SendHeartbeats(parent)
    step.start(parent)
    try:
        assert hanging.wait(20)
        for signs in (beats, watches):
            while signs.acquire(blocking=False):  # those before
                pass
            assert signs.acquire(timeout=20)
    finally:
        step.stop(parent)
        go_on.set()


@pytest.mark.django_db
def test_the_beat_goes_on_whatever_stops_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    node, watches = Node(StubExplainer()), list[float]()
    monkeypatch.setattr(node, "end_if_stuck", watches.append)
    step = SendHeartbeats(SimpleNamespace(steps=[]))
    faults = [DatabaseError("busy"), InterfaceError("closed"), OSError("full"), None]

    def heartbeat(name: str, model: object, **facts: object) -> None:
        fault = faults.pop(0)
        if fault:
            raise fault
        step._stopped.set()

    monkeypatch.setattr(registry, "heartbeat", heartbeat)
    step._repeat(beat, node, 0.001)
    assert not faults
    assert len(watches) == 4  # each beat watches for a stuck task
    assert caplog.text.count("beat of worker") == 3


def test_a_node_has_answered_a_batch_before_its_first_question() -> None:
    class Noting(StubExplainer):
        asked: ClassVar[list[str]] = []

        def __getattribute__(self, name: str) -> Any:
            if name in ("explain_many", "options_many"):
                self.asked.append(name)
            return super().__getattribute__(name)

    node = Node(Noting())
    node.warm_up()
    assert Noting.asked == ["options_many", "explain_many"]
    meter = node.batcher.meter
    assert (meter.keys, meter.answered) == (node.batcher.limit, 0)


@pytest.mark.django_db(transaction=True)
class TestTasks:
    @pytest.fixture(autouse=True)
    def model(self, node: Node) -> None:
        self.node = node

    def explanation(self, state: State) -> Job:
        return Job.objects.create(
            content_key="0" * 64, position=QUESTION, state=state, created_at=timezone.now()
        )

    def test_explain_computes_the_row(self) -> None:
        asked = self.explanation(State.QUEUED)
        tasks.OF_KIND[Kind.EXPLANATION](str(asked.id))
        assert Job.objects.get().state == State.DONE

    def test_what_is_too_much_at_once_is_answered_one_after_the_other(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Counting(StubExplainer):
            explained: ClassVar[list[int]] = []

            def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
                self.explained.append(len(positions))
                return super().explain_many(positions)

        monkeypatch.setattr(states, "MOMENTS_AT_ONCE", 2 * kinds.moments(QUESTION))
        monkeypatch.setattr(self.node, "explainer", Counting())
        begun, go, waiting = threading.Event(), threading.Event(), self.node.batcher._waiting

        def hold() -> None:
            begun.set()
            go.wait(10)

        rows = [
            Job.objects.create(content_key=key, position=QUESTION, created_at=timezone.now())
            for key in "abcde"
        ]
        with ThreadPoolExecutor() as pool:
            held = pool.submit(self.node.batcher.call, hold)
            assert begun.wait(10), "what is asked before would be answered by itself"
            asked = [pool.submit(tasks.OF_KIND[Kind.EXPLANATION], str(row.id)) for row in rows]
            try:
                assert eventually(lambda: len(waiting) == len(rows), 10)
            finally:
                go.set()
            for future in (held, *asked):
                future.result(10)
        assert Counting.explained == [2, 2, 1]
        assert not Job.objects.exclude(state=State.DONE).exists()

    def test_explain_drops_a_task_whose_row_has_ended(self) -> None:
        ended = self.explanation(State.EXPIRED)
        tasks.OF_KIND[Kind.EXPLANATION](str(ended.id))
        assert Job.objects.get().state == State.EXPIRED

    def test_explain_drops_a_task_whose_row_is_gone(self) -> None:
        tasks.OF_KIND[Kind.EXPLANATION](str(uuid.uuid4()))
        assert not Job.objects.exists()

    def test_a_task_for_this_model_is_taken(self) -> None:
        asked = self.explanation(State.QUEUED)
        tasks.OF_KIND[Kind.EXPLANATION](str(asked.id), kinds.model_key(asdict(StubModel())))
        assert Job.objects.get().state == State.DONE

    def test_a_task_for_another_model_goes_to_those_who_have_it(self, queue: Queue) -> None:
        registry.register("another", StubModel(version="1"))
        other = kinds.model_key(asdict(StubModel(version="1")))
        asked = self.explanation(State.QUEUED)
        tasks.OF_KIND[Kind.EXPLANATION](str(asked.id), other)
        assert [(task, arguments) for task, arguments, _ in queue.sent] == [
            (kinds.WORK[Kind.EXPLANATION].task, [str(asked.id), other])
        ]
        assert queue.queues == [dispatch.queue_of_model(other)]
        assert Job.objects.get().state == State.QUEUED

    def test_a_task_for_a_model_that_is_gone_fails_with_a_code(self, queue: Queue) -> None:
        asked = self.explanation(State.QUEUED)
        tasks.OF_KIND[Kind.EXPLANATION](str(asked.id), "of-another-model")
        failed = Job.objects.get()
        assert (failed.state, failed.error["code"]) == (State.FAILED, "model-replaced")
        assert not queue.sent

    def test_parts_by_an_older_program_are_not_gone_on_with(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What its sums hold may be of another form."""
        asked = self.explanation(State.RUNNING)
        begun = {"kind": Kind.ANALYSIS, "parts_done": 1, "sums": {"of": "another form"}}
        Job.objects.update(**begun)
        with monkeypatch.context() as then:
            then.setattr(kinds, "ANSWER_REVISION", kinds.ANSWER_REVISION - 1)
            older = kinds.model_key(asdict(StubModel()))
        tasks.OF_KIND[Kind.ANALYSIS](str(asked.id), older, "1")
        failed = Job.objects.get()
        assert (failed.state, failed.error["code"]) == (State.FAILED, "model-replaced")
        assert not queue.sent

    def test_without_the_database_a_task_goes_back_to_the_queue(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object) -> None:
            raise OperationalError("database is locked")

        monkeypatch.setattr(compute, "compute_many", refuse)
        monkeypatch.setattr(tasks, "DATABASE_PAUSE_SECONDS", 0)
        with pytest.raises(Reject) as rejected:
            tasks.OF_KIND[Kind.EXPLANATION](str(self.explanation(State.QUEUED).id))
        assert rejected.value.requeue

    def test_a_refined_explanation_is_computed_between_the_batches_of_others(self) -> None:
        asked = self.explanation(State.QUEUED)
        Job.objects.update(kind=Kind.REFINED)
        tasks.OF_KIND[Kind.REFINED](str(asked.id), kinds.model_key(asdict(StubModel())))
        done = Job.objects.get()
        assert done.state == State.DONE
        assert json.loads(done.result or "")["refined"] is True

    @pytest.mark.usefixtures("stub_worker")
    @pytest.mark.parametrize("kind", [Kind.EXPLANATION, Kind.OPTIONS])
    def test_only_long_questions_are_computed_between_the_batches_and_answered_the_same(
        self, kind: Kind, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        between: list[Any] = []
        call = self.node.batcher.call

        def noting(function: Any) -> Any:
            between.append(function)
            return call(function)

        monkeypatch.setattr(self.node.batcher, "call", noting)
        alone = {Kind.EXPLANATION: "explain_many", Kind.OPTIONS: "options_many"}[kind]
        for calls, expected in ((["P"] * 3, 0), (["P"] * 3 + ["1C"] + LATER, 1)):
            asked = position_from_json(question(auction=calls))
            row = submission.submit(asked, kind)
            task, arguments, _ = queue.sent.pop()
            {one.name: one for one in tasks.OF_KIND.values()}[task](*arguments)
            assert len(between) == 2 * expected, "once more, to see that no other waits"
            (answer,) = getattr(StubExplainer(), alone)([asked])
            row.refresh_from_db()
            assert (row.state, row.result) == (State.DONE, encoded(answer.to_json()))

    @pytest.mark.parametrize(
        ("kind", "asked_about"), [(Kind.ANALYSIS, QUESTION), (Kind.REVIEW, BOARD)]
    )
    def test_analyses_and_reviews_are_done_part_by_part(
        self, kind: Kind, asked_about: dict[str, Any], queue: Queue
    ) -> None:
        asked = self.explanation(State.QUEUED)
        Job.objects.update(kind=kind, position=asked_about)
        own = kinds.model_key(asdict(StubModel()))
        self.node.drains = False
        with pytest.raises(Reject):
            tasks.OF_KIND[kind](str(asked.id), own, "0")
        assert Job.objects.get().share_done == 0.5
        self.node.drains = True
        tasks.OF_KIND[kind](str(asked.id), own, "0")
        done = Job.objects.get()
        assert (done.state, done.share_done, done.sums) == (State.DONE, 1, None)

    def test_a_chunk_that_comes_again_while_it_is_computed_is_not_computed_twice(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        batch, computed = str(uuid.uuid4()), list[object]()

        def compute_chunk(key: uuid.UUID, number: int, *rest: object) -> None:
            computed.append((key, number))
            tasks.batch_chunk(str(key), str(number))

        monkeypatch.setattr(chunks, "compute", compute_chunk)
        for _ in range(2):
            tasks.batch_chunk(batch, "7")
        assert computed == [(uuid.UUID(batch), 7)] * 2

    def test_a_part_for_another_model_goes_to_those_who_have_it(self, queue: Queue) -> None:
        registry.register("another", StubModel(version="1"))
        other = kinds.model_key(asdict(StubModel(version="1")))
        asked = self.explanation(State.RUNNING)
        Job.objects.update(kind=Kind.ANALYSIS, parts_done=1, sums={"parts": 1})
        tasks.OF_KIND[Kind.ANALYSIS](str(asked.id), other, "1")
        assert [sent[:2] for sent in queue.sent] == [
            (kinds.WORK[Kind.ANALYSIS].task, [str(asked.id), other])
        ]
        assert Job.objects.get().parts_done == 1

    def test_bulk_work_leaves_half_of_the_places_to_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bidding.worker.node.BULK_PAUSE_SECONDS", 0)
        monkeypatch.setattr(self.node, "_bulk_places", threading.Semaphore(1))
        with self.node.bulk(), pytest.raises(Reject), self.node.bulk():
            pytest.fail("the place was taken")
        with self.node.bulk():
            pass

    def test_tasks_have_the_names_that_the_services_send(self) -> None:
        assert tasks.OF_KIND[Kind.EXPLANATION].name == kinds.WORK[Kind.EXPLANATION].task
        assert tasks.OF_KIND[Kind.REFINED].name == kinds.WORK[Kind.REFINED].task
        assert tasks.OF_KIND[Kind.ANALYSIS].name == kinds.WORK[Kind.ANALYSIS].task
        assert tasks.OF_KIND[Kind.REVIEW].name == kinds.WORK[Kind.REVIEW].task


def test_bulk_work_is_taken_last(parent: Any) -> None:
    """Redis gives from the first of these queues that has a task."""
    app, node = parent.app, Node(StubExplainer())
    serve(app, node)
    of_this_model = dispatch.queue_of_model(node.model_key)
    assert list(app.amqp.queues.consume_from) == [
        site_settings.CELERY_TASK_DEFAULT_QUEUE,
        of_this_model,
        site_settings.BATCH_QUEUE,
    ]
    assert app.conf.broker_transport_options["queue_order_strategy"] == "priority"


class TestDevice:
    def test_a_node_refuses_a_device_or_a_size_that_is_none_by_name(self) -> None:
        with pytest.raises(CommandError, match=r"NODE_DEVICE='gpu' is no device.*cuda:0"):
            call_command("run_node", device="gpu")
        with pytest.raises(CommandError, match="NODE_BATCH='0' is not a whole number from 1"):
            call_command("run_node", batch=0)

    def test_a_node_becomes_a_worker_bound_to_its_device(
        self, monkeypatch: pytest.MonkeyPatch, settings: Settings
    ) -> None:
        settings.NODE_DEVICE, settings.NODE_BATCH = "cpu", 16
        for variable in ("CELERY_SKIP_CHECKS", "OMP_NUM_THREADS"):
            monkeypatch.setenv(variable, "")  # so that what the command sets is undone
            monkeypatch.delenv(variable)
        started: list[list[str]] = []
        monkeypatch.setattr(run_node.celery, "main", started.append)
        monkeypatch.setattr(run_node, "limit_memory", lambda: None)  # of the tests' own process
        call_command("run_node", device="cuda:1", name="b", batch=64)
        [arguments] = started
        assert "b@%h" in arguments
        assert arguments[arguments.index("--concurrency") + 1] == "128"
        assert (settings.NODE_DEVICE, settings.NODE_BATCH) == ("cuda:1", 64)
        assert (os.environ["OMP_NUM_THREADS"], os.environ["CELERY_SKIP_CHECKS"]) == ("1", "1")

    def test_a_nodes_memory_is_limited_where_nobody_says_otherwise(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        limits: dict[int, int] = {}
        library = SimpleNamespace(mallopt=limits.__setitem__)
        monkeypatch.setattr(run_node.ctypes, "CDLL", lambda _: library)
        for variable in run_node.MEMORY:
            monkeypatch.delenv(variable, raising=False)
        monkeypatch.setenv("MALLOC_ARENA_MAX", "4")
        run_node.limit_memory()
        assert limits == {-3: 131072, -1: 131072}

    def test_another_c_library_is_left_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run_node.ctypes, "CDLL", lambda _: SimpleNamespace())
        for variable in run_node.MEMORY:
            monkeypatch.delenv(variable, raising=False)
        run_node.limit_memory()  # and raises nothing


class TestStuck:
    @pytest.fixture
    def exits(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        statuses: list[int] = []
        monkeypatch.setattr("os._exit", statuses.append)
        return statuses

    def test_a_model_that_hangs_ends_the_process(
        self, exits: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        node = Node(StubExplainer())
        monkeypatch.setattr(node.batcher, "busy_seconds", lambda: 16.0)
        node.end_if_stuck(limit_seconds=15)
        assert exits == [STUCK_EXIT_STATUS]

    def test_an_idle_worker_lives_on(self, exits: list[int]) -> None:
        Node(StubExplainer()).end_if_stuck(limit_seconds=0)
        assert exits == []
