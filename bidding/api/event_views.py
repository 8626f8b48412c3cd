"""REST views of progress events."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator

from django.conf import settings
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from bidding.api import batch_views, event_schema, event_streams, explanation_views, waiting
from bidding.api.clients import client_of
from bidding.api.event_streams import EventStream, Status
from bidding.batches import progress
from bidding.jobs import notifications, states
from bidding.models import Job, Scope

POLL_SECONDS = 0.5  # between two reads of an answer; its end is notified sooner
BATCH_POLL_SECONDS = 1.0


class ExplanationEvents(APIView):
    """The progress of one answer of any kind."""

    scope = Scope.EXPLAIN
    renderer_classes = (EventStream, JSONRenderer)

    @extend_schema(**event_schema.EXPLANATION)
    def get(self, request: Request, explanation_id: uuid.UUID) -> HttpResponseBase:
        """An event for each step of the work; the last one says that the answer can be fetched."""
        row = explanation_views.current(explanation_id)

        def watch(seconds: float) -> Iterator[Status]:
            for found in notifications.watch(row.id, seconds, POLL_SECONDS):
                yield _status(found)

        place = explanation_views.place_for(request, row, settings.WEB_TIMEOUT_SECONDS)
        return event_streams.answer(request, watch, place, has_ended=row.has_ended)


class BatchEvents(APIView):
    """The progress of one batch."""

    scope = Scope.BATCHES
    renderer_classes = (EventStream, JSONRenderer)

    @extend_schema(**event_schema.BATCH)
    def get(self, request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
        """An event when the batch has come further, at most one a second."""
        first = batch_views.progress_of(request, batch_id)

        def watch(seconds: float) -> Iterator[Status]:
            deadline, found = time.monotonic() + seconds, first
            while True:
                yield Status(batch_views.status_document(found), found.batch.has_ended)
                left = deadline - time.monotonic()
                if found.batch.has_ended or left <= 0:
                    return
                time.sleep(min(BATCH_POLL_SECONDS, left))
                found = progress.progress(first.batch.id)

        seconds, client = settings.WEB_TIMEOUT_SECONDS, client_of(request)
        place = waiting.place(seconds, client, slow_kind="batch events")
        return event_streams.answer(request, watch, place, has_ended=first.batch.has_ended)


def _status(row: Job) -> Status:
    """Return the status of an answer; expire one that is late."""
    if not row.has_ended and states.expire_late(pk=row.pk):
        row = states.job(row.id)
    fields = explanation_views.status_fields(row)
    return Status({**fields, "error": explanation_views.error_of(row)}, row.has_ended)
