"""REST views of batches."""

from __future__ import annotations

import gzip
import uuid
from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import (
    batch_addresses,
    batch_bodies,
    batch_lines,
    batch_schema,
    gzip_lines,
    waiting,
)
from bidding.api.authentication import CHALLENGE
from bidding.api.batch_addresses import address
from bidding.api.batch_lines import Lines
from bidding.api.clients import client_of
from bidding.api.conditional import has_current, tag_of
from bidding.api.gzip_lines import GzipLines
from bidding.api.paging import PAGE_SIZE, first_number, page
from bidding.api.problems import Problem
from bidding.api.selection import Selection, selection
from bidding.api.throttling import seconds_to_wait, seconds_to_wait_for_more
from bidding.batches import progress, requests
from bidding.batches.deflated import LEVEL
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
        detail = "It never was, is no longer kept, or this address lacks its signature."
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
            raise Problem("unauthenticated", "Batches are listed for a key.", headers=CHALLENGE)
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
        if not fields.is_whole:
            return _selected(request, lines, fields)
        headers = _headers(batch, lines.end)
        if "Range" not in request.headers and _accepts_gzip(request):
            return _compressed(request, lines, headers)
        if not batch.has_ended:
            return _streamed(request, lines, (0, lines.size), headers)
        headers = {**headers, "Accept-Ranges": "bytes", "ETag": f'"{batch.id}-{lines.first}"'}
        if has_current(request, headers["ETag"]):
            return _not_modified(headers)
        part = None
        if _requests_range(request, headers["ETag"]):
            part = batch_lines.byte_range(request.headers["Range"], lines.size)
        if part is not None:
            headers["Content-Range"] = f"bytes {part[0]}-{part[1] - 1}/{lines.size}"
        return _streamed(request, lines, part or (0, lines.size), headers)


def _streamed(
    request: Request, lines: Lines, part: tuple[int, int], headers: dict[str, str]
) -> HttpResponseBase:
    """Stream the bytes of a part; a client that is too slow requests the rest again."""
    content = _paced(request, lines.bytes(*part))
    return _answer(request, content, part[1] - part[0], headers)


def _compressed(request: Request, lines: Lines, headers: dict[str, str]) -> HttpResponseBase:
    """Stream all lines in the gzip coding, which has no ranges."""
    if lines.batch.has_ended:
        headers["ETag"] = f'"{lines.batch.id}-{lines.first}-{gzip_lines.CODING}"'
        if has_current(request, headers["ETag"]):
            return _not_modified(headers)
    compressed = GzipLines(lines)
    headers["Content-Encoding"] = gzip_lines.CODING
    return _answer(request, _paced(request, compressed.bytes()), compressed.size, headers)


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


def _selected(request: Request, lines: Lines, fields: Selection) -> HttpResponseBase:
    """Return the selected fields of the first results, with a link to the next ones.

    A HEAD request is answered without them, and so without their length.
    """
    compressed = _accepts_gzip(request)
    kept = {}
    if lines.batch.has_ended:
        identity = f"{lines.batch.id} {lines.first} {fields.query} {compressed}"
        kept["ETag"] = tag_of(batch_lines.MEDIA_TYPE, identity.encode())
        if has_current(request, kept["ETag"]):
            return _not_modified({**_headers(lines.batch, lines.first), **kept})
    some = lines.start()
    headers = {**_headers(lines.batch, some.end), **kept}
    if compressed:
        headers["Content-Encoding"] = gzip_lines.CODING
    if some.end < lines.end:
        query = request._request.GET.copy()
        query["from"] = str(some.end)
        headers["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'
    if request.method == "HEAD":  # streamed, or Django would add a length of 0
        return StreamingHttpResponse((), content_type=batch_lines.MEDIA_TYPE, headers=headers)
    content = some.select(fields)
    if compressed:
        content = gzip.compress(content, compresslevel=LEVEL, mtime=0)
    return _answer(request, content, len(content), headers)


def _not_modified(headers: dict[str, str]) -> HttpResponseBase:
    """Return 304 with the headers by which caches update an answer (RFC 9110, 15.4.5)."""
    kept = ("ETag", "Cache-Control", "Vary")
    return HttpResponseNotModified(headers={name: headers[name] for name in kept})


def _answer(
    request: Request, content: bytes | Iterator[bytes], length: int, headers: dict[str, str]
) -> HttpResponseBase:
    """Return 200 or 206 with the length, by which clients notice a stream cut short."""
    options: dict[str, Any] = {
        "content_type": batch_lines.MEDIA_TYPE,
        "status": 206 if "Content-Range" in headers else 200,
        "headers": {**headers, "Content-Length": str(length)},
    }
    if request.method == "HEAD":
        return HttpResponse(**options)
    if isinstance(content, bytes):
        return HttpResponse(content, **options)
    return StreamingHttpResponse(content, **options)


def _accepts_gzip(request: Request) -> bool:
    """Return True if the client can do without byte ranges, by which browsers resume downloads."""
    saves = "text/html" in request.headers.get("Accept", "")
    return not saves and gzip_lines.is_accepted(request.headers.get("Accept-Encoding", ""))


def _headers(batch: Batch, after: int) -> dict[str, str]:
    """Return the headers of responses with results up to, not including, the item ``after``."""
    return {
        "Content-Disposition": f'attachment; filename="batch-{batch.id}.ndjson"',
        "Cache-Control": "private, no-store" if not batch.has_ended else "private, no-cache",
        "Vary": "Accept, Accept-Encoding",
        "Batch-Status": str(batch.state),
        "Next-Item": str(after),
        "Accept-Ranges": "none",
    }


def _requests_range(request: Request, tag: str) -> bool:
    """Return True for a range request that holds for the current results."""
    condition = request.headers.get("If-Range", tag)
    return "Range" in request.headers and condition == tag
