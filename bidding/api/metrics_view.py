"""The metrics of all requests, and the page /metrics for Prometheus.

There are three sources, so that the figures hold for several web processes and machines: the
counts of web processes, shared through files; the counts of each node, from its row; and the
present rows of the database.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from bidding.jobs import metrics, registry, states
from bidding.jobs.metrics import Snapshot

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # prometheus-client's own name; see bridgeviz/wsgi.py
UNMATCHED = "unmatched"  # the route of all unknown addresses


def measure_requests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Count and time every response by its route, never by its address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = f"/{match.route}" if match else UNMATCHED
        method = request.method if request.method in KNOWN_METHODS else "other"
        metrics.REQUESTS.labels(method, route, response.status_code).inc()
        metrics.REQUEST_SECONDS.labels(route).observe(time.perf_counter() - began)
        return response

    return middleware


KNOWN_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """Return all metrics to a client with the token. Raise Http404 if no token is configured."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "")
    if not secrets.compare_digest(given.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return HttpResponse(
            "Send METRICS_TOKEN as a bearer token.\n",
            status=401,
            content_type="text/plain",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return HttpResponse(generate_latest(SiteCollector()), content_type=CONTENT_TYPE_LATEST)


scrape.sends_stored = True  # type: ignore[attr-defined]  # with thousands of series


class SiteCollector(CollectorRegistry):
    """All metrics of the site, each once, whichever process responds."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of the web processes, the nodes and the database."""
        families = {family.name: family for family in _web_process_metrics()}
        try:
            for worker in registry.living_workers():
                _add(families, worker.measures or [], node=worker.name)
            found = list(_database_metrics())
        except DatabaseError:
            found = []
        yield from families.values()
        yield from found
        yield GaugeMetricFamily(
            "bridgeviz_database_up", "Whether the database answers.", value=bool(found)
        )


def _web_process_metrics() -> Iterable[Metric]:
    folder = os.environ.get(SHARED_FOLDER)
    if not folder:
        return metrics.REGISTRY.collect()
    documented = {family.name: family.documentation for family in metrics.REGISTRY.collect()}
    families = list(MultiProcessCollector(CollectorRegistry(), folder).collect())
    for family in families:
        family.documentation = documented.get(family.name, family.documentation)
    return families


def _add(families: dict[str, Metric], snapshot: Snapshot, **labels: str) -> None:
    """Add the samples of another process, with its labels."""
    for name, documentation, kind, samples in snapshot:
        family = families.setdefault(name, Metric(name, documentation, kind))
        for sample, own_labels, value in samples:
            family.add_sample(sample, {**own_labels, **labels}, value)


def _database_metrics() -> Iterator[Metric]:
    rows = GaugeMetricFamily(
        "bridgeviz_rows", "Questions kept, by kind and state.", labels=["kind", "state"]
    )
    for kind, state, count in states.rows_by_kind_and_state():
        rows.add_metric([kind, state], count)
    yield rows
    yield GaugeMetricFamily(
        "bridgeviz_queue_length", "Questions that wait for a node.", value=states.queue_length()
    )
    yield GaugeMetricFamily(
        "bridgeviz_queue_oldest_seconds",
        "How long the oldest of them has waited.",
        value=states.oldest_wait_seconds(),
    )
    workers = list(registry.living_workers())
    yield GaugeMetricFamily("bridgeviz_nodes", "Nodes that live.", value=len(workers))
    facts = GaugeMetricFamily(
        "bridgeviz_node_info",
        "A node, and the model that it serves.",
        labels=["node", "model", "version", "sha256"],
    )
    for worker in workers:
        model = worker.model
        facts.add_metric([worker.name, model["name"], model["version"], model["sha256"]], 1)
    yield facts
