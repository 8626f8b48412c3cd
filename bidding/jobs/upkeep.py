"""Questions that nobody waits for end, and answers go: by age, by number, by bytes, by client.

They are a cache: what is deleted is computed again when it is asked for. So a client is never
refused because of its share; its oldest answers go.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from bidding.jobs import states
from bidding.jobs.shares import (
    LEVELS,
    batches_bytes,
    most_of_clients,
    of_clients,
    single_answers_bytes,
)
from bidding.models import PENDING, Batch, Job

logger = logging.getLogger(__name__)

SWEPT_ROWS = 500  # at a time: SQLite may take no more than 999 keys, and others want to write
CLIENTS_PART = 0.25  # of all rows and bytes, that one client's may be
UNSWEPT_BYTES = 4 * 1024**2  # stored by one node; then it does not wait for the upkeep

# Rows and bytes by the digits of a client or a network, and whether it showed a key.
Taken = dict[tuple[str, bool], tuple[int, int]]

_unswept = 0


def sweep() -> int:
    """End stranded questions, and delete answers beyond what is kept; return how many those were.

    Of each sort at most SWEPT_ROWS: the next sweep goes on.
    """
    states.expire_late()
    of_clients = sweep_clients()
    oldest = timezone.now() - timedelta(hours=settings.RETENTION_HOURS)
    by_age = _delete_some(_ended().filter(created_at__lt=oldest))
    by_number = _delete_some(_ended().order_by("-created_at")[settings.RETENTION_ROWS :])
    too_long = beyond_bytes(Job.questions.all(), settings.RETENTION_BYTES)
    return of_clients + by_age + by_number + _delete_some(_ended().filter(too_long))


def sweep_clients() -> int:
    """Delete the oldest answers of each client and network, and of all clients without a key, that
    have more than their share; return how many in all.
    """
    global _unswept
    _unswept = 0
    owned = Job.objects.filter(client__isnull=False).values_list("client", "keyed")
    batches = Batch.objects.exclude(client="").values_list("client", "keyed")
    taken = {
        (client, bool(keyed)): (rows, length)
        for client, keyed, rows, length in owned.annotate(Count("client"), Sum("result_bytes"))
    }
    of_batches = {
        (client, keyed): (0, min(length, batches_bytes(keyed=keyed)))
        for client, keyed, length in batches.annotate(Sum("stored_bytes"))
    }
    deleted = 0
    for digits, clients in LEVELS:
        taken, of_batches = _merged(taken, digits), _merged(of_batches, digits)
        for (name, keyed), (rows, length) in taken.items():
            most_rows, most = (
                int(most_of_clients(clients, CLIENTS_PART * common, common))
                for common in (settings.RETENTION_ROWS, settings.RETENTION_BYTES)
            )
            _, in_batches = of_batches.get((name, keyed), (0, 0))
            most = int(min(most, single_answers_bytes(in_batches, keyed=keyed, clients=clients)))
            own = of_clients(name, keyed=keyed)
            if length > most:
                too_long = beyond_bytes(Job.objects.filter(own), most)
                deleted += _delete_some(_ended().filter(own & too_long))
            if rows > most_rows:
                deleted += _delete_some(_ended().filter(own).order_by("-created_at")[most_rows:])
            taken[name, keyed] = min(rows, most_rows), min(length, most)
    return deleted


def _merged(taken: Taken, digits: int) -> Taken:
    """Return the sums for those whose digests begin with so many of the same digits.

    Keys are clients alone.
    """
    sums: Taken = {}
    for (name, keyed), (rows, length) in taken.items():
        if not keyed or len(name) == digits:
            before = sums.get((name[:digits], keyed), (0, 0))
            sums[name[:digits], keyed] = before[0] + rows, before[1] + length
    return sums


def stored(length: int) -> None:
    """Count answers of so many bytes that were stored; after many, sweep without waiting."""
    global _unswept
    _unswept += length
    if _unswept > UNSWEPT_BYTES:
        try:
            sweep_clients()
        except OperationalError as error:
            logger.warning("the answers of clients are swept later: %s", error)


def beyond_bytes(rows: QuerySet[Job], most: int) -> Q:
    """Rows that are older than the newest of these whose results take so many bytes together."""
    taken, oldest = 0, None
    newest = rows.order_by("-created_at").values_list("created_at", "result_bytes")
    for created_at, length in newest.iterator():
        taken += length
        if taken > most and oldest is not None:
            return Q(created_at__lt=oldest)
        oldest = created_at
    return Q(pk__in=())


def _ended() -> QuerySet[Job]:
    return Job.questions.exclude(state__in=PENDING)


def _delete_some(rows: QuerySet[Job]) -> int:
    """Delete the first SWEPT_ROWS of them; how many those were."""
    keys = list(rows.values_list("pk", flat=True)[:SWEPT_ROWS])
    deleted, _ = Job.objects.filter(pk__in=keys).delete()
    return deleted
