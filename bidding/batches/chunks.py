"""The parts of a batch: sent a few at a time, and computed by tasks that may come twice."""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bidding.batches.deflated import deflated
from bidding.batches.progress import client_room_bytes, room_bytes
from bidding.domain.position import Position
from bidding.jobs import dispatch
from bidding.jobs.compute import Explains
from bidding.jobs.kinds import content_key, model_key
from bidding.json_text import encoded
from bidding.models import (
    UNFINISHED,
    Batch,
    BatchAnswer,
    BatchChunk,
    BatchItem,
    BatchState,
    ItemState,
    Job,
    Kind,
    State,
)
from bidding.parsing.documents.position_documents import (
    InvalidPosition,
    position_from_json,
    position_to_json,
)
from bidding.worker import registry

logger = logging.getLogger(__name__)

CHUNK_TASK = "bidding.batch_chunk"  # settings route it to a queue of its own
# As much as a worker computes at a stretch, about 0.2 s: so long may somebody who asks a
# single question have to wait for it.
MAX_POSITIONS, MAX_MOMENTS = 32, 160
CHUNKS_AHEAD = 4  # of each batch in the queue: so batches take turns
PATIENCE_SECONDS = 20  # a chunk that was sent and has not ended by then is sent again
MAX_ATTEMPTS = 5  # without progress; then the position at which workers end is given up
MAX_ITEM_ERRORS = 3  # so many faults of an item are kept; a batch may have thousands of items
ANSWER_BYTES = 300  # of the row of an answer without its content, index included


@dataclass(frozen=True)
class Answered:
    """What came of the items of one ``key``: the row of an answer, or an ``error``."""

    key: str
    answer: BatchAnswer | None = None
    error: dict[str, Any] | None = None


# --- Sending ---------------------------------------------------------------------------------


def feed(batch_id: uuid.UUID) -> None:
    """Sends the next chunks of the batch, as many as shall be under way.

    Without a broker it leaves that to the sweep.
    """
    under_way = BatchChunk.objects.filter(
        batch=batch_id, sent_at__isnull=False, ended_at__isnull=True
    ).count()
    waiting = _unsent(batch_id)[: max(0, _ahead() - under_way)]
    try:
        for chunk in waiting:
            send(chunk)
    except dispatch.BrokerUnavailable as unavailable:
        logger.warning("batch %s waits: %s", batch_id, unavailable)


def _unsent(batch_id: uuid.UUID) -> Any:
    return BatchChunk.objects.filter(
        batch=batch_id, batch__state__in=UNFINISHED, sent_at__isnull=True
    ).order_by("number")


def _ahead() -> int:
    """How many chunks of one batch are under way at once: enough for every worker."""
    return max(CHUNKS_AHEAD, 2 * registry.living_workers().count())


def send(chunk: BatchChunk) -> None:
    """Queues the chunk, unless somebody else has just done so. Raises BrokerUnavailable."""
    as_it_was = BatchChunk.objects.filter(pk=chunk.pk, sent_at=chunk.sent_at, ended_at=None)
    if not as_it_was.update(sent_at=timezone.now()):
        return
    arguments = [str(chunk.batch_id), str(chunk.number)]
    try:
        dispatch.send(CHUNK_TASK, arguments, expires_seconds=PATIENCE_SECONDS)
    except dispatch.BrokerUnavailable:
        BatchChunk.objects.filter(pk=chunk.pk, ended_at=None).update(sent_at=None)
        raise


# --- Computing -------------------------------------------------------------------------------


def compute(batch_id: uuid.UUID, number: int, explainer: Explains) -> None:
    """Answers what is left of a chunk, and sends the next ones; does nothing where none is."""
    attempts = _begin(batch_id, number)
    while attempts and (left := _left(batch_id, number)):
        if attempts > MAX_ATTEMPTS:
            detail = "Workers ended again and again while they computed this position."
            answers = [_failed(next(iter(left)), detail)]
        elif attempts > 1:  # somebody may have ended at one of them: go on from one to the next
            answers = list(_answered(dict(islice(left.items(), 1)), explainer))
        else:
            answers = list(_answered(left, explainer))
        if not _store(batch_id, number, answers):
            return
        attempts = min(attempts, 2)
    if attempts:
        _end(batch_id, number)
        feed(batch_id)


def _begin(batch_id: uuid.UUID, number: int) -> int:
    """How often the chunk has been begun without progress, this time too; 0 if it has ended."""
    chunks = BatchChunk.objects.filter(
        batch=batch_id, number=number, ended_at=None, batch__state__in=UNFINISHED
    )
    if not chunks.update(attempts=F("attempts") + 1):
        return 0
    Batch.objects.filter(pk=batch_id, state=BatchState.QUEUED).update(
        state=BatchState.RUNNING, started_at=timezone.now()
    )
    return chunks.values_list("attempts", flat=True).first() or 0


def _left(batch_id: uuid.UUID, number: int) -> dict[str, Any]:
    """What the rows of the chunk that have no answer yet keep as their position, by their keys."""
    items = BatchItem.objects.filter(batch=batch_id, chunk=number, state=ItemState.QUEUED)
    rows = items.order_by("number").values_list("key", "position")
    first: dict[str, Any] = {}
    for key, position in rows:
        first.setdefault(key, position)
    return first


def _answered(left: Mapping[str, Any], explainer: Explains) -> Iterator[Answered]:
    """The answers to what rows keep; an error for what was sent as a position and is none."""
    positions: dict[str, Position] = {}
    for key, kept in left.items():
        try:
            positions[key] = position_from_json(json.loads(kept) if isinstance(kept, str) else kept)
        except InvalidPosition as invalid:
            yield Answered(key, error=invalid.to_json(MAX_ITEM_ERRORS))
    yield from _answers(positions, explainer)


def _answers(items: Mapping[str, Position], explainer: Explains) -> Iterator[Answered]:
    """The answers to these positions: those that are kept already, and the computed ones."""
    model = model_key(asdict(explainer.model))
    contents = {
        key: content_key(Kind.EXPLANATION, position_to_json(position), model)
        for key, position in items.items()
    }
    known = _known(list(contents.values()))
    new = {key: position for key, position in items.items() if contents[key] not in known}
    computed = dict(zip(new, _explained(list(new.values()), explainer), strict=True))
    for key, content in contents.items():
        result = computed.get(key)
        if key not in computed:
            yield Answered(key, known[content])
        elif result is None:
            yield _failed(key, "The model could not explain this position.")
        else:
            yield Answered(key, _packed(content, result))


def _known(contents: list[str]) -> dict[str, BatchAnswer]:
    """The answers that batches or single questions have been given before, by content."""
    known = BatchAnswer.objects.in_bulk(contents)
    single = Job.objects.filter(content_key__in=contents, state=State.DONE)
    for key, result in single.exclude(content_key__in=known).values_list("content_key", "result"):
        known[key] = _packed(key, result or "{}")
    return known


def _explained(positions: list[Position], explainer: Explains) -> list[str | None]:
    """The answers to all positions at once, or one by one if that fails; None where it fails.

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
    return BatchAnswer(key=key, content=deflated(text), length=len(text))


def _failed(key: str, detail: str) -> Answered:
    return Answered(key, error={"code": "explanation-failed", "detail": detail})


# --- Storing ---------------------------------------------------------------------------------


def _store(batch_id: uuid.UUID, number: int, answers: Sequence[Answered]) -> bool:
    """Gives the items their answers; whether the batch is still wanted."""
    with transaction.atomic():
        if not _locked(batch_id):
            return False
        batch = Batch.objects.get(pk=batch_id)
        room = min(room_bytes(), client_room_bytes(batch.client, keyed=batch.keyed))
        kept = [answered if room > 0 else _without_room(answered) for answered in answers]
        _keep([answered.answer for answered in kept if answered.answer is not None])
        ended = [(one, _settle(batch_id, one)) for one in kept]
        Batch.objects.filter(pk=batch_id).update(
            n_done=F("n_done") + sum(count for one, count in ended if one.error is None),
            n_failed=F("n_failed") + sum(count for one, count in ended if one.error is not None),
            stored_bytes=F("stored_bytes") + sum(_size(one, count) for one, count in ended),
        )
        BatchChunk.objects.filter(batch=batch_id, number=number).update(attempts=0)
    return True


def _size(answered: Answered, items: int) -> int:
    """How many bytes are stored of what so many items share: an answer once, an error in each."""
    if answered.answer is None:
        return items * len(json.dumps(answered.error))
    return ANSWER_BYTES + len(answered.answer.content) if items else 0


def _locked(batch_id: uuid.UUID) -> bool:
    """Whether the batch is under way. Others that would write to it wait for us."""
    unfinished = Batch.objects.filter(pk=batch_id, state__in=UNFINISHED)
    return bool(unfinished.update(state=BatchState.RUNNING))


def _without_room(answered: Answered) -> Answered:
    detail = "The results of batches take all the room there is for them, or for one client's."
    return Answered(answered.key, error={"code": "batches-full", "detail": detail})


def _keep(answers: list[BatchAnswer]) -> None:
    """Stores those that are not stored yet."""
    BatchAnswer.objects.bulk_create(answers, ignore_conflicts=True)


def _settle(batch_id: uuid.UUID, answered: Answered) -> int:
    """Ends the items of one position that wait for it; how many those are."""
    waiting = BatchItem.objects.filter(batch=batch_id, key=answered.key, state=ItemState.QUEUED)
    if answered.answer is None:
        return waiting.update(state=ItemState.FAILED, error=answered.error)
    return waiting.update(state=ItemState.DONE, answer_id=answered.answer.key)


def _end(batch_id: uuid.UUID, number: int) -> None:
    """Marks the chunk, and the batch if that was its last one."""
    with transaction.atomic():
        if not _locked(batch_id):
            return
        now = timezone.now()
        left = BatchChunk.objects.filter(batch=batch_id, ended_at=None)
        left.filter(number=number).update(ended_at=now)
        if not left.exists():
            end_batch(batch_id, now)


def end_batch(batch_id: uuid.UUID, now: datetime) -> None:
    """All of it is computed."""
    Batch.objects.filter(pk=batch_id, state__in=UNFINISHED).update(
        state=BatchState.DONE, ended_at=now
    )
