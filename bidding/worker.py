"""What a node, a Celery worker, does besides taking tasks: load the model, then say it lives.

A node is bound to one device and holds one model for its life. Its tasks wait in threads while
one thread, the model's, computes all that wait together. More nodes are had by starting more
processes, on this machine or on others, several to a GPU too.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

from celery import bootsteps
from celery.exceptions import Reject

from bidding.batching import Batcher, Meter
from bidding.json_text import Encoded, texts

logger = logging.getLogger(__name__)

STUCK_EXIT_STATUS = 70
SLICE = 8  # positions at a time of work that is not urgent: the urgent waits for no more
BULK_PAUSE_SECONDS = 0.3

_explainer: Any = None
_batcher: Batcher | None = None
_busy_since: dict[int, float] = {}  # by thread
_bulk_places: threading.Semaphore | None = None


def name() -> str:
    """How this process is told from other workers."""
    return f"{os.uname().nodename}:{os.getpid()}"


def loaded_explainer() -> Any:
    """The one explainer of this process, for any thread; what it is asked is not urgent.

    Raises RuntimeError outside a started worker.
    """
    if _explainer is None:
        raise RuntimeError("no model is loaded: this is not a worker, or it has not started yet")
    return _explainer if _batcher is None else SharedExplainer(_explainer, _batcher)


def answer(key: Hashable) -> None:
    """Returns once the explanation of that id has ended, computed with others that wait."""
    loaded_explainer()
    assert _batcher is not None
    _batcher.ask(key)


def model_key() -> str:
    """Which answers this process gives: services.model_key of its model."""
    from bidding import services

    return services.model_key(asdict(loaded_explainer().model))


class SharedExplainer:
    """Asks an explainer in its own thread, a few positions at a time, between urgent batches.

    Answers come as texts, made in that thread, too: as objects they take ten times the memory, and
    only those of one slice are there at a time.
    """

    def __init__(self, explainer: Any, batcher: Batcher) -> None:
        self.explainer, self.batcher, self.model = explainer, batcher, explainer.model

    def explain_many(self, positions: Sequence[Any]) -> list[Encoded]:
        """As the explainer itself."""
        return self._sliced(self.explainer.explain_many, positions, SLICE)

    def refine_many(self, positions: Sequence[Any]) -> list[Encoded]:
        """As the explainer itself."""
        return self._sliced(self.explainer.refine_many, positions, 1)

    def options_many(self, positions: Sequence[Any]) -> list[Encoded]:
        """As the explainer itself."""
        return self._sliced(self.explainer.options_many, positions, 1)

    def analyse(self, position: Any, sums: Any) -> Any:
        """As the explainer itself."""
        with _waiting_for_the_model():
            return self.batcher.call(partial(self.explainer.analyse, position, sums))

    def _sliced(self, ask: Any, positions: Sequence[Any], size: int) -> list[Encoded]:
        answers: list[Encoded] = []
        for start in range(0, len(positions), size):
            asked = partial(ask, positions[start : start + size])
            with _waiting_for_the_model():
                answers += map(Encoded, self.batcher.call(partial(texts, asked)))
        return answers


@contextmanager
def watched() -> Iterator[None]:
    """A stretch of work that must not take longer than TASK_LIMIT_SECONDS.

    Waiting for the model does not count: its thread is watched by itself.
    """
    thread = threading.get_ident()
    _busy_since[thread] = time.monotonic()
    try:
        yield
    finally:
        del _busy_since[thread]


@contextmanager
def _waiting_for_the_model() -> Iterator[None]:
    """Others may be first, and many: what is watched begins anew afterwards."""
    thread = threading.get_ident()
    was_watched = _busy_since.pop(thread, None) is not None
    try:
        yield
    finally:
        if was_watched:
            _busy_since[thread] = time.monotonic()


@contextmanager
def bulk() -> Iterator[None]:
    """Work that is not urgent: at most half of a node's places are for it.

    Raises Reject, which gives the task back to the queue, where they are taken.
    """
    places = _bulk_places
    if places is not None and not places.acquire(blocking=False):
        time.sleep(BULK_PAUSE_SECONDS)
        raise Reject("the places for bulk work are taken", requeue=True)
    try:
        yield
    finally:
        if places is not None:
            places.release()


def serve(explainer: Any) -> Batcher:
    """From now on this process answers with that explainer, in a thread of its own."""
    global _explainer, _batcher, _bulk_places
    from django.conf import settings

    _explainer = explainer
    _bulk_places = threading.Semaphore(settings.NODE_BATCH)
    _batcher = Batcher(_compute, settings.NODE_BATCH, settings.NODE_LINGER_SECONDS)
    threading.Thread(target=_batcher.run, name="model", daemon=True).start()
    return _batcher


def _compute(keys: Sequence[Any]) -> tuple[int, Sequence[Any]]:
    """In the model's thread: the first rows of those that wait.

    How many had not ended, and those that were too much for one batch.
    """
    from django.db import close_old_connections

    from bidding import services

    close_old_connections()
    return services.compute_many(keys, _explainer)


class LoadModel(bootsteps.StartStopStep):
    """Loads the model before the worker consumes; if that fails, the worker does not start."""

    requires = ("celery.worker.components:Pool",)

    def start(self, parent: Any) -> None:
        """Imports torch, here and nowhere else in the service, loads the weights, warms them."""
        from django.conf import settings
        from django.utils.module_loading import import_string

        batcher = serve(import_string(settings.EXPLAINER_CLASS).load(device=settings.NODE_DEVICE))
        batcher.meter = _warmed(_explainer, settings.NODE_BATCH)
        if parent is not None:
            _listen(parent.app.amqp.queues)


def _warmed(explainer: Any, batch: int) -> Meter:
    """Has answered each kind of question, the largest batch twice: measured the second time."""
    from bidding.domain.auction import Auction
    from bidding.domain.position import Position
    from bidding.domain.table import Seat, Vulnerability
    from bidding.parsing.text.calls import parse_call

    auction = Auction(Seat.N)
    for text in ("1D", "1H", "1S", "P", "2D", "P"):
        auction = auction.after(parse_call(text))
    position = Position(None, Seat.S, auction, Vulnerability.NONE)
    explainer.options_many([position])
    explainer.refine_many([position])
    explainer.analyse(position, None)
    for _ in range(2):
        start = time.monotonic()
        for explanation in explainer.explain_many([position] * batch):
            explanation.to_json()
    return Meter(batch, max(time.monotonic() - start, 1e-4))


def _listen(queues: Any) -> None:
    """Takes the tasks for every model, for this model alone, and then the bulk, in this order."""
    from django.conf import settings

    from bidding import services

    for queue in (services.queue_of_model(model_key()), settings.BATCH_QUEUE):
        queues.select_add(queue)


class KeepPresence(bootsteps.StartStopStep):
    """Says every few seconds that this worker lives, and cleans up; ends the process if stuck."""

    requires = (LoadModel,)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stopped = threading.Event()

    def start(self, parent: Any) -> None:
        """Joins the living workers and starts the beat."""
        from django.conf import settings

        from bidding import registry

        model = loaded_explainer().model
        registry.register(name(), model, **_facts())
        logger.info(
            "node %s serves %s %s (%s) on %s",
            *(name(), model.name, model.version, model.sha256[:12], settings.NODE_DEVICE),
        )
        threading.Thread(target=self._beat, name="presence", daemon=True).start()

    def stop(self, parent: Any) -> None:
        """Leaves, so that nobody waits for this worker any more."""
        from bidding import registry

        self._stopped.set()
        registry.deregister(name())

    terminate = stop

    def _beat(self) -> None:
        from django.conf import settings
        from django.db import close_old_connections

        from bidding import registry, services, vacuum
        from bidding.batches import upkeep

        while not self._stopped.wait(settings.WORKER_BEAT_SECONDS):
            _end_if_stuck(settings.TASK_LIMIT_SECONDS)
            try:
                close_old_connections()  # one that broke would stay broken
                registry.heartbeat(name(), loaded_explainer().model, **_facts())
                services.sweep()
                services.resend_lost()
                upkeep.sweep()
                vacuum.shrink()
            except Exception:  # whatever it is, the next beat tries again
                logger.exception("the presence of worker %s could not be kept", name())


def _facts() -> dict[str, Any]:
    """What a node tells of itself besides its model."""
    from django.conf import settings

    meter = Meter(0, 1) if _batcher is None else _batcher.meter
    return {"device": settings.NODE_DEVICE, "rate": meter.rate, "answered": meter.answered}


def _end_if_stuck(limit_seconds: float) -> None:
    """A thread cannot be interrupted: the process ends, and whoever supervises starts another."""
    now = time.monotonic()
    longest = max((now - since for since in [*_busy_since.values()]), default=0.0)
    if _batcher is not None:
        longest = max(longest, _batcher.busy_seconds())
    if longest > limit_seconds:
        logger.critical("one task took over %s s: ending worker %s", limit_seconds, name())
        os._exit(STUCK_EXIT_STATUS)
