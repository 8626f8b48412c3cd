"""Celery's thin doors to the jobs. A task of a question asks for the one whose turn it is among all
of its lane and model; delivered twice it finds none, and is dropped.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from celery import Task, shared_task
from celery.exceptions import Reject
from celery.utils.log import get_task_logger
from django.db import DatabaseError

from bidding.batches import chunks
from bidding.jobs import dispatch, states
from bidding.jobs.kinds import WORK, Lane, Work
from bidding.models import Kind
from bidding.worker.node import Node, node_of

logger = get_task_logger(__name__)

DATABASE_PAUSE_SECONDS = 1.0


def _of_work(work: Work) -> Task:
    """Return the task of that work. What is urgent is computed with others that wait; all else one
    by one, or part by part, and the urgent may pass before each.
    """
    answer = Node.answer if work.lane == Lane.URGENT else Node.drain

    @shared_task(bind=True, name=work.task)
    def compute(task: Task, job_id: str, model_key: str = "", *older: str) -> None:
        """Answer, or hand the task over if it asks another model than this node's.

        What follows comes from an older version.
        """
        node, key = node_of(task.app), uuid.UUID(job_id)
        with _requeued_without_database(f"job {key}"):
            try:
                if model_key in ("", node.model_key):
                    answer(node, key)
                else:
                    dispatch.hand_over(key, model_key)
            except states.WrongState as refusal:
                logger.warning("%s", refusal)

    return compute


OF_KIND = {kind: _of_work(work) for kind, work in WORK.items() if kind != Kind.CHUNK}


@shared_task(bind=True, name=WORK[Kind.CHUNK].task)
def batch_chunk(task: Task, batch_id: str, number: str) -> None:
    """Compute some positions of a batch, in a queue that is served when nobody else waits."""
    node = node_of(task.app)
    name = f"chunk {number} of batch {batch_id}"
    with _requeued_without_database(name), node.alone(batch_id, number) as alone:
        if alone:
            with node.bulk():
                chunks.compute(uuid.UUID(batch_id), int(number), node.shared)


@contextmanager
def _requeued_without_database(name: str) -> Iterator[None]:
    """Give the task back to the queue while the database cannot be used: nothing is lost."""
    try:
        yield
    except DatabaseError as error:
        logger.exception("%s goes back to the queue", name)
        time.sleep(DATABASE_PAUSE_SECONDS)
        raise Reject(str(error), requeue=True) from error


@shared_task(bind=True, name=dispatch.PROBE_TASK)
def probe(task: Task, asked_at: str) -> None:
    """Do nothing but say that tasks are taken and that the model is loaded."""
    dispatch.answer_probe(node_of(task.app).name, datetime.fromisoformat(asked_at))
