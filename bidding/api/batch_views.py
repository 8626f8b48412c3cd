"""REST views of batches."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from functools import partial
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import batch_addresses, batch_bodies, batch_lines, batch_schema, waiting
from bidding.api.authentication import CHALLENGE
from bidding.api.batch_addresses import address
from bidding.api.batch_lines import Lines
from bidding.api.clients import client_of
from bidding.api.conditional import has_current, tag_of
from bidding.api.paging import PAGE_SIZE, first_number, page
from bidding.api.problems import Problem
from bidding.api.selection import selection
from bidding.api.throttling import seconds_to_wait, seconds_to_wait_for_more
from bidding.batches import progress, requests
from bidding.batches.progress import Progress
from bidding.jobs import debts
from bidding.jobs.shares import hidden
from bidding.models import Batch, Kind, Scope

POLL_AFTER_SECONDS = 2
ROOM_AFTER_SECONDS = "60"  # until a running batch may have ended
PROGRESS = "bridgeviz.progress"  # in META: gives the request so many seconds more
LEAST_RATE = 50_000  # bytes a second that a client has to take; by the time-out it may lag behind


def status_document(found: Progress) -> dict[str, Any]:
    """Return the status of a batch."""
    batch = found.batch
    return {
        "id": str(batch.id),
        "status": batch.state,
        "url": address("batch", batch),
        "results": address("batch-results", batch),
        "created": batch.created_at.isoformat(),
        "started": batch.started_at and batch.started_at.isoformat(),
        "ended": batch.ended_at and batch.ended_at.isoformat(),
        "items": batch.total,
        "done": batch.n_done,
        "failed": batch.n_failed,
        "waiting": found.waiting,
        "ready": found.ready,
        "percent": found.percent,
        "rate": found.rate and round(found.rate, 2),
        "seconds_left": None if found.seconds_left is None else round(found.seconds_left, 1),
    }


def progress_of(request: Request, batch_id: uuid.UUID) -> Progress:
    """Return a batch's progress. Raise Problem 404, also where the request has no access."""
    try:
        return batch_addresses.progress_of(request._request, batch_id)
    except Batch.DoesNotExist:
        detail = (
            "It never existed, has been deleted, or the signature is missing from this address."
        )
        raise Problem("unknown-batch", detail) from None


class NdJson(BaseRenderer):
    """The media type of results for content negotiation; the view writes them itself."""

    media_type = batch_lines.MEDIA_TYPE
    format = "ndjson"


class BatchList(APIView):
    """The collection of batches."""

    scope = Scope.BATCHES

    @property
    def client_limit(self) -> str:
        """Return the limit that a request counts against: submitting is dear, reading is not."""
        return "batches" if self.request.method == "POST" else "requests"

    @extend_schema(**batch_schema.LIST)
    def get(self, request: Request) -> Response:
        """The batches that were asked for with this key, the newest first."""
        if request.auth is None:
            raise Problem("unauthenticated", "Send a key to list its batches.", headers=CHALLENGE)
        first = first_number(request)
        found = progress.of_client(hidden(client_of(request)), first, PAGE_SIZE + 1)
        return page("batches", [*map(status_document, found)], first)

    @extend_schema(**batch_schema.ASK)
    def post(self, request: Request) -> Response:
        """Takes positions, or a PBN or LIN file, to be explained when nobody else waits.

        429 where the client has as many batches, or answers of them, under way as it may, and where
        it has sent as many items of late.
        """
        if seconds := seconds_to_wait(request, "batch_items", 0):
            raise Throttled(seconds)
        key = batch_bodies.idempotency_key(request._request)
        client = client_of(request)
        try:
            keyed = request.auth is not None
            admit = partial(requests.admit, client, key, keyed=keyed)
            asked, digest = batch_bodies.read_batch(request._request, admit, keyed=keyed)
            charge = requests.charge(asked) + debts.taken_over(Kind.CHUNK, client)
            if seconds := seconds_to_wait_for_more(request, "batch_items", charge):
                raise Throttled(seconds)
            batch = requests.submit(asked, digest, key, client, keyed=keyed)
        except requests.NoRoom as full:
            of_client = isinstance(full, requests.TooManyOfClient)
            kind = "too-many-batches" if of_client else "batches-full"
            raise Problem(kind, str(full), headers={"Retry-After": ROOM_AFTER_SECONDS}) from None
        except requests.KeyReused as reused:
            raise Problem("idempotency-key-reused", str(reused)) from None
        headers = {"Location": address("batch", batch), "Retry-After": str(POLL_AFTER_SECONDS)}
        return Response(status_document(progress.progress(batch.id)), status=202, headers=headers)


class BatchDetail(APIView):
    """One batch."""

    scope = Scope.BATCHES

    @extend_schema(**batch_schema.FETCH)
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far the batch has come, how fast it goes and how long it will take."""
        found = progress_of(request, batch_id)
        headers = {} if found.batch.has_ended else {"Retry-After": str(POLL_AFTER_SECONDS)}
        return Response(status_document(found), headers=headers)

    @extend_schema(**batch_schema.CANCEL)
    def delete(self, request: Request, batch_id: uuid.UUID) -> Response:
        """Cancels a batch under way: results that are there can still be had. Removes one that
        has ended.
        """
        found = progress_of(request, batch_id)
        if requests.cancel(found.batch.id):
            return Response(status_document(progress_of(request, batch_id)))
        requests.remove(found.batch.id)
        return Response(status=204)


class BatchResults(APIView):
    """The results of a batch."""

    scope = Scope.BATCHES
    renderer_classes = (NdJson, JSONRenderer)
    sends_stored = True

    @extend_schema(**batch_schema.RESULTS)
    def get(self, request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
        """One line an item, in order; of a batch under way as many as there are without a gap.

        304 if the client has those of a batch that has ended.
        """
        batch = progress_of(request, batch_id).batch
        fields = selection(request, Kind.EXPLANATION, Kind.REVIEW)
        lines = Lines.of(batch, first_number(request))
        headers = {
            "Content-Disposition": f'attachment; filename="batch-{batch.id}.ndjson"',
            "Cache-Control": "private, no-cache" if batch.has_ended else "private, no-store",
        }
        if batch.has_ended:
            identity = f"{batch.id} {lines.first} {fields.query}"
            headers["ETag"] = tag_of(batch_lines.MEDIA_TYPE, identity.encode())
            if has_current(request, headers["ETag"]):
                return HttpResponseNotModified(headers=headers)
        some = lines if fields.is_whole else lines.start()
        headers |= {"Batch-Status": str(batch.state), "Next-Item": str(some.end)}
        if some.end < lines.end:
            query = request._request.GET.copy()
            query["from"] = str(some.end)
            headers["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'
        content: Iterable[bytes] = ()
        # By its length clients notice a cut stream; that of a selection is known once it is made.
        if fields.is_whole:
            headers["Content-Length"] = str(lines.size)
            content = _paced(request, lines.bytes(fields))
        elif request.method != "HEAD":
            selected = b"".join(some.bytes(fields))
            headers["Content-Length"] = str(len(selected))
            content = [selected]
        if request.method == "HEAD":
            content = ()
        return StreamingHttpResponse(content, content_type=batch_lines.MEDIA_TYPE, headers=headers)


def _paced(request: Request, content: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces as long as the client takes them at the least rate or faster.

    That holds a thread, and so takes a waiting place; without one all has to be taken within the
    time-out.
    """
    longest = settings.WEB_TIMEOUT_SECONDS
    extend = request.META.get(PROGRESS, lambda seconds: None)
    with waiting.place(longest, client_of(request), slow_kind="results") as may_take_longer:
        deadline = monotonic() + longest
        for piece in content:
            yield piece
            if may_take_longer:
                seconds = len(piece) / LEAST_RATE
                deadline += seconds
                extend(seconds)
            if monotonic() > deadline:
                return
