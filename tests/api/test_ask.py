"""Asking for an explanation, with and without waiting for it."""

from __future__ import annotations

import json
import time
import uuid
from datetime import datetime
from typing import Any

import pytest
from celery import Celery
from django.test import Client
from pytest_django import Settings

from bidding.jobs import dispatch, notifications, registry, states, submission
from bidding.models import Job, State
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.conftest import QUESTION, Queue, question

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]


def test_without_waiting_the_client_is_told_where_to_look(ask: Ask, queue: Queue) -> None:
    response = ask()
    assert response.status_code == 202
    document = response.json()
    assert set(document) == {"id", "status", "url", "created", "result", "error"}
    assert document["status"] == "queued"
    assert document["url"] == response.headers["Location"] == f"{ADDRESS}/{document['id']}"
    assert int(response.headers["Retry-After"]) >= 1
    assert datetime.fromisoformat(document["created"]).tzinfo is not None
    assert (document["result"], document["error"]) == (None, None)


def test_a_client_that_waits_gets_the_result(ask: Ask, working_queue: Queue) -> None:
    response = ask(wait=5)
    assert response.status_code == 200
    assert response.headers["Preference-Applied"] == "wait=5"
    document = response.json()
    assert document["status"] == "done"
    assert document["result"]["position"]["hand"] == QUESTION["hand"]
    assert document["result"]["position"]["systems"] == {"ns": "sayc", "ew": "sayc"}


def test_a_kept_answer_that_is_swept_before_it_is_read_is_computed_anew(
    ask: Ask, working_queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ask(wait=5).json()
    submit, swept = submission.submit, []

    def sweep_after(*question: Any, **options: Any) -> Job:
        row = submit(*question, **options)
        if not swept:
            swept.append(Job.objects.all().delete())
        return row

    monkeypatch.setattr(submission, "submit", sweep_after)
    response = ask(wait=5)
    assert response.status_code == 200
    assert response.json()["result"] == first["result"]
    assert response.json()["id"] != first["id"]
    assert len(working_queue.sent) == 2


def test_a_late_answer_that_is_swept_while_it_is_looked_for_is_unknown(
    ask: Ask, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = ask().json()["url"]

    def expire_and_sweep(**which: Any) -> int:
        return int(Job.objects.filter(**which).delete()[0])

    monkeypatch.setattr(states, "expire_late", expire_and_sweep)
    problem_of(client.get(url), 404, "unknown-explanation")


def test_a_spectator_has_no_hand(ask: Ask, working_queue: Queue) -> None:
    assert ask(question(hand=None), wait=5).json()["result"]["position"]["hand"] is None


@pytest.mark.parametrize(
    ("preference", "seconds"),
    [
        ("wait=3", 3),
        ("respond-async, wait=3", 3),
        ("WAIT = 3; foo", 3),
        ('wait="3"', 3),
        ("wait=999999999", 20),  # no longer than the web time-out
        ("wait=99999999999", 20),
        ("wait=" + "9" * 5_000, 20),
        ("wait=" + "0" * 5_000 + "3", 3),
    ],
)
def test_the_preference_is_read_and_bounded(
    ask: Ask, working_queue: Queue, preference: str, seconds: int
) -> None:
    response = ask(headers={"Prefer": preference})
    assert response.headers["Preference-Applied"] == f"wait={seconds}"


@pytest.mark.parametrize(
    "preference", ["wait=0", "wait=000", "wait=-1", "wait=soon", "await=3", "", "wait"]
)
def test_a_preference_that_cannot_be_met_is_ignored(
    ask: Ask, working_queue: Queue, preference: str
) -> None:
    response = ask(headers={"Prefer": preference})
    assert response.status_code == 202
    assert "Preference-Applied" not in response.headers


def test_who_waited_in_vain_is_told_after_that_time_and_may_still_look(
    ask: Ask, client: Client, queue: Queue
) -> None:
    before = time.monotonic()
    response = ask(wait=1)
    assert time.monotonic() - before >= 1
    problem_of(response, 504, "time-out")
    assert response.headers["Retry-After"]
    assert client.get(response.headers["Location"]).json()["status"] == "queued"


def test_who_joined_a_question_whose_time_runs_out_is_told_to_ask_again(
    ask: Ask, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def expire(key: uuid.UUID, seconds: float) -> Job:
        Job.objects.filter(pk=key).update(state=State.EXPIRED)
        return Job.objects.get(pk=key)

    monkeypatch.setattr(notifications, "wait_for", expire)
    response = ask(wait=5)
    problem_of(response, 410, "expired-explanation")
    assert response.headers["Retry-After"]


def test_without_a_worker_the_client_is_told_at_once(
    ask: Ask, queue: Queue, stub_worker: object
) -> None:
    registry.living_workers().delete()
    response = ask(wait=20)
    refused(response, 503, "no-worker")
    assert response.headers["Retry-After"]


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "redis+socket:///nowhere/broker.sock"])
def test_without_a_broker_the_client_is_told_soon(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    app = Celery("elsewhere", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = url
    monkeypatch.setattr(dispatch, "current_app", app)
    before = time.monotonic()
    response = ask(wait=20)
    assert time.monotonic() - before < 20  # before the wait was over
    problem_of(response, 503, "broker-unavailable")
    assert response.headers["Retry-After"]
    assert Job.objects.get().state == State.FAILED


class TestFetch:
    def explanation(self, ask: Ask) -> str:
        return str(ask().json()["id"])

    def test_it_goes_from_queued_to_done(self, ask: Ask, client: Client, queue: Queue) -> None:
        key = self.explanation(ask)
        waiting = client.get(f"{ADDRESS}/{key}")
        assert waiting.json()["status"] == "queued"
        assert waiting.headers["Retry-After"]
        states.begin(uuid.UUID(key))
        assert client.get(f"{ADDRESS}/{key}").json()["status"] == "running"
        states.finish(uuid.UUID(key), '{"calls": []}')
        done = client.get(f"{ADDRESS}/{key}")
        assert (done.json()["status"], done.json()["result"]) == ("done", {"calls": []})
        assert "Retry-After" not in done.headers

    def test_it_can_be_waited_for(self, ask: Ask, client: Client, queue: Queue) -> None:
        key = self.explanation(ask)
        before = time.monotonic()
        response = client.get(f"{ADDRESS}/{key}", headers={"Prefer": "wait=1"})
        assert time.monotonic() - before >= 1
        assert response.json()["status"] == "queued"
        assert response.headers["Preference-Applied"] == "wait=1"

    def test_a_failure_carries_its_problem(self, ask: Ask, client: Client, queue: Queue) -> None:
        key = self.explanation(ask)
        states.fail(uuid.UUID(key), "explanation-failed", "because")
        document = client.get(f"{ADDRESS}/{key}").json()
        assert document["status"] == "failed"
        assert document["error"]["type"] == "urn:bridgeviz:problem:explanation-failed"
        assert document["error"]["detail"] == "because"

    def test_what_nobody_computed_in_time_is_gone(
        self, ask: Ask, client: Client, queue: Queue, settings: Settings
    ) -> None:
        key = self.explanation(ask)
        settings.WEB_TIMEOUT_SECONDS = 0
        problem_of(client.get(f"{ADDRESS}/{key}"), 410, "expired-explanation")
        assert Job.objects.get().state == State.EXPIRED

    def test_an_unknown_id_is_not_found(self, client: Client) -> None:
        problem_of(client.get(f"{ADDRESS}/{uuid.uuid4()}"), 404, "unknown-explanation")

    def test_an_id_that_is_none_is_not_found(self, client: Client) -> None:
        problem_of(client.get(f"{ADDRESS}/42"), 404, "unknown-address")


def test_answers_are_plain_json(ask: Ask, working_queue: Queue) -> None:
    response = ask(wait=5)
    assert response.headers["Content-Type"] == "application/json"
    json.loads(response.content)


class TestPassingThrough:
    """The text that a node has stored is what a client gets."""

    TEXT = '{"numbers":[0.10,1e-06],"said":"♠ \\u2028"}'

    def done(self, ask: Ask) -> str:
        document = ask().json()
        states.begin(uuid.UUID(document["id"]))
        states.finish(uuid.UUID(document["id"]), self.TEXT)
        return str(document["url"])

    def test_the_stored_text_reaches_the_client_as_it_is(
        self, ask: Ask, client: Client, queue: Queue
    ) -> None:
        url = self.done(ask)
        for response in (client.get(url), ask(wait=5)):
            assert f'"result":{self.TEXT},'.encode() in response.content
            assert response.json()["status"] == "done"
            assert response.json()["result"]["numbers"] == [0.1, 1e-06]
            assert int(response.headers["Content-Length"]) == len(response.content)

    def test_who_asks_for_an_indented_answer_gets_one(
        self, ask: Ask, client: Client, queue: Queue
    ) -> None:
        response = client.get(self.done(ask), headers={"Accept": "application/json; indent=2"})
        assert b'\n  "result": {\n    "numbers": [\n' in response.content
        assert response.json()["result"] == json.loads(self.TEXT)

    def test_another_form_than_json_is_refused(
        self, ask: Ask, client: Client, queue: Queue
    ) -> None:
        response = client.get(self.done(ask), headers={"Accept": "text/html"})
        problem_of(response, 406, "not-acceptable")
