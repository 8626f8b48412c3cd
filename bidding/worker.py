"""What a worker process does besides taking tasks: load the model first, then say it lives.

One process holds one model for its life and computes one explanation at a time (Celery's solo
pool). More are had by starting more processes, on this machine or on others.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import bootsteps

logger = logging.getLogger(__name__)

STUCK_EXIT_STATUS = 70

_explainer: Any = None
_busy_since: float | None = None


def name() -> str:
    """How this process is told from other workers."""
    return f"{os.uname().nodename}:{os.getpid()}"


def loaded_explainer() -> Any:
    """The one explainer of this process. Raises RuntimeError outside a started worker."""
    if _explainer is None:
        raise RuntimeError("no model is loaded: this is not a worker, or it has not started yet")
    return _explainer


@contextmanager
def watched() -> Iterator[None]:
    """A stretch of work that must not take longer than TASK_LIMIT_SECONDS."""
    global _busy_since
    _busy_since = time.monotonic()
    try:
        yield
    finally:
        _busy_since = None


class LoadModel(bootsteps.StartStopStep):
    """Loads the model before the worker consumes; if that fails, the worker does not start."""

    requires = ("celery.worker.components:Pool",)

    def start(self, parent: Any) -> None:
        """Imports torch, here and nowhere else in the service, and loads the weights."""
        global _explainer
        from django.conf import settings
        from django.utils.module_loading import import_string

        _explainer = import_string(settings.EXPLAINER_CLASS).load()


class KeepPresence(bootsteps.StartStopStep):
    """Says every few seconds that this worker lives, and cleans up; ends the process if stuck."""

    requires = (LoadModel,)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stopped = threading.Event()

    def start(self, parent: Any) -> None:
        """Joins the living workers and starts the beat."""
        from bidding import presence

        presence.join(name(), loaded_explainer().model)
        threading.Thread(target=self._beat, name="presence", daemon=True).start()

    def stop(self, parent: Any) -> None:
        """Leaves, so that nobody waits for this worker any more."""
        from bidding import presence

        self._stopped.set()
        presence.leave(name())

    terminate = stop

    def _beat(self) -> None:
        from django.conf import settings
        from django.db import close_old_connections

        from bidding import presence, services
        from bidding.batches import upkeep

        while not self._stopped.wait(settings.WORKER_BEAT_SECONDS):
            _end_if_stuck(settings.TASK_LIMIT_SECONDS)
            try:
                close_old_connections()  # one that broke would stay broken
                presence.beat(name(), loaded_explainer().model)
                services.sweep()
                upkeep.sweep()
            except Exception:  # whatever it is, the next beat tries again
                logger.exception("the presence of worker %s could not be kept", name())


def _end_if_stuck(limit_seconds: float) -> None:
    """A solo worker cannot interrupt its task: it ends, and whoever supervises starts another."""
    since = _busy_since
    if since is not None and time.monotonic() - since > limit_seconds:
        logger.critical("one task took over %s s: ending worker %s", limit_seconds, name())
        os._exit(STUCK_EXIT_STATUS)
