"""The registry of workers: their heartbeats, by the clock of the database, and their models."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from bidding.jobs import metrics
from bidding.models import Worker


class NoWorker(Exception):
    """Nobody is there to compute: no worker has sent a heartbeat lately."""


def living_workers() -> QuerySet[Worker]:
    """Return the workers that sent a heartbeat lately, the newest first."""
    oldest = timezone.now() - timedelta(seconds=settings.WORKER_SILENCE_SECONDS)
    return Worker.objects.filter(seen_at__gte=oldest).order_by("-started_at", "name")


def is_oldest(name: str) -> bool:
    """Return whether this is the oldest living worker, the one that does the upkeep for all.

    When it dies the next is, once its row is dropped. That two hold themselves for the oldest for a
    moment does no harm.
    """
    oldest = living_workers().last()
    return oldest is not None and oldest.name == name


def register(name: str, model: Any, **facts: Any) -> datetime | None:
    """Add a worker whose model (a ModelInfo) is loaded.

    The facts are fields of its row: device, rate, answered. Return the last heartbeat of the worker
    of that name before, if it ended without a word.
    """
    row = Worker.objects.filter(name=name)
    before = row.values_list("seen_at", flat=True).first()
    fresh = {"model": asdict(model), "started_at": timezone.now(), "seen_at": Now(), **facts}
    Worker.objects.update_or_create(name=name, defaults=fresh)
    return before


def heartbeat(name: str, model: Any, **facts: Any) -> None:
    """Renew a worker's row; register it again if it was silent for so long that it was dropped."""
    facts = {**facts, "measures": metrics.snapshot()}
    if not Worker.objects.filter(name=name).update(seen_at=Now(), **facts):
        register(name, model, **facts)


def deregister(name: str) -> None:
    """Remove a worker that stops."""
    Worker.objects.filter(name=name).delete()


def drop_silent(name: str) -> datetime | None:
    """Drop the others without a heartbeat for WORKER_DROP_SECONDS. Return the last of them.

    Where the own heartbeats do not arrive either, none is dropped. One that was only slow registers
    itself again.
    """
    latest = Now() - timedelta(seconds=settings.WORKER_DROP_SECONDS)
    silent = dict(Worker.objects.filter(seen_at__lt=latest).values_list("name", "seen_at"))
    if name in silent:
        return None
    rows = ((Worker.objects.filter(name=one, seen_at=beat), beat) for one, beat in silent.items())
    return max((beat for row, beat in rows if row.delete()[0]), default=None)
