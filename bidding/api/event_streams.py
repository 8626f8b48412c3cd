"""Progress as server-sent events (HTML standard, 9.2), in place of polling.

A stream holds a thread of the web server, and so takes a waiting place, for at most the web
time-out. Then it ends, and the client reconnects, as browsers do by themselves. Without a free
place a stream sends the present state only: that amounts to polling.
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
HEARTBEAT_SECONDS = 5.0  # without an event, before a comment is sent
LAST_ID = "end"  # of the last event
_HEARTBEAT = b": heartbeat\n\n"
# Proxies must not buffer events; nginx reads the second header.
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Status:
    """The status of an answer or batch as sent to clients."""

    document: dict[str, Any]
    has_ended: bool


Watch = Callable[[float], Iterator[Status]]
"""Yield statuses, at least one, until the end or until so many seconds have passed."""


class EventStream(BaseRenderer):
    """The media type for content negotiation; views write the events themselves."""

    media_type = MEDIA_TYPE
    format = "event-stream"


def answer(
    request: Request, watch: Watch, place: AbstractContextManager[int], *, has_ended: bool
) -> HttpResponseBase:
    """Stream the events; respond 204 after the last one, so that the client does not reconnect."""
    if has_ended and request.headers.get("Last-Event-ID") == LAST_ID:
        return HttpResponse(status=204, headers=_HEADERS)
    if request.method == "HEAD":
        return HttpResponse(content_type=MEDIA_TYPE, headers=_HEADERS)
    return StreamingHttpResponse(_events(watch, place), content_type=MEDIA_TYPE, headers=_HEADERS)


def _events(watch: Watch, place: AbstractContextManager[int]) -> Iterator[bytes]:
    """Yield an event for each change. Take the waiting place when first read from."""
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    sent, sent_at = None, 0.0
    with place as seconds:
        try:
            for status in watch(seconds):
                if status != sent:
                    yield _event(status)
                    sent, sent_at = status, time.monotonic()
                elif time.monotonic() - sent_at >= HEARTBEAT_SECONDS:
                    yield _HEARTBEAT
                    sent_at = time.monotonic()
        except ObjectDoesNotExist:  # deleted meanwhile: the next connection gets 404
            return
        except DatabaseError as error:
            logger.error("a stream of events ends: %s", error)


def _event(status: Status) -> bytes:
    head = f"id: {LAST_ID}\nevent: end\n" if status.has_ended else "event: progress\n"
    return head.encode() + b"data: " + orjson.dumps(status.document) + b"\n\n"
