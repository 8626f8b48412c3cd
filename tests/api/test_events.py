"""Progress as server-sent events, of single answers and of batches."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.api import event_streams, event_views, waiting
from bidding.batches import chunks
from bidding.jobs import kinds, notifications, states
from bidding.models import Batch, Job, Kind, Scope, State
from tests.api.conftest import ADDRESS, Ask, problem_of
from tests.api.document import check, named
from tests.api.test_batches import positions, send
from tests.batches.conftest import work_off
from tests.conftest import Queue, compute_next
from tests.stub_explainer import StubExplainer

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("queue", "stub_worker"),
]

ANALYSES = "/api/v1/analyses"
EVENTS = {"Accept": "text/event-stream"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_views, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(event_views, "BATCH_POLL_SECONDS", 0.01)


def events_of(address: str) -> str:
    """Return the address of the events of an answer or batch, with any signature."""
    path, mark, query = address.partition("?")
    return f"{path}/events{mark}{query}"


def watch(client: Client, address: str, **headers: str) -> Any:
    response = client.get(events_of(address), headers={**EVENTS, **headers})
    assert response.status_code == 200, response
    assert response.headers["Content-Type"] == "text/event-stream"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.headers["Cache-Control"] == "no-store"
    return response


def parsed(chunk: bytes) -> dict[str, Any]:
    """The fields of an event; its data decoded, a comment under the empty name."""
    assert chunk.endswith(b"\n\n")
    fields = dict(line.split(": ", 1) for line in chunk.decode().rstrip("\n").split("\n"))
    if "data" not in fields:
        return fields
    read = {**fields, "data": json.loads(fields["data"])}
    kind = "Answer" if "/explanations/" in read["data"]["url"] else "Batch"
    check(fields, named(f"{kind}Event"))
    check(read["data"], named("BatchStatus" if kind == "Batch" else "AnswerStanding"))
    return read


def rest(chunks_of: Iterator[bytes]) -> list[dict[str, Any]]:
    return [parsed(chunk) for chunk in chunks_of]


def analyse(queue: Queue) -> None:
    """Compute one part of the queued analysis."""
    ((task, (key, *_), _),) = queue.sent
    assert task == kinds.WORK[Kind.ANALYSIS].task
    compute_next(uuid.UUID(key), StubExplainer.load())


class TestAnswers:
    def test_an_analysis_from_its_start_to_its_end(
        self, ask: Ask, client: Client, queue: Queue
    ) -> None:
        document = ask(address=ANALYSES).json()
        stream = iter(watch(client, document["url"]).streaming_content)
        assert parsed(next(stream)) == {"retry": "2000"}
        first = parsed(next(stream))
        assert first["event"] == "progress"
        assert (first["data"]["status"], first["data"]["progress"]) == ("queued", 0)
        assert "result" not in first["data"]
        analyse(queue)
        second = parsed(next(stream))
        assert (second["data"]["status"], second["data"]["progress"]) == ("running", 0.5)
        analyse(queue)
        (last,) = rest(stream)
        assert (last["event"], last["id"]) == ("end", "end")
        assert (last["data"]["status"], last["data"]["progress"]) == ("done", 1)
        assert client.get(last["data"]["url"]).json()["result"]

    def test_what_has_ended_has_its_last_event_alone(
        self, ask: Ask, client: Client, working_queue: Queue
    ) -> None:
        url = ask(wait=5).json()["url"]
        *_, last = rest(watch(client, url))
        assert (last["event"], last["data"]["status"]) == ("end", "done")

    def test_a_failure_and_an_expiry_are_last_events_too(
        self, ask: Ask, client: Client, settings: Settings
    ) -> None:
        document = ask().json()
        stream = iter(watch(client, document["url"]).streaming_content)
        assert [parsed(next(stream)).get("event") for _ in range(2)] == [None, "progress"]
        states.fail(uuid.UUID(document["id"]), "explanation-failed", "because")
        (last,) = rest(stream)
        assert (last["event"], last["data"]["error"]["detail"]) == ("end", "because")

        url = ask().json()["url"]
        stream = iter(watch(client, url).streaming_content)
        assert [parsed(next(stream)).get("event") for _ in range(2)] == [None, "progress"]
        settings.WEB_TIMEOUT_SECONDS = 0
        (last,) = rest(stream)
        assert (last["event"], last["data"]["status"]) == ("end", "expired")
        problem_of(client.get(events_of(url), headers=EVENTS), 410, "expired-explanation")

    def test_who_had_the_last_event_need_not_come_again(self, ask: Ask, client: Client) -> None:
        document = ask().json()
        response = watch(client, document["url"], **{"Last-Event-ID": "something else"})
        response.close()
        states.begin(uuid.UUID(document["id"]))
        states.finish(uuid.UUID(document["id"]), "{}")
        *_, last = rest(watch(client, document["url"], **{"Last-Event-ID": "something else"}))
        headers = {**EVENTS, "Last-Event-ID": last["id"]}
        again = client.get(f"{document['url']}/events", headers=headers)
        assert (again.status_code, again.content) == (204, b"")

    def test_heartbeats_are_comments_and_the_stream_ends_in_time(
        self, ask: Ask, client: Client, monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 0)
        url = ask(address=ANALYSES).json()["url"]
        settings.WEB_TIMEOUT_SECONDS = 0.2
        chunks_of = list(watch(client, url).streaming_content)
        assert chunks_of[2:] == [b": heartbeat\n\n"] * (len(chunks_of) - 2)
        assert len(chunks_of) > 3
        assert parsed(chunks_of[1])["event"] == "progress"
        assert not waiting._taken

    def test_an_answer_that_is_deleted_meanwhile_ends_the_stream(
        self, ask: Ask, client: Client
    ) -> None:
        url = ask().json()["url"]
        stream = iter(watch(client, url).streaming_content)
        assert len([next(stream), next(stream)]) == 2
        Job.objects.all().delete()
        assert list(stream) == []
        assert not waiting._taken
        problem_of(client.get(events_of(url), headers=EVENTS), 404, "unknown-explanation")

    def test_a_database_that_goes_ends_the_stream(
        self, ask: Ask, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object) -> Any:
            raise OperationalError("database is locked")

        url = ask().json()["url"]
        stream = watch(client, url)
        monkeypatch.setattr(notifications, "watch", refuse)
        assert rest(stream) == [{"retry": "2000"}]
        assert not waiting._taken

    @pytest.mark.parametrize("path", [f"{uuid.UUID(int=0)}", "42"])
    def test_there_is_nothing_to_watch(self, client: Client, path: str) -> None:
        response = client.get(f"{ADDRESS}/{path}/events", headers=EVENTS)
        kind = "unknown-explanation" if len(path) > 2 else "unknown-address"
        problem_of(response, 404, kind)

    def test_the_headers_alone(self, ask: Ask, client: Client) -> None:
        response = client.head(f"{ask().json()['url']}/events", headers=EVENTS)
        assert (response.status_code, response.content) == (200, b"")
        assert response.headers["Content-Type"] == "text/event-stream"


class TestPlaces:
    def test_a_stream_takes_one_as_long_as_it_lasts(self, ask: Ask, client: Client) -> None:
        stream = watch(client, ask(address=ANALYSES).json()["url"])
        assert not waiting._taken
        read = iter(stream.streaming_content)
        assert len([next(read), next(read)]) == 2
        assert waiting._taken[()] == 1
        assert waiting._taken["slow",] == 1
        stream.close()
        assert not waiting._taken

    def test_who_finds_none_is_told_how_it_stands_and_when_to_come_again(
        self, ask: Ask, client: Client, settings: Settings
    ) -> None:
        url = ask().json()["url"]
        batch = send(client, positions(1)).json()["url"]
        settings.WAITING_PLACES = 1
        with waiting.place(5, "address:192.0.2.1"):
            for address in (url, batch):
                retry, only = rest(watch(client, address))
                assert retry == {"retry": "2000"}
                assert (only["event"], only["data"]["status"]) == ("progress", "queued")


class TestBatches:
    def test_from_its_start_to_its_end(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 2)
        url = send(client, positions(4)).json()["url"]
        stream = iter(watch(client, url).streaming_content)
        assert parsed(next(stream)) == {"retry": "2000"}
        present = parsed(next(stream))["data"]
        assert present == client.get(url).json()
        assert present["events"] == events_of(url)
        assert "signature=" in present["events"]
        unsigned = present["events"].partition("?")[0]
        problem_of(client.get(unsigned, headers=EVENTS), 404, "unknown-batch")
        _, arguments, _ = queue.sent.pop(0)
        chunks.compute(uuid.UUID(arguments[0]), int(arguments[1]), StubExplainer())
        running = parsed(next(stream))
        assert running["event"] == "progress"
        assert (running["data"]["status"], running["data"]["done"]) == ("running", 2)
        work_off(queue)
        *_, last = rest(stream)
        assert (last["event"], last["id"]) == ("end", "end")
        assert last["data"] == client.get(url).json()
        headers = {**EVENTS, "Last-Event-ID": "end"}
        assert client.get(events_of(url), headers=headers).status_code == 204

    def test_a_cancelled_batch_ends_and_a_removed_one_is_gone(self, client: Client) -> None:
        url = send(client, positions(1)).json()["url"]
        streams = [iter(watch(client, url).streaming_content) for _ in range(2)]
        for stream in streams:
            assert len([next(stream), next(stream)]) == 2
        client.delete(url)
        (last,) = rest(streams[0])
        assert (last["event"], last["data"]["status"]) == ("end", "cancelled")
        Batch.objects.all().delete()
        assert list(streams[1]) == []
        problem_of(client.get(events_of(url), headers=EVENTS), 404, "unknown-batch")

    def test_a_batch_of_a_key_is_watched_with_that_key_alone(
        self, client: Client, queue: Queue
    ) -> None:
        row, text = keys.make("a club", [Scope.BATCHES])
        row.save()
        mine = {"Authorization": f"Bearer {text}"}
        url = send(client, positions(1), headers=mine).json()["url"]
        work_off(queue)
        problem_of(client.get(events_of(url), headers=EVENTS), 404, "unknown-batch")
        *_, last = rest(watch(client, url, **mine))
        assert last["data"]["status"] == State.DONE


def test_the_openapi_document_tells_of_them(client: Client) -> None:
    paths = client.get("/api/v1/schema", headers={"Accept": "application/json"}).json()["paths"]
    for path in (f"{ADDRESS}/{{explanation_id}}/events", "/api/v1/batches/{batch_id}/events"):
        answers = paths[path]["get"]["responses"]
        assert list(answers["200"]["content"]) == ["text/event-stream"]
        assert {"204", "404", "429"} <= set(answers)
