"""What is read of jobs: how they stand, how many wait, and waiting for their ends."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone

from bidding.jobs import notifications
from bidding.jobs.kinds import WORK, patience_seconds, seconds_allowed
from bidding.models import PENDING, REUSABLE, Job, State

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, PAUSE_GROWTH = 0.002, 0.05, 1.5


def job(job_id: uuid.UUID) -> Job:
    """Return the row of that id. Raise Job.DoesNotExist."""
    return Job.objects.get(pk=job_id)


def reusable(content_key: str) -> Job | None:
    """Return the row that answers, or will answer, the question of that key, without its answer."""
    rows = Job.objects.filter(content_key=content_key, state__in=REUSABLE)
    return rows.defer("result", "sums").first()


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


def waiting_by_kind() -> list[tuple[str, int, float]]:
    """Return (kind, weight, number of questions that are waited for, less what of them is done)."""
    groups = pending().filter(batch=None).order_by().values("kind", "weight")
    counted = groups.annotate(left=Count("pk") - Sum("share_done"))
    rows = counted.values_list("kind", "weight", "left")
    return [(kind, weight or 1, left) for kind, weight, left in rows]


def lost(*, busy: bool = False) -> QuerySet[Job]:
    """Return those that have been pending for too long since their task was sent."""
    now, silent = timezone.now(), Q()
    for kind in WORK:
        patience = timedelta(seconds=patience_seconds(kind, busy=busy))
        silent |= Q(kind=kind, sent_at__lt=now - patience)
    return pending().filter(silent)


def wait_for(job_id: uuid.UUID, seconds: float) -> Job:
    """Return the row once it has ended, or as it stands after that time.

    Raise Job.DoesNotExist.
    """
    row = None

    def has_ended() -> bool:
        nonlocal row
        row = job(job_id)
        return row.has_ended

    with notifications.subscription(job_id) as rest:
        poll(has_ended, seconds, rest)
    assert row is not None
    return row


def watch(job_id: uuid.UUID, seconds: float, pause: float) -> Iterator[Job]:
    """Yield the row without its answer, every ``pause`` seconds until it has ended or time is up.

    It is looked at sooner where its end is heard of. Raise Job.DoesNotExist.
    """
    end = time.monotonic() + seconds
    with notifications.subscription(job_id) as rest:
        while True:
            row = Job.objects.defer("result", "sums").get(pk=job_id)
            yield row
            left = end - time.monotonic()
            if row.has_ended or left <= 0:
                return
            rest(pause, left)


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


def _rest(pause: float, left: float) -> None:
    time.sleep(min(pause, left))


def poll(
    happened: Callable[[], bool], seconds: float, rest: Callable[[float, float], None] = _rest
) -> bool:
    """Return whether it happened within the time.

    Looks, often at first and then more seldom, and rests meanwhile: it is told the pause that is
    due, and the time that is left.
    """
    end = time.monotonic() + seconds
    pause = FIRST_PAUSE_SECONDS
    while not happened():
        left = end - time.monotonic()
        if left <= 0:
            return False
        rest(pause, left)
        pause = min(pause * PAUSE_GROWTH, LONGEST_PAUSE_SECONDS)
    return True
