"""What is read: explanations and living workers."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone

from bidding.jobs import notifications
from bidding.models import PENDING, REUSABLE, Explanation, Kind, State, Worker

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, PAUSE_GROWTH = 0.002, 0.05, 1.5


def explanation(explanation_id: uuid.UUID) -> Explanation:
    """The row of that id. Raises Explanation.DoesNotExist."""
    return Explanation.objects.get(pk=explanation_id)


def reusable_explanation(content_key: str) -> Explanation | None:
    """The row that answers, or will answer, the question of that key; the answer is not read."""
    rows = Explanation.objects.filter(content_key=content_key, state__in=REUSABLE)
    return rows.defer("result", "sums").first()


def late_explanations() -> QuerySet[Explanation]:
    """Those that nobody waits for any more: queued or begun longer ago than the time-out."""
    return Explanation.objects.filter(_late(), state__in=PENDING)


def _late() -> Q:
    """Asked for longer ago than is of use."""
    late = Q()
    for kind in Kind:
        oldest = timezone.now() - timedelta(seconds=seconds_allowed(kind))
        late |= Q(kind=kind, created_at__lt=oldest)
    return late


def seconds_allowed(kind: Kind) -> float:
    """How long after it was asked for an answer of this kind is of use."""
    analysis = kind == Kind.ANALYSIS
    return settings.ANALYSIS_TIMEOUT_SECONDS if analysis else settings.WEB_TIMEOUT_SECONDS


def is_late(row: Explanation) -> bool:
    """Whether nobody waits for it any more, though it has not ended."""
    age = timezone.now() - row.created_at
    return not row.has_ended and age > timedelta(seconds=seconds_allowed(Kind(row.kind)))


def pending_explanations() -> QuerySet[Explanation]:
    """Those that somebody may still wait for."""
    return Explanation.objects.filter(~_late(), state__in=PENDING)


def waiting_by_kind() -> list[tuple[str, int, float]]:
    """How many questions of each kind and weight somebody may still wait for, less what of them is
    done: (kind, weight, number).
    """
    groups = pending_explanations().order_by().values("kind", "weight")
    counted = groups.annotate(left=Count("pk") - Sum("share_done"))
    rows = counted.values_list("kind", "weight", "left")
    return [(kind, weight or 1, left) for kind, weight, left in rows]


def lost_explanations(silence_seconds: float) -> QuerySet[Explanation]:
    """Those that have been pending for so long since their task was sent."""
    silent = timezone.now() - timedelta(seconds=silence_seconds)
    return pending_explanations().filter(sent_at__lt=silent)


def wait_for_explanation(explanation_id: uuid.UUID, seconds: float) -> Explanation:
    """The row once it has ended, or as it stands after that time.

    Raises Explanation.DoesNotExist.
    """
    row = None

    def has_ended() -> bool:
        nonlocal row
        row = explanation(explanation_id)
        return row.has_ended

    with notifications.subscription(explanation_id) as rest:
        _poll(has_ended, seconds, rest)
    assert row is not None
    return row


def watch_explanation(
    explanation_id: uuid.UUID, seconds: float, pause: float
) -> Iterator[Explanation]:
    """The row without its answer, every ``pause`` seconds until it has ended or time is up.

    It is looked at sooner where its end is heard of. Raises Explanation.DoesNotExist.
    """
    end = time.monotonic() + seconds
    with notifications.subscription(explanation_id) as rest:
        while True:
            row = Explanation.objects.defer("result", "sums").get(pk=explanation_id)
            yield row
            left = end - time.monotonic()
            if row.has_ended or left <= 0:
                return
            rest(pause, left)


def living_workers() -> QuerySet[Worker]:
    """Workers heard of lately, the newest first."""
    oldest = timezone.now() - timedelta(seconds=settings.WORKER_SILENCE_SECONDS)
    return Worker.objects.filter(seen_at__gte=oldest).order_by("-started_at")


def wait_for_probe(asked_at: datetime, seconds: float) -> Worker | None:
    """The worker that answered a probe sent at that time, or None if none did in time."""
    answered = Worker.objects.filter(probed_at__gte=asked_at)
    return answered.first() if _poll(answered.exists, seconds) else None


def rows_by_kind_and_state() -> QuerySet[Explanation, tuple[str, str, int]]:
    """How many rows are kept of each kind in each state that occurs: (kind, state, number)."""
    groups = Explanation.objects.order_by("kind", "state").values("kind", "state")
    return groups.annotate(number=Count("pk")).values_list("kind", "state", "number")


def queue_length() -> int:
    """How many questions wait for a worker."""
    return Explanation.objects.filter(state=State.QUEUED).count()


def oldest_wait_seconds() -> float:
    """How long the oldest of them has waited; 0 if there are none."""
    queued = Explanation.objects.filter(state=State.QUEUED)
    oldest = queued.aggregate(oldest=Min("created_at"))["oldest"]
    return (timezone.now() - oldest).total_seconds() if oldest else 0.0


def recent_failures(limit: int) -> QuerySet[Explanation]:
    """The last questions that ended without an answer, the newest first."""
    lost = Explanation.objects.filter(state__in=(State.FAILED, State.EXPIRED))
    return lost.order_by("-ended_at")[:limit]


def _rest(pause: float, left: float) -> None:
    time.sleep(min(pause, left))


def _poll(
    happened: Callable[[], bool], seconds: float, rest: Callable[[float, float], None] = _rest
) -> bool:
    """Whether it happened within the time.

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
