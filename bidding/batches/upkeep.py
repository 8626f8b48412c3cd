"""What every beat of a worker does for batches, so that each of them ends and none stays."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from bidding import services
from bidding.batches import chunks
from bidding.batches.progress import oldest_kept
from bidding.models import (
    UNFINISHED,
    Batch,
    BatchAnswer,
    BatchChunk,
    BatchItem,
    BatchState,
)

logger = logging.getLogger(__name__)

DELETED_ITEMS = 500  # at a time: others want to write


def sweep() -> None:
    """Ends what is too old, sends again what was lost, deletes some of what is kept no more."""
    late = Batch.objects.filter(state__in=UNFINISHED, created_at__lt=oldest_kept())
    late.update(state=BatchState.EXPIRED, ended_at=timezone.now())
    _send_stranded()
    _delete_old()


def _send_stranded() -> None:
    """Chunks whose task was lost are sent again, then those that are due."""
    long_ago = timezone.now() - timedelta(seconds=chunks.PATIENCE_SECONDS)
    stranded = BatchChunk.objects.filter(
        batch__state__in=UNFINISHED, sent_at__lt=long_ago, ended_at=None
    )
    try:
        for chunk in stranded.order_by("sent_at"):
            chunks.send(chunk)
    except services.BrokerUnavailable as unavailable:
        logger.warning("batches wait: %s", unavailable)
        return
    waiting = BatchChunk.objects.filter(batch__state__in=UNFINISHED, sent_at=None)
    for batch_id in waiting.values_list("batch", flat=True).distinct():
        chunks.feed(batch_id)


def _delete_old() -> None:
    """Deletes some items of the oldest batch that is kept no more, then the batch itself."""
    old = Batch.objects.exclude(state__in=UNFINISHED).filter(ended_at__lt=oldest_kept())
    batch = old.order_by("ended_at").first()
    if batch is None:
        return
    items = list(batch.items.values_list("pk", "answer")[:DELETED_ITEMS])
    with transaction.atomic():
        if not items:
            batch.delete()
        BatchItem.objects.filter(pk__in=[key for key, _ in items]).delete()
        _delete_unused({answer for _, answer in items if answer is not None})


def _delete_unused(answers: set[str]) -> None:
    """Deletes those answers that no item has any more."""
    wanted = BatchItem.objects.filter(answer=OuterRef("pk"))
    BatchAnswer.objects.filter(~Exists(wanted), pk__in=answers).delete()
