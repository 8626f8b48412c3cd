"""The results of a batch: while it runs, whole, and in parts."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.batches import chunks
from bridgeviz import deadlines
from tests.api.conftest import problem_of
from tests.api.test_batches import PBN, done, positions, results, send, where
from tests.batches.conftest import work_off
from tests.conftest import Queue
from tests.stub_explainer import StubExplainer

pytestmark = pytest.mark.django_db


def test_of_a_batch_under_way_the_first_lines_and_then_the_rest(
    client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunks, "MAX_POSITIONS", 2)
    batch_id = send(client, positions(5)).json()["id"]
    assert results(client, batch_id) == []
    _, arguments, _ = queue.sent[0]
    chunks.compute(uuid.UUID(arguments[0]), 0, StubExplainer())
    response = client.get(where(batch_id, "batch-results"))
    assert response.headers["Next-Item"] == "2"
    assert response.headers["Batch-Status"] == "running"
    first = [json.loads(line) for line in response.getvalue().splitlines()]
    assert [line["item"] for line in first] == [0, 1]
    work_off(queue)
    rest = results(client, batch_id, **{"from": "2"})
    assert [line["item"] for line in rest] == [2, 3, 4]
    assert first + rest == results(client, batch_id)


@pytest.fixture
def whole(client: Client, queue: Queue) -> tuple[str, bytes, str]:
    batch_id, _ = done(client, queue, PBN * 3, content_type="text/plain")
    response = client.get(where(batch_id, "batch-results"))
    return batch_id, response.getvalue(), response.headers["ETag"]


def test_beyond_the_end_there_is_nothing(client: Client, whole: tuple[str, bytes, str]) -> None:
    batch_id, _, _ = whole
    address = where(batch_id, "batch-results")
    assert results(client, batch_id, **{"from": "9"}) == []
    problem_of(client.get(f"{address}&from=10"), 416, "no-such-range")
    for bad in ("-1", "x", "", "²", "9" * 10):
        problem_of(client.get(f"{address}&from={bad}"), 400, "malformed-request")


def test_its_length_alone(client: Client, whole: tuple[str, bytes, str]) -> None:
    batch_id, content, tag = whole
    response = client.head(where(batch_id, "batch-results"))
    assert int(response.headers["Content-Length"]) == len(content)
    assert response.headers["ETag"] == tag


def test_a_download_that_takes_too_long_ends_short_and_goes_on(
    client: Client, whole: tuple[str, bytes, str], settings: Settings
) -> None:
    batch_id, content, _ = whole
    in_time, settings.WEB_TIMEOUT_SECONDS = settings.WEB_TIMEOUT_SECONDS, -1
    response = client.get(where(batch_id, "batch-results"))
    part = response.getvalue()
    assert len(part) < int(response.headers["Content-Length"]) == len(content)
    settings.WEB_TIMEOUT_SECONDS = in_time
    rest = where(batch_id, "batch-results", **{"from": str(len(part.splitlines()))})
    assert part + client.get(rest).getvalue() == content


class Taking:
    """A clock that goes on while a client takes what is sent, at so many bytes a second."""

    def __init__(self, rate: float) -> None:
        self.rate, self.now = rate, 1_000.0

    def take(self, response: Any) -> bytes:
        taken = b""
        for piece in response.streaming_content:
            self.now += len(piece) / self.rate
            taken += piece
        return taken


@pytest.fixture
def taking(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Callable[[float], Taking]:
    """Answers are short here, and so is the least rate; one may lag behind by a second."""

    def start(share_of_least_rate: float) -> Taking:
        clock = Taking(share_of_least_rate * 1_000)
        monkeypatch.setattr("bidding.api.batches.results.monotonic", lambda: clock.now)
        return clock

    settings.WEB_TIMEOUT_SECONDS = 1
    monkeypatch.setattr("bidding.api.batches.results.LEAST_RATE", 1_000)
    return start


def test_a_client_that_keeps_taking_bytes_gets_them_all(
    client: Client, queue: Queue, taking: Callable[[float], Taking]
) -> None:
    address = where(done(client, queue, PBN * 30, content_type="text/plain")[0], "batch-results")
    clock = taking(1.2)
    gained: list[float] = []
    progress: dict[str, Any] = {deadlines.PROGRESS: gained.append}
    response = client.get(address, **progress)
    assert len(clock.take(response)) == int(response.headers["Content-Length"])
    assert clock.now > 1_000 + 5  # many times the time-out
    assert sum(gained) == pytest.approx(int(response.headers["Content-Length"]) / 1_000, rel=0.1)


def test_one_that_takes_fewer_is_cut(
    client: Client, queue: Queue, taking: Callable[[float], Taking]
) -> None:
    address = where(done(client, queue, PBN * 30, content_type="text/plain")[0], "batch-results")
    response, clock = client.get(address), taking(0.8)
    taken = clock.take(response)
    assert 0 < len(taken) < int(response.headers["Content-Length"])


def test_so_many_may_be_slow_at_a_time(
    client: Client, queue: Queue, taking: Callable[[float], Taking], settings: Settings
) -> None:
    settings.CLIENT_SLOW_KIND_WAITING_PLACES = 1
    address = where(done(client, queue, PBN * 30, content_type="text/plain")[0], "batch-results")
    clock = taking(1.2)
    slow: Any = client.get(address)
    other = client.get(address)
    next(slow.streaming_content)
    assert len(clock.take(other)) < int(other.headers["Content-Length"])
    slow.close()
    again = client.get(address)
    assert len(clock.take(again)) == int(again.headers["Content-Length"])


@pytest.mark.parametrize("query", [{}, {"from": "1"}, {"fields": "model.name"}])
def test_who_has_the_results_of_an_ended_batch_is_not_sent_them_again(
    client: Client, whole: tuple[str, bytes, str], query: dict[str, str]
) -> None:
    address = where(whole[0], "batch-results", **query)
    first = client.get(address)
    content, tag = first.getvalue(), first.headers["ETag"]
    for known in (tag, f'W/{tag}, "another"', "*"):
        again = client.get(address, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert again.headers[name] == first.headers[name]
    for other in ('"another"', f'"x{tag[1:]}'):
        again = client.get(address, headers={"If-None-Match": other})
        assert (again.status_code, again.getvalue()) == (200, content)


def test_the_results_of_a_batch_under_way_are_always_sent(client: Client, queue: Queue) -> None:
    address = where(send(client, positions(5)).json()["id"], "batch-results")
    response = client.get(address, headers={"If-None-Match": "*"})
    assert (response.status_code, "ETag" in response.headers) == (200, False)
