"""The states of jobs: how many are in which, and the verbs that change them.

Each verb changes a row by one conditional UPDATE, so that of two processes one succeeds.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate, takewhile
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Case, Count, F, FloatField, Max, Min, Q, QuerySet, Sum, When
from django.db.models.functions import Least
from django.utils import timezone

from bidding.jobs import metrics, registry
from bidding.jobs.kinds import (
    ATTEMPTS,
    URGENT,
    WORK,
    is_urgent,
    lane,
    moments,
    patience_seconds,
    seconds_allowed,
)
from bidding.jobs.shares import of_network
from bidding.models import PENDING, REUSABLE, Job, Kind, State

# Of all rows that are begun together: 64 ordinary auctions, or 20 of the longest that are not
# computed alone. About a second of one processor, and 7 MB of JSON.
MOMENTS_AT_ONCE = 640
UNSTORED_JOBS = 1000
UNTAKEN_SECONDS = 1.0
RECENT_SECONDS = 30  # for which the price of a client's jobs puts off its next ones
REMOVED_JOBS = 100
FIRST_RETRY_SECONDS, COUNTED_FAILURES = 5, 8  # so that the longest pause is 11 minutes

_unstored: set[uuid.UUID] = set()  # in memory: the database could not be written


class WrongState(Exception):
    """A verb that does not apply to a job as it stands."""

    def __init__(self, verb: str, job_id: uuid.UUID, states: Iterable[State]) -> None:
        found = Job.objects.filter(pk=job_id).values_list("state", flat=True)
        actual = found.first() or "unknown"
        allowed = " or ".join(states)
        super().__init__(f"cannot {verb} job {job_id}: {actual}, not {allowed}")


# --- Reading --------------------------------------------------------------------------------


def job(job_id: uuid.UUID) -> Job:
    """Return the row of that id. Raise Job.DoesNotExist."""
    return Job.objects.get(pk=job_id)


def reusable(content_key: str) -> Job | None:
    """Return the row that answers, or will answer, the question of that key, without its answer."""
    rows = Job.objects.filter(content_key=content_key, state__in=REUSABLE)
    return rows.defer("result", "sums").first()


def last_failure(content_key: str) -> Job | None:
    """Return the row of the last failure to compute the answer to the question of that key."""
    return _failures(content_key).first()


def seconds_to_retry(failed: Job) -> float:
    """Return how long its question is better not computed again: twice as long at each failure."""
    failures = len(_failures(failed.content_key)[:COUNTED_FAILURES])
    pause = timedelta(seconds=FIRST_RETRY_SECONDS * 2 ** (failures - 1))
    return (failed.ended_at + pause - timezone.now()).total_seconds() if failed.ended_at else 0.0


def _failures(content_key: str) -> QuerySet[Job]:
    failed = Job.objects.filter(content_key=content_key, state=State.FAILED)
    return failed.filter(error__code="explanation-failed").order_by("-ended_at")


def late() -> QuerySet[Job]:
    """Return those that nobody waits for any more: asked for longer ago than is of use."""
    return Job.objects.filter(_late(), state__in=PENDING)


def _late() -> Q:
    """Asked for longer ago than is of use."""
    found = Q()
    for kind in WORK:
        oldest = timezone.now() - timedelta(seconds=seconds_allowed(kind))
        found |= Q(kind=kind, created_at__lt=oldest)
    return found


def is_late(row: Job) -> bool:
    """Return whether nobody waits for it any more, though it has not ended."""
    age = timezone.now() - row.created_at
    return not row.has_ended and age > timedelta(seconds=seconds_allowed(row.kind))


def pending() -> QuerySet[Job]:
    """Return those that somebody may still wait for."""
    return Job.objects.filter(~_late(), state__in=PENDING)


def lost(*, busy: bool = False) -> QuerySet[Job]:
    """Return those that have been pending for too long since their task was sent."""
    now, silent = timezone.now(), Q()
    for kind in WORK:
        patience = timedelta(seconds=patience_seconds(kind, busy=busy))
        silent |= Q(kind=kind, sent_at__lt=now - patience)
    return pending().filter(silent)


def untaken(queue: str) -> uuid.UUID | None:
    """Return the first job of the queue that idle nodes would have begun: queued for a second."""
    sent = timezone.now() - timedelta(seconds=UNTAKEN_SECONDS)
    waiting = Job.objects.filter(queue=queue, state=State.QUEUED, sent_at__lt=sent)
    return waiting.order_by("turn").values_list("pk", flat=True).first()


def next_turn(queue: str, client: str | None, price: float, job: Job | None = None) -> int:
    """Return the turn of one job more of that client, or of the rest of its ``job``: the price of
    what it has asked for of late, half of what others of its network have, and of this one.

    The lowest comes first. So who asks for little hardly waits for those who ask for much, a
    client's second job waits for the first of another that costs as much, and many addresses of one
    network do not come before everybody else. A new urgent one never comes before those of its
    client that wait, which were admitted for less before them.
    """
    since = timezone.now() - timedelta(seconds=RECENT_SECONDS)
    neighbours = Q(client=None) if client is None else of_network(client)
    recent = Job.objects.filter(neighbours, Q(state__in=PENDING) | Q(started_at__gte=since))
    recent = recent.filter(queue=queue).exclude(pk__in=[] if job is None else [job.pk])
    own = Q(client=client)
    found = recent.aggregate(
        own=Sum("weight", filter=own),
        all=Sum("weight"),
        last=Max("turn", filter=own & Q(state__in=PENDING)),
    )
    turn = round(((found["own"] or 0) + (found["all"] or 0)) / 2 + price)
    return max(turn, found["last"] or 0) if is_urgent(queue) else turn


def has_earlier(job: Job) -> bool:
    """Return whether a job waits whose turn is before that of one which is being computed."""
    waiting = Job.objects.filter(queue=job.queue, turn__lt=job.turn, state=State.QUEUED)
    return job.turn is not None and waiting.exists()


def price_before(queue: str, turn: int) -> float:
    """Return the price of what workers do before a job of that turn: what has an earlier one, in
    parts only until its turn is later, and all that is urgent."""
    first = Q(queue=queue, turn__lte=turn)
    if not is_urgent(queue):
        first |= Q(queue__startswith=URGENT)
    parts = When(
        kind__in=[kind for kind, work in WORK.items() if work.in_parts],
        then=Least(
            F("weight") * (1 - F("share_done")), turn - F("turn"), output_field=FloatField()
        ),
    )
    left = Case(parts, default=F("weight"), output_field=FloatField())
    return pending().filter(first, batch=None).aggregate(left=Sum(left))["left"] or 0.0


def rows_by_kind_and_state() -> QuerySet[Job, tuple[str, str, int]]:
    """Return (kind, state, number of questions) of each kind in each state that occurs."""
    groups = Job.questions.order_by("kind", "state").values("kind", "state")
    return groups.annotate(number=Count("pk")).values_list("kind", "state", "number")


def queue_length() -> int:
    """Return how many questions wait for a worker."""
    return Job.questions.filter(state=State.QUEUED).count()


def oldest_wait_seconds() -> float:
    """Return how long the oldest of them has waited; 0 if there are none."""
    queued = Job.questions.filter(state=State.QUEUED)
    oldest = queued.aggregate(oldest=Min("created_at"))["oldest"]
    return (timezone.now() - oldest).total_seconds() if oldest else 0.0


def recent_failures(limit: int) -> QuerySet[Job]:
    """Return the last questions that ended without an answer, the newest first."""
    lost = Job.questions.filter(state__in=(State.FAILED, State.EXPIRED))
    return lost.order_by("-ended_at")[:limit]


# --- Changing -------------------------------------------------------------------------------


def begin(job_id: uuid.UUID) -> Job:
    """Claim this job, and return it. A running one may be begun again: its worker may have died.
    Raise WrongState if it has ended.
    """
    now = timezone.now()
    jobs = Job.objects.filter(pk=job_id, state__in=PENDING)
    if not jobs.update(state=State.RUNNING, **_begun(now, [job_id])):
        raise WrongState("begin", job_id, PENDING)
    _unstored.discard(job_id)
    begun = job(job_id)
    if begun.kind != Kind.CHUNK:
        metrics.began(begun.kind, now - begun.created_at)
    return begun


def begin_many(job_ids: Sequence[uuid.UUID], queue: str = "") -> tuple[list[Job], list[uuid.UUID]]:
    """Claim as many jobs of the queue as there are tasks of it, by turn, whatever their jobs.

    Return these, of MOMENTS_AT_ONCE at most unless it is one alone, and which tasks are left for
    the others.
    """
    with transaction.atomic():
        waiting = _waiting(queue, job_ids)
        jobs = list(waiting)
        if any(map(is_late, jobs)):
            expire_late(queue=queue)
            expire_late(pk__in=job_ids)
            jobs = list(waiting.all())
        end = _fitting(jobs)
        jobs, others = jobs[:end], {job.pk for job in jobs[end:]}
        now = timezone.now()
        begun = [job.pk for job in jobs]
        Job.objects.filter(pk__in=begun).update(state=State.RUNNING, **_begun(now, begun))
    for job in jobs:
        job.attempts += job.pk not in _unstored
        _unstored.discard(job.pk)
        metrics.began(job.kind, now - job.created_at, len(jobs))
    left = [key for key in job_ids if key not in begun]
    return jobs, sorted(left, key=lambda key: key not in others)[: len(others)]


def _waiting(queue: str, job_ids: Sequence[uuid.UUID]) -> QuerySet[Job]:
    """Return the first jobs that nobody computes, as many as tasks; locked against others.

    A node that has not said so for long computes nothing any more. Jobs without a queue are begun
    by their own tasks.
    """
    silent = timezone.now() - timedelta(seconds=settings.REDELIVERY_SECONDS / 2)
    computed = Q(state=State.RUNNING, sent_at__gte=silent, sent_at__lte=F("started_at"))
    free = Q(queue=queue) & (~computed | Q(pk__in=_unstored))
    jobs = Job.objects.filter(free | Q(queue=None, pk__in=job_ids), state__in=PENDING)
    jobs = jobs.order_by("turn", "created_at")
    return jobs.select_for_update(skip_locked=True)[: len(job_ids)]


def go_on(job: Job) -> bool:
    """Record that a begun job is being computed; return whether anybody still waits for it."""
    if is_late(job):
        expire_late(pk=job.pk)
        return False
    now = timezone.now()
    running = Job.objects.filter(pk=job.pk, state=State.RUNNING)
    return bool(running.update(sent_at=now, started_at=now))


def _begun(now: datetime, job_ids: Iterable[uuid.UUID]) -> dict[str, Any]:
    counted = When(pk__in=[pk for pk in job_ids if pk in _unstored], then=F("attempts"))
    attempts = Case(counted, default=F("attempts") + 1)
    return {"sent_at": now, "started_at": now, "attempts": attempts}


@contextmanager
def storing(jobs: Iterable[Job]) -> Iterator[None]:
    """What a worker does with begun jobs: if the database fails, the attempt goes on when this
    worker begins them again, for it has not ended at them.
    """
    try:
        yield
    except DatabaseError:
        if len(_unstored) > UNSTORED_JOBS:  # others have begun them since
            _unstored.clear()
        _unstored.update(job.pk for job in jobs)
        raise


def _fitting(jobs: Sequence[Job]) -> int:
    """Return how many of the first jobs are computed together: one at least, however long.

    One that was begun before is computed by itself: its worker may have ended at it.
    """
    fresh = list(takewhile(lambda job: not job.attempts, jobs))
    totals = accumulate(moments(job.position) for job in fresh)
    return max(1, sum(total <= MOMENTS_AT_ONCE for total in totals))


def is_given_up(job: Job) -> bool:
    """Return whether a job has been begun too often without progress: workers seem to end at it.

    A copy of its task may wait on each living worker, which has begun it, too.
    """
    excess = job.attempts - ATTEMPTS[lane(job.kind, job.weight)]
    return excess > 0 and excess > registry.living_workers().count() - 1


def finish(job_id: uuid.UUID, result: str | None = None) -> None:
    """Store the answer, which is JSON; those of a chunk are its items'."""
    length = len((result or "").encode())
    kept = {"result": result, "result_bytes": length, "share_done": 1, "sums": None}
    now = timezone.now()
    _move("finish", job_id, [State.RUNNING], State.DONE, ended_at=now, **kept)


def fail(job_id: uuid.UUID, code: str, detail: str) -> None:
    """Store why there will be no answer."""
    error = {"code": code, "detail": detail}
    _move("fail", job_id, PENDING, State.FAILED, ended_at=timezone.now(), error=error)


def _move(
    verb: str, job_id: uuid.UUID, states: Iterable[State], to: State, **changes: object
) -> None:
    """Change the row if it is in one of those states; raise WrongState if it is not."""
    rows = Job.objects.filter(pk=job_id, state__in=list(states))
    if not rows.update(state=to, **changes):
        raise WrongState(verb, job_id, states)


def share(row: Job) -> bool:
    """Keep a job from being dropped or deleted by who asked first, for another who asks for the
    same; return whether it was there in time.
    """
    shared = Job.objects.filter(pk=row.pk, state__in=REUSABLE)
    return row.asker is None or bool(shared.update(asker=None))


def drop(jobs: QuerySet[Job]) -> int:
    """End those that are pending: nobody wants them any more. Return their number."""
    pending = jobs.filter(state__in=PENDING)
    return pending.update(state=State.DROPPED, ended_at=timezone.now())


@dataclass(frozen=True)
class Removal:
    """How many jobs were dropped and deleted, which stay, and whether others are left."""

    dropped: int
    deleted: int
    kept: list[uuid.UUID]
    more: bool


def remove(jobs: QuerySet[Job]) -> Removal:
    """Drop those that are pending and delete those that have ended, REMOVED_JOBS at a time.

    Those that others have asked for too stay.
    """
    going = jobs.exclude(asker=None)
    some = going.filter(pk__in=list(going.values_list("pk", flat=True)[:REMOVED_JOBS])).order_by()
    deleted, _ = some.exclude(state__in=PENDING).delete()
    dropped = drop(some)
    kept = list(jobs.filter(asker=None).values_list("pk", flat=True)[:REMOVED_JOBS])
    return Removal(dropped, deleted, kept, going.exists())


def expire(jobs: QuerySet[Job]) -> int:
    """End those that are pending; return their number."""
    pending = jobs.filter(state__in=PENDING)
    return pending.update(state=State.EXPIRED, ended_at=timezone.now())


def expire_late(**which: object) -> int:
    """End questions that match and were asked too long ago; return their number.

    A chunk ends with its batch.
    """
    expired = expire(late().filter(batch=None, **which))
    metrics.EXPIRED.inc(expired)
    return expired
