"""The registry of workers: their heartbeats, their models, and probes through the queue."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from bidding import metrics, selectors, services
from bidding.models import Worker

PROBE_TASK = "bidding.probe"
_Silence = services.NoWorker | services.BrokerUnavailable
_probing = threading.Lock()
_latest: tuple[float, tuple[Worker, int] | _Silence] | None = None  # until when it counts


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


def probe() -> Worker:
    """Return a worker that answered a no-op task just now, sent as any other task is.

    Raise services.BrokerUnavailable, and services.NoWorker when none answered in time.
    """
    asked_at = timezone.now()
    limit = settings.READY_TIMEOUT_SECONDS
    services.send(PROBE_TASK, [asked_at.isoformat()], expires_seconds=limit)
    worker = selectors.wait_for_probe(asked_at, limit)
    if worker is None:
        raise services.NoWorker(f"No worker answered within {limit} seconds.")
    return worker


def recently_probed() -> tuple[Worker, int]:
    """``probe``, asked once by all threads of a process together, and not again for a second; and
    how many workers lived then.
    """
    global _latest
    with _probing:
        if _latest is None or _latest[0] <= time.monotonic():
            try:
                found: tuple[Worker, int] | _Silence = probe(), selectors.living_workers().count()
            except (services.NoWorker, services.BrokerUnavailable) as error:
                found = error
            _latest = time.monotonic() + settings.READY_KEPT_SECONDS, found
        found = _latest[1]
    if isinstance(found, tuple):
        return found
    raise type(found)(*found.args)  # one of its own for each thread
