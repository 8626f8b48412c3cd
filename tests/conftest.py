"""Fixtures of tests of rows, services and the API."""

from __future__ import annotations

import subprocess
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from bidding.jobs import compute, dispatch, kinds, limits, registry
from bidding.models import Job, Worker
from bidding.parsing.documents.position_documents import position_from_json
from bridgeviz import broker
from tests.stub_explainer import StubExplainer, StubModel
from tests.system.conftest import eventually

QUESTION = {
    "hand": "AKJT985.6.A76.84",
    "seat": "S",
    "dealer": "N",
    "vulnerability": "NS",
    "auction": ["1D", "1H"],
    "system": "sayc",
}


BOARD = {
    "hands": {
        "N": "KQ3.K742.A986.J5",
        "E": "85.QJT9.K53.KQ92",
        "S": "AJT962.A5.J4.A73",
        "W": "74.863.QT72.T864",
    },
    "dealer": "N",
    "vulnerability": "none",
    "auction": ["1D", "P", "1S", "P", "2S", "P", "P", "P"],
    "systems": {"ns": "sayc", "ew": "sayc"},
    "tricks": 11,
}


def board(**changes: Any) -> dict[str, Any]:
    """A played board to review, with some of its fields changed."""
    return {**BOARD, **changes}


def question(**changes: Any) -> dict[str, Any]:
    """A good request, with some of its fields changed."""
    return {**QUESTION, **changes}


@dataclass
class Queue:
    """Takes the place of the broker; with ``works`` a worker answers every task at once.

    While it is ``away`` nothing can be sent.
    """

    works: bool = False
    away: bool = False
    sent: list[tuple[str, list[str], float]] = field(default_factory=list)
    queues: list[str | None] = field(default_factory=list)

    def send(
        self, task: str, arguments: list[str], *, expires_seconds: float, queue: str | None = None
    ) -> None:
        if self.away:
            raise dispatch.BrokerUnavailable("away")
        self.sent.append((task, arguments, expires_seconds))
        self.queues.append(queue)
        if self.works and task in {work.task for work in kinds.WORK.values()}:
            while compute_next(uuid.UUID(arguments[0]), StubExplainer.load()):
                pass


def compute_next(key: uuid.UUID, explainer: Any) -> int:
    """Do what a node does for the task of a job; how many jobs, or parts, that were."""
    queue = Job.objects.filter(pk=key).values_list("queue", flat=True).first()
    return compute.compute_many([key], explainer, queue or "")[0]


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    """A queue that keeps what is sent and does nothing about it."""
    fake = Queue()
    monkeypatch.setattr(dispatch, "send", fake.send)
    return fake


@pytest.fixture
def working_queue(queue: Queue) -> Queue:
    """A queue whose tasks are done by the time they are sent."""
    queue.works = True
    return queue


@pytest.fixture(autouse=True)
def calls_on_commit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a commit's callbacks called at once where the test itself is a transaction."""
    marker = request.node.get_closest_marker("django_db")
    if not (marker and marker.kwargs.get("transaction")):
        monkeypatch.setattr(transaction, "on_commit", lambda act, **_: act())


class RedisServer:
    """A Redis server that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{broker.socket_path(self.folder)}"

    def start(self) -> None:
        self.process = subprocess.Popen(broker.command(self.folder), stdout=subprocess.DEVNULL)
        assert eventually(lambda: broker.is_ready(self.folder), 30)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis server for all tests that need one."""
    with TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.kill()


@pytest.fixture
def redis(redis_server: RedisServer, settings: Settings) -> Iterator[RedisServer]:
    """The same, empty, as that of the site."""
    settings.NOTIFICATIONS_URL = redis_server.url
    limits.client.cache_clear()
    limits.client().flushall()
    yield redis_server
    limits.client.cache_clear()


@pytest.fixture
def stub_worker(db: None) -> Worker:
    """A living worker, as far as its row can tell."""
    registry.register("a-worker", StubModel())
    return Worker.objects.get()


@pytest.fixture
def position() -> Any:
    """The position of the usual question."""
    return position_from_json(QUESTION)


@pytest.fixture
def client() -> Client:
    """An API client that gets answers, never exceptions."""
    return Client(raise_request_exception=False)
