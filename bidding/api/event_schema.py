"""The OpenAPI description of streams of events."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from bidding.api.batch_schema import SIGNATURE
from bidding.api.events import LAST_ID, MEDIA_TYPE
from bidding.api.schema import guarded

LAST_EVENT_ID = OpenApiParameter(
    name="Last-Event-ID",
    type=OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description=f"{LAST_ID}, from a client that was sent the last event: 204, and no more comes",
)


def _events(
    operation_id: str, of: str, *problems: int, parameters: tuple[OpenApiParameter, ...] = ()
) -> dict[str, Any]:
    event = {
        "type": "object",
        "description": "the fields of each server-sent event; comments are heartbeats. The stream "
        "ends before the last event where the site's time-out is over, or too many wait: connect "
        "again after the milliseconds of retry",
        "properties": {
            "event": {
                "type": "string",
                "enum": ["progress", "end"],
                "description": "end: the last",
            },
            "id": {"type": "string", "enum": [LAST_ID], "description": "of the last event alone"},
            "data": {"type": "string", "description": f"{of} as JSON"},
        },
        "required": ["event", "data"],
    }
    return {
        "operation_id": operation_id,
        "parameters": [*parameters, LAST_EVENT_ID],
        "responses": {(200, MEDIA_TYPE): event}
        | guarded({204: None}, 404, 406, *problems, 429, 500),
    }


EXPLANATION = _events("watch", "what fetching the answer gives, less its result", 410, 503)
BATCH = _events("watch_batch", "what fetching the batch gives", parameters=(SIGNATURE,))
