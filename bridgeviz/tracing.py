"""Request ids, from the page or client through the web server to the worker, and log lines.

A request may bring a UUID as ``X-Request-ID``; otherwise one is generated. The response and the
tasks that the request queues carry it, and every log line written meanwhile names it, in the web
server and in the worker.
"""

from __future__ import annotations

import json
import logging
import time
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from bidding.api.http.clients import address_of, client_of
from bidding.api.http.middleware import Site, middleware
from bridgeviz.pseudonyms import pseudonym

HEADER = "X-Request-ID"
META_NAME = "HTTP_X_REQUEST_ID"  # of the same header in a request's META
TASK_HEADER = "request_id"

requests = logging.getLogger("bridgeviz.requests")
tasks = logging.getLogger("bridgeviz.tasks")

request_id: ContextVar[str] = ContextVar("request_id", default="")
_task_began: ContextVar[float] = ContextVar("task_began", default=0.0)


def identifier(given: str) -> str:
    """Return the given UUID in canonical form, or a new one for anything else."""
    try:
        return str(uuid.UUID(given))
    except ValueError:
        return str(uuid.uuid4())


@middleware
def trace_requests(get_response: Site, request: HttpRequest) -> HttpResponseBase:
    """Give the request its id, and log its answer."""
    began = time.perf_counter()
    token = request_id.set(identifier(request.META.get(META_NAME, "")))
    request.META[META_NAME] = request_id.get()  # problem documents name it
    try:
        response = get_response(request)
        response.headers[HEADER] = request_id.get()
        _log_answer(request, response, time.perf_counter() - began)
        return response
    finally:
        request_id.reset(token)


def _log_answer(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Log a response, without the query, which may have private data and signatures.

    Clients and keys are logged by pseudonym only, and no token of a practice table or a class.
    """
    path = _without_token(request)
    fields: dict[str, Any] = {
        "method": request.method,
        "path": path,
        "status": response.status_code,
        "seconds": round(seconds, 4),
        "client": pseudonym(f"address:{address_of(request)}"),
    }
    if getattr(request, "auth", None) is not None:  # set by the API's authentication
        fields["key"] = pseudonym(client_of(request))
    if location := response.headers.get("Location"):
        fields["location"] = location.partition("?")[0]
    requests.info("%s %s %s", request.method, path, response.status_code, extra={"fields": fields})


def _without_token(request: HttpRequest) -> str:
    match = request.resolver_match
    token = match.kwargs.get("token") if match else None
    return request.path.replace(token, "-") if token else request.path


def add_to_task(headers: dict[str, Any] | None = None, **_: object) -> None:
    """Add the request's id to a task before it is queued."""
    if headers is not None and request_id.get():
        headers[TASK_HEADER] = request_id.get()


def begin_task(task: Any, **_: object) -> None:
    """Bind, in the worker, the id of the task's request to the log records that follow."""
    request_id.set(getattr(task.request, TASK_HEADER, None) or "")
    _task_began.set(time.perf_counter())


def end_task(task: Any, args: Any = (), state: str | None = None, **_: object) -> None:
    """Log, in the worker, the end of the task."""
    seconds = round(time.perf_counter() - _task_began.get(), 4)
    fields = {"task": task.name, "of": list(args or ()), "state": state, "seconds": seconds}
    tasks.info("%s %s", task.name, state, extra={"fields": fields})
    request_id.set("")


# --- Lines for people, JSON objects for machines -------------------------------------------------


class AddRequest(logging.Filter):
    """A filter that adds the request's id to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep all records."""
        given = request_id.get()
        record.__dict__["request_id"] = given
        record.__dict__["of_request"] = f" [{given}]" if given else ""
        return True


class JsonLines(logging.Formatter):
    """JSON lines: time, level, logger, message, request_id, and the record's fields.

    The fields are what was logged with ``extra={"fields": {...}}``; a traceback is one text.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; values outside JSON are written as text."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if given := getattr(record, "request_id", ""):
            document["request_id"] = given
        document.update(getattr(record, "fields", {}))
        if record.exc_info:
            document["traceback"] = self.formatException(record.exc_info)
        return json.dumps(document, default=str, ensure_ascii=False)
