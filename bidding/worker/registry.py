"""The registry of workers: their heartbeats and their models."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from bidding.models import Worker
from bidding.worker import metrics


class NoWorker(Exception):
    """Nobody is there to compute: no worker has been heard of lately."""


def living_workers() -> QuerySet[Worker]:
    """Return the workers heard of lately, the newest first."""
    oldest = timezone.now() - timedelta(seconds=settings.WORKER_SILENCE_SECONDS)
    return Worker.objects.filter(seen_at__gte=oldest).order_by("-started_at", "name")


def is_oldest(name: str) -> bool:
    """Return whether this is the oldest living worker, the one that does the upkeep for all.

    When it dies the next is: after WORKER_SILENCE_SECONDS. That two hold themselves for the oldest
    for a moment does no harm.
    """
    oldest = living_workers().last()
    return oldest is not None and oldest.name == name


def register(name: str, model: Any, **facts: Any) -> None:
    """Add a worker whose model (a ModelInfo) is loaded, and drop those long silent.

    The facts are fields of its row: device, rate, answered.
    """
    now = timezone.now()
    silent = now - timedelta(seconds=settings.WORKER_SILENCE_SECONDS)
    Worker.objects.filter(seen_at__lt=silent).delete()
    fresh = {"model": asdict(model), "started_at": now, "seen_at": now, **facts}
    Worker.objects.update_or_create(name=name, defaults=fresh)


def heartbeat(name: str, model: Any, **facts: Any) -> None:
    """Renew a worker's row; register it again if it was silent for so long that it was dropped."""
    facts = {**facts, "measures": metrics.snapshot()}
    if not Worker.objects.filter(name=name).update(seen_at=timezone.now(), **facts):
        register(name, model, **facts)


def deregister(name: str) -> None:
    """Remove a worker that stops."""
    Worker.objects.filter(name=name).delete()


def answer_probe(name: str, asked_at: datetime) -> None:
    """Note that the probe of that time came through the queue to this worker."""
    unanswered = Q(probed_at__isnull=True) | Q(probed_at__lt=asked_at)
    Worker.objects.filter(unanswered, name=name).update(probed_at=asked_at)
