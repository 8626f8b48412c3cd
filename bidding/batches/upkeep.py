"""The part of the upkeep that ends, feeds and deletes batches."""

from __future__ import annotations

import time

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from bidding.batches import chunks
from bidding.batches.progress import oldest_kept
from bidding.models import (
    UNFINISHED,
    Batch,
    BatchAnswer,
    BatchItem,
    BatchState,
    Job,
    State,
)

DELETED_ITEMS = 500  # at a time: others want to write


def sweep() -> None:
    """End late batches, send chunks that are due, delete some of the batches no longer kept."""
    late = Batch.objects.filter(created_at__lt=oldest_kept())
    chunks.end_batches(late, BatchState.EXPIRED)
    _feed_all()
    _delete_old()


def _feed_all() -> None:
    """Send chunks of every batch that has fewer under way than it may have.

    Stop where there is no broker: each attempt would wait for it again.
    """
    waiting = Job.objects.filter(batch__isnull=False, state=State.QUEUED, sent_at=None)
    for batch_id in waiting.values_list("batch", flat=True).distinct():
        if not chunks.feed(batch_id):
            return


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


def _delete_old() -> None:
    """Delete some items of the oldest batch that is no longer kept, then the batch itself."""
    batch = no_longer_kept().first()
    if batch is not None:
        _delete_some(batch)


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
