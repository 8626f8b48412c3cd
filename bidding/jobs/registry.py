"""The registry of workers: their heartbeats and their models."""

from __future__ import annotations

import time
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
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
    now, row = timezone.now(), Worker.objects.filter(name=name)
    before = row.values_list("seen_at", flat=True).first()
    fresh = {"model": asdict(model), "started_at": now, "seen_at": now, **facts}
    Worker.objects.update_or_create(name=name, defaults=fresh)
    return before


def heartbeat(name: str, model: Any, **facts: Any) -> None:
    """Renew a worker's row; register it again if it was silent for so long that it was dropped."""
    facts = {**facts, "measures": metrics.snapshot()}
    if not Worker.objects.filter(name=name).update(seen_at=timezone.now(), **facts):
        register(name, model, **facts)


def deregister(name: str) -> None:
    """Remove a worker that stops."""
    Worker.objects.filter(name=name).delete()


class Heartbeats:
    """The heartbeats of all workers as one of them sees them come, by its own clock."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._last: dict[str, tuple[datetime, float]] = {}  # of each, and when it was first seen

    def drop_silent(self) -> datetime | None:
        """Drop the others without a heartbeat for WORKER_DROP_SECONDS. Return the last of them.

        Where the own heartbeats do not arrive either, none is dropped. One that was only slow
        registers itself again.
        """
        now, before = time.monotonic(), self._last
        self._last = {
            name: before[name] if name in before and before[name][0] == beat else (beat, now)
            for name, beat in Worker.objects.values_list("name", "seen_at")
        }
        latest = now - settings.WORKER_DROP_SECONDS
        silent = {name: beat for name, (beat, seen) in self._last.items() if seen < latest}
        if self.name in silent:
            return None
        rows = ((Worker.objects.filter(name=name, seen_at=silent[name]), name) for name in silent)
        return max((silent[name] for row, name in rows if row.delete()[0]), default=None)
