"""Monitoring of a site: a request traced to the worker, metrics of all parts."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import question
from tests.system.conftest import Site, empty_site, eventually, run_parts

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/explanations"
REQUEST = "0c5b3a52-4d0e-4c53-9d1c-0a5a5e1ecafe"
TOKEN = "a-token-for-prometheus-0123456789"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with empty_site() as subject:
        subject.environment.update(LOG_LEVEL="INFO", LOG_FORMAT="json", METRICS_TOKEN=TOKEN)
        yield run_parts(subject)


def open_address(site: Site, path: str, body: Any = None, **headers: str) -> tuple[str, str]:
    """The body of an answer, and the identifier of its request."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{site.port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode(), answer.headers["X-Request-ID"]


def lines_of(site: Site, program: str, request: str) -> list[dict[str, Any]]:
    lines = [line for line in site.output(program).splitlines() if request in line]
    return [json.loads(line) for line in lines]


def figure(site: Site, start: str) -> float:
    """The sum of the figures whose lines start so."""
    text, _ = open_address(site, "/metrics", Authorization=f"Bearer {TOKEN}")
    return sum(
        float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(start)
    )


def test_a_request_is_followed_from_the_web_server_to_the_worker(site: Site) -> None:
    headers = {"Content-Type": "application/json", "Prefer": "wait=15", "X-Request-ID": REQUEST}
    body, request = open_address(site, ADDRESS, question(seat="E"), **headers)
    assert request == REQUEST
    assert eventually(lambda: bool(lines_of(site, "worker", REQUEST)), 10)
    (of_web,) = lines_of(site, "web", REQUEST)
    (of_task,) = lines_of(site, "worker", REQUEST)
    explanation = json.loads(body)["id"]
    assert (of_web["logger"], of_web["status"]) == ("bridgeviz.requests", 200)
    assert of_web["location"].endswith(explanation)
    assert (of_task["logger"], of_task["state"]) == ("bridgeviz.tasks", "SUCCESS")
    assert of_task["of"][0] == explanation


def test_requests_to_all_web_processes_are_counted_together(site: Site) -> None:
    health = 'bridgeviz_requests_total{method="GET",route="/healthz",status="200"}'
    before = figure(site, health)
    for _ in range(30):
        open_address(site, "/healthz")
    assert figure(site, health) - before == 30
    assert figure(site, health) - before == 30  # whichever process is asked


def test_the_worker_tells_what_it_computed_through_its_row(site: Site) -> None:
    done = 'bridgeviz_tasks_total{kind="explanation",node='
    before = figure(site, done)
    headers = {"Content-Type": "application/json", "Prefer": "wait=15"}
    open_address(site, ADDRESS, question(seat="W"), **headers)
    assert eventually(lambda: figure(site, done) > before, 15)
    assert figure(site, "bridgeviz_nodes") == 1
    assert figure(site, "bridgeviz_node_info{") == 1
