"""Celery's thin doors to the services."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from celery import shared_task
from celery.exceptions import Reject
from celery.utils.log import get_task_logger
from django.db import DatabaseError

from bidding import registry, services, worker
from bidding.batches import chunks

logger = get_task_logger(__name__)

DATABASE_PAUSE_SECONDS = 1.0

_under_way: set[tuple[str, ...]] = set()
_claiming = threading.Lock()


@shared_task(name=services.EXPLAIN_TASK)
def explain(explanation_id: str, model_key: str = "") -> None:
    """Computes one explanation. A task delivered twice finds its row ended, and is dropped."""
    _compute(explanation_id, model_key)


@shared_task(name=services.OPTIONS_TASK)
def options(explanation_id: str, model_key: str = "") -> None:
    """Computes what the calls that may come next would show, in the same way."""
    _compute(explanation_id, model_key)


@shared_task(name=services.REFINE_TASK)
def refine(explanation_id: str, model_key: str = "") -> None:
    """Computes one refined explanation, or another long row, by itself; others' questions may pass
    before it.
    """

    def answer(key: uuid.UUID) -> None:
        with _alone(explanation_id) as alone:
            if not alone:
                return
            with worker.bulk(), worker.watched():
                services.compute_many([key], worker.loaded_explainer())

    _compute(explanation_id, model_key, answer)


@shared_task(name=services.ANALYSE_TASK)
def analyse(explanation_id: str, model_key: str, part: str) -> None:
    """Does one part of an analysis; others' questions may pass before the next."""

    def advance(key: uuid.UUID) -> None:
        with _alone(explanation_id, part) as alone:
            if not alone:
                return
            with worker.watched():
                services.advance(key, int(part), worker.loaded_explainer(), model_key)

    _compute(explanation_id, model_key, advance)


def _compute(
    explanation_id: str, model_key: str, answer: Callable[[uuid.UUID], None] = worker.answer
) -> None:
    """Answers the row, or hands it over if it asks another model than this worker's.

    While the database cannot be used the task goes back to the queue: nothing is lost.
    """
    key = uuid.UUID(explanation_id)
    try:
        if model_key in ("", worker.model_key()):
            answer(key)
        else:
            services.hand_over(key, model_key)
    except services.WrongState as refusal:
        logger.warning("%s", refusal)
    except DatabaseError as error:
        logger.exception("explanation %s goes back to the queue", key)
        time.sleep(DATABASE_PAUSE_SECONDS)
        raise Reject(str(error), requeue=True) from error


@shared_task(name=chunks.CHUNK_TASK)
def batch_chunk(batch_id: str, number: str) -> None:
    """Computes some positions of a batch, in a queue that is served when nobody else waits."""
    with _alone(batch_id, number) as alone:
        if not alone:
            return
        with worker.bulk(), worker.watched():
            chunks.compute(uuid.UUID(batch_id), int(number), worker.loaded_explainer())


@contextmanager
def _alone(*work: str) -> Iterator[bool]:
    """Whether no other thread of this node does the same.

    A task that waits for its turn for long comes a second time, to the same node as to others.
    Were the first one lost with its node, whoever sweeps would send it again.
    """
    with _claiming:
        alone = work not in _under_way
        if alone:
            _under_way.add(work)
    try:
        yield alone
    finally:
        if alone:
            _under_way.discard(work)


@shared_task(name=registry.PROBE_TASK)
def probe(asked_at: str) -> None:
    """Does nothing but say that tasks are taken and that the model is loaded."""
    worker.loaded_explainer()
    registry.answer_probe(worker.name(), datetime.fromisoformat(asked_at))
