"""deploy/prometheus-rules.yml: what it watches is measured, and strangers make none of it fire."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from pytest_django import Settings

from bidding.jobs import metrics, registry, states
from bidding.models import Job, Worker
from tests.api.conftest import Ask
from tests.conftest import Queue, question
from tests.stub_explainer import StubExplainer, StubModel

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-for-prometheus-0123456789"
(GROUP,) = yaml.safe_load((ROOT / "deploy" / "prometheus-rules.yml").read_text())["groups"]
RULES: list[dict[str, Any]] = GROUP["rules"]
SELECTOR = re.compile(r"(bridgeviz_\w+)(?:\{([^}]*)\})?")
COUNTERS = ("bridgeviz_requests_total", "bridgeviz_tasks_total")


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def samples(client: Client) -> list[Sample]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    families = text_string_to_metric_families(answer.content.decode())
    return [sample for family in families for sample in family.samples]


def matched(expression: str, found: list[Sample]) -> Iterator[tuple[str, list[Sample]]]:
    """The selectors of an expression, each with the samples that it selects."""
    for name, labels in SELECTOR.findall(expression):
        pairs = [pair.split("=") for pair in labels.split(",") if pair]
        selector = {label.strip(): value.strip('"') for label, value in pairs}
        yield (
            name,
            [one for one in found if one.name == name and selector.items() <= one.labels.items()],
        )


def fault_counts(client: Client) -> dict[str, float]:
    """Return the counts of failed requests and tasks, by rule."""
    found = samples(client)
    return {
        rule["alert"]: sum(sample.value for sample in selected)
        for rule in RULES
        for name, selected in matched(rule["expr"], found)
        if name in COUNTERS and rule["labels"]["severity"] == "ticket"
    }


def test_every_rule_has_what_prometheus_wants() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES) >= 5
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        text = rule["expr"]
        assert text.count("(") == text.count(")")
        assert rule["labels"]["severity"] == "ticket" or rule["for"] in ("2m", "5m")


def test_the_guide_explains_every_rule() -> None:
    guide = (ROOT / "docs" / "operations.md").read_text()
    documented = re.findall(r"^  \| `(BridgeViz\w+)` \| (\w+) \|", guide, re.MULTILINE)
    assert documented == [(rule["alert"], rule["labels"]["severity"]) for rule in RULES]


def test_whatever_a_rule_selects_is_measured(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics.ended("explanation", "failed", 0.1)
    registry.register("a-node", StubModel())

    def fail(key: object) -> Job:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(states, "job", fail)
    client.raise_request_exception = False
    assert client.get(f"/api/v1/explanations/{Job().pk}").status_code == 500
    found = samples(client)
    for rule in RULES:
        selectors_found = list(matched(rule["expr"], found))
        assert selectors_found
        for name, selected in selectors_found:
            assert selected, f"{rule['alert']}: nothing is called {name} so"


def test_a_fault_of_the_program_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(key: object) -> Job:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(states, "job", fail)
    client.raise_request_exception = False
    before = fault_counts(client)
    client.get(f"/api/v1/explanations/{Job().pk}")
    metrics.ended("explanation", "failed", 0.1)
    after = fault_counts(client)
    assert {name: after[name] - before[name] for name in after} == dict.fromkeys(after, 1)
    assert len(after) == 2


@pytest.mark.usefixtures("redis")
def test_nothing_that_strangers_send_is_counted_as_a_fault(
    client: Client, ask: Ask, queue: Queue, settings: Settings
) -> None:
    client.raise_request_exception = False
    before = fault_counts(client)
    statuses = [
        ask(b"{").status_code,
        ask(b"x" * 100_000).status_code,
        ask(question(hand="x")).status_code,
        ask(question(auction=["7NT", "1C"])).status_code,
        ask(content_type="text/plain").status_code,
        ask(headers={"Authorization": "Bearer x"}).status_code,
        ask(headers={"Sec-Fetch-Site": "cross-site"}).status_code,
        ask([{}] * 3, address="/api/v1/batches").status_code,
        ask(b"[" * 5000, address="/api/v1/batches").status_code,
        ask().status_code,  # no node lives
        client.get("/readyz").status_code,
        client.get("/no/such/page").status_code,
        client.options("/api/v1/files").status_code,
        client.get("/", headers={"Host": "evil.example"}).status_code,
    ]
    registry.register("a-node", StubModel())
    statuses.append(ask(wait=1).status_code)  # nobody computes it
    settings.CLIENT_LIMITS_PER_MINUTE = dict.fromkeys(settings.CLIENT_LIMITS_PER_MINUTE, 6)
    statuses += [ask().status_code for _ in range(10)]
    assert {400, 401, 403, 404, 405, 413, 415, 422, 429, 503, 504} <= set(statuses), statuses
    assert fault_counts(client) == before


@pytest.mark.usefixtures("stub_worker")
def test_a_refused_position_is_no_failed_computation(
    client: Client, ask: Ask, working_queue: Queue
) -> None:
    before = fault_counts(client)
    assert Worker.objects.exists()
    assert ask(question(auction=["7NT", "1C"]), wait=1).status_code == 422
    assert ask(wait=1).status_code == 200
    assert fault_counts(client) == before
    broken = StubExplainer.BROKEN_AUCTION.split()
    ask(question(auction=broken), wait=1)
    after = fault_counts(client)
    assert after["BridgeVizFailedComputations"] == before["BridgeVizFailedComputations"] + 1
