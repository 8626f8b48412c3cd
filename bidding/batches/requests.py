"""Submission, cancellation and removal of batches, and their part of the upkeep."""

from __future__ import annotations

import json
import math
import re
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Sum
from django.utils import timezone

from bidding.batches import chunks
from bidding.batches.progress import full_shares, oldest_kept
from bidding.domain.auction import MAX_CALLS
from bidding.jobs import kinds, prices
from bidding.jobs.kinds import Question
from bidding.jobs.prices import Size
from bidding.jobs.shares import hidden, one_at_a_time, shares, taken
from bidding.models import (
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

ROWS_AT_ONCE = 500
DELETED_ITEMS = 500  # at a time: others want to write
# Of rows of the database without their texts, indexes included.
BATCH_BYTES, CHUNK_BYTES, ROW_BYTES = 800, 900, 500
KEY_BYTES = 300  # of the keys of a position and of its answer, in an item's row and in indexes
_CALL = re.compile(r"\w+|-")  # in a text that is not read yet; other words count, too


@dataclass(frozen=True)
class Asked:
    """One item as it was sent: a position, its fault (``error``), or text not read yet."""

    position: Question | None = None
    error: dict[str, Any] | None = None
    """{"code", "detail", "errors"}, as rows keep it."""

    source: dict[str, Any] | None = None
    """The place of the item in its file."""

    unread: str | None = None
    """The JSON text of what shall be read as a position when it is computed."""

    @property
    def kept_position(self) -> dict[str, Any] | str | None:
        """The position, or its text, as the item's row keeps it."""
        return self.unread if self.position is None else kinds.question_to_json(self.position)


class NoRoom(Exception):
    """As much is stored, or to be done, as the settings allow."""


class TooManyOfClient(NoRoom):
    """One client has as many batches, or items of them, under way as it may."""


class KeyReused(Exception):
    """The client has asked for another batch under the same idempotency key."""


def submit(
    asked: Sequence[Asked],
    digest: str,
    idempotency_key: str | None = None,
    client: str = "",
    *,
    keyed: bool = False,
) -> Batch:
    """Return the new batch of these items, or the one that the same request made before.

    ``digest`` is equal for equal requests, ``client`` for those of one client; without one
    there is no limit but the site's. ``keyed`` says whether the client showed a key.
    There need not be a worker yet. Raises NoRoom, TooManyOfClient and KeyReused.
    """
    whose = hidden(client)
    if (earlier := _earlier(digest, idempotency_key, whose)) is not None:
        return earlier
    try:
        batch = _create(asked, digest, idempotency_key, whose, keyed=keyed)
    except IntegrityError:  # the same request came twice at once
        if (earlier := _earlier(digest, idempotency_key, whose)) is None:
            raise
        return earlier
    return Batch.objects.get(pk=batch.pk)


def admit(client: str = "", idempotency_key: str | None = None, *, keyed: bool = False) -> None:
    """Refuse a client that has no room for a batch, however small, before its items are read.

    A request with a key that is in use may be a repeat: that is seen from the items. Raises
    NoRoom and TooManyOfClient.
    """
    whose = hidden(client)
    named = Batch.objects.filter(client=whose, idempotency_key=idempotency_key)
    if idempotency_key is None or not named.exists():
        _reclaim(whose, keyed=keyed)
        _check_room(whose, keyed=keyed)


def charge(asked: Iterable[Asked]) -> int:
    """Return how many ordinary explanations items count as for their client's limit."""
    return sum(
        prices.charge(Kind.EXPLANATION, Size(_calls(item.unread or "")))
        if item.position is None
        else prices.charge(kinds.item_kind(item.position), Size.of(item.position), Kind.EXPLANATION)
        for item in asked
    )


def _calls(text: str) -> int:
    """Return about how many calls there are in a position that is not read yet."""
    return min(MAX_CALLS, len(_CALL.findall(text)))


def cancel(batch_id: uuid.UUID) -> bool:
    """End the batch, if it is under way, and say whether it was; what is done of it stays."""
    return bool(chunks.end_batches(Batch.objects.filter(pk=batch_id), BatchState.CANCELLED))


def remove(batch_id: uuid.UUID) -> bool:
    """Delete a batch that has ended, and all that is stored of it; return whether it had ended.

    It is found no more from the first moment. What cannot be deleted in time is deleted by
    workers, or by the next request that needs its bytes.
    """
    ended = Batch.objects.exclude(state__in=UNFINISHED).filter(pk=batch_id)
    found = ended.update(ended_at=oldest_kept() - timedelta(seconds=1), idempotency_key=None)
    purge(no_longer_kept().filter(pk=batch_id), _purge_seconds())
    return bool(found)


def _earlier(digest: str, idempotency_key: str | None, whose: str) -> Batch | None:
    """Return the batch that this client made under that key. Raise KeyReused for another request.

    A batch that is no longer kept lets go of its key.
    """
    if idempotency_key is None:
        return None
    named = Batch.objects.filter(idempotency_key=idempotency_key, client=whose)
    named.filter(ended_at__lt=oldest_kept()).update(idempotency_key=None)
    batch = named.first()
    if batch is not None and batch.digest != digest:
        raise KeyReused("This Idempotency-Key was used for another request.")
    return batch


def _reclaim(whose: str, size: int = 0, *, keyed: bool) -> None:
    """Delete batches that are no longer kept where their bytes are needed for another."""
    for share in full_shares(whose, size, keyed=keyed):
        purge(no_longer_kept().filter(share.rows), _purge_seconds())


def _purge_seconds() -> float:
    """Return for how long a request may delete, so that time is left for the rest of it."""
    return settings.WEB_TIMEOUT_SECONDS / 4


def _check_room(whose: str, items: int = 0, size: int = 0, *, keyed: bool) -> None:
    """Raise NoRoom and TooManyOfClient. A client with nothing under way may have one batch of any
    number of items.
    """
    unfinished = Batch.objects.filter(state__in=UNFINISHED)
    limits = (settings.CLIENT_BATCHES, settings.BATCHES_UNFINISHED)
    full = taken(unfinished, whose, *limits, keyed=keyed)
    if full is not None and full.own:
        reason = "You or your network have too many batches in progress. Wait until one is done."
        raise TooManyOfClient(reason)
    if full is not None:
        raise NoRoom("Too many batches are in progress on this site. Try again later.")
    for share in shares(whose, settings.CLIENT_BATCH_ITEMS, math.inf, keyed=keyed):
        left = unfinished.filter(share.rows).aggregate(
            items=Sum(F("total") - F("n_done") - F("n_failed"))
        )["items"]
        if left is not None and left + items > share.most:
            reason = (
                "This batch is too large while your other batches are "
                "in progress. Wait until one is done."
            )
            raise TooManyOfClient(reason)
    for share in full_shares(whose, size, keyed=keyed):
        if share.own:
            reason = (
                "Results of your earlier batches, or of your network's, fill "
                "your share of the storage. Delete some of them."
            )
            raise TooManyOfClient(reason)
        reason = "The storage for batch results is full. Try again later."
        raise NoRoom(reason)


def _create(
    asked: Sequence[Asked], digest: str, idempotency_key: str | None, whose: str, *, keyed: bool
) -> Batch:
    """Create the rows of a batch; one that has only refused items has ended.

    All is made ready before anything is written: others want to write, too.
    """
    now = timezone.now()
    failed = sum(item.error is not None for item in asked)
    batch = Batch(
        created_at=now,
        total=len(asked),
        n_failed=failed,
        digest=digest,
        idempotency_key=idempotency_key,
        client=whose,
        keyed=keyed,
    )
    if failed == len(asked):
        batch.state, batch.started_at, batch.ended_at = BatchState.DONE, now, now
    rows = [_row(batch, number, item) for number, item in enumerate(asked)]
    cuts = [
        Job(
            kind=Kind.CHUNK,
            content_key=kinds.content_key(Kind.CHUNK, [str(batch.pk), number], ""),
            position={},
            created_at=now,
            batch=batch,
            number=number,
            items=size,
        )
        for number, size in enumerate(_cut(rows))
    ]
    batch.stored_bytes = BATCH_BYTES + CHUNK_BYTES * len(cuts)
    batch.stored_bytes += sum(ROW_BYTES + KEY_BYTES * bool(row.key) for row in rows)
    batch.stored_bytes += sum(map(stored_bytes, rows))
    _reclaim(whose, batch.stored_bytes, keyed=keyed)
    with transaction.atomic():
        one_at_a_time()  # several may come at once
        _check_room(whose, len(asked), batch.stored_bytes, keyed=keyed)
        batch.save(force_insert=True)
        BatchItem.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
        Job.objects.bulk_create(cuts, batch_size=ROWS_AT_ONCE)
        transaction.on_commit(partial(chunks.feed, batch.id))
    return batch


def _row(batch: Batch, number: int, item: Asked) -> BatchItem:
    row = BatchItem(batch=batch, number=number, source=item.source, error=item.error)
    if item.error is not None:
        row.state = ItemState.FAILED
        return row
    row.position = item.kept_position
    row.key = kinds.position_key(row.position)
    return row


def _moments(position: dict[str, Any] | str) -> int:
    """Return the number of moments of an answer; an estimate for a position not read yet.

    The review of a board takes a chunk of its own.
    """
    if isinstance(position, dict):
        return chunks.MAX_MOMENTS if "hands" in position else kinds.moments(position)
    return 1 + _calls(position)


def stored_bytes(item: Asked | BatchItem) -> int:
    """Return how many bytes the texts of an item take in its row."""
    position = item.position if isinstance(item, BatchItem) else item.kept_position
    texts = (item.source, position, item.error)
    return sum(len(json.dumps(text)) for text in texts if text is not None)


def _cut(rows: Iterable[BatchItem]) -> Iterator[int]:
    """Assign chunks to the rows, equal positions to the same one; yield the sizes of the chunks."""
    chunk_of: dict[str, int] = {}
    sizes: list[int] = []
    positions = moments = 0
    for row in rows:
        if row.position is None:
            continue
        if row.key not in chunk_of:
            cost = _moments(row.position)
            full = positions == chunks.MAX_POSITIONS or moments + cost > chunks.MAX_MOMENTS
            if not sizes or (full and positions):
                sizes.append(0)
                positions = moments = 0
            positions, moments = positions + 1, moments + cost
            chunk_of[row.key] = len(sizes) - 1
        row.chunk = chunk_of[row.key]
        sizes[row.chunk] += 1
    yield from sizes


# --- Upkeep --------------------------------------------------------------------------------------


def sweep() -> None:
    """End late batches, send chunks that are due, delete some of the batches no longer kept."""
    late = Batch.objects.filter(created_at__lt=oldest_kept())
    chunks.end_batches(late, BatchState.EXPIRED)
    waiting = Job.objects.filter(batch__isnull=False, state=State.QUEUED, sent_at=None)
    for batch_id in waiting.values_list("batch", flat=True).distinct():
        if not chunks.feed(batch_id):  # each attempt would wait for the broker again
            break
    if (oldest := no_longer_kept().first()) is not None:
        _delete_some(oldest)


def no_longer_kept() -> QuerySet[Batch]:
    """Return batches whose time is over, and those that clients removed; the oldest first."""
    old = Batch.objects.exclude(state__in=UNFINISHED).filter(ended_at__lt=oldest_kept())
    return old.order_by("ended_at")


def purge(batches: QuerySet[Batch], seconds: float) -> None:
    """Delete these batches with all their rows, until time is up; the next sweep deletes the rest.

    Each transaction deletes ``DELETED_ITEMS`` rows at most.
    """
    deadline = time.monotonic() + seconds
    for batch in batches:
        while not _delete_some(batch):
            if time.monotonic() > deadline:
                return


def _delete_some(batch: Batch) -> bool:
    """Delete some items, or the batch itself if it has none; return True if that is deleted."""
    items = list(batch.items.values_list("pk", "answer")[:DELETED_ITEMS])
    try:
        with transaction.atomic():
            if not items:
                Batch.objects.filter(pk=batch.pk).delete()
            BatchItem.objects.filter(pk__in=[key for key, _ in items]).delete()
            _delete_unused({answer for _, answer in items if answer is not None})
    except IntegrityError:  # an item of another batch was given one of these answers meanwhile
        return False
    return not items


def _delete_unused(answers: set[str]) -> None:
    """Delete those answers that no item has any more."""
    used = BatchItem.objects.filter(answer=OuterRef("pk"))
    BatchAnswer.objects.filter(~Exists(used), pk__in=answers).delete()
