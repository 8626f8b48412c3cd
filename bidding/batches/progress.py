"""The progress of batches, who may see it, and their items in their order."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Min, Sum
from django.utils import timezone

from bidding.domain.messages import Message
from bidding.jobs.shares import Share, batches_bytes, hidden, shares
from bidding.models import Batch, BatchItem, ItemState, Job

RATE_SECONDS = 60.0  # the rate is that of so long
ITEMS_AT_ONCE = 50  # are read; each may have an answer of a megabyte


@dataclass(frozen=True)
class Progress:
    """The progress of a batch. ``rate`` is in items a second, ``seconds_left`` at that rate.

    Both are None where nothing has been computed lately. ``ready`` counts the items from the
    first one on whose lines can be had, without a gap.
    """

    batch: Batch
    ready: int
    rate: float | None
    seconds_left: float | None

    @property
    def ended(self) -> int:
        """The items that are done or failed."""
        return self.batch.n_done + self.batch.n_failed

    @property
    def waiting(self) -> int:
        """The items that have no answer, or will have none where the batch ended early."""
        return self.batch.total - self.ended

    @property
    def percent(self) -> float:
        """Of all items; 100 only if none is left."""
        return int(1000 * self.ended / self.batch.total) / 10

    @property
    def time_left(self) -> str:
        """The time left in words; empty where it is unknown."""
        if self.seconds_left is None:
            return ""
        minutes = round(self.seconds_left / 60)
        if minutes < 1:
            return Message("less than a minute")
        if minutes < 100:
            about = "about {count} minutes" if minutes > 1 else "about {count} minute"
            return Message(about, count=minutes)
        return Message("about {count} hours", count=round(minutes / 60))


def oldest_kept() -> datetime:
    """Return the time since which batches are kept: any that ended before is treated as deleted."""
    return timezone.now() - timedelta(hours=settings.BATCH_RETENTION_HOURS)


def progress(batch_id: uuid.UUID) -> Progress:
    """Return the progress of a batch. Raise Batch.DoesNotExist."""
    return _of(Batch.objects.exclude(ended_at__lt=oldest_kept()).get(pk=batch_id))


def _of(batch: Batch) -> Progress:
    rate = None if batch.has_ended else _rate(batch)
    waiting = batch.total - batch.n_done - batch.n_failed
    return Progress(batch, ready(batch), rate, waiting / rate if rate else None)


def of_client(client: str, first: int, most: int) -> list[Progress]:
    """Return the progress of ``most`` batches of a client (``Batch.client``), the newest first."""
    kept = Batch.objects.filter(client=client).exclude(ended_at__lt=oldest_kept())
    page = kept.order_by("-created_at", "pk")[first : first + most]
    return list(map(_of, page))


def ready(batch: Batch) -> int:
    """Return the number of items, from the first on, whose lines are ready; all once it ended."""
    if batch.has_ended:
        return batch.total
    queued = batch.items.filter(state=ItemState.QUEUED).aggregate(first=Min("number"))["first"]
    return batch.total if queued is None else int(queued)


def full_shares(client: str, size: int = 0, *, keyed: bool) -> Iterator[Share]:
    """Yield the shares of a client (``Batch.client``) in what is stored of batches that have no
    room for so many bytes more.
    """
    own, common = batches_bytes(keyed=keyed), settings.BATCH_STORED_BYTES
    for share in shares(client, own, common, keyed=keyed):
        stored = Batch.objects.filter(share.rows).aggregate(Sum("stored_bytes"))
        if (stored["stored_bytes__sum"] or 0) + size >= share.most:
            yield share


def _rate(batch: Batch) -> float | None:
    """Return the recent rate in items a second; None if no item has ended."""
    now = timezone.now()
    since = now - timedelta(seconds=RATE_SECONDS)
    ended = Job.objects.filter(batch=batch, ended_at__gte=since)
    items = ended.aggregate(Sum("items"))["items__sum"]
    if not items or batch.started_at is None:
        return None
    seconds = (now - max(since, batch.started_at)).total_seconds()
    return float(items / max(seconds, 0.1))


def items(batch: Batch, first: int, end: int) -> Iterator[BatchItem]:
    """Yield the items from ``first`` up to, not including, ``end``, with their answers."""
    rows = BatchItem.objects.filter(batch=batch).select_related("answer").order_by("number")
    for start in range(first, end, ITEMS_AT_ONCE):
        stop = min(start + ITEMS_AT_ONCE, end)
        yield from rows.filter(number__gte=start, number__lt=stop)


def items_without_content(batch: Batch, first: int, end: int) -> Iterator[BatchItem]:
    """Yield the same; only the lengths of their answers are read."""
    items = BatchItem.objects.filter(batch=batch, number__gte=first, number__lt=end)
    fields = ("batch_id", "number", "source", "state", "error", "answer__length")
    rows = items.select_related("answer").order_by("number").only(*fields)
    return rows.iterator(100)


# --- Access --------------------------------------------------------------------------------------


def seen_by(client: str, batch_id: uuid.UUID, *, signature: str = "", staff: bool) -> Progress:
    """Return the progress of a batch to a client that may see it.

    A batch asked for with a key is for that key alone, any other for clients with its signature;
    staff see both. Raise Batch.DoesNotExist.
    """
    found = progress(batch_id)
    if found.batch.keyed:
        may_see = found.batch.client == hidden(client)
    else:
        may_see = is_signature(batch_id, signature)
    if not (may_see or staff):
        raise Batch.DoesNotExist
    return found


def signature_of(batch: Batch) -> str:
    """Return the signature that opens the batch, with its id; empty for one that a key opens.

    It stands in the addresses that are answered. An id alone may stand in a log of the way between
    client and site; a signature does not.
    """
    return "" if batch.keyed else _signer().signature(str(batch.id))


def is_signature(batch_id: uuid.UUID, text: str) -> bool:
    """Return True for the signature of that batch, by SECRET_KEY or one of its fallbacks."""
    signer = _signer()
    try:
        signer.unsign(f"{batch_id}{signer.sep}{text}")
    except BadSignature:
        return False
    return True


def _signer() -> Signer:
    return Signer(salt="bidding.batches.signatures")
