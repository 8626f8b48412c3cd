"""Celery's thin doors to the services."""

from __future__ import annotations

import uuid
from datetime import datetime

from celery import shared_task
from celery.utils.log import get_task_logger

from bidding import presence, services, worker

logger = get_task_logger(__name__)


@shared_task(name=services.EXPLAIN_TASK)
def explain(explanation_id: str) -> None:
    """Computes one explanation. A task delivered twice finds its row ended, and is dropped."""
    _compute(explanation_id)


@shared_task(name=services.OPTIONS_TASK)
def options(explanation_id: str) -> None:
    """Computes what the calls that may come next would show, in the same way."""
    _compute(explanation_id)


@shared_task(name=services.ANALYSE_TASK)
def analyse(explanation_id: str, part: str) -> None:
    """Does one part of an analysis; others' questions may pass before the next."""
    with worker.watched():
        try:
            services.advance(uuid.UUID(explanation_id), int(part), worker.loaded_explainer())
        except services.WrongState as refusal:
            logger.warning("%s", refusal)


def _compute(explanation_id: str) -> None:
    with worker.watched():
        try:
            services.compute(uuid.UUID(explanation_id), worker.loaded_explainer())
        except services.WrongState as refusal:
            logger.warning("%s", refusal)


@shared_task(name=presence.PROBE_TASK)
def probe(asked_at: str) -> None:
    """Does nothing but say that tasks are taken and that the model is loaded."""
    worker.loaded_explainer()
    presence.answer_probe(worker.name(), datetime.fromisoformat(asked_at))
