"""Health, readiness, the OpenAPI document and the headers of every answer."""

from __future__ import annotations

import json
import re
import time
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.api.http.problems import KINDS
from bidding.jobs import dispatch, registry
from bidding.models import Worker
from tests.api.conftest import ADDRESS, problem_of
from tests.api.document import check, named
from tests.conftest import Queue
from tests.golden.explanations import GOLDEN
from tests.stub_explainer import StubModel


def test_the_process_lives_whatever_else_does(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
class TestReadiness:
    def test_many_who_ask_at_once_are_answered_from_one_task(
        self, stub_worker: object, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[str] = []

        def answer(task: str, arguments: list[str], *, expires_seconds: float) -> None:
            sent.append(task)
            dispatch.answer_probe("a-worker", registry.datetime.fromisoformat(arguments[0]))

        monkeypatch.setattr(dispatch, "send", answer)
        settings.READY_KEPT_SECONDS = 60
        monkeypatch.setattr(dispatch, "_latest", None)
        assert [Client().get("/readyz").status_code for _ in range(5)] == [200] * 5
        assert sent == [dispatch.PROBE_TASK]

    def test_who_asks_while_nobody_answers_waits_no_longer_than_the_first(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        silence = time.monotonic() + 60, registry.NoWorker("No worker answered.")
        monkeypatch.setattr(dispatch, "_latest", silence)
        problem_of(client.get("/readyz"), 503, "no-worker")

    def test_a_worker_that_is_back_is_found_at_once(
        self, stub_worker: object, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def answer(task: str, arguments: list[str], *, expires_seconds: float) -> None:
            dispatch.answer_probe("a-worker", registry.datetime.fromisoformat(arguments[0]))

        settings.READY_TIMEOUT_SECONDS, settings.READY_KEPT_SECONDS = 0.05, 60
        monkeypatch.setattr(dispatch, "_latest", None)
        monkeypatch.setattr(dispatch, "send", lambda *_, **__: None)
        assert Client().get("/readyz").status_code == 503
        monkeypatch.setattr(dispatch, "send", answer)
        assert Client().get("/readyz").status_code == 200

    def test_a_worker_that_answers_names_its_model(
        self, client: Client, stub_worker: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def answer(task: str, arguments: list[str], *, expires_seconds: float) -> None:
            asked_at = registry.datetime.fromisoformat(arguments[0])
            dispatch.answer_probe("a-worker", asked_at)

        monkeypatch.setattr(dispatch, "send", answer)
        model = {**asdict(StubModel()), "files_sha256": "1" * 64}
        Worker.objects.update(model=model)
        response = client.get("/readyz")
        assert response.status_code == 200
        document = response.json()
        assert (document["status"], document["workers"]) == ("ready", 1)
        assert document["model"] == asdict(StubModel())

    def test_a_worker_that_is_there_but_takes_nothing_is_not_ready(
        self, client: Client, stub_worker: object, queue: Queue, settings: Settings
    ) -> None:
        settings.READY_TIMEOUT_SECONDS = 0.05
        response = client.get("/readyz")
        problem_of(response, 503, "no-worker")
        assert response.headers["Retry-After"]

    def test_without_a_broker_nothing_is_ready(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object, **options: object) -> None:
            raise dispatch.BrokerUnavailable("The queue of questions cannot be reached.")

        monkeypatch.setattr(dispatch, "send", refuse)
        problem_of(client.get("/readyz"), 503, "broker-unavailable")


@pytest.fixture
def openapi(client: Client) -> dict[str, Any]:
    document = client.get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    assert isinstance(document, dict)
    return document


def test_the_calls_of_an_answer_are_as_the_openapi_document_says() -> None:
    explained = json.loads(GOLDEN.read_text())["calls"]
    check(explained, {"type": "array", "items": named("ExplainedCall")})
    assert {call["own_probability"] is None for call in explained} == {True, False}


def test_the_openapi_document_tells_of_every_operation_and_answer(openapi: dict[str, Any]) -> None:
    ask = openapi["paths"][ADDRESS]["post"]
    guarded = {"401", "403", "500"}
    assert {"200", "202", "400", "413", "415", "422", "503", "504", *guarded} <= set(
        ask["responses"]
    )
    fetch = openapi["paths"][f"{ADDRESS}/{{explanation_id}}"]["get"]
    assert {"200", "404", "410"} <= set(fetch["responses"])
    assert {"/healthz", "/readyz"} <= set(openapi["paths"])
    assert ask["requestBody"]["content"]["application/json"]["schema"] == named("Question")
    question = openapi["components"]["schemas"]["Question"]
    assert set(question["required"]) == {"seat", "dealer", "vulnerability", "auction"}
    operations = (one for methods in openapi["paths"].values() for one in methods.values())
    statuses = {int(status) for one in operations for status in one["responses"]}
    assert {int(status) for status, _ in KINDS.values()} - statuses == {
        405,
        414,
    }  # of every address


@pytest.mark.parametrize("address", ["/healthz", "/nowhere", "/api/v1/schema"])
def test_every_answer_is_guarded_and_sets_no_cookie(client: Client, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert not re.search("unsafe", headers["Content-Security-Policy"])
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("address", ["/api/v1/systems", "/", "/static/app.js", "/nowhere"])
def test_an_address_longer_than_any_page_makes_is_refused(client: Client, address: str) -> None:
    problem_of(client.get(address, {"x": "y" * 16_384}), 414, "address-too-long")
    problem_of(client.get(address + "y" * 16_384), 414, "address-too-long")


@pytest.mark.parametrize("address", ["/api/v1/files", "/api/v1/boards", "/api/v1/explanations"])
def test_options_is_refused_as_any_other_method(client: Client, address: str) -> None:
    refused = client.options(address)
    problem_of(refused, 405, "method-not-allowed")
    assert "OPTIONS" not in refused.headers["Allow"]
    assert "OPTIONS" not in client.get("/api/v1/systems").headers["Allow"]


@pytest.mark.parametrize("address", ["/nowhere", "/api/v1/nowhere", "/api/v1/systems/goren"])
def test_a_problem_names_the_request_that_logs_name(client: Client, address: str) -> None:
    given = "12345678-1234-5678-1234-567812345678"
    answer = client.get(address, headers={"X-Request-ID": given})
    assert answer.json()["instance"] == f"urn:uuid:{given}"
    forged = client.get(address, headers={"X-Request-ID": "not a uuid"})
    assert forged.json()["instance"] == f"urn:uuid:{forged.headers['X-Request-ID']}"
    host = client.get(address, headers={"Host": "elsewhere.example"})
    assert problem_of(host, 400, "malformed-request")["instance"]
