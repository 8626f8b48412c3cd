"""The results of a batch as lines of JSON (NDJSON): all, or from an item on."""

from __future__ import annotations

import json
import uuid
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Annotated, Any

from django.conf import settings
from django.http import HttpResponseNotModified, StreamingHttpResponse
from django.http.response import HttpResponseBase
from pydantic import Field
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from bidding.api.batches.views import SIGNATURE, progress_or_problem
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.openapi import Count, JsonObject, named
from bidding.api.http.operations import CACHED, FIELDS, LINK, MOMENTS, first_of, header, operation
from bidding.api.http.operations import Problem as ProblemDocument
from bidding.api.http.problems import Problem
from bidding.api.http.responses import first_number, has_current, tag_of
from bidding.api.questions.analysis_schema import ReviewResult
from bidding.api.questions.answers import Selection, selection
from bidding.api.questions.explanation_schema import Explanation
from bidding.batches import progress
from bidding.models import Batch, BatchItem, BatchState, ItemState, Kind, Scope
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.fields import Named, enum
from bidding.yielding import yield_point

MEDIA_TYPE = "application/x-ndjson"
LEAST_RATE = 50_000  # bytes a second that a client has to take; by the time-out it may lag behind
PROGRESS = "bridgeviz.progress"  # in META: gives the request so many seconds more
# The most that fields are selected from for one response.
MAX_SELECTED_ITEMS, MAX_SELECTED_BYTES = 500, 4 * 1024 * 1024
_UNANSWERED = {
    BatchState.CANCELLED: (
        "batch-cancelled",
        "The batch was cancelled before this item was computed.",
    ),
    BatchState.EXPIRED: ("batch-expired", "The batch expired before this item was computed."),
}


@dataclass(frozen=True)
class Lines:
    """The lines of the items from ``first`` up to, not including, ``end``."""

    batch: Batch
    first: int
    end: int

    @classmethod
    def of(cls, batch: Batch, first: int) -> Lines:
        """Return the lines available from an item on; of a running batch, those before any gap.

        Raise Problem 416 for an item that the batch does not have.
        """
        if first > batch.total:
            detail = f"There are no items from {first} on: the batch has {batch.total}."
            raise Problem("no-such-range", detail)
        return cls(batch, first, max(first, progress.ready(batch)))

    @property
    def size(self) -> int:
        """Return their total length in bytes."""
        rows = progress.items_without_content(self.batch, self.first, self.end)
        return sum(_length(self.batch, item) for item in rows)

    def start(self) -> Lines:
        """Return the first of the lines, as many as fields are selected from at a time.

        Their number depends on their lengths alone: the same selection has always the same bytes.
        """
        stop, size = min(self.end, self.first + MAX_SELECTED_ITEMS), 0
        for item in progress.items_without_content(self.batch, self.first, stop):
            size += _length(self.batch, item)
            if size > MAX_SELECTED_BYTES:
                return replace(self, end=max(item.number, self.first + 1))
        return replace(self, end=stop)

    def bytes(self, fields: Selection) -> Iterator[bytes]:
        """Yield the lines with the selected fields."""
        for item in progress.items(self.batch, self.first, self.end):
            yield_point()
            head, tail = _around(self.batch, item)
            result = fields.of(zlib.decompress(item.answer.content)) if item.answer else b""
            yield head + result + tail


def _length(batch: Batch, item: BatchItem) -> int:
    head, tail = _around(batch, item)
    return len(head) + (item.answer.length if item.answer else 0) + len(tail)


def _around(batch: Batch, item: BatchItem) -> tuple[bytes, bytes]:
    """Return the text before and after an item's result; all of the line without a result."""
    done = item.state == ItemState.DONE
    start = {"item": item.number, "status": "done" if done else "failed", "source": item.source}
    if done:
        return _json(start)[:-1] + b',"result":', b"}\n"
    return _json({**start, "error": _problem(batch, item).to_json()}), b"\n"


def _problem(batch: Batch, item: BatchItem) -> Problem:
    """Return the problem of an item without a result."""
    if item.error is None:
        return Problem(*_UNANSWERED[BatchState(batch.state)])
    errors = item.error.get("errors", ())
    if item.source is None:  # stored pointers are relative to the item
        errors = [{**fault, "pointer": f"/{item.number}{fault['pointer']}"} for fault in errors]
    return Problem(item.error["code"], item.error["detail"], errors=errors)


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class BatchItemSource(JsonObject):
    """Where a file has the board, and from which seat it is seen."""

    line: Count
    board: int | None
    event: str
    seat: fields.Seat | None


class BatchLine(JsonObject):
    """One line of the results: there is either a result or an error."""

    item: Count = Field(description="its number, from 0, in the order of the request")
    status: Annotated[str, enum("BatchItemState", ["done", "failed"])]
    source: BatchItemSource | None = Field(description="null for an item of a JSON array")
    result: (
        Explanation
        | ReviewResult
        | Annotated[dict[str, Any], Named("ExplanationPart", {})]
        | Annotated[dict[str, Any], Named("ReviewResultPart", {})]
    ) = LEFT_OUT
    error: ProblemDocument = LEFT_OUT


LINES = {
    "type": "string",
    "description": "lines of JSON, each a BatchLine",
    "contentMediaType": MEDIA_TYPE,
    "contentSchema": named(BatchLine),
}


class NdJson(BaseRenderer):
    """The media type of results for content negotiation; the view writes them itself."""

    media_type = MEDIA_TYPE
    format = "ndjson"


class BatchResults(APIView):
    """The results of a batch."""

    scope = Scope.BATCHES
    renderer_classes = (NdJson, JSONRenderer)
    sends_stored = True

    @operation(
        "fetch_batch_results",
        "Fetch the results of a batch",
        {(200, MEDIA_TYPE): LINES, 304: None},
        *(400, 416),
        parameters=[
            SIGNATURE,
            first_of("the number of the first item, from 0"),
            FIELDS,
            MOMENTS,
            LINK,
            header("Batch-Status", "how far the batch is", 200, required=True),
            header("Next-Item", "where the next request goes on, as `from`", 200, required=True),
            *CACHED,
        ],
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> HttpResponseBase:
        """One line an item, in order; of a batch under way as many as there are without a gap.

        304 if the client has those of a batch that has ended.
        """
        batch = progress_or_problem(request, batch_id).batch
        fields = selection(request, Kind.EXPLANATION, Kind.REVIEW)
        lines = Lines.of(batch, first_number(request))
        headers = {
            "Content-Disposition": f'attachment; filename="batch-{batch.id}.ndjson"',
            "Cache-Control": "private, no-cache" if batch.has_ended else "private, no-store",
        }
        if batch.has_ended:
            identity = f"{batch.id} {lines.first} {fields.query}"
            headers["ETag"] = tag_of(MEDIA_TYPE, identity.encode())
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
        return StreamingHttpResponse(content, content_type=MEDIA_TYPE, headers=headers)


def _paced(request: Request, content: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the pieces as long as the client takes them at the least rate or faster.

    That holds a thread, and so takes a waiting place; without one all has to be taken within the
    time-out.
    """
    longest = settings.WEB_TIMEOUT_SECONDS
    extend = request.META.get(PROGRESS, lambda seconds: None)
    with waiting_place(longest, client_of(request), slow_kind="results") as may_take_longer:
        deadline = monotonic() + longest
        for piece in content:
            yield piece
            if may_take_longer:
                seconds = len(piece) / LEAST_RATE
                deadline += seconds
                extend(seconds)
            if monotonic() > deadline:
                return
