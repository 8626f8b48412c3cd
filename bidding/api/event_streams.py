"""Progress as server-sent events (HTML standard, 9.2), in place of polling.

A stream holds a thread of the web server, and so a place of those who wait, no longer than
anybody may wait for an answer. Then it ends, and a client connects again, as browsers do by
themselves. Who finds no place is sent the present state alone: that amounts to polling.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import orjson
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

logger = logging.getLogger(__name__)

MEDIA_TYPE = "text/event-stream"
RETRY_MILLISECONDS = 2000  # until a client connects again
HEARTBEAT_SECONDS = 5.0  # without an event, after which a comment is sent
LAST_ID = "end"  # of the event after which there are no others
_HEARTBEAT = b": heartbeat\n\n"
# No proxy may keep events back until there are many of them; nginx knows the second header.
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Standing:
    """How something stands, as clients are sent it; whether it has ended."""

    document: dict[str, Any]
    has_ended: bool


Watch = Callable[[float], Iterator[Standing]]
"""How it stands, again and again until it has ended or so many seconds are over, at least once."""


class EventStream(BaseRenderer):
    """Names the media type; views write the events themselves."""

    media_type = MEDIA_TYPE
    format = "event-stream"


def answer(
    request: Request, watch: Watch, place: AbstractContextManager[int], *, has_ended: bool
) -> HttpResponseBase:
    """The events; 204 for a client that was sent the last one, so that it comes no more."""
    if has_ended and request.headers.get("Last-Event-ID") == LAST_ID:
        return HttpResponse(status=204, headers=_HEADERS)
    if request.method == "HEAD":
        return HttpResponse(content_type=MEDIA_TYPE, headers=_HEADERS)
    return StreamingHttpResponse(_events(watch, place), content_type=MEDIA_TYPE, headers=_HEADERS)


def _events(watch: Watch, place: AbstractContextManager[int]) -> Iterator[bytes]:
    """An event whenever something has changed; it takes the place once it is read from."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    sent, sent_at = None, 0.0
    with place as seconds:
        try:
            for standing in watch(seconds):
                if standing != sent:
                    yield _event(standing)
                    sent, sent_at = standing, time.monotonic()
                elif time.monotonic() - sent_at >= HEARTBEAT_SECONDS:
                    yield _HEARTBEAT
                    sent_at = time.monotonic()
        except ObjectDoesNotExist:  # deleted meanwhile: who connects again is told so
            return
        except DatabaseError as error:
            logger.error("a stream of events ends: %s", error)


def _event(standing: Standing) -> bytes:
    head = f"id: {LAST_ID}\nevent: end\n" if standing.has_ended else "event: progress\n"
    return head.encode() + b"data: " + orjson.dumps(standing.document) + b"\n\n"
