"""Probes: no-op tasks that say whether the queue reaches a worker with a loaded model."""

from __future__ import annotations

import threading
import time
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from bidding.jobs import dispatch, notifications, registry
from bidding.models import Worker

PROBE_TASK = "bidding.probe"
_Silence = registry.NoWorker | dispatch.BrokerUnavailable
_probing = threading.Lock()
_latest: tuple[float, tuple[Worker, int] | _Silence] | None = None  # until when it counts


def probe() -> Worker:
    """Return a worker that answered a no-op task just now, sent as any other task is.

    Raise BrokerUnavailable, and NoWorker when none answered in time.
    """
    asked_at = timezone.now()
    limit = settings.READY_TIMEOUT_SECONDS
    dispatch.send(PROBE_TASK, [asked_at.isoformat()], expires_seconds=limit)
    answered = Worker.objects.filter(probed_at__gte=asked_at)
    worker = answered.first() if notifications.poll(answered.exists, limit) else None
    if worker is None:
        raise registry.NoWorker(f"No worker answered within {limit} seconds.")
    return worker


def answer_probe(name: str, asked_at: datetime) -> None:
    """Note that the probe of that time came through the queue to this worker."""
    unanswered = Q(probed_at__isnull=True) | Q(probed_at__lt=asked_at)
    Worker.objects.filter(unanswered, name=name).update(probed_at=asked_at)


def recently_probed() -> tuple[Worker, int]:
    """``probe``, asked once by all threads of a process together, and not again for a second; and
    how many workers lived then.
    """
    global _latest
    with _probing:
        if _latest is None or _latest[0] <= time.monotonic():
            try:
                found: tuple[Worker, int] | _Silence = probe(), registry.living_workers().count()
            except (registry.NoWorker, dispatch.BrokerUnavailable) as error:
                found = error
            _latest = time.monotonic() + settings.READY_KEPT_SECONDS, found
        found = _latest[1]
    if isinstance(found, tuple):
        return found
    raise type(found)(*found.args)  # one of its own for each thread
