"""Questions: answered by an equal one, or a new job.

No more are admitted than the living workers can answer in good time.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from bidding.jobs import dispatch, metrics, prices, registry, states
from bidding.jobs.kinds import (
    WORK,
    Lane,
    Question,
    content_key,
    lane,
    model_key,
    question_to_json,
    queue_of,
    seconds_allowed,
)
from bidding.jobs.shares import ANONYMOUS_PART, hidden
from bidding.models import Job, Kind, State

ASSUMED_RATE = 5.0
"""Answers a second of a slow worker that has nothing else to do."""


class TooCostly(Exception):
    """A question that would take longer than its answer is of use, even if nothing else waited."""

    def __init__(self, seconds: float, most: float) -> None:
        super().__init__(
            f"It would take about {math.ceil(seconds)} s here, more than the {math.floor(most)} s "
            "that there are for it. Ask about fewer calls."
        )


class Overloaded(Exception):
    """The service is overloaded; says in how many seconds to come again."""

    def __init__(self, retry_after_seconds: int) -> None:
        super().__init__("Too many questions are waiting.")
        self.retry_after_seconds = retry_after_seconds


def submit(
    question: Question,
    kind: Kind = Kind.EXPLANATION,
    client: str = "",
    *,
    keyed: bool = False,
    topic: str = "",
    retry: bool = True,
) -> Job:
    """Return the job that answers, or will answer, this question; queued if it is a new one.

    A new one counts to the share of that client, which ``keyed`` says showed a key or did not. It
    supersedes those of its kind that the client alone has asked under the same topic. Without
    ``retry`` one that failed lately is returned, too.
    Raise NoWorker when nobody is there to compute it, TooCostly and Overloaded
    when nobody could in time, and BrokerUnavailable when a new one cannot be queued.
    """
    worker = registry.living_workers().only("model").first()
    if worker is None:
        raise registry.NoWorker("No worker with a loaded model is running.")
    document, key_of_model = question_to_json(question), model_key(worker.model)
    key = content_key(kind, document, key_of_model)
    asker = asker_of(client, topic)
    if asker and topic:
        states.drop(Job.objects.filter(kind=kind, asker=asker).exclude(content_key=key))
    job = states.reusable(key)
    if job is not None and states.is_late(job):
        states.expire_late(content_key=key)
        job = None
    if job is not None:
        _bring_forward(job, client)
    if job is not None and not _joined(job, asker, topic, keyed=keyed):
        job = None
    if job is None and not retry:
        failed = states.last_failure(key)
        job = failed if failed and states.seconds_to_retry(failed) > 0 else None
    if job is None:
        price = prices.price(kind, question)
        refuse_too_costly(kind, prices.highest_price(kind, question))
        queue, owner_id = queue_of(lane(kind, price), key_of_model), hidden(client) or None
        last = states.next_turn(queue, owner_id, price)  # of what is done in parts, of the last
        refuse_if_full(kind, queue, last, anonymous=bool(client) and not keyed)
        turn = last - price if WORK[kind].in_parts else last
        asked = {"kind": kind, "position": document, "weight": price, "content_key": key}
        asked |= {"queue": queue, "turn": turn}
        owner = {"client": owner_id, "keyed": keyed, "asker": asker}
        job, is_new = _created(key_of_model, **asked, **owner)
    else:
        is_new = False
    found = "new" if is_new else "kept" if job.has_ended else "joined"
    metrics.QUESTIONS.labels(kind.value, found).inc()
    return job


def asker_of(client: str, topic: str) -> str | None:
    """Return the digest by which a client is known as the asker of a job under that topic."""
    return hidden(f"{client} {topic}") if client else None


def own(client: str, topic: str) -> QuerySet[Job]:
    """Return the jobs, kept or under way, that are a client's own, the newest first.

    Under a topic those that it alone asked for; without one those that its key was the first to
    ask for, and none of an address, behind which may be several people.
    """
    of_key = Q(client=hidden(client), keyed=True)
    jobs = Job.questions.filter(Q(asker=asker_of(client, topic)) if topic else of_key)
    return jobs.exclude(state__in=(State.DROPPED, State.EXPIRED)).order_by("-created_at", "pk")


def _joined(job: Job, asker: str | None, topic: str, *, keyed: bool) -> bool:
    """Return whether a job is there for this asker too; not if it was dropped meanwhile.

    Without a topic the same client may be two people: behind one address, or those who wait for
    what a program asks with its key.
    """
    is_one = topic or (keyed and job.has_ended)
    return bool(is_one and job.asker == asker) or states.share(job)


def _bring_forward(job: Job, client: str) -> None:
    """Let a job that several wait for come when the first of them would."""
    if not job.has_ended and job.queue is not None:
        turn = states.next_turn(job.queue, hidden(client) or None, job.weight or 1)
        Job.objects.filter(pk=job.pk, turn__gt=turn).update(turn=turn)


def _created(key_of_model: str, **asked: Any) -> tuple[Job, bool]:
    """Return a new job, queued, and True; or that of who asked the same at the same time."""
    now = timezone.now()
    try:
        with transaction.atomic():
            job = Job.objects.create(created_at=now, sent_at=now, **asked)
    except IntegrityError:
        same = states.reusable(asked["content_key"])
        if same is None or not states.share(same):
            raise
        return same, False
    transaction.on_commit(partial(dispatch.enqueue_or_fail, job, key_of_model))
    return job, True


# --- Admission -----------------------------------------------------------------------------------


def answers_a_second() -> float:
    """Return the rate of all living workers together, in explanations."""
    rates = registry.living_workers().values_list("rate", flat=True)
    return sum(rate or ASSUMED_RATE for rate in rates)


def longest_wait_seconds(kind: Kind) -> float:
    """Return the longest time for the work ahead of a question: half its own is left then."""
    in_parts = lane(kind) == Lane.ANALYSIS
    return settings.ANALYSIS_TIMEOUT_SECONDS / 2 if in_parts else settings.QUEUE_SECONDS


def refuse_too_costly(kind: Kind, price: int) -> None:
    """Raise TooCostly if a question of that price would take the fastest worker too long by itself.

    What is computed in parts may take as long as it is waited for, anything else one task's time.
    A rate lower than the assumed one was measured while the machine did other work: the next
    moment it may be free, and asking about fewer calls is no remedy.
    """
    most = seconds_allowed(kind)
    if not WORK[kind].in_parts:
        most = min(most, settings.TASK_LIMIT_SECONDS)
    rates = registry.living_workers().values_list("rate", flat=True)
    seconds = price / max([ASSUMED_RATE, *(rate or math.inf for rate in rates)])
    if seconds > most:
        raise TooCostly(seconds, most)


def refuse_if_full(kind: Kind, queue: str, turn: int, *, anonymous: bool = False) -> None:
    """Raise Overloaded if one question more of that turn would not be answered in time.

    Clients without a key fill only their part of that time.
    """
    work = states.price_before(queue, turn)
    if not work:
        return
    rate, longest = answers_a_second(), longest_wait_seconds(kind)
    if anonymous:
        longest *= ANONYMOUS_PART
    seconds = work / rate if rate else math.inf
    if seconds > longest:
        excess = min(seconds - longest, settings.WEB_TIMEOUT_SECONDS)
        raise Overloaded(max(1, math.ceil(excess)))
