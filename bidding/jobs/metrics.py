"""The Prometheus metrics of a process: what it counts and times for those who watch the site.

Web processes share their counts through files (``bridgeviz/wsgi.py``). A worker writes its own
into its row with every heartbeat, so that they are seen wherever it runs, and it needs no port.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

# One metric: name, documentation, type, and its samples as [name, labels, value].
Snapshot = list[list[Any]]

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

REGISTRY = CollectorRegistry()
disable_created_metrics()

_counter = partial(Counter, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY, buckets=SECONDS)

REQUESTS = _counter(
    "bridgeviz_requests",
    "Requests answered, by method, route and status.",
    ["method", "route", "status"],
)
REQUEST_SECONDS = _histogram(
    "bridgeviz_request_seconds",
    "From reading a request to having its answer, the client's waiting included.",
    ["route"],
)
QUESTIONS = _counter(
    "bridgeviz_questions",
    "Questions asked: new ones, those that joined an equal one under way, those already answered.",
    ["kind", "found"],
)
EXPIRED = _counter("bridgeviz_expired", "Questions ended unanswered because their time was over.")
WAIT_SECONDS = _histogram(
    "bridgeviz_task_wait_seconds", "From asking to a worker's beginning.", ["kind"]
)
COMPUTE_SECONDS = _histogram(
    "bridgeviz_task_compute_seconds", "From a worker's beginning to its answer.", ["kind"]
)
TASKS = _counter(
    "bridgeviz_tasks", "Questions that a worker ended, by outcome.", ["kind", "outcome"]
)
BATCH_SIZE = _histogram(
    "bridgeviz_batch_size", "Questions computed together.", ["kind"], buckets=SIZES
)


def began(kind: str, waited: timedelta, together: int = 1) -> None:
    """Count a question that a worker begins after so long a wait, with others or alone."""
    WAIT_SECONDS.labels(kind).observe(max(waited.total_seconds(), 0))
    BATCH_SIZE.labels(kind).observe(together)


def ended(kind: str, outcome: str, seconds: float) -> None:
    """Count a question that a worker has ended after computing for so long."""
    COMPUTE_SECONDS.labels(kind).observe(seconds)
    TASKS.labels(kind, outcome).inc()


def snapshot() -> Snapshot:
    """Return all samples of this process, as JSON can carry them."""
    return [
        [family.name, family.documentation, family.type, samples]
        for family in REGISTRY.collect()
        if (samples := [[one.name, one.labels, one.value] for one in family.samples])
    ]
