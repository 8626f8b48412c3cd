"""A node: one device, one model for its life, and the thread that computes with it.

A node's tasks wait in threads while one thread, the model's, computes all that wait together. More
nodes are had by starting more processes, on this machine or on others, several to a GPU too.
"""

from __future__ import annotations

import logging
import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from celery import Celery
from celery.exceptions import Reject
from django.conf import settings
from django.db import close_old_connections

from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.jobs import compute, registry
from bidding.jobs.kinds import Lane, model_key, queue_of
from bidding.json_text import Encoded, texts
from bidding.parsing.text.call_text import parse_call
from bidding.worker.batcher import Batcher, Meter

logger = logging.getLogger(__package__)

STUCK_EXIT_STATUS = 70
SLICE = 8  # positions at a time of work that is not urgent: the urgent waits for no more
BULK_PAUSE_SECONDS = 0.3

Result = TypeVar("Result")


def node_of(app: Celery) -> Node:
    """Return the node that takes the tasks of this application.

    Raise RuntimeError outside a started worker.
    """
    node = getattr(app, "node", None)
    if not isinstance(node, Node):
        raise RuntimeError("no model is loaded: this is not a worker, or it has not started yet")
    return node


class Node:
    """The model, thread and lanes of a worker process."""

    def __init__(self, explainer: Any, name: str = "node") -> None:
        self.name = name  # the same when its supervisor has started it again
        self.heartbeats = registry.Heartbeats(name)
        self.explainer = explainer
        self.model_key = model_key(asdict(explainer.model))
        answer = partial(self._compute, lane=Lane.URGENT)
        self.batcher = Batcher(answer, settings.NODE_BATCH, settings.NODE_LINGER_SECONDS)
        self.watch = Watch()
        self.shared = SharedExplainer(explainer, self._call_bulk)
        self._bulk_places = threading.Semaphore(settings.NODE_BATCH)
        self._bulk_turn = threading.Lock()
        self._draining, self._pausing = threading.Lock(), threading.Lock()
        # Not where one task at a time is computed, nor at the end of the process.
        self.drains = settings.CELERY_WORKER_POOL == "threads"
        self._under_way: set[tuple[str, ...]] = set()
        self._claiming = threading.Lock()

    def start(self) -> None:
        """Begin to compute, in a thread of its own."""
        threading.Thread(target=self.batcher.run, name="model", daemon=True).start()

    def warm_up(self) -> None:
        """Answer each kind of question, the largest batch twice: measured the second time."""
        auction = Auction(Seat.N)
        for text in ("1D", "1H", "1S", "P", "2D", "P"):
            auction = auction.after(parse_call(text))
        position = Position(None, Seat.S, auction, Vulnerability.NONE)
        self.explainer.options_many([position])
        self.explainer.refine_many([position])
        self.explainer.analyse(position, None)
        batch = self.batcher.limit
        for _ in range(2):
            start = time.monotonic()
            for explanation in self.explainer.explain_many([position] * batch):
                explanation.to_json()
        self.batcher.meter = Meter(batch, max(time.monotonic() - start, 1e-4))

    @property
    def facts(self) -> dict[str, Any]:
        """Facts about the node besides its model: fields of its row."""
        meter = self.batcher.meter
        return {"device": settings.NODE_DEVICE, "rate": meter.rate, "answered": meter.answered}

    def answer(self, job_id: uuid.UUID) -> None:
        """Return once a job has been computed for the task of that one, with others that wait."""
        self.batcher.ask(job_id)

    def drain(self, job_id: uuid.UUID) -> None:
        """Compute what is slow and waits, between the batches: one job, or a part of one, after the
        other, by turn.

        One thread does that. A second task is for other nodes: raise Reject, which gives it back.
        While that pauses here, more tasks are of no use.
        """
        if self._draining.acquire(blocking=False):
            try:
                while self.batcher.call(partial(self._compute, [job_id], Lane.REFINED))[0]:
                    if not self.drains:
                        raise Reject("other tasks come first", requeue=True)
            finally:
                self._draining.release()
        elif self._pausing.acquire(blocking=False):
            try:
                time.sleep(BULK_PAUSE_SECONDS)
            finally:
                self._pausing.release()
            raise Reject("this queue is being drained", requeue=True)

    def _call_bulk(self, function: Callable[[], Result]) -> Result:
        """Have the model's thread do work for one batch, which lets all else pass."""
        with self.watch.interrupted(), self._bulk_turn:
            return self.batcher.call(function, yields=True)

    def _compute(self, job_ids: Sequence[Any], lane: Lane) -> tuple[int, list[Any]]:
        """Compute, in the model's thread, jobs of the lane for the tasks of these."""
        close_old_connections()
        queue = queue_of(lane, self.model_key)
        return compute.compute_many(job_ids, self.explainer, queue)

    @contextmanager
    def alone(self, *work: str) -> Iterator[bool]:
        """Yield True unless another thread of this node does the same work.

        A task that waits long for its turn is sent a second time, perhaps to the same node. If the
        first is lost with its node, a sweep sends it again.
        """
        with self._claiming:
            alone = work not in self._under_way
            if alone:
                self._under_way.add(work)
        try:
            yield alone
        finally:
            if alone:
                self._under_way.discard(work)

    @contextmanager
    def bulk(self) -> Iterator[None]:
        """Work for batches: at most half of a node's places are for it.

        Raise Reject, which gives the task back to the queue, where they are taken.
        """
        if not self._bulk_places.acquire(blocking=False):
            time.sleep(BULK_PAUSE_SECONDS)
            raise Reject("the places for bulk work are taken", requeue=True)
        try:
            yield
        finally:
            self._bulk_places.release()

    def end_if_stuck(self, limit_seconds: float) -> None:
        """End the process if a task takes longer; its supervisor starts another.

        A thread cannot be interrupted.
        """
        if max(self.watch.longest_seconds(), self.batcher.busy_seconds()) > limit_seconds:
            logger.critical("one task took over %s s: ending worker %s", limit_seconds, self.name)
            os._exit(STUCK_EXIT_STATUS)


class Watch:
    """Start times of threads whose work must not take longer than TASK_LIMIT_SECONDS."""

    def __init__(self) -> None:
        self._busy_since: dict[int, float] = {}  # by thread

    def longest_seconds(self) -> float:
        """Seconds since the first of these threads began; 0 if there is none."""
        now = time.monotonic()
        return max((now - since for since in [*self._busy_since.values()]), default=0.0)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch this thread's work; the model's thread is watched by itself."""
        thread = threading.get_ident()
        self._busy_since[thread] = time.monotonic()
        try:
            yield
        finally:
            del self._busy_since[thread]

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """A wait for the model, in which others may be first: what is watched begins anew then."""
        thread = threading.get_ident()
        was_watched = self._busy_since.pop(thread, None) is not None
        try:
            yield
        finally:
            if was_watched:
                self._busy_since[thread] = time.monotonic()


class SharedExplainer:
    """Asks an explainer by ``call``, in its own thread, a few positions at a time.

    Answers come as texts, made in that thread, too: as objects they take ten times the memory, and
    only those of one slice are there at a time.
    """

    def __init__(self, explainer: Any, call: Callable[[Callable[[], Any]], Any]) -> None:
        self.explainer, self.call = explainer, call
        self.model = explainer.model

    def explain_many(self, positions: Sequence[Any]) -> list[Encoded]:
        """As the explainer itself."""
        answers: list[Encoded] = []
        for start in range(0, len(positions), SLICE):
            asked = partial(self.explainer.explain_many, positions[start : start + SLICE])
            answers += map(Encoded, self.call(partial(texts, asked)))
        return answers

    def review(self, board: Any, sums: Any) -> Any:
        """As the explainer itself."""
        return self.call(partial(self.explainer.review, board, sums))
