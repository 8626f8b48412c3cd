"""The steps by which a Celery worker becomes a node; Celery imports them once Django is ready."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from celery import Celery, bootsteps
from django.conf import settings
from django.db import close_old_connections
from django.utils.module_loading import import_string

from bidding import vacuum
from bidding.batches import requests as batches
from bidding.jobs import dispatch, registry, upkeep
from bidding.practice import tables
from bidding.worker.node import Node, node_of

logger = logging.getLogger(__package__)


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
            (keep_up, settings.UPKEEP_SECONDS),
        ):
            arguments, name = [act, node, seconds], act.__name__
            threading.Thread(target=self._repeat, args=arguments, name=name, daemon=True).start()

    def stop(self, parent: Any) -> None:
        """Leave, so that nobody waits for this worker any more."""
        self._stopped.set()
        node_of(parent.app).drains = False
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
        """Do so if this consumer has been connected before."""
        if parent.restart_count > 0:
            dispatch.resend_queued()


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
        vacuum.shrink()
