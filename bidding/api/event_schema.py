"""The OpenAPI description of streams of events."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from bidding.api import batch_schema, schema
from bidding.api.components import TEXT, Schema, component, enum, object_of
from bidding.api.event_streams import LAST_ID, MEDIA_TYPE
from bidding.api.schema import JSON, protected_responses, retry_after

LAST_EVENT_ID = OpenApiParameter(
    name="Last-Event-ID",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description=f"{LAST_ID}, from a client that was sent the last event: 204, and no more comes",
)
_NAME = enum("EventName", ["progress", "end"], "What an event says; end is the last.")


def _event(name: str, data: Schema) -> Schema:
    """Return the schema of an event whose data is such a document."""
    fields = {
        "event": _NAME,
        "id": {"type": "string", "enum": [LAST_ID], "description": "of the last event alone"},
        "data": {"type": "string", "contentMediaType": JSON, "contentSchema": data},
    }
    return component(
        name, object_of(fields, required=["event", "data"]), "The fields of a server-sent event."
    )


def _stream(event: Schema) -> Schema:
    """Return the schema of a stream, which tools read as that of one event or of all text."""
    return {
        "description": "server-sent events; comments are heartbeats. A stream that ends before its "
        "last event goes on after the milliseconds of retry: connect again",
        "anyOf": [event, TEXT],
    }


EXPLANATION: dict[str, Any] = {
    "operation_id": "watch_answer",
    "summary": "Watch the progress of an answer",
    "tags": schema.POSITIONS,
    "parameters": [LAST_EVENT_ID, retry_after(410, 429, 503)],
    "responses": {(200, MEDIA_TYPE): _stream(_event("AnswerEvent", schema.ANSWER_STANDING))}
    | protected_responses({204: None}, 404, 406, 410, 429, 500, 503),
}
BATCH: dict[str, Any] = {
    "operation_id": "watch_batch",
    "summary": "Watch the progress of a batch",
    "tags": batch_schema.TAGS,
    "parameters": [batch_schema.SIGNATURE, LAST_EVENT_ID, retry_after(429)],
    "responses": {(200, MEDIA_TYPE): _stream(_event("BatchEvent", batch_schema.STATUS))}
    | protected_responses({204: None}, 404, 406, 429, 500),
}
