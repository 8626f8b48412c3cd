"""The parts of a batch: sent a few at a time, and computed by tasks that may come twice."""

from __future__ import annotations

import json
import logging
import uuid
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from bidding.batches.progress import full_shares
from bidding.bounds import FACTOR
from bidding.domain.position import PlayedBoard, Position
from bidding.jobs import dispatch, limits, prices, registry, states
from bidding.jobs.compute import FAILURES, GIVEN_UP
from bidding.jobs.kinds import (
    Question,
    content_key,
    item_from_json,
    item_kind,
    model_key,
    question_to_json,
)
from bidding.json_text import encoded
from bidding.models import (
    PENDING,
    UNFINISHED,
    Batch,
    BatchAnswer,
    BatchItem,
    BatchState,
    ItemState,
    Job,
    Kind,
    State,
)
from bidding.parsing.documents.document import InvalidPosition
from bidding.parsing.documents.position_documents import position_from_json

logger = logging.getLogger(__name__)

# As much as a worker computes at a stretch, about 0.2 s: so long may somebody who asks a
# single question have to wait for it.
MAX_POSITIONS, MAX_MOMENTS = 32, 160
CHUNKS_AHEAD = 4  # for each worker in the queue, of all clients: so these take turns
MAX_ITEM_ERRORS = 3  # so many faults of an item are kept; a batch may have thousands of items
_FULL = "The storage for batch results, or your share of it, is full."
ANSWER_BYTES = 300  # of the row of an answer without its content, index included

Charge = Callable[[int], None]
"""Counts units for the client of a batch."""


@dataclass(frozen=True)
class Answered:
    """The outcome of the items of one ``key``: the row of an answer, or an ``error``."""

    key: str
    answer: BatchAnswer | None = None
    error: dict[str, Any] | None = None


# --- Sending ---------------------------------------------------------------------------------


def feed(batch_id: uuid.UUID) -> bool:
    """Send the next chunks of that batch's client: enough for every worker, of all clients
    together. A worker gives back more than it has places for, which costs time.

    Return False without a broker: that is left to the sweep.
    """
    client = Batch.objects.filter(pk=batch_id).values("client")
    pending = Job.objects.filter(batch__client__in=client, state__in=PENDING)
    clients = Batch.objects.filter(state__in=UNFINISHED).values("client").distinct().count()
    for_all = CHUNKS_AHEAD * max(1, registry.living_workers().count())
    own = max(1, for_all // max(1, clients))
    under_way = pending.exclude(sent_at=None).count()
    waiting = pending.filter(sent_at=None).order_by("number", "created_at")
    try:
        for job in waiting[: max(0, own - under_way)]:
            dispatch.send_once(job)
    except dispatch.BrokerUnavailable as unavailable:
        logger.warning("batch %s waits: %s", batch_id, unavailable)
        return False
    return True


# --- Computing -------------------------------------------------------------------------------


def compute(batch_id: uuid.UUID, number: int, explainer: Any) -> None:
    """Answer what is left of a chunk, and send the next ones; do nothing where it has ended."""
    chunk = Job.objects.filter(batch=batch_id, number=number).values_list("pk", flat=True)
    try:
        job = states.begin(chunk.get())
    except (Job.DoesNotExist, states.WrongState):
        return
    with states.storing([job]):
        _compute(batch_id, job, explainer)
    feed(batch_id)


def _compute(batch_id: uuid.UUID, job: Job, explainer: Any) -> None:
    """Answer what is left of a begun chunk, and end it."""
    batch = Batch.objects.filter(pk=batch_id)
    batch.filter(state=BatchState.QUEUED).update(
        state=BatchState.RUNNING, started_at=timezone.now()
    )
    client, keyed = batch.values_list("client", "keyed").first() or ("", False)
    charge = partial(limits.charge, "batch_items", client, keyed=keyed)
    while left := _left(batch_id, job.number):
        if states.is_given_up(job):
            answers = [_failed(next(iter(left)), GIVEN_UP)]
        elif job.attempts > 1:  # somebody may have ended at one of them: go on one by one
            answers = list(_answered(dict(islice(left.items(), 1)), explainer, charge))
        else:
            answers = list(_answered(left, explainer, charge))
        if not _store(batch_id, job, answers):
            return
        job.attempts = min(job.attempts, 2)
    _end(batch_id, job)


def _left(batch_id: uuid.UUID, number: int | None) -> dict[str, Any]:
    """Return what the items of the chunk without an answer keep as their position, by key."""
    items = BatchItem.objects.filter(batch=batch_id, chunk=number, state=ItemState.QUEUED)
    rows = items.order_by("number").values_list("key", "position")
    first: dict[str, Any] = {}
    for key, position in rows:
        first.setdefault(key, position)
    return first


def _answered(left: Mapping[str, Any], explainer: Any, charge: Charge) -> Iterator[Answered]:
    """Yield the answers to kept questions, and an error for each that cannot be read."""
    questions: dict[str, Question] = {}
    for key, kept in left.items():
        try:
            unread = isinstance(kept, str)
            questions[key] = (
                position_from_json(json.loads(kept)) if unread else item_from_json(kept)
            )
        except InvalidPosition as invalid:
            yield Answered(key, error=_errors(invalid, FACTOR * len(kept) // 2))
    yield from _answers(questions, explainer, charge)


def _errors(invalid: InvalidPosition, limit: int) -> dict[str, Any]:
    """Return the first errors of an item, within a limit of bytes unless it is one alone."""
    lists = (invalid.to_json(most) for most in range(MAX_ITEM_ERRORS, 1, -1))
    short = (errors for errors in lists if len(json.dumps(errors)) <= limit)
    return next(short, None) or invalid.to_json(1)


def _answers(items: Mapping[str, Question], explainer: Any, charge: Charge) -> Iterator[Answered]:
    """Yield the answers to these questions: those that are kept already, and the computed ones."""
    model = model_key(asdict(explainer.model))
    contents = {
        key: content_key(item_kind(question), question_to_json(question), model)
        for key, question in items.items()
    }
    known = _known(list(contents.values()))
    new = {key: question for key, question in items.items() if contents[key] not in known}
    computed = _computed(new, explainer, charge)
    for key, content in contents.items():
        result = computed.get(key)
        if key not in computed:
            yield Answered(key, known[content])
        elif result is None:
            yield _failed(key, FAILURES[item_kind(items[key])])
        else:
            yield Answered(key, _packed(content, result))


def _known(contents: list[str]) -> dict[str, BatchAnswer]:
    """Return the answers that batches or single questions have been given before, by content."""
    known = BatchAnswer.objects.in_bulk(contents)
    single = Job.objects.filter(content_key__in=contents, state=State.DONE)
    for key, result in single.exclude(content_key__in=known).values_list("content_key", "result"):
        known[key] = _packed(key, result or "{}")
    return known


def _computed(new: Mapping[str, Question], explainer: Any, charge: Charge) -> dict[str, str | None]:
    """Return the answers to questions by their keys; None where the model fails."""
    boards = {key: one for key, one in new.items() if isinstance(one, PlayedBoard)}
    positions = {key: one for key, one in new.items() if isinstance(one, Position)}
    explained = zip(positions, _explained(list(positions.values()), explainer), strict=True)
    return dict(explained) | {key: _reviewed(one, explainer, charge) for key, one in boards.items()}


def _reviewed(board: PlayedBoard, explainer: Any, charge: Charge) -> str | None:
    """Return the review of a board as JSON, counted by ``charge``; None where it fails."""
    review_on = import_string("bidding.practice.search.review_on")  # loads torch, so not before
    try:
        step = review_on(explainer, board, None)
        more = prices.surcharge(Kind.REVIEW, board, step.parts, Kind.EXPLANATION)
        charge(more)
        while step.answer is None:
            step = review_on(explainer, board, step.sums)
        return encoded(step.answer.to_json())
    except Exception:  # as above
        logger.exception("a board of a batch failed: %s", board)
        return None


def _explained(positions: list[Position], explainer: Any) -> list[str | None]:
    """Return the answers, at once or one by one if that fails; None where it fails.

    Each is JSON.
    """
    if not positions:
        return []
    try:
        return [encoded(answer.to_json()) for answer in explainer.explain_many(positions)]
    except Exception:  # whatever went wrong, the others shall have their answers
        if len(positions) == 1:
            logger.exception("a position of a batch failed: %s", positions[0])
            return [None]
    return [_explained([position], explainer)[0] for position in positions]


def _packed(key: str, result: str) -> BatchAnswer:
    text = result.encode()
    return BatchAnswer(key=key, content=zlib.compress(text, 1), length=len(text))


def _failed(key: str, detail: str) -> Answered:
    return Answered(key, error={"code": "explanation-failed", "detail": detail})


# --- Storing ---------------------------------------------------------------------------------


def _store(batch_id: uuid.UUID, job: Job, answers: Sequence[Answered]) -> bool:
    """Give the items their answers; return False if the batch has ended."""
    with transaction.atomic():
        if not _locked(batch_id):
            return False
        batch = Batch.objects.get(pk=batch_id)
        full = any(full_shares(batch.client, keyed=batch.keyed))
        refusal = {"code": "batches-full", "detail": _FULL}
        kept = [Answered(one.key, error=refusal) if full else one for one in answers]
        new = [one.answer for one in kept if one.answer is not None]
        new.sort(key=lambda answer: answer.key)  # one order: no two batches block each other
        BatchAnswer.objects.bulk_create(new, ignore_conflicts=True)
        ended = [(one, _settle(batch_id, one)) for one in kept]
        Batch.objects.filter(pk=batch_id).update(
            n_done=F("n_done") + sum(count for one, count in ended if one.error is None),
            n_failed=F("n_failed") + sum(count for one, count in ended if one.error is not None),
            stored_bytes=F("stored_bytes") + sum(_size(one, count) for one, count in ended),
        )
        Job.objects.filter(pk=job.pk).update(attempts=0)
    return True


def _size(answered: Answered, items: int) -> int:
    """Return how many bytes so many items take: their answer once, an error in each."""
    if answered.answer is None:
        return items * len(json.dumps(answered.error))
    return ANSWER_BYTES + len(answered.answer.content) if items else 0


def _locked(batch_id: uuid.UUID) -> bool:
    """Lock the batch against other writers; return False if it has ended."""
    unfinished = Batch.objects.filter(pk=batch_id, state__in=UNFINISHED)
    return bool(unfinished.update(state=BatchState.RUNNING))


def _settle(batch_id: uuid.UUID, answered: Answered) -> int:
    """End the items of one position that wait for it; return how many those are."""
    waiting = BatchItem.objects.filter(batch=batch_id, key=answered.key, state=ItemState.QUEUED)
    if answered.answer is None:
        return waiting.update(state=ItemState.FAILED, error=answered.error)
    return waiting.update(state=ItemState.DONE, answer_id=answered.answer.key)


def _end(batch_id: uuid.UUID, job: Job) -> None:
    """Finish the chunk, and the batch if that was its last one."""
    with transaction.atomic():
        if not _locked(batch_id):
            return
        with suppress(states.WrongState):  # another has finished it meanwhile
            states.finish(job.pk)
        if not Job.objects.filter(batch=batch_id).exclude(state=State.DONE).exists():
            end_batches(Batch.objects.filter(pk=batch_id), BatchState.DONE)


def end_batches(batches: QuerySet[Batch], state: BatchState) -> int:
    """End those under way, and their pending chunks with them; return how many those were."""
    with transaction.atomic():
        keys = list(batches.filter(state__in=UNFINISHED).values_list("pk", flat=True))
        under_way = Batch.objects.filter(pk__in=keys, state__in=UNFINISHED)
        ended = under_way.update(state=state, ended_at=timezone.now())
        states.expire(Job.objects.filter(batch__in=keys))
    return ended
