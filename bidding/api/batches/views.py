"""Batches: submitted, listed, looked up and cancelled."""

from __future__ import annotations

import uuid
from datetime import datetime
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field, WithJsonSchema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.batches import bodies
from bidding.api.batches.bodies import FILES, FORM, MAX_KEY_CHARACTERS, Viewing
from bidding.api.http.authentication import CHALLENGE
from bidding.api.http.clients import client_of
from bidding.api.http.openapi import Count, JsonObject, Schema, named, resolved
from bidding.api.http.operations import (
    JSON,
    LINK,
    QUESTION_EXAMPLE,
    RETRY_AFTER,
    Question,
    example,
    first_of,
    header,
    operation,
)
from bidding.api.http.problems import Problem
from bidding.api.http.responses import PAGE_SIZE, first_number, page
from bidding.api.http.throttling import seconds_to_wait, seconds_to_wait_for_more
from bidding.batches import progress, requests
from bidding.batches.progress import Progress, signature_of
from bidding.jobs.shares import hidden
from bidding.models import Batch, BatchState, Scope
from bidding.parsing.documents.fields import enum

PARAMETER = "signature"


def address(name: str, batch: Batch) -> str:
    """Return the path of that URL name (``batch``, ``batch-results`` ...) with any signature."""
    path, signature = reverse(name, args=[batch.id]), signature_of(batch)
    return f"{path}?{urlencode({PARAMETER: signature})}" if signature else path


def progress_of(request: Any, batch_id: uuid.UUID) -> Progress:
    """Return the progress of a batch, for a request of the API or of a page.

    Raise Batch.DoesNotExist, also where the request has no access to it.
    """
    return progress.seen_by(
        client_of(request),
        batch_id,
        signature=request.GET.get(PARAMETER, ""),
        staff=getattr(request.user, "is_staff", False),
    )


class BatchStatus(JsonObject):
    """How a batch stands."""

    id: uuid.UUID
    status: Annotated[str, enum("BatchState", BatchState.values, "How far a batch is.")]
    url: str = Field(description="where to look again, with its query")
    results: str = Field(description="where the results are, with its query")
    created: datetime
    started: datetime | None
    ended: datetime | None
    items: Count = Field(description="how many were sent")
    done: Count = Field(description="those with a result")
    failed: Count = Field(description="those with a reason why there is none")
    waiting: Count = Field(description="those with neither; they stay so if it is cancelled")
    ready: Count = Field(description="items from the first on whose lines can be had")
    percent: float = Field(ge=0, le=100)
    rate: float | None = Field(
        description="items a second in the last minute; null if none has ended"
    )
    seconds_left: float | None = Field(description="at that rate")


class BatchPage(JsonObject):
    """Some of the batches of a key."""

    batches: list[BatchStatus]
    next: str | None = Field(description="where the next ones are; null after the last")


FILE: Schema = {"type": "string", "format": "binary", "description": "boards as PBN or LIN"}


class BatchUpload(JsonObject):
    """A form with one file."""

    file: Annotated[bytes, WithJsonSchema(FILE)]


_FILES = {
    "application/x-pbn": '[Board "3"]\n[Dealer "S"]\n[Vulnerable "NS"]\n'
    '[Deal "S:AKJT985.6.A76.84 - - -"]\n[Auction "S"]\n1D 1H\n',
    "application/x-lin": "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D|mb|1H|",
}
SIGNATURE = OpenApiParameter(
    "signature",
    str,
    description="of a batch that was asked for without a key; the addresses in answers carry it",
)
_PARAMETERS = [
    *(
        OpenApiParameter(name, one, description=one["description"])
        for name, one in resolved(named(Viewing, "validation"))["properties"].items()
    ),
    OpenApiParameter(
        "Idempotency-Key",
        {"type": "string", "minLength": 1, "maxLength": MAX_KEY_CHARACTERS, "pattern": "^[ -~]+$"},
        location=OpenApiParameter.HEADER,
        description="the same request under the same key makes one batch only",
    ),
    header("Location", "where the batch can be looked up", 202),
]
POLL_AFTER_SECONDS = 2
ROOM_AFTER_SECONDS = "60"  # until a running batch may have ended


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


def progress_or_problem(request: Request, batch_id: uuid.UUID) -> Progress:
    """Return a batch's progress. Raise Problem 404, also where the request has no access."""
    try:
        return progress_of(request._request, batch_id)
    except Batch.DoesNotExist:
        detail = (
            "It never existed, has been deleted, or the signature is missing from this address."
        )
        raise Problem("unknown-batch", detail) from None


class BatchList(APIView):
    """The collection of batches."""

    scope = Scope.BATCHES
    post_limit = "batches"  # submitting is dear, reading is not

    @operation(
        "list_batches",
        "List the batches of a key",
        {200: BatchPage},
        400,
        auth=[{"key": []}],
        parameters=[first_of("how many to leave out, from 0"), LINK],
    )
    def get(self, request: Request) -> Response:
        """The batches that were asked for with this key, the newest first."""
        if request.auth is None:
            raise Problem("unauthenticated", "Send a key to list its batches.", headers=CHALLENGE)
        first = first_number(request)
        found = progress.of_client(hidden(client_of(request)), first, PAGE_SIZE + 1)
        return page("batches", [*map(status_document, found)], first)

    @operation(
        "ask_batch",
        "Send positions, or a file of boards",
        {202: BatchStatus},
        503,
        parameters=_PARAMETERS,
        examples=[
            example("One position", [QUESTION_EXAMPLE]),
            *(example("One board", text, name) for name, text in _FILES.items()),
        ],
        body={
            JSON: {"type": "array", "minItems": 1, "items": named(Question, "validation")},
            FORM: named(BatchUpload),
            **dict.fromkeys(FILES, FILE),
        },
    )
    def post(self, request: Request) -> Response:
        """Takes positions, or a PBN or LIN file, to be explained when nobody else waits.

        429 where the client has as many batches, or answers of them, under way as it may, and where
        it has sent as many items of late.
        """
        if seconds := seconds_to_wait(request, "batch_items", 0):
            raise Throttled(seconds)
        key = bodies.idempotency_key(request._request)
        client = client_of(request)
        try:
            keyed = request.auth is not None
            admit = partial(requests.admit, client, key, keyed=keyed)
            asked, digest = bodies.read_batch(request._request, admit, keyed=keyed)
            charge = requests.charge(asked)
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

    @operation(
        "fetch_batch",
        "How a batch stands",
        {200: BatchStatus},
        parameters=[SIGNATURE, RETRY_AFTER],
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far the batch has come, how fast it goes and how long it will take."""
        found = progress_or_problem(request, batch_id)
        headers = {} if found.batch.has_ended else {"Retry-After": str(POLL_AFTER_SECONDS)}
        return Response(status_document(found), headers=headers)

    @operation(
        "cancel_batch",
        "Cancel a batch, or delete one that has ended",
        {200: BatchStatus, 204: None},
        parameters=[SIGNATURE],
    )
    def delete(self, request: Request, batch_id: uuid.UUID) -> Response:
        """Cancels a batch under way: results that are there can still be had. Removes one that
        has ended.
        """
        found = progress_or_problem(request, batch_id)
        if requests.cancel(found.batch.id):
            return Response(status_document(progress_or_problem(request, batch_id)))
        requests.remove(found.batch.id)
        return Response(status=204)
