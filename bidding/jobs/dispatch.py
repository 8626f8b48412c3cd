"""Tasks: sent to the workers, handed over to those of another model, sent again when lost.

And probes: no-op tasks that say whether the queue reaches a worker with a loaded model.
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

from bidding.jobs import notifications, registry, states
from bidding.jobs.kinds import (
    WORK,
    Lane,
    content_key,
    lane,
    model_key,
    patience_seconds,
    seconds_allowed,
)
from bidding.models import PENDING, Job, Kind, State, Worker

logger = logging.getLogger(__name__)

RESENT_JOBS = 500  # at a time
PROBE_TASK = "bidding.probe"


class BrokerUnavailable(Exception):
    """The queue cannot be reached, or not in time."""


def queue_of_model(key: str) -> str:
    """Return the queue of the tasks that only workers with that model take."""
    return f"{settings.CELERY_TASK_DEFAULT_QUEUE}.{key[:16]}"


def send(
    task: str, arguments: list[str], *, expires_seconds: float, queue: str | None = None
) -> None:
    """Queue a task, unless it has waited so long that nobody wants it any more.

    Raise BrokerUnavailable.
    """
    try:
        current_app.send_task(task, arguments, expires=expires_seconds, queue=queue)
    except OperationalError as error:
        raise BrokerUnavailable("The queue of questions cannot be reached.") from error


def enqueue(job: Job, key_of_model: str, queue: str | None = None) -> None:
    """Send the task of a job. Raise BrokerUnavailable."""
    arguments, expires_seconds = [str(job.pk), key_of_model], seconds_allowed(job.kind)
    if job.kind == Kind.CHUNK:
        arguments = [str(job.batch_id), str(job.number)]
        expires_seconds = patience_seconds(job.kind)  # then it is sent again
    # Others pass before long ones, and amid them.
    is_refined = lane(job.kind, job.weight) == Lane.REFINED
    task = WORK[Kind.REFINED if is_refined else job.kind].task
    send(task, arguments, expires_seconds=expires_seconds, queue=queue)


def enqueue_or_fail(job: Job, key_of_model: str) -> None:
    """Send the task of a new job; fail it, and raise BrokerUnavailable, if that cannot be done.

    The client gets the error and asks again; nobody else has waited for it yet.
    """
    try:
        enqueue(job, key_of_model)
    except BrokerUnavailable as unavailable:
        with suppress(states.WrongState):  # sent after all, it may have ended meanwhile
            states.fail(job.pk, "broker-unavailable", str(unavailable))
        raise


def hand_over(job_id: uuid.UUID, key_of_model: str) -> None:
    """Give a task to the workers with that model. Fail the job where there are none.

    Raise WrongState if it is gone, or has ended and there are none, and BrokerUnavailable.
    """
    job = Job.objects.filter(pk=job_id).first()
    if job is None:
        raise states.WrongState("hand over", job_id, PENDING)
    workers = registry.living_workers()
    if key_of_model not in {model_key(worker.model) for worker in workers}:
        detail = "The model has been replaced. Ask again."
        states.fail(job_id, "model-replaced", detail)
        return
    enqueue(job, key_of_model, queue_of_model(key_of_model))


def resend_lost() -> int:
    """Send again the tasks that the broker seems to have lost; return how many those were.

    A task may wait long in a long queue: it is lost if the queue is empty, or for the patient.
    """
    if not states.lost().exists():
        return 0
    try:
        lost = states.lost(busy=untaken_tasks() > 0).order_by("sent_at")
    except BrokerUnavailable as unavailable:
        logger.warning("lost jobs wait: %s", unavailable)
        return 0
    return resend(lost[:RESENT_JOBS], _living_models())


def resend_taken(last_beat: datetime) -> int:
    """Send again what a worker may have taken that ended after that heartbeat; how many those were.

    What others have taken, or nobody yet, comes twice, and the second finds its work done.
    """
    latest = last_beat + timedelta(seconds=settings.WORKER_BEAT_SECONDS)
    taken = states.pending().filter(sent_at__lt=latest).order_by("sent_at")
    return resend(taken[:RESENT_JOBS], _living_models())


def resend_queued() -> int:
    """Send again what waits for a worker, for a broker that ended may have forgotten the last of
    it; return how many those were."""
    waiting = states.pending().filter(state=State.QUEUED).order_by("sent_at")
    return resend(waiting[:RESENT_JOBS], _living_models())


def _living_models() -> list[str]:
    return [model_key(worker.model) for worker in registry.living_workers()]


def resend(jobs: Iterable[Job], keys_of_models: Sequence[str]) -> int:
    """Send the tasks of these jobs anew, each for its model; return how many those were.

    Without a broker the rest is left to the next upkeep.
    """
    sent = 0
    try:
        for job in jobs:
            sent += sum(send_once(job, key) for key in _models(job, keys_of_models))
    except BrokerUnavailable as unavailable:
        logger.warning("lost jobs wait: %s", unavailable)
    return sent


def send_once(job: Job, key_of_model: str = "") -> bool:
    """Send the task of a pending job, unless somebody else has just done so.

    Raise BrokerUnavailable; then the job stays as it was, and is sent later.
    """
    now, pending = timezone.now(), Job.objects.filter(pk=job.pk, state__in=PENDING)
    if not pending.filter(sent_at=job.sent_at).update(sent_at=now):
        return False
    try:
        enqueue(job, key_of_model)
    except BrokerUnavailable:
        pending.filter(sent_at=now).update(sent_at=job.sent_at)
        raise
    return True


def _models(job: Job, keys_of_models: Sequence[str]) -> Sequence[str]:
    """Return the models of which the job was asked; a chunk is for any, and its task names none."""
    if job.kind == Kind.CHUNK:
        return [""]
    asked = partial(content_key, job.kind, job.position)
    return [key for key in keys_of_models if asked(key) == job.content_key]


def untaken_tasks() -> int:
    """Return how many tasks in the broker no worker has taken yet. Raise BrokerUnavailable."""
    with current_app.connection_or_acquire() as connection:
        try:
            channel = connection.default_channel
            return int(channel.queue_declare(settings.CELERY_TASK_DEFAULT_QUEUE, passive=True)[1])
        except ChannelError:  # an empty queue is none
            return 0
        except (OperationalError, *connection.connection_errors) as error:
            raise BrokerUnavailable("The queue of questions cannot be reached.") from error


# --- Probes --------------------------------------------------------------------------------------


_Silence = registry.NoWorker | BrokerUnavailable
_probing = threading.Lock()
_latest: tuple[float, tuple[Worker, int] | _Silence] | None = None  # until when it counts


def probe() -> Worker:
    """Return a worker that answered a no-op task just now, sent as any other task is.

    Raise BrokerUnavailable, and NoWorker when none answered in time.
    """
    asked_at = timezone.now()
    limit = settings.READY_TIMEOUT_SECONDS
    send(PROBE_TASK, [asked_at.isoformat()], expires_seconds=limit)
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
    how many workers lived then. Silence counts only for those who asked before it was certain.
    """
    global _latest
    asked_at = time.monotonic()
    with _probing:
        if _latest is None or _latest[0] <= asked_at:
            kept = 0.0
            try:
                found: tuple[Worker, int] | _Silence = probe(), registry.living_workers().count()
                kept = settings.READY_KEPT_SECONDS
            except (registry.NoWorker, BrokerUnavailable) as error:
                found = error
            _latest = time.monotonic() + kept, found
        found = _latest[1]
    if isinstance(found, tuple):
        return found
    raise type(found)(*found.args)  # one of its own for each thread
