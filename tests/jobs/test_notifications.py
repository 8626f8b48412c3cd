"""Who waits for an answer is notified of it, and can do without."""

from __future__ import annotations

import signal
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.jobs import compute, limits, notifications, states
from bidding.models import Job, State
from tests.conftest import QUESTION, RedisServer
from tests.stub_explainer import StubExplainer

SECONDS = 30


@pytest.fixture
def mortal(settings: Settings) -> Iterator[RedisServer]:
    """A server of the test's own."""
    with TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        settings.NOTIFICATIONS_URL = server.url
        limits.client.cache_clear()
        yield server
        server.kill()
    limits.client.cache_clear()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks are so seldom that only a notification ends a wait."""
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 2 * SECONDS)


def reached() -> bool:
    """Whether a notification published now comes to two who wait for it."""
    key, ended, started = uuid.uuid4(), [], threading.Barrier(3)

    def wait() -> None:
        rest = notifications.until_notified(key)
        started.wait()
        rest(0.001, SECONDS)
        ended.append(key)

    waiting = [threading.Thread(target=wait, daemon=True) for _ in range(2)]
    for one in waiting:
        one.start()
    started.wait()
    notifications.publish([uuid.uuid4(), key])
    for one in waiting:
        one.join(SECONDS / 2)
    return len(ended) == 2


@pytest.mark.usefixtures("redis", "patient")
def test_all_that_wait_for_a_row_are_notified() -> None:
    assert reached()


@pytest.mark.usefixtures("redis")
def test_each_notification_ends_one_rest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or who waits for a table would look again and again, once it has changed."""
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 0.1)
    rest = notifications.until_notified(key := uuid.uuid4())
    for _ in range(2):
        notifications.publish([key])
        rest(0.001, SECONDS)
        before = time.monotonic()
        rest(0.001, SECONDS)
        assert time.monotonic() - before >= 0.09


@pytest.mark.usefixtures("redis")
def test_what_may_have_been_lost_is_looked_for() -> None:
    rest = notifications.until_notified(uuid.uuid4())
    before = time.monotonic()
    rest(0.001, SECONDS)
    assert notifications.LOOK_SECONDS <= time.monotonic() - before < SECONDS
    rest(0.001, 0.01)  # no longer than is left


@pytest.mark.usefixtures("patient")
def test_without_a_server_one_looks_often_until_it_is_back(mortal: RedisServer) -> None:
    mortal.kill()
    notifications.publish([uuid.uuid4()])  # nobody receives it, nothing breaks
    rest = notifications.until_notified(uuid.uuid4())
    before = time.monotonic()
    for _ in range(10):
        rest(0.001, SECONDS)
    assert time.monotonic() - before < SECONDS
    mortal.start()
    assert reached()


def test_a_server_that_hung_notifies_again(
    mortal: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mortal.process is not None
    mortal.process.send_signal(signal.SIGSTOP)
    notifications.publish([uuid.uuid4()])  # nothing breaks
    rest = notifications.until_notified(uuid.uuid4())
    rest(0.001, SECONDS)
    mortal.process.send_signal(signal.SIGCONT)
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 2 * SECONDS)
    assert reached()


def test_without_an_address_there_are_no_notifications(settings: Settings) -> None:
    settings.NOTIFICATIONS_URL = ""
    notifications.publish([uuid.uuid4()])
    notifications.until_notified(uuid.uuid4())(0.001, SECONDS)


@pytest.mark.django_db
@pytest.mark.usefixtures("redis", "patient")
@pytest.mark.parametrize("broken", [False, True])
def test_an_answer_notifies_who_waits_for_it(monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    auction = [StubExplainer.BROKEN_AUCTION] if broken else QUESTION["auction"]
    asked = Job.objects.create(
        content_key="0" * 64,
        position={**QUESTION, "auction": auction},
        created_at=timezone.now(),
    )
    looked, answered = states.job, []

    def look_and_miss_it(key: uuid.UUID) -> Job:
        """The first look is just too early."""
        row = looked(key)
        if not answered:
            answered.append(key)
            compute.compute_many([key], StubExplainer())
        return row

    monkeypatch.setattr(states, "job", look_and_miss_it)
    before = time.monotonic()
    row = notifications.wait_for(asked.id, 2 * SECONDS)
    assert row.state == (State.FAILED if broken else State.DONE)
    assert time.monotonic() - before < SECONDS
