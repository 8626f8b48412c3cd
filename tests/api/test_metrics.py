"""Metrics: their counts, their page, and access to it."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from bidding.jobs import metrics, registry, states
from bidding.models import Job, Kind, State, Worker
from tests.api.conftest import Ask
from tests.conftest import QUESTION, Queue
from tests.stub_explainer import StubModel

TOKEN = "a-token-for-prometheus-0123456789"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def scrape(client: Client) -> Samples:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    families = list(text_string_to_metric_families(answer.content.decode()))
    names = [family.name for family in families]
    assert len(names) == len(set(names)), "a metric is told twice"
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def row(state: State, **changes: object) -> Job:
    key = f"{Job.objects.count():064d}"
    now = timezone.now()
    return Job.objects.create(
        **{"content_key": key, "position": QUESTION, "state": state, "created_at": now, **changes}
    )


@pytest.mark.parametrize(
    "sent", [None, "", "Bearer ", "Bearer wrong", f"Basic {TOKEN}", "Bearer é"]
)
def test_without_the_token_nothing_is_told(client: Client, sent: str | None) -> None:
    answer = client.get("/metrics", headers={} if sent is None else {"Authorization": sent})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert b"bridgeviz_" not in answer.content


def test_a_site_without_a_token_has_no_metrics(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_route_and_status_not_by_address(client: Client) -> None:
    before = scrape(client)
    client.get(f"/api/v1/explanations/{Job().pk}")
    client.get(f"/api/v1/explanations/{Job().pk}")
    client.get("/no/such/address")
    after = scrape(client)
    route = "/api/v1/explanations/<uuid:explanation_id>"

    def more(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("bridgeviz_requests_total", method="GET", route=route, status="404") == 2
    assert more("bridgeviz_request_seconds_count", route=route) == 2
    assert more("bridgeviz_requests_total", method="GET", route="unmatched", status="404") == 1
    assert not any("/no/such" in str(labels) for _, labels in after)


def test_questions_are_new_or_join_one_under_way_or_are_answered_from_the_cache(
    client: Client, ask: Ask, stub_worker: Worker, queue: Queue
) -> None:
    before = scrape(client)
    ask()
    ask()
    Job.objects.update(state=State.DONE, result="{}", ended_at=timezone.now())
    ask()
    after = scrape(client)
    for found in ("new", "joined", "kept"):
        labels = {"kind": "explanation", "found": found}
        name = "bridgeviz_questions_total"
        assert value(after, name, **labels) - value(before, name, **labels) == 1, found


def test_the_queue_is_what_stands_in_the_database(client: Client) -> None:
    row(State.QUEUED, created_at=timezone.now() - timedelta(seconds=9))
    row(State.QUEUED)
    row(State.RUNNING)
    row(State.DONE, kind=Kind.OPTIONS)
    samples = scrape(client)
    assert value(samples, "bridgeviz_queue_length") == 2
    assert 9 <= value(samples, "bridgeviz_queue_oldest_seconds") < 60
    assert value(samples, "bridgeviz_rows", kind="options", state="done") == 1
    assert value(samples, "bridgeviz_database_up") == 1


def test_a_nodes_own_figures_come_with_its_beat_from_wherever_it_runs(client: Client) -> None:
    metrics.ended("explanation", "done", 0.02)
    metrics.began("explanation", timedelta(seconds=0.3), together=5)
    for name in ("here", "elsewhere"):
        registry.register(name, StubModel())
        registry.heartbeat(name, StubModel())
    samples = scrape(client)
    assert value(samples, "bridgeviz_nodes") == 2
    for node in ("here", "elsewhere"):
        of_node = {"kind": "explanation", "node": node}
        assert value(samples, "bridgeviz_tasks_total", outcome="done", **of_node) >= 1
        assert value(samples, "bridgeviz_task_compute_seconds_count", **of_node) >= 1
        assert value(samples, "bridgeviz_task_wait_seconds_sum", **of_node) >= 0.3
        assert value(samples, "bridgeviz_batch_size_sum", **of_node) >= 5
        facts = {"model": "stub", "version": "0", "sha256": "0" * 64}
        assert value(samples, "bridgeviz_node_info", node=node, **facts) == 1


def test_a_silent_node_is_no_longer_told_of(client: Client) -> None:
    registry.register("gone", StubModel())
    Worker.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    assert value(scrape(client), "bridgeviz_nodes") == 0


def test_a_worker_times_what_it_computes(
    ask: Ask, client: Client, stub_worker: Worker, working_queue: Queue
) -> None:
    labels = {"kind": "explanation", "outcome": "done"}
    before = value(scrape(client), "bridgeviz_tasks_total", **labels)
    ask(wait=1)
    assert value(scrape(client), "bridgeviz_tasks_total", **labels) == before + 1


def test_time_outs_are_counted(client: Client) -> None:
    before = value(scrape(client), "bridgeviz_expired_total")
    row(State.QUEUED, created_at=timezone.now() - timedelta(minutes=5))
    row(State.RUNNING, created_at=timezone.now() - timedelta(minutes=5))
    assert states.expire_late() == 2
    assert value(scrape(client), "bridgeviz_expired_total") == before + 2


def test_without_a_database_the_rest_is_told(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(registry, "living_workers", fail)
    samples = scrape(client)
    assert value(samples, "bridgeviz_database_up") == 0
    assert any(name == "bridgeviz_requests_total" for name, _ in samples)


def test_a_snapshot_is_plain_json() -> None:
    metrics.BATCH_SIZE.labels("explanation").observe(3)
    found = metrics.snapshot()
    assert json.loads(json.dumps(found)) == found
    assert "bridgeviz_batch_size" in {name for name, *_ in found}
