"""Celery's thin doors to the services."""

from __future__ import annotations

import uuid
from datetime import datetime

from celery import shared_task
from celery.utils.log import get_task_logger

from bidding import presence, services, worker
from bidding.batches import chunks

logger = get_task_logger(__name__)


@shared_task(name=services.EXPLAIN_TASK)
def explain(explanation_id: str) -> None:
    """Computes one explanation. A task delivered twice finds its row ended, and is dropped."""
    _compute(explanation_id)


@shared_task(name=services.OPTIONS_TASK)
def options(explanation_id: str) -> None:
    """Computes what the calls that may come next would show, in the same way."""
    _compute(explanation_id)


def _compute(explanation_id: str) -> None:
    with worker.watched():
        try:
            services.compute(uuid.UUID(explanation_id), worker.loaded_explainer())
        except services.WrongState as refusal:
            logger.warning("%s", refusal)


@shared_task(name=chunks.CHUNK_TASK)
def batch_chunk(batch_id: str, number: str) -> None:
    """Computes some positions of a batch, in a queue that is served when nobody else waits."""
    with worker.watched():
        chunks.compute(uuid.UUID(batch_id), int(number), worker.loaded_explainer())


@shared_task(name=presence.PROBE_TASK)
def probe(asked_at: str) -> None:
    """Does nothing but say that tasks are taken and that the model is loaded."""
    worker.loaded_explainer()
    presence.answer_probe(worker.name(), datetime.fromisoformat(asked_at))
