"""Who waits for an answer is woken by it, and needs nobody to be woken."""

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

from bidding import selectors, services
from bidding.jobs import notifications
from bidding.jobs.notifications import Ear
from bidding.models import Explanation, State
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
        assert eventually(lambda: broker.answers(self.folder), SECONDS)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(SECONDS)


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    with TemporaryDirectory() as folder, ExitStack() as ends:
        settings.WAKING_URL = f"unix://{broker.socket_path(Path(folder))}"
        notifications._server.cache_clear()
        ends.callback(notifications._server.cache_clear)
        started = Server(Path(folder))
        started.start()
        ends.callback(started.kill)
        yield started


@pytest.fixture
def ear(server: Server, monkeypatch: pytest.MonkeyPatch) -> Ear:
    """One that hears by now."""
    monkeypatch.setattr(notifications, "_ear", fresh := Ear())
    with notifications.listening(uuid.uuid4()):
        assert eventually(lambda: fresh.hears, SECONDS)
    return fresh


def test_all_that_wait_for_an_answer_hear_of_it_and_nobody_else(ear: Ear) -> None:
    ours, others = uuid.uuid4(), uuid.uuid4()
    with ear.listening(ours) as one, ear.listening(ours) as two, ear.listening(others) as other:
        notifications.tell([uuid.uuid4(), ours])
        assert one.wait(SECONDS)
        assert two.wait(SECONDS)
        assert not other.is_set()
        notifications.tell([others])
        assert other.wait(SECONDS)


def test_a_server_that_comes_back_is_heard_again(ear: Ear, server: Server) -> None:
    server.kill()
    assert eventually(lambda: not ear.hears, SECONDS)
    with ear.listening(uuid.uuid4()) as waiting:
        server.start()
        assert waiting.wait(SECONDS), "a word may have been lost: one has to look"
    assert ear.hears
    with ear.listening(key := uuid.uuid4()) as bell:
        notifications.tell([key])
        assert bell.wait(SECONDS)


def test_who_hears_rests_until_it_is_told(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "UNHEARD_SECONDS", 2 * SECONDS)
    with notifications.listening(key := uuid.uuid4()) as rest:
        notifications.tell([key])
        before = time.monotonic()
        rest(0.001, 2 * SECONDS)
    assert time.monotonic() - before < SECONDS


def test_what_was_not_heard_is_looked_for(ear: Ear) -> None:
    before = time.monotonic()
    with notifications.listening(uuid.uuid4()) as rest:
        rest(0.001, SECONDS)
        assert notifications.UNHEARD_SECONDS <= time.monotonic() - before < SECONDS
        rest(0.001, 0.01)  # no longer than is left


def test_without_a_server_one_looks_often(
    server: Server, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "UNHEARD_SECONDS", SECONDS)
    server.kill()
    assert eventually(lambda: not ear.hears, SECONDS)
    notifications.tell([uuid.uuid4()])  # nobody hears, nothing breaks
    with notifications.listening(uuid.uuid4()) as rest:
        before = time.monotonic()
        for _ in range(10):
            rest(0.001, SECONDS)
    assert time.monotonic() - before < SECONDS


def test_nobody_waits_for_a_server_that_hangs(server: Server, ear: Ear) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    before = time.monotonic()
    for _ in range(2 * SECONDS):  # it would be given a second each
        notifications.tell([uuid.uuid4()])
    assert time.monotonic() - before < SECONDS
    server.process.send_signal(signal.SIGCONT)
    assert eventually(lambda: ear.hears, SECONDS)
    with ear.listening(key := uuid.uuid4()) as bell:

        def heard() -> bool:
            notifications.tell([key])
            return bell.wait(1)

        assert eventually(heard, SECONDS)


def test_the_deaf_are_no_burden(settings: Settings) -> None:
    settings.WAKING_URL = ""
    notifications.tell([uuid.uuid4()])
    deaf = Ear()
    with deaf.listening(uuid.uuid4()) as bell:
        assert not bell.is_set()
    assert (deaf.hears, deaf._thread, deaf._bells) == (False, None, {})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("broken", [False, True])
def test_an_answer_wakes_who_waits_for_it(
    ear: Ear, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    monkeypatch.setattr(notifications, "UNHEARD_SECONDS", 2 * SECONDS)
    auction = [StubExplainer.BROKEN_AUCTION] if broken else QUESTION["auction"]
    asked = Explanation.objects.create(
        content_key="0" * 64,
        position={**QUESTION, "auction": auction},
        created_at=timezone.now(),
    )
    looked, answered = selectors.explanation, []

    def look_and_miss_it(key: uuid.UUID) -> Explanation:
        """The first look is just too early."""
        row = looked(key)
        if not answered:
            answered.append(key)
            services.compute_many([key], StubExplainer())
        return row

    monkeypatch.setattr(selectors, "explanation", look_and_miss_it)
    before = time.monotonic()
    row = selectors.wait_for_explanation(asked.id, 2 * SECONDS)
    assert row.state == (State.FAILED if broken else State.DONE)
    assert time.monotonic() - before < SECONDS
