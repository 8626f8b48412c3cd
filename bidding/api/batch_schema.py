"""The OpenAPI description of the operations on batches."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.batch_bodies import FILES, FORM, JSON, MAX_KEY_CHARACTERS
from bidding.api.batch_lines import MEDIA_TYPE
from bidding.api.client_schema import (
    FIELDS,
    FROM,
    IF_NONE_MATCH,
    LINK,
    MOMENTS,
    NOT_MODIFIED,
)
from bidding.api.components import (
    COUNT,
    INTEGER,
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
    part_of,
)
from bidding.api.explanation_schema import EXPLANATION
from bidding.api.openapi import KEY_ALONE
from bidding.api.problem_schema import PROBLEM
from bidding.api.review_schema import REVIEW
from bidding.api.schema import (
    QUESTION_EXAMPLE,
    header,
    protected_responses,
    retry_after,
)
from bidding.api.table_schema import QUESTION, SEAT, SYSTEM
from bidding.models import BatchState
from bidding.parsing.documents.board_positions import VIEWS

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
SOURCE = component(
    "BatchItemSource",
    object_of(
        {"line": COUNT, "board": or_null(INTEGER), "event": TEXT, "seat": or_null(SEAT)},
    ),
    "Where a file has the board, and from which seat it is seen.",
)
LINE = component(
    "BatchLine",
    object_of(
        {
            "item": described(COUNT, "its number, from 0, in the order of the request"),
            "status": enum("BatchItemState", ["done", "failed"]),
            "source": or_null(SOURCE, "null for an item of a JSON array"),
            "result": {"anyOf": [EXPLANATION, REVIEW, part_of(EXPLANATION), part_of(REVIEW)]},
            "error": PROBLEM,
        },
        required=["item", "status", "source"],
    ),
    "One line of the results: there is either a result or an error.",
)
LINES: Schema = {
    "type": "string",
    "description": "lines of JSON, each a BatchLine",
    "contentMediaType": MEDIA_TYPE,
    "contentSchema": LINE,
}
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
RESULTS: dict[str, Any] = {
    "operation_id": "fetch_batch_results",
    "summary": "Fetch the results of a batch",
    "tags": TAGS,
    "parameters": [
        SIGNATURE,
        _from("the number of the first item wanted, from 0"),
        FIELDS,
        MOMENTS,
        LINK,
        header("Batch-Status", "how far the batch is", 200, required=True),
        header("Next-Item", "where the next request goes on, as `from`", 200, required=True),
        IF_NONE_MATCH,
        header("ETag", "of the results of an ended batch", 200, 304),
        retry_after(429),
    ],
    "responses": {(200, MEDIA_TYPE): LINES}
    | protected_responses({}, 400, 404, 406, 416, 429, 500)
    | NOT_MODIFIED,
}
