"""The OpenAPI description of the operations on batches."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from bidding.api.batch_bodies import FILES, FORM, JSON
from bidding.api.batch_lines import MEDIA_TYPE
from bidding.api.schema import EXAMPLE, PROBLEM, QUESTION, RESULT, guarded, object_of
from bidding.models import BatchState
from bidding.parsing.viewing import VIEWS

COUNT = {"type": "integer", "minimum": 0}
TIME = {"type": "string", "format": "date-time"}
TIME_OR_NULL = {"type": ["string", "null"], "format": "date-time"}
STATUS = object_of(
    {
        "id": {"type": "string", "format": "uuid"},
        "status": {"type": "string", "enum": BatchState.values},
        "url": {"type": "string"},
        "results": {"type": "string", "description": "where the results are"},
        "created": TIME,
        "started": TIME_OR_NULL,
        "ended": TIME_OR_NULL,
        "items": {**COUNT, "description": "how many were sent"},
        "done": {**COUNT, "description": "those with a result"},
        "failed": {**COUNT, "description": "those with a reason why there is none"},
        "waiting": {**COUNT, "description": "those with neither; they stay so if it is cancelled"},
        "ready": {**COUNT, "description": "items from the first on whose lines can be had"},
        "percent": {"type": "number", "minimum": 0, "maximum": 100},
        "rate": {
            "type": ["number", "null"],
            "description": "items a second in the last minute; null if none has ended",
        },
        "seconds_left": {"type": ["number", "null"], "description": "at that rate"},
    }
)
LINE = object_of(
    {
        "item": {**COUNT, "description": "its number, from 0, in the order of the request"},
        "status": {"type": "string", "enum": ["done", "failed"]},
        "source": {
            "description": "where a file has the board, and from which seat it is seen; null "
            "for an item of a JSON array",
            "oneOf": [
                object_of(
                    {
                        "line": COUNT,
                        "board": {"type": ["integer", "null"]},
                        "event": {"type": "string"},
                        "seat": {"type": ["string", "null"]},
                    }
                ),
                {"type": "null"},
            ],
        },
        "result": RESULT,
        "error": PROBLEM,
    },
    required=["item", "status", "source"],
)
FILE = {"type": "string", "format": "binary", "description": "boards as PBN or LIN"}


def _parameter(name: str, description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description, **more)


def _header(name: str, description: str) -> OpenApiParameter:
    return _parameter(name, description, location=OpenApiParameter.HEADER)


SYSTEM_OF = "the bidding system of {}, in place of the one that the file names"
ASK: dict[str, Any] = {
    "operation_id": "ask_batch",
    "parameters": [
        _parameter(
            "view",
            "whose hand is looked at, of a file's boards: all makes four items of each board, "
            "spectator sees no cards; S if it is left out",
            enum=VIEWS,
        ),
        _parameter("system", SYSTEM_OF.format("both sides")),
        _parameter("ns", SYSTEM_OF.format("North and South")),
        _parameter("ew", SYSTEM_OF.format("East and West")),
        _header("Idempotency-Key", "the same request under the same key makes one batch only"),
    ],
    "examples": [EXAMPLE],
    "request": {
        JSON: {"type": "array", "minItems": 1, "items": QUESTION},
        FORM: object_of({"file": FILE}),
        **dict.fromkeys(FILES, FILE),
    },
    "responses": guarded({202: STATUS}, 400, 406, 408, 411, 413, 415, 422, 429, 500, 503),
}
LIST: dict[str, Any] = {
    "operation_id": "list_batches",
    "parameters": [
        OpenApiParameter("from", OpenApiTypes.INT, description="how many to leave out, from 0")
    ],
    "responses": guarded(
        {
            200: object_of(
                {
                    "batches": {"type": "array", "items": STATUS},
                    "next": {
                        "type": ["string", "null"],
                        "description": "where the next ones are; null after the last",
                    },
                }
            )
        },
        *(400, 406, 429, 500),
    ),
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_batch",
    "responses": guarded({200: STATUS}, 404, 406, 429, 500),
}
CANCEL: dict[str, Any] = {
    "operation_id": "cancel_batch",
    "responses": guarded({200: STATUS, 204: None}, 404, 406, 429, 500),
}
RESULTS: dict[str, Any] = {
    "operation_id": "fetch_results",
    "parameters": [
        OpenApiParameter(
            "from", OpenApiTypes.INT, description="the number of the first item wanted, from 0"
        ),
        _header("Range", "bytes=N-: of the results of an ended batch, those from byte N on"),
        _header("If-Range", "an ETag: the range is wanted only of those same results"),
    ],
    "responses": {(200, MEDIA_TYPE): LINE, (206, MEDIA_TYPE): {"type": "string"}}
    | guarded({}, 400, 404, 406, 416, 429, 500),
}
