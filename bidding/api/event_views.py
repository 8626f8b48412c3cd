"""The REST doors of progress as it is made."""

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

from bidding.api import batch_views, event_schema, events, views, waiting
from bidding.api.clients import client_of
from bidding.api.events import EventStream, Standing
from bidding.batches import progress
from bidding.jobs import reading, states
from bidding.models import Job, Scope

LOOK_SECONDS = 0.5  # between two looks at an answer; at its end it is looked at sooner
BATCH_LOOK_SECONDS = 1.0


class ExplanationEvents(APIView):
    """The progress of one answer, of whatever kind."""

    scope = Scope.EXPLAIN
    renderer_classes = (EventStream, JSONRenderer)

    @extend_schema(**event_schema.EXPLANATION)
    def get(self, request: Request, explanation_id: uuid.UUID) -> HttpResponseBase:
        """An event for each step of the work; the last one says that the answer can be fetched."""
        row = views.current(explanation_id)

        def watch(seconds: float) -> Iterator[Standing]:
            for found in reading.watch(row.id, seconds, LOOK_SECONDS):
                yield _standing(found)

        place = views.place_for(request, row, settings.WEB_TIMEOUT_SECONDS)
        return events.answer(request, watch, place, has_ended=row.has_ended)


class BatchEvents(APIView):
    """The progress of one batch."""

    scope = Scope.BATCHES
    renderer_classes = (EventStream, JSONRenderer)

    @extend_schema(**event_schema.BATCH)
    def get(self, request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
        """An event when the batch has come further, at most one a second."""
        first = batch_views.progress_of(request, batch_id)

        def watch(seconds: float) -> Iterator[Standing]:
            deadline, found = time.monotonic() + seconds, first
            while True:
                yield Standing(batch_views.status_document(found), found.batch.has_ended)
                left = deadline - time.monotonic()
                if found.batch.has_ended or left <= 0:
                    return
                time.sleep(min(BATCH_LOOK_SECONDS, left))
                found = progress.progress(first.batch.id)

        seconds, client = settings.WEB_TIMEOUT_SECONDS, client_of(request)
        place = waiting.place(seconds, client, slow_kind="batch events")
        return events.answer(request, watch, place, has_ended=first.batch.has_ended)


def _standing(row: Job) -> Standing:
    """How an answer stands; one that nobody computed in time has ended."""
    if not row.has_ended and states.expire_late(pk=row.pk):
        row = reading.job(row.id)
    return Standing({**views.standing(row), "error": views.error_of(row)}, row.has_ended)
