"""Rows computed together, and tasks that the broker has lost."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from celery import Celery
from django.db import DatabaseError
from django.utils import timezone
from kombu.exceptions import OperationalError
from kombu.transport.memory import Channel, Transport
from pytest_django import Settings

from bidding.domain.auction import MAX_CALLS
from bidding.domain.position import Position
from bidding.jobs import compute, dispatch, kinds, states
from bidding.jobs.kinds import Lane
from bidding.models import Job, Kind, State, Worker
from bidding.parsing.documents.position_documents import position_from_json, position_to_json
from tests.conftest import QUESTION, Queue, question
from tests.stub_explainer import StubExplainer, StubExplanation, StubModel, StubOptions, StubStep

pytestmark = pytest.mark.django_db

KEY = kinds.model_key(asdict(StubModel()))


class Counting(StubExplainer):
    """Notes how many positions it is asked about at once."""

    def __init__(self) -> None:
        self.explained: list[int] = []
        self.optioned: list[int] = []

    def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
        self.explained.append(len(positions))
        return super().explain_many(positions)

    def options_many(self, positions: Sequence[Position]) -> list[StubOptions]:
        self.optioned.append(len(positions))
        return super().options_many(positions)


def row(state: State = State.QUEUED, **changes: Any) -> Job:
    now = timezone.now()
    values = {"content_key": uuid.uuid4().hex, "position": QUESTION, "created_at": now}
    return Job.objects.create(state=state, **{**values, "sent_at": now, **changes})


def states_of(*rows: Job) -> list[str]:
    found = {one.pk: one.state for one in Job.objects.all()}
    return [found[one.pk] for one in rows]


class TestTogether:
    def test_each_row_gets_its_own_answer_from_one_pass(self) -> None:
        explainer = Counting()
        rows = [row(position=question(seat=seat)) for seat in "NESW"]
        compute.compute_many([one.pk for one in rows], explainer)
        assert explainer.explained == [4]
        for one, seat in zip(rows, "NESW", strict=True):
            one.refresh_from_db()
            assert (one.state, json.loads(one.result)["position"]["seat"]) == (State.DONE, seat)
            assert one.created_at <= one.started_at <= one.ended_at

    def test_kinds_go_apart_and_options_in_small_parts(self) -> None:
        explainer = Counting()
        both = (Kind.EXPLANATION, Kind.OPTIONS)
        rows = [row(kind=kind) for kind in (*both, *both)] + [row(kind=Kind.OPTIONS)]
        rows += [row(kind=Kind.OPTIONS) for _ in range(4)]
        compute.compute_many([one.pk for one in rows], explainer)
        assert (explainer.explained, explainer.optioned) == ([2], [4, 3])
        assert set(states_of(*rows)) == {State.DONE}

    def test_one_that_breaks_fails_alone(self) -> None:
        explainer = Counting()
        broken = row(position=question(auction=[StubExplainer.BROKEN_AUCTION]))
        rows = [row(), broken, row()]
        compute.compute_many([one.pk for one in rows], explainer)
        assert states_of(*rows) == [State.DONE, State.FAILED, State.DONE]
        assert explainer.explained == [3, 1, 1, 1]

    def test_those_that_have_ended_or_are_late_cost_nothing(self) -> None:
        explainer = Counting()
        late = row(created_at=timezone.now() - timedelta(minutes=1))
        ended = [row(state) for state in (State.DONE, State.FAILED, State.EXPIRED)]
        compute.compute_many([late.pk, *(one.pk for one in ended), uuid.uuid4()], explainer)
        assert explainer.explained == []
        assert states_of(late, *ended) == [State.EXPIRED, State.DONE, State.FAILED, State.EXPIRED]

    def test_what_another_has_answered_meanwhile_stays(self) -> None:
        asked = [row(), row()]

        class Overtaken(StubExplainer):
            def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
                states.finish(asked[0].pk, '{"by": "another"}')
                return super().explain_many(positions)

        compute.compute_many([one.pk for one in asked], Overtaken())
        asked[0].refresh_from_db()
        assert asked[0].result == '{"by": "another"}'
        assert states_of(*asked) == [State.DONE, State.DONE]


def locked(*args: object, **options: object) -> None:
    raise DatabaseError("database is locked")


class TestLocked:
    """Whom the database has failed has not ended: that is no attempt."""

    def test_answers_that_cannot_be_stored_are_no_attempts(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = row()
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(states, "finish", locked)
            for _ in range(kinds.ATTEMPTS[Lane.URGENT] + 1):
                with pytest.raises(DatabaseError):
                    compute.compute_many([asked.pk], StubExplainer())
        compute.compute_many([asked.pk], StubExplainer())
        assert states_of(asked) == [State.DONE]

    def test_parts_that_cannot_be_stored_are_no_attempts(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        analysis = row(kind=Kind.ANALYSIS)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(compute, "_keep", locked)
            for _ in range(kinds.ATTEMPTS[Lane.ANALYSIS] + 1):
                with pytest.raises(DatabaseError):
                    compute.compute_many([analysis.pk], StubExplainer())
        compute.compute_many([analysis.pk], StubExplainer())
        compute.compute_many([analysis.pk], StubExplainer())
        assert states_of(analysis) == [State.DONE]

    @pytest.mark.usefixtures("stub_worker")
    def test_each_attempt_after_one_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Deadly(StubExplainer):
            def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
                raise SystemExit

        asked = row()
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(states, "finish", locked)
            with pytest.raises(DatabaseError):
                compute.compute_many([asked.pk], StubExplainer())
        for _ in range(kinds.ATTEMPTS[Lane.URGENT]):
            with pytest.raises(SystemExit):
                compute.compute_many([asked.pk], Deadly())
        compute.compute_many([asked.pk], Deadly())
        assert states_of(asked) == [State.FAILED]


class TestTooMuchAtOnce:
    @pytest.fixture(autouse=True)
    def limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(states, "MOMENTS_AT_ONCE", 2 * kinds.moments(QUESTION))

    @pytest.mark.parametrize("kind", [Kind.EXPLANATION, Kind.OPTIONS])
    def test_the_first_are_computed_and_the_rest_is_not_begun(self, kind: Kind) -> None:
        rows = [row(kind=kind) for _ in range(5)]
        asked = [one.pk for one in (rows[3], rows[0], rows[4], rows[1], rows[2])]
        computed, left = compute.compute_many(asked, StubExplainer())
        assert (computed, set(left)) == (2, {one.pk for one in rows[2:]})
        assert states_of(*rows) == [State.DONE] * 2 + [State.QUEUED] * 3

    def test_both_kinds_count_and_those_that_have_ended_do_not(self) -> None:
        rows = [row(State.DONE), row(), row(kind=Kind.OPTIONS), row(State.FAILED), row()]
        asked = [one.pk for one in rows]
        assert compute.compute_many(asked, StubExplainer()) == (2, asked[4:])

    def test_one_alone_is_computed_however_long(self) -> None:
        calls = ["1D", "P", "P", "X", "P", "P", "XX"]
        long = [row(position=question(auction=calls[:length])) for length in (7, 6)]
        explainer, asked = Counting(), [one.pk for one in long]
        assert compute.compute_many(asked, explainer) == (1, asked[1:])
        assert compute.compute_many(asked[1:], explainer) == (1, [])
        assert explainer.explained == [1, 1]


class Deadly(Counting):
    """Ends the worker at one auction: nothing catches that."""

    def explain_many(self, positions: Sequence[Position]) -> list[StubExplanation]:
        answers = super().explain_many(positions)
        if any(str(one.auction.calls[0]) == "7S" for one in positions):
            raise SystemExit
        return answers


class TestGivenUp:
    def test_a_question_at_which_workers_end_fails_and_those_beside_it_do_not(self) -> None:
        explainer, deaths = Deadly(), 0
        rows = [row(), row(position=question(auction=["7S"])), row()]
        left = [one.pk for one in rows]
        while left:
            try:
                _, left = compute.compute_many(left, explainer)
            except SystemExit:
                deaths += 1
        assert states_of(*rows) == [State.DONE, State.FAILED, State.DONE]
        assert deaths == kinds.ATTEMPTS[Lane.URGENT]
        assert explainer.explained == [3, 1, 1, 1, 1]  # together once, then one by one
        rows[1].refresh_from_db()
        assert (rows[1].error["code"], rows[1].result) == ("explanation-failed", None)
        assert "crashed" in rows[1].error["detail"]

    def test_an_analysis_fails_at_a_part_and_not_for_having_many(self, queue: Queue) -> None:
        class Long(StubExplainer):
            def analyse(self, position: Position, sums: dict[str, Any] | None) -> StubStep:
                return StubStep({"parts": (sums or {"parts": 0})["parts"] + 1}, None)

        class Deadly(StubExplainer):
            def analyse(self, position: Position, sums: dict[str, Any] | None) -> StubStep:
                raise SystemExit

        analysis, attempts = row(kind=Kind.ANALYSIS), kinds.ATTEMPTS[Lane.ANALYSIS]
        for _ in range(2 * attempts):
            compute.compute_many([analysis.pk], Long())
        for _ in range(attempts):
            with pytest.raises(SystemExit):
                compute.compute_many([analysis.pk], Deadly())
        assert states_of(analysis) == [State.RUNNING]
        compute.compute_many([analysis.pk], Deadly())
        assert states_of(analysis) == [State.FAILED]

    def test_copies_that_wait_on_living_workers_are_no_failures(self) -> None:
        analysis, attempts = row(kind=Kind.ANALYSIS), kinds.ATTEMPTS[Lane.ANALYSIS]
        analysis.attempts = attempts + 1
        Worker.objects.all().delete()
        assert states.is_given_up(analysis)
        Worker.objects.bulk_create(
            Worker(name=str(number), model={}, started_at=timezone.now(), seen_at=timezone.now())
            for number in range(3)
        )
        assert not states.is_given_up(analysis)
        analysis.attempts += 2
        assert states.is_given_up(analysis)


def test_a_node_takes_many_ordinary_auctions_at_once_and_two_of_the_longest() -> None:
    ordinary, longest = (question(auction=["P"] * calls) for calls in (9, MAX_CALLS))
    together = kinds.WORK[Kind.EXPLANATION].at_once
    assert together * kinds.moments(ordinary) <= states.MOMENTS_AT_ONCE
    assert 2 * kinds.moments(longest) <= states.MOMENTS_AT_ONCE
    assert 3 * kinds.moments(longest) > states.MOMENTS_AT_ONCE


class TestQueueLength:
    @pytest.fixture
    def app(self, monkeypatch: pytest.MonkeyPatch) -> Celery:
        """One whose queue is in this process."""
        app = Celery("elsewhere", set_as_current=False)
        app.conf.broker_url = "memory://"
        monkeypatch.setattr(dispatch, "current_app", app)
        return app

    def test_a_queue_that_nobody_has_used_is_empty(self, app: Celery) -> None:
        assert dispatch.untaken_tasks() == 0

    @pytest.mark.parametrize("error", [OperationalError, *Transport.connection_errors])
    def test_a_broker_that_goes_away_meanwhile_is_named(
        self, app: Celery, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
    ) -> None:
        def refuse(*args: object, **options: object) -> None:
            raise error

        monkeypatch.setattr(Channel, "queue_declare", refuse)
        with pytest.raises(dispatch.BrokerUnavailable):
            dispatch.untaken_tasks()


class TestLost:
    @pytest.fixture(autouse=True)
    def patience(
        self, settings: Settings, stub_worker: Worker, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.REDELIVERY_SECONDS, settings.WEB_TIMEOUT_SECONDS = 5, 20
        self.waiting, self.seats = 0, iter("NESW")
        monkeypatch.setattr(dispatch, "untaken_tasks", lambda: self.waiting)

    def sent(
        self, seconds_ago: float, state: State = State.QUEUED, kind: Kind = Kind.EXPLANATION
    ) -> Job:
        asked = position_to_json(position_from_json(question(seat=next(self.seats))))
        key = kinds.content_key(kind, asked, KEY)
        sent_at = timezone.now() - timedelta(seconds=seconds_ago)
        return row(state, kind=kind, position=asked, content_key=key, sent_at=sent_at)

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_what_an_empty_queue_does_not_hold_is_sent_again_once(
        self, queue: Queue, state: State
    ) -> None:
        lost = self.sent(6, state)
        assert dispatch.resend_lost() == 1
        assert dispatch.resend_lost() == 0
        assert [(task, arguments) for task, arguments, _ in queue.sent] == [
            (kinds.WORK[Kind.EXPLANATION].task, [str(lost.pk), KEY])
        ]

    def test_what_may_wait_in_a_long_queue_is_not(self, queue: Queue) -> None:
        self.waiting = 30
        self.sent(6)
        assert dispatch.resend_lost() == 0
        self.sent(11)
        assert dispatch.resend_lost() == 1

    def test_the_young_the_late_and_the_ended_are_left_alone(self, queue: Queue) -> None:
        self.sent(4)
        row(created_at=timezone.now() - timedelta(seconds=30), sent_at=timezone.now())
        self.sent(6, State.DONE)
        assert dispatch.resend_lost() == 0

    def test_what_was_asked_of_a_model_that_is_gone_is_not(self, queue: Queue) -> None:
        self.sent(6)
        Worker.objects.update(model=asdict(StubModel(version="1")))
        assert dispatch.resend_lost() == 0

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_without_a_broker_it_waits_until_there_is_one(self, queue: Queue, state: State) -> None:
        lost, later = self.sent(6, state), self.sent(6, state)
        queue.away = True
        assert dispatch.resend_lost() == 0
        assert states_of(lost, later) == [state, state]
        queue.away = False
        Job.objects.update(sent_at=timezone.now() - timedelta(seconds=6))
        assert dispatch.resend_lost() == 2
        assert {arguments[0] for _, arguments, _ in queue.sent} == {str(lost.pk), str(later.pk)}

    def test_without_a_broker_nothing_is_tried_after_the_first(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[object] = []

        def refuse(*args: object, **options: object) -> None:
            tried.append(args)
            raise dispatch.BrokerUnavailable("away")

        monkeypatch.setattr(dispatch, "send", refuse)
        for _ in range(2):
            self.sent(6)
        assert dispatch.resend_lost() == 0
        assert len(tried) == 1

    def test_while_the_queue_cannot_be_counted_nothing_is_sent(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse() -> int:
            raise dispatch.BrokerUnavailable("away")

        monkeypatch.setattr(dispatch, "untaken_tasks", refuse)
        lost = self.sent(6)
        assert dispatch.resend_lost() == 0
        assert (states_of(lost), queue.sent) == ([State.QUEUED], [])

    def test_an_analysis_under_way_goes_on_where_the_broker_left_it(self, queue: Queue) -> None:
        analysis = self.sent(0, kind=Kind.ANALYSIS)
        queue.away = True
        compute.compute_many([analysis.pk], StubExplainer())
        assert states_of(analysis) == [State.RUNNING]
        queue.away, queue.works = False, True
        assert dispatch.resend_lost() == 0  # its task may still come
        Job.objects.update(sent_at=timezone.now() - timedelta(seconds=6))
        assert dispatch.resend_lost() == 1
        assert [sent[:2] for sent in queue.sent] == [
            (kinds.WORK[Kind.ANALYSIS].task, [str(analysis.pk), KEY])
        ]
        assert states_of(analysis) == [State.DONE]

    def test_of_two_workers_one_sends_it(self, queue: Queue) -> None:
        lost, again = self.sent(6), Job.objects.get()
        assert dispatch.send_once(lost, KEY)
        assert not dispatch.send_once(again, KEY)
        assert len(queue.sent) == 1
