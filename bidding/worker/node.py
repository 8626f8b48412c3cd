"""A node: one device, one model for its life, and the thread that computes with it.

A node's tasks wait in threads while one thread, the model's, computes all that wait together. More
nodes are had by starting more processes, on this machine or on others, several to a GPU too.

Celery imports the steps by which a worker becomes a node once Django is ready.
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

from celery import Celery, bootsteps
from celery.exceptions import Reject
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.utils.module_loading import import_string

from bidding.batches import requests as batches
from bidding.domain.auction import Auction
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.jobs import compute, dispatch, registry, states, upkeep
from bidding.jobs.kinds import Lane, model_key, queue_of
from bidding.json_text import Encoded, texts
from bidding.parsing.text.words import parse_call
from bidding.practice import classes, tables
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
        self.shared = SharedExplainer(explainer, self._call_bulk)
        self._bulk_places = threading.Semaphore(settings.NODE_BATCH)
        self._bulk_turn = threading.Lock()
        self._draining, self._pausing = threading.Lock(), threading.Lock()
        self.drains = True  # until the end of the process
        self._under_way: set[tuple[str, ...]] = set()
        self._claiming = threading.Lock()

    def start(self) -> None:
        """Begin to compute, in a thread of its own."""
        threading.Thread(target=self.batcher.run, name="model", daemon=True).start()

    def warm_up(self) -> None:
        """Answer a question of several calls first, and then measure the largest batch.

        Other kinds hardly take longer the first time.
        """
        auction = Auction(Seat.N)
        for text in ("1D", "1H", "1S", "P", "2D", "P"):
            auction = auction.after(parse_call(text))
        position = Position(None, Seat.S, auction, Vulnerability.NONE)
        self.explainer.options_many([position])
        batch, start = self.batcher.limit, time.monotonic()
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
        with self._bulk_turn:
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
        """End the process if the model takes longer; its supervisor starts another.

        A thread cannot be interrupted.
        """
        if self.batcher.busy_seconds() > limit_seconds:
            logger.critical("one task took over %s s: ending worker %s", limit_seconds, self.name)
            os._exit(STUCK_EXIT_STATUS)


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


# --- Steps of the Celery worker ------------------------------------------------------------------


class LoadModel(bootsteps.StartStopStep):
    """Loads the model before the worker consumes; if that fails, the worker does not start."""

    requires = ("celery.worker.components:Pool",)

    def start(self, parent: Any) -> None:
        """Import torch, here and nowhere else in the service, load the weights, warm them."""
        explainer_class = import_string(settings.EXPLAINER_CLASS)
        node = Node(explainer_class.load(device=settings.NODE_DEVICE), parent.hostname)
        node.warm_up()
        node.start()
        serve(parent.app, node)


def serve(app: Celery, node: Node) -> None:
    """Have the node take tasks: those for every model, those for its own, and then the bulk."""
    app.node = node
    for queue in (dispatch.queue_of_model(node.model_key), settings.BATCH_QUEUE):
        app.amqp.queues.select_add(queue)


class SendHeartbeats(bootsteps.StartStopStep):
    """Send heartbeats, watch those of others, and do the upkeep, in threads of their own."""

    requires = (LoadModel,)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self._stopped = threading.Event()

    def start(self, parent: Any) -> None:
        """Join the living workers and start the threads."""
        node = node_of(parent.app)
        model = node.explainer.model
        before = registry.register(node.name, model, **node.facts)
        logger.info(
            "node %s serves %s %s (%s) on %s",
            *(node.name, model.name, model.version, model.sha256[:12], settings.NODE_DEVICE),
        )
        if before:
            dispatch.resend_taken(before)
        for act, seconds in (
            (beat, settings.WORKER_BEAT_SECONDS),
            (take_over, settings.WORKER_BEAT_SECONDS / 2),
            (take_untaken, settings.WORKER_BEAT_SECONDS / 2),
            (keep_up, settings.UPKEEP_SECONDS),
        ):
            arguments, name = [act, node, seconds], act.__name__
            threading.Thread(target=self._repeat, args=arguments, name=name, daemon=True).start()

    def stop(self, parent: Any) -> None:
        """Leave, so that nobody waits for this worker any more."""
        self._stopped.set()
        node_of(parent.app).drains = False
        close_old_connections()  # one that broke would keep it registered
        registry.deregister(node_of(parent.app).name)

    terminate = stop

    def _repeat(self, act: Callable[[Node], None], node: Node, seconds: float) -> None:
        while not self._stopped.wait(seconds):
            try:
                act(node)
            except Exception:  # whatever it is, the next time tries again
                logger.exception("a %s of worker %s failed", act.__name__, node.name)


class ResendQueued(bootsteps.StartStopStep):
    """Send again what waits, once the connection to the broker was lost and is back."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Do so if this consumer has been connected before, unless the database is away, too.

        Celery ends a worker whose step raises; upkeep sends what is lost later.
        """
        if parent.restart_count == 0:
            return
        close_old_connections()  # the same network may have cut this thread's
        try:
            dispatch.resend_queued()
        except (DatabaseError, InterfaceError) as error:
            logger.warning("what waits is not sent again: %s", error)


def beat(node: Node) -> None:
    """End the process if it is stuck, else send a heartbeat."""
    node.end_if_stuck(settings.TASK_LIMIT_SECONDS)
    close_old_connections()  # one that broke would stay broken
    registry.heartbeat(node.name, node.explainer.model, **node.facts)


def take_over(node: Node) -> None:
    """Send again what nodes had taken that have ended without a word, as when they are killed."""
    close_old_connections()  # as above
    if last_beat := node.heartbeats.drop_silent():
        dispatch.resend_taken(last_beat)


def take_untaken(node: Node) -> None:
    """Compute an urgent job that nobody has taken though this node is idle.

    Its task is lost, as of a web process that was killed before it sent it; or it went to another
    job, whose own task was.
    """
    close_old_connections()  # as above
    if node.batcher.busy_seconds():
        return
    if job_id := states.untaken(queue_of(Lane.URGENT, node.model_key)):
        node.answer(job_id)


def keep_up(node: Node) -> None:
    """Clean up and send what was lost, for all nodes, if this is the one that does.

    It may wait long for the broker or for a writer, while the node beats on.
    """
    close_old_connections()  # as above
    if registry.is_oldest(node.name):
        upkeep.sweep()
        dispatch.resend_lost()
        batches.sweep()
        tables.sweep()
        classes.sweep()
