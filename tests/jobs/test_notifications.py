"""Who waits for an answer is notified of it, and can do without."""

from __future__ import annotations

import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.jobs import compute, notifications, states
from bidding.jobs.notifications import Subscriber
from bidding.models import Job, State
from bridgeviz import broker
from tests.conftest import QUESTION
from tests.stub_explainer import StubExplainer
from tests.system.conftest import eventually

SECONDS = 30


class Server:
    """A Redis server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(broker.command(self.folder), stdout=subprocess.DEVNULL)
        assert eventually(lambda: broker.is_ready(self.folder), SECONDS)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(SECONDS)


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(notifications, "QUIET_SECONDS", 0.3)
    with TemporaryDirectory() as folder, ExitStack() as ends:
        settings.NOTIFICATIONS_URL = f"unix://{broker.socket_path(Path(folder))}"
        notifications._client.cache_clear()
        ends.callback(notifications._client.cache_clear)
        started = Server(Path(folder))
        started.start()
        ends.callback(started.kill)
        yield started


@pytest.fixture
def subscriber(server: Server, monkeypatch: pytest.MonkeyPatch) -> Subscriber:
    """One that is subscribed by now."""
    monkeypatch.setattr(notifications, "_subscriber", fresh := Subscriber())
    with notifications.subscription(uuid.uuid4()):
        assert eventually(lambda: fresh.is_subscribed, SECONDS)
    return fresh


def reached(subscriber: Subscriber) -> bool:
    """Whether a notification published now comes."""
    with subscriber.waiting(key := uuid.uuid4()) as notified:
        notifications.publish([key])
        return notified.wait(1)


def test_all_that_wait_for_an_answer_are_notified_and_nobody_else(subscriber: Subscriber) -> None:
    ours, others = uuid.uuid4(), uuid.uuid4()
    wait = subscriber.waiting
    with wait(ours) as one, wait(ours) as two, wait(others) as other:
        notifications.publish([uuid.uuid4(), ours])
        assert one.wait(SECONDS)
        assert two.wait(SECONDS)
        assert not other.is_set()
        notifications.publish([others])
        assert other.wait(SECONDS)
    assert subscriber._waiting == {}


def test_a_server_that_comes_back_is_subscribed_to_again(
    subscriber: Subscriber, server: Server
) -> None:
    server.kill()
    assert eventually(lambda: not subscriber.is_subscribed, SECONDS)
    server.start()
    assert eventually(lambda: subscriber.is_subscribed, SECONDS)
    assert eventually(lambda: reached(subscriber), SECONDS)


def test_a_server_that_hung_notifies_again(subscriber: Subscriber, server: Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    assert not reached(subscriber)  # nothing breaks
    assert eventually(lambda: not subscriber.is_subscribed, 10)  # a PING has no answer
    server.process.send_signal(signal.SIGCONT)
    assert eventually(lambda: reached(subscriber), SECONDS)


@pytest.mark.parametrize("message", [b"\xff", b"no-id", b""])
def test_a_message_that_is_no_notification_is_ignored(
    subscriber: Subscriber, caplog: pytest.LogCaptureFixture, message: bytes
) -> None:
    notifications._client().publish(notifications._channel(), message)
    assert reached(subscriber)
    assert ("no notification" in caplog.text) is bool(message)


def test_the_subscriber_goes_on_after_whatever_went_wrong(
    subscriber: Subscriber, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notifications, "RETRY_SECONDS", 0.01)
    receive, faults = subscriber._receive, [ZeroDivisionError("as asked for")]

    def fail_once(message: dict[str, object] | None) -> None:
        if message is not None and faults:
            raise faults.pop()
        receive(message)

    monkeypatch.setattr(subscriber, "_receive", fail_once)
    assert eventually(lambda: reached(subscriber) and not faults, SECONDS)
    assert "ZeroDivisionError" in caplog.text


def test_who_is_subscribed_waits_for_the_notification(
    subscriber: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 2 * SECONDS)
    with notifications.subscription(key := uuid.uuid4()) as wait:
        notifications.publish([key])
        before = time.monotonic()
        wait(0.001, 2 * SECONDS)
    assert time.monotonic() - before < SECONDS


def test_what_may_have_been_lost_is_looked_for(subscriber: Subscriber) -> None:
    before = time.monotonic()
    with notifications.subscription(uuid.uuid4()) as wait:
        wait(0.001, SECONDS)
        assert notifications.LOOK_SECONDS <= time.monotonic() - before < SECONDS
        wait(0.001, 0.01)  # no longer than is left


def test_without_a_server_one_looks_often(
    server: Server, subscriber: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", SECONDS)
    server.kill()
    assert eventually(lambda: not subscriber.is_subscribed, SECONDS)
    notifications.publish([uuid.uuid4()])  # nobody receives it, nothing breaks
    with notifications.subscription(uuid.uuid4()) as wait:
        before = time.monotonic()
        for _ in range(10):
            wait(0.001, SECONDS)
    assert time.monotonic() - before < SECONDS


def test_without_an_address_there_is_no_subscription(settings: Settings) -> None:
    settings.NOTIFICATIONS_URL = ""
    notifications.publish([uuid.uuid4()])
    subscriber = Subscriber()
    with subscriber.waiting(uuid.uuid4()) as notified:
        assert not notified.is_set()
    assert (subscriber.is_subscribed, subscriber._thread) == (False, None)


@pytest.mark.django_db
@pytest.mark.parametrize("broken", [False, True])
def test_an_answer_notifies_who_waits_for_it(
    subscriber: Subscriber, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    monkeypatch.setattr(notifications, "LOOK_SECONDS", 2 * SECONDS)
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
