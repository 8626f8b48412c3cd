"""The life of an explanation: every verb, in every state it may meet."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from bidding.domain.position import Position
from bidding.jobs import compute, dispatch, kinds, registry, states, submission, upkeep
from bidding.models import PENDING, Job, Kind, State, Worker
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import QUESTION, Queue, compute_next, question
from tests.stub_explainer import StubExplainer, StubModel

KEY = kinds.model_key(asdict(StubModel()))

QUESTIONS = [kind for kind in Kind if kind != Kind.CHUNK]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]


def row(state: State, **changes: Any) -> Job:
    values = {"content_key": uuid.uuid4().hex, "position": QUESTION, "created_at": timezone.now()}
    return Job.objects.create(state=state, **{**values, **changes})


def stored(explanation: Job) -> Job:
    return Job.objects.get(pk=explanation.pk)


class TestSubmit:
    def test_a_new_question_is_queued_for_as_long_as_a_client_may_wait(
        self, stub_worker: Worker, queue: Queue, position: Position, settings: Settings
    ) -> None:
        asked = submission.submit(position)
        assert stored(asked).state == State.QUEUED
        assert queue.sent == [
            (kinds.WORK[Kind.EXPLANATION].task, [str(asked.id), KEY], settings.WEB_TIMEOUT_SECONDS)
        ]

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING, State.DONE])
    def test_an_equal_question_gets_the_row_that_is_there(
        self, stub_worker: Worker, queue: Queue, position: Position, state: State
    ) -> None:
        first = submission.submit(position)
        Job.objects.update(state=state)
        spelled_otherwise = position_from_json(question(auction="1d 1h", system="SAYC"))
        assert submission.submit(spelled_otherwise).id == first.id
        assert len(queue.sent) == 1

    @pytest.mark.parametrize("change", [{"hand": None}, {"seat": "N"}, {"vulnerability": "none"}])
    def test_another_question_gets_another_row(
        self, stub_worker: Worker, position: Position, change: dict[str, Any]
    ) -> None:
        other = position_from_json(question(**change))
        assert submission.submit(position).id != submission.submit(other).id

    @pytest.mark.parametrize("state", [State.FAILED, State.EXPIRED])
    def test_without_an_answer_an_equal_question_is_asked_anew(
        self, stub_worker: Worker, position: Position, state: State
    ) -> None:
        first = submission.submit(position)
        Job.objects.update(state=state)
        assert submission.submit(position).id != first.id

    def test_a_stranded_row_ends_before_its_question_is_asked_anew(
        self, stub_worker: Worker, position: Position
    ) -> None:
        first = submission.submit(position)
        Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
        assert submission.submit(position).id != first.id
        assert stored(first).state == State.EXPIRED

    def test_another_kind_of_question_gets_another_row_and_task(
        self, stub_worker: Worker, queue: Queue, position: Position
    ) -> None:
        rows = [submission.submit(position, kind) for kind in (*QUESTIONS, *QUESTIONS)]
        first, again = rows[: len(QUESTIONS)], rows[len(QUESTIONS) :]
        assert [row.kind for row in first] == QUESTIONS
        assert [row.id for row in again] == [row.id for row in first]
        assert [task for task, *_ in queue.sent] == [kinds.WORK[kind].task for kind in QUESTIONS]

    def test_another_model_answers_anew(self, stub_worker: Worker, position: Position) -> None:
        first = submission.submit(position)
        registry.register("newer-worker", StubModel(version="1"))
        assert submission.submit(position).id != first.id

    def test_without_a_worker_nothing_is_stored(self, queue: Queue, position: Position) -> None:
        with pytest.raises(registry.NoWorker):
            submission.submit(position)
        assert not Job.objects.exists()
        assert not queue.sent

    def test_without_a_broker_the_row_fails_at_once(
        self, stub_worker: Worker, position: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object, **options: object) -> None:
            raise dispatch.BrokerUnavailable("away")

        monkeypatch.setattr(dispatch, "send", refuse)
        with pytest.raises(dispatch.BrokerUnavailable):
            submission.submit(position)
        failed = Job.objects.get()
        assert (failed.state, failed.error["code"]) == (State.FAILED, "broker-unavailable")

    def test_without_a_broker_what_has_ended_meanwhile_stays(
        self, stub_worker: Worker, position: Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def answer_and_refuse(task: str, arguments: list[str], **options: object) -> None:
            compute_next(uuid.UUID(arguments[0]), StubExplainer())
            raise dispatch.BrokerUnavailable("away")

        monkeypatch.setattr(dispatch, "send", answer_and_refuse)
        with pytest.raises(dispatch.BrokerUnavailable):
            submission.submit(position)
        assert Job.objects.get().state == State.DONE

    def test_without_a_broker_what_was_asked_before_waits_on(
        self, stub_worker: Worker, queue: Queue, position: Position
    ) -> None:
        first = submission.submit(position)
        Job.objects.update(sent_at=timezone.now() - timedelta(seconds=10))
        queue.away = True
        assert submission.submit(position).id == first.id
        assert stored(first).state == State.QUEUED


class TestCompute:
    def test_the_answer_is_stored(self) -> None:
        asked = row(State.QUEUED)
        compute.compute_many([asked.id], StubExplainer())
        done = stored(asked)
        assert done.state == State.DONE
        assert json.loads(done.result)["position"]["auction"] == ["1D", "1H"]
        assert asked.created_at <= done.started_at <= done.ended_at

    def test_each_kind_gets_its_own_answer(self) -> None:
        asked = row(State.QUEUED, kind=Kind.OPTIONS)
        compute.compute_many([asked.id], StubExplainer())
        assert json.loads(stored(asked).result)["options"] == []

    def test_what_the_model_cannot_explain_fails_without_telling_why(self) -> None:
        asked = row(State.QUEUED, position=question(auction=[StubExplainer.BROKEN_AUCTION]))
        compute.compute_many([asked.id], StubExplainer())
        failed = stored(asked)
        assert (failed.state, failed.error["code"]) == (State.FAILED, "explanation-failed")
        assert "as asked for" not in str(failed.error)

    def test_a_task_whose_worker_died_is_begun_again(self) -> None:
        asked = row(State.RUNNING)
        compute.compute_many([asked.id], StubExplainer())
        assert stored(asked).state == State.DONE

    @pytest.mark.parametrize("state", [State.DONE, State.FAILED, State.EXPIRED])
    def test_a_task_delivered_twice_changes_nothing(self, state: State) -> None:
        ended = row(state)
        assert compute.compute_many([ended.id], StubExplainer()) == (0, [])
        assert stored(ended).state == state


VERBS: dict[str, tuple[Callable[[uuid.UUID], object], set[State]]] = {
    "begin": (states.begin, set(PENDING)),
    "finish": (lambda key: states.finish(key, "{}"), {State.RUNNING}),
    "fail": (
        lambda key: states.fail(key, "explanation-failed", ""),
        {State.QUEUED, State.RUNNING},
    ),
}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_applies_in_its_states_and_is_refused_by_name_in_others(
    verb: str, state: State
) -> None:
    apply, allowed = VERBS[verb]
    subject = row(state)
    if state in allowed:
        apply(subject.id)
        assert stored(subject).state != State.QUEUED
    else:
        with pytest.raises(states.WrongState, match=f"cannot {verb} .*: {state}, not"):
            apply(subject.id)
        assert stored(subject).state == state


def test_a_verb_names_an_unknown_explanation() -> None:
    with pytest.raises(states.WrongState, match="unknown, not running"):
        states.finish(uuid.uuid4(), "{}")


class TestSweep:
    def test_stranded_rows_expire(self) -> None:
        long_ago = timezone.now() - timedelta(minutes=1)
        stranded = [row(state, created_at=long_ago) for state in (State.QUEUED, State.RUNNING)]
        waiting = row(State.QUEUED)
        upkeep.sweep()
        assert [stored(one).state for one in stranded] == [State.EXPIRED, State.EXPIRED]
        assert stored(waiting).state == State.QUEUED

    def test_old_rows_go(self, settings: Settings) -> None:
        settings.RETENTION_HOURS = 2
        row(State.DONE, created_at=timezone.now() - timedelta(hours=3))
        young = row(State.DONE, created_at=timezone.now() - timedelta(hours=1))
        assert upkeep.sweep() == 1
        assert Job.objects.get() == young

    def test_of_too_many_rows_the_oldest_go(self, settings: Settings) -> None:
        settings.RETENTION_ROWS = 2
        now = timezone.now()
        ages = [row(State.DONE, created_at=now - timedelta(seconds=age)) for age in range(4)]
        upkeep.sweep()
        kept = set(Job.objects.values_list("pk", flat=True))
        assert kept == {one.pk for one in ages[:2]}

    def test_of_too_many_bytes_the_oldest_go(self, settings: Settings) -> None:
        settings.RETENTION_BYTES = 1_000
        now = timezone.now()
        sizes = (300, 300, 300, 300, 100)  # the newest first
        rows = [
            row(State.DONE, created_at=now - timedelta(seconds=age), result_bytes=size)
            for age, size in enumerate(sizes)
        ]
        waiting = row(State.QUEUED, created_at=now - timedelta(seconds=9))
        assert upkeep.sweep() == 2
        kept = set(Job.objects.values_list("pk", flat=True))
        assert kept == {*(one.pk for one in rows[:3]), waiting.pk}
        assert upkeep.sweep() == 0

    def test_the_newest_answer_stays_however_long_it_is(self, settings: Settings) -> None:
        settings.RETENTION_BYTES = 100
        long = row(State.DONE, result_bytes=5_000)
        row(State.DONE, created_at=timezone.now() - timedelta(seconds=5), result_bytes=10)
        upkeep.sweep()
        assert Job.objects.get() == long

    def test_what_is_stored_is_counted_in_bytes(self) -> None:
        begun = row(State.RUNNING)
        states.finish(begun.id, '"é♠"')
        assert stored(begun).result_bytes == len('"é♠"'.encode()) == 7

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is SQLite's")
    def test_lengths_are_read_without_results(self) -> None:
        with CaptureQueriesContext(connection) as asked:
            upkeep.beyond_bytes(Job.objects.all(), 1)
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[-1]['sql']}")
            assert "COVERING INDEX job_bytes" in str(cursor.fetchall())

    def test_much_that_has_to_go_goes_in_slices(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(upkeep, "SWEPT_ROWS", 2)
        settings.RETENTION_ROWS = 1
        now = timezone.now()
        newest, *_ = [row(State.DONE, created_at=now - timedelta(hours=age)) for age in range(4)]
        for _ in range(3):
            row(State.DONE, created_at=now - timedelta(days=30))
        assert [upkeep.sweep() for _ in range(4)] == [4, 2, 0, 0]
        assert Job.objects.get() == newest

    @pytest.fixture
    def few_variables(self) -> Iterator[None]:
        """No statement has more variables than the smallest SQLite allows."""
        if connection.vendor != "sqlite":
            pytest.skip("the limit is SQLite's")
        connection.ensure_connection()
        before = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)
        yield
        connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, before)

    @pytest.mark.usefixtures("few_variables")
    def test_more_rows_have_to_go_than_a_statement_has_variables(self, settings: Settings) -> None:
        settings.RETENTION_ROWS = 1
        values = {"position": QUESTION, "state": State.DONE, "created_at": timezone.now()}
        rows = [Job(content_key=uuid.uuid4().hex, **values) for _ in range(1_011)]
        Job.objects.bulk_create(rows, batch_size=50)
        assert [upkeep.sweep() for _ in range(4)] == [500, 500, 10, 0]


def test_an_upgraded_program_keeps_no_older_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    model = {"version": "1", "sha256": "ab"}

    def key(**changes: str) -> str:
        of_model = kinds.model_key({**model, **changes})
        return kinds.content_key(Kind.EXPLANATION, QUESTION, of_model)

    before = key()
    assert key() == before
    assert key(sha256="cd") != before
    monkeypatch.setattr(kinds, "ANSWER_REVISION", kinds.ANSWER_REVISION + 1)
    assert key() != before
