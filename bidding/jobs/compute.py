"""Questions as they are answered, by whatever explains: together, or part by part."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from bidding.jobs import limits, metrics, notifications, prices, states, upkeep
from bidding.jobs.kinds import WORK, is_urgent, question_from_json
from bidding.jobs.prices import Size
from bidding.json_text import ToJson, encoded, texts
from bidding.models import Job, Kind, State
from bidding.yielding import yielding_to

if TYPE_CHECKING:
    from bidding.explaining.analysis.analysis import Step
    from bidding.explaining.explainer import Explainer

logger = logging.getLogger(__name__)

FAILURES = {
    Kind.EXPLANATION: "The model could not explain this position.",
    Kind.ANALYSIS: "The model could not analyse this position.",
    Kind.REVIEW: "The model could not review this board.",
    Kind.BOARDS: "The model could not bid boards.",
    Kind.CARD: "The model could not read these calls.",
}
LOOK_SECONDS, CHECK_SECONDS = 0.05, 0.25  # between looks for an earlier turn, and at this one
MOST_AT_ONCE = 3  # jobs, of which each gives way to the next
GIVEN_UP = "Every worker that tried to compute this position crashed."


class _Thread(threading.local):
    def __init__(self) -> None:
        self.computing: list[Job] = []  # by themselves, the last one now


_thread = _Thread()


class Unwanted(Exception):
    """Nobody waits any more for what is being computed."""


def compute_many(
    job_ids: Sequence[uuid.UUID], explainer: Explainer, queue: str = ""
) -> tuple[int, list[uuid.UUID]]:
    """Compute for the tasks of these jobs what ``begin_many`` claims, those of one kind together.

    Of what is done in parts, one. Return how many those were, and the tasks left for what was too
    much at once.
    """
    jobs, left = states.begin_many(job_ids, queue)
    with states.storing(jobs):
        for job in filter(states.is_given_up, jobs):
            _give_up(job)
        for kind, work in WORK.items():
            asked = [job for job in jobs if job.kind == kind and not states.is_given_up(job)]
            if work.in_parts:
                for job in asked:
                    _advance(job, explainer)
                continue
            for start in range(0, len(asked), work.at_once):
                _answer(asked[start : start + work.at_once], explainer)
    return len(jobs), left


@contextmanager
def _while_wanted(jobs: Sequence[Job], explainer: Explainer) -> Iterator[None]:
    """Raise Unwanted at a yield point, if a job that is computed by itself is not waited for.

    There a job of an earlier turn is computed first, and amid that perhaps another.
    """
    job, computing = jobs[0], _thread.computing
    if len(jobs) > 1 or job.queue is None:
        yield
        return
    seen = looked = time.monotonic()

    def check() -> None:
        nonlocal seen, looked
        now = time.monotonic()
        if now - looked < LOOK_SECONDS:
            return
        with suppress(DatabaseError):
            if now - seen >= CHECK_SECONDS:
                seen = now
                if not [states.go_on(one) for one in computing][-1]:
                    raise Unwanted
            if len(computing) < MOST_AT_ONCE and not is_urgent(queue) and states.has_earlier(job):
                compute_many([uuid.uuid4()], explainer, queue)
        looked = time.monotonic()

    queue = job.queue
    computing.append(job)
    try:
        with yielding_to(check):
            yield
    finally:
        computing.remove(job)


def _answer(jobs: Sequence[Job], explainer: Explainer) -> None:
    """Answer begun jobs of one kind together; each by itself if that does not succeed."""
    ways: dict[Kind, Callable[[Any], Sequence[ToJson]]] = {
        Kind.EXPLANATION: explainer.explain_many,
        Kind.REFINED: explainer.refine_many,
        Kind.OPTIONS: explainer.options_many,
        Kind.CALLS: partial(_robot_calls, explainer),
    }
    answer = ways[Kind(jobs[0].kind)]
    since = time.perf_counter()
    try:
        positions: list[Any] = [question_from_json(job.kind, job.position) for job in jobs]
        with _while_wanted(jobs, explainer):
            results = texts(lambda: answer(positions))
    except Unwanted:
        notifications.publish([job.pk for job in jobs])
    except Exception:  # whatever went wrong, those who wait must be notified
        if len(jobs) > 1:
            for job in jobs:
                _answer([job], explainer)
            return
        logger.exception("job %s failed", jobs[0].pk)
        with suppress(states.WrongState):  # another worker may have ended it
            _fail(jobs[0], FAILURES[Kind.EXPLANATION])
        _ended(jobs, State.FAILED, since)
    else:
        _finish_many(jobs, results)
        _ended(jobs, State.DONE, since)
        upkeep.stored(sum(map(len, results)))


def _robot_calls(explainer: Explainer, asked: Sequence[Any]) -> Sequence[ToJson]:
    # Loads torch, so not before.
    calls: Sequence[ToJson] = import_string("bidding.practice.search.robot_calls_on")(
        explainer, asked
    )
    return calls


def _advance(job: Job, explainer: Explainer) -> None:
    """Do the next part of a begun job."""
    since = time.perf_counter()
    try:
        question: Any = question_from_json(job.kind, job.position)
        with _while_wanted([job], explainer):
            step = _way(job.kind, explainer)(question, job.sums)
        result = None if step.answer is None else encoded(step.answer.to_json())
    except Unwanted:
        notifications.publish([job.pk])
    except Exception:  # as above
        logger.exception("part %s of job %s failed", job.parts_done, job.pk)
        _fail(job, FAILURES[Kind(job.kind)])
        _ended([job], State.FAILED, since)
    else:
        if not job.parts_done:
            more = prices.surcharge(job.kind, question, step.parts)
            name = "reviews" if job.kind == Kind.REVIEW else "analyses"
            limits.charge(name, job.client, more, keyed=job.keyed)
        price = prices.price_of(job.kind, Size.of(question, step.parts))
        if price != job.weight:  # mostly after the first part alone
            job.weight = price
            Job.objects.filter(pk=job.pk).update(weight=price)
        if result is None:
            _keep(job, step)
            return
        _finish_many([job], [result])
        _ended([job], State.DONE, since)


def _way(kind: str, explainer: Explainer) -> Callable[[Any, Any], Step[Any]]:
    """Return how one more part of that kind is done."""
    ways: dict[str, Callable[[Any, Any], Step[Any]]] = {
        Kind.ANALYSIS: explainer.analyse,
        Kind.CARD: explainer.guess_card,
    }
    if kind in ways:
        return ways[kind]
    # Loads torch, so not before.
    if kind == Kind.REVIEW:
        return partial(import_string("bidding.practice.search.review_on"), explainer)
    search_on = import_string("bidding.practice.search.search_on")
    return partial(search_on, explainer.reader, explainer.model)


def _keep(job: Job, step: Step[Any]) -> None:
    """Store what a part found, and let others have their turns before the next."""
    undone = Job.objects.filter(pk=job.pk, state=State.RUNNING, parts_done=job.parts_done)
    done = {"parts_done": job.parts_done + 1, "share_done": step.share, "sums": step.sums}
    turn = job.turn
    if job.queue is not None:
        turn = states.next_turn(job.queue, job.client, (job.weight or 1) * step.share, job)
    undone.update(sent_at=timezone.now(), attempts=0, turn=turn, **done)


def _finish_many(jobs: Sequence[Job], results: Sequence[str]) -> None:
    """Store these answers at once; what another worker has answered meanwhile stays."""
    with transaction.atomic():
        for job, result in zip(jobs, results, strict=True):
            try:
                states.finish(job.pk, result)
            except states.WrongState as refusal:
                logger.warning("%s", refusal)


def _give_up(job: Job) -> None:
    with suppress(states.WrongState):  # as above
        _fail(job, GIVEN_UP)
    _ended([job], State.FAILED, time.perf_counter())


def _fail(job: Job, detail: str) -> None:
    states.fail(job.pk, "explanation-failed", detail)


def _ended(jobs: Sequence[Job], outcome: State, since: float) -> None:
    """Notify those who wait for these jobs, and count them."""
    notifications.publish([job.pk for job in jobs])
    each = (time.perf_counter() - since) / len(jobs)
    for job in jobs:
        metrics.ended(job.kind, outcome.value, each)
