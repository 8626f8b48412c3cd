"""The site's own: health and readiness, the OpenAPI document, and metrics."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal

import orjson
from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import openapi
from bidding.api.http.openapi import JsonObject
from bidding.api.http.operations import Model, operation
from bidding.api.http.responses import has_current, tag_of
from bidding.jobs import dispatch, metrics, registry, states
from bidding.jobs.metrics import Snapshot


class Readiness(JsonObject):
    """A site that explains."""

    status: Literal["ready"]
    model: Model
    workers: int = Field(description="workers whose heartbeat is recent")


class Health(JsonObject):
    """A web process that lives."""

    status: Literal["alive"]


class HealthView(APIView):
    """The liveness of this process."""

    client_limit = None
    authentication_classes = ()

    @operation("health", "Whether the web process lives", {200: Health})
    def get(self, request: Request) -> Response:
        """Answers without asking anybody else."""
        return Response({"status": "alive"})


class ReadinessView(APIView):
    """The readiness of the site to explain."""

    authentication_classes = ()

    @operation("readiness", "Whether a worker takes questions", {200: Readiness}, 429, 503)
    def get(self, request: Request) -> Response:
        """Sends a no-op task through the queue to a worker with a loaded model."""
        worker, workers = dispatch.recently_probed()
        model = {name: worker.model[name] for name in Model.model_fields}
        return Response({"status": "ready", "model": model, "workers": workers})


class Document(APIView):
    """The OpenAPI document."""

    authentication_classes = ()
    renderer_classes = (OpenApiJsonRenderer, OpenApiJsonRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The document, generated and written once in each process; 304 if the client has it."""
        media_type = request.accepted_renderer.media_type
        headers = {"ETag": _tag(media_type), "Cache-Control": "no-cache"}
        if has_current(request, headers["ETag"]):
            return HttpResponseNotModified(headers=headers)
        return HttpResponse(_text(), content_type=media_type, headers=headers)


@cache
def _text() -> bytes:
    """Return the document without white space, which would more than double its length."""
    return orjson.dumps(openapi.document())


@cache
def _tag(media_type: str) -> str:
    return tag_of(media_type, _text())


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
    """All metrics of the site, each once, whichever process responds.

    There are three sources, so that the figures hold for several web processes and machines: the
    counts of web processes, shared through files; the counts of each node, from its row; and the
    present rows of the database.
    """

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
