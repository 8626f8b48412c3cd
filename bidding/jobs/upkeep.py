"""Questions that nobody waits for end, and answers go: by age, by number, by bytes, by client.

They are a cache: what is deleted is computed again when it is asked for. So a client is never
refused because of its share; its oldest answers go.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from bidding.jobs import states
from bidding.jobs.shares import single_answers_bytes
from bidding.models import PENDING, Batch, Job

SWEPT_ROWS = 500  # at a time: SQLite may take no more than 999 keys, and others want to write
CLIENTS_PART = 0.25  # of all rows and bytes, that one client's may be


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
    """Delete the oldest answers of each client that has more than its share; return how many."""
    owned = Job.objects.filter(client__isnull=False).values_list("client", "keyed")
    batches = Batch.objects.exclude(client="").values_list("client")
    of_batches = dict(batches.annotate(Sum("stored_bytes")))
    deleted = 0
    for client, keyed, rows, length in owned.annotate(Count("client"), Sum("result_bytes")):
        single = single_answers_bytes(of_batches.get(client, 0), keyed=bool(keyed))
        most = min(int(CLIENTS_PART * settings.RETENTION_BYTES), single)
        most_rows = int(CLIENTS_PART * settings.RETENTION_ROWS)
        own = Q(client=client, keyed=keyed)
        if length > most:
            too_long = beyond_bytes(Job.objects.filter(own), most)
            deleted += _delete_some(_ended().filter(own & too_long))
        if rows > most_rows:
            deleted += _delete_some(_ended().filter(own).order_by("-created_at")[most_rows:])
    return deleted


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
