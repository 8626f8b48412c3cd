"""Batches: submitted, listed, looked up and cancelled."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.batches import bodies
from bidding.api.batches.bodies import FILES, FORM, MAX_KEY_CHARACTERS
from bidding.api.http.authentication import CHALLENGE
from bidding.api.http.clients import client_of
from bidding.api.http.openapi import (
    COUNT,
    KEY_ALONE,
    NUMBER,
    TEXT,
    TIME,
    UUID,
    Schema,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.api.http.operations import (
    FROM,
    JSON,
    LINK,
    QUESTION,
    QUESTION_EXAMPLE,
    SYSTEM,
    header,
    protected_responses,
    retry_after,
)
from bidding.api.http.problems import Problem
from bidding.api.http.responses import PAGE_SIZE, first_number, page
from bidding.api.http.throttling import seconds_to_wait, seconds_to_wait_for_more
from bidding.batches import progress, requests
from bidding.batches.progress import Progress, signature_of
from bidding.jobs.shares import hidden
from bidding.models import Batch, BatchState, Scope
from bidding.parsing.documents.board_positions import VIEWS

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


TAGS = ["batches"]
STATUS = component(
    "BatchStatus",
    object_of(
        {
            "id": UUID,
            "status": enum("BatchState", BatchState.values, "How far a batch is."),
            "url": described(TEXT, "where to look again, with its query"),
            "results": described(TEXT, "where the results are, with its query"),
            "created": TIME,
            "started": or_null(TIME),
            "ended": or_null(TIME),
            "items": described(COUNT, "how many were sent"),
            "done": described(COUNT, "those with a result"),
            "failed": described(COUNT, "those with a reason why there is none"),
            "waiting": described(COUNT, "those with neither; they stay so if it is cancelled"),
            "ready": described(COUNT, "items from the first on whose lines can be had"),
            "percent": {"type": "number", "minimum": 0, "maximum": 100},
            "rate": or_null(NUMBER, "items a second in the last minute; null if none has ended"),
            "seconds_left": or_null(NUMBER, "at that rate"),
        }
    ),
    "How a batch stands.",
)
PAGE = component(
    "BatchPage",
    object_of(
        {
            "batches": array_of(STATUS),
            "next": or_null(TEXT, "where the next ones are; null after the last"),
        }
    ),
)
FILE: Schema = {"type": "string", "format": "binary", "description": "boards as PBN or LIN"}
UPLOAD = component("BatchUpload", object_of({"file": FILE}), "A form with one file.")


def _parameter(name: str, schema: Schema, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, schema, description=description)


def _from(description: str) -> OpenApiParameter:
    return _parameter("from", FROM, description)


_FILES = {
    "application/x-pbn": '[Board "3"]\n[Dealer "S"]\n[Vulnerable "NS"]\n'
    '[Deal "S:AKJT985.6.A76.84 - - -"]\n[Auction "S"]\n1D 1H\n',
    "application/x-lin": "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D|mb|1H|",
}
SIGNATURE = _parameter(
    "signature",
    TEXT,
    "of a batch that was asked for without a key; the addresses in answers carry it",
)
SYSTEM_OF = "the bidding system of {}, in place of the one that the file names"
ASK: dict[str, Any] = {
    "operation_id": "ask_batch",
    "summary": "Send positions, or a file of boards",
    "tags": TAGS,
    "parameters": [
        _parameter(
            "view",
            enum("View", VIEWS),
            "whose hand is looked at, of a file's boards: all makes four items of each board, "
            "spectator sees no cards; review grades the calls of each board; S if it is left out",
        ),
        _parameter("system", SYSTEM, SYSTEM_OF.format("both sides")),
        _parameter("ns", SYSTEM, SYSTEM_OF.format("North and South")),
        _parameter("ew", SYSTEM, SYSTEM_OF.format("East and West")),
        OpenApiParameter(
            "Idempotency-Key",
            {
                "type": "string",
                "minLength": 1,
                "maxLength": MAX_KEY_CHARACTERS,
                "pattern": "^[ -~]+$",
            },
            location=OpenApiParameter.HEADER,
            description="the same request under the same key makes one batch only",
        ),
        header("Location", "where the batch can be looked up", 202),
        retry_after(202, 429, 503),
    ],
    "examples": [
        OpenApiExample(
            "One position", value=[QUESTION_EXAMPLE], media_type=JSON, request_only=True
        ),
        *(
            OpenApiExample("One board", value=text, media_type=name, request_only=True)
            for name, text in _FILES.items()
        ),
    ],
    "request": {
        JSON: {"type": "array", "minItems": 1, "items": QUESTION},
        FORM: UPLOAD,
        **dict.fromkeys(FILES, FILE),
    },
    "responses": protected_responses(
        {202: STATUS}, 400, 406, 408, 411, 413, 415, 422, 429, 500, 503
    ),
}
LIST: dict[str, Any] = {
    "operation_id": "list_batches",
    "summary": "List the batches of a key",
    "tags": TAGS,
    "auth": KEY_ALONE,
    "parameters": [_from("how many to leave out, from 0"), LINK, retry_after(429)],
    "responses": protected_responses({200: PAGE}, 400, 406, 429, 500),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_batch",
    "summary": "How a batch stands",
    "tags": TAGS,
    "parameters": [SIGNATURE, retry_after(200, 429)],
    "responses": protected_responses({200: STATUS}, 404, 406, 429, 500),
}
CANCEL: dict[str, Any] = {
    "operation_id": "cancel_batch",
    "summary": "Cancel a batch, or delete one that has ended",
    "tags": TAGS,
    "parameters": [SIGNATURE, retry_after(429)],
    "responses": protected_responses({200: STATUS, 204: None}, 404, 406, 429, 500),
}
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

    @extend_schema(**LIST)
    def get(self, request: Request) -> Response:
        """The batches that were asked for with this key, the newest first."""
        if request.auth is None:
            raise Problem("unauthenticated", "Send a key to list its batches.", headers=CHALLENGE)
        first = first_number(request)
        found = progress.of_client(hidden(client_of(request)), first, PAGE_SIZE + 1)
        return page("batches", [*map(status_document, found)], first)

    @extend_schema(**ASK)
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

    @extend_schema(**FETCH)
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far the batch has come, how fast it goes and how long it will take."""
        found = progress_or_problem(request, batch_id)
        headers = {} if found.batch.has_ended else {"Retry-After": str(POLL_AFTER_SECONDS)}
        return Response(status_document(found), headers=headers)

    @extend_schema(**CANCEL)
    def delete(self, request: Request, batch_id: uuid.UUID) -> Response:
        """Cancels a batch under way: results that are there can still be had. Removes one that
        has ended.
        """
        found = progress_or_problem(request, batch_id)
        if requests.cancel(found.batch.id):
            return Response(status_document(progress_or_problem(request, batch_id)))
        requests.remove(found.batch.id)
        return Response(status=204)
