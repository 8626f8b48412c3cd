"""Errors as RFC 9457 problem documents: always JSON, each kind with a stable ``type``."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions

from bidding.bounds import TooLong
from bidding.domain.errors import BridgeError, IllegalCall, ImpossibleHand
from bidding.domain.messages import Message, message_json
from bidding.jobs import dispatch, registry
from bidding.jobs.submission import Overloaded, TooCostly
from bidding.models import Job
from bidding.parsing.documents.document import FieldError, InvalidDocument, printable
from bidding.parsing.formats.recorded_boards import BadBoard, Contradiction, IrregularAuction

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:bridgeviz:problem:"
RETRY_AFTER_SECONDS = 2
REQUEST_ID = "HTTP_X_REQUEST_ID"  # in META: the UUID of the request in logs, once it is traced

# The status and the title of each type; the OpenAPI document lists them too.
KINDS: dict[str, tuple[int, str]] = {
    "malformed-request": (400, "The request cannot be read"),
    "unauthenticated": (401, "A valid key is required"),
    "forbidden": (403, "This request is not allowed"),
    "unknown-address": (404, "There is nothing at this address"),
    "unknown-explanation": (404, "No such explanation"),
    "unknown-system": (404, "No such bidding system"),
    "unknown-card": (404, "No such convention card"),
    "unknown-batch": (404, "No such batch"),
    "unknown-table": (404, "No such practice table"),
    "unknown-class": (404, "No such class"),
    "method-not-allowed": (405, "Method not allowed"),
    "not-acceptable": (406, "Only JSON is available"),
    "body-too-slow": (408, "The body arrived too slowly"),
    "out-of-turn": (409, "It is not your turn to call"),
    "call-made": (409, "A different call was already made"),
    "another-board": (409, "Another board is on the table"),
    "auction-under-way": (409, "The auction is not over"),
    "seat-taken": (409, "This seat is in use in another browser"),
    "name-taken": (409, "Another pupil has this name"),
    "class-full": (409, "The class is full"),
    "expired-explanation": (410, "The explanation was not computed in time"),
    "dropped-explanation": (410, "The explanation was withdrawn"),
    "batch-cancelled": (410, "The batch was cancelled before this item was computed"),
    "batch-expired": (410, "The batch expired before this item was computed"),
    "length-required": (411, "Content-Length is required"),
    "body-too-long": (413, "The body is too long"),
    "address-too-long": (414, "The address is too long"),
    "too-many-items": (413, "The batch has too many items"),
    "answer-too-long": (413, "The answer would be too long"),
    "unsupported-media-type": (415, "Unsupported media type"),
    "no-such-range": (416, "There are no results from there on"),
    "impossible-position": (422, "The auction is illegal, or the hand or a card is impossible"),
    "too-costly": (422, "The answer would take too long to compute"),
    "too-many-requests": (429, "Too many requests"),
    "too-many-batches": (429, "You have too many batches in progress"),
    "too-many-tables": (429, "You have enough practice tables open"),
    "idempotency-key-reused": (422, "This Idempotency-Key was used for another request"),
    "internal-error": (500, "Something went wrong"),
    "explanation-failed": (500, "The explanation failed"),
    "batches-full": (503, "No room for more batches at the moment"),
    "tables-full": (503, "No room for more practice tables"),
    "broker-unavailable": (503, "The queue cannot be reached"),
    "no-worker": (503, "No worker is running"),
    "overloaded": (503, "The service is overloaded"),
    "model-replaced": (503, "The model has been replaced"),
    "database-unavailable": (503, "The database cannot be reached"),
    "time-out": (504, "The explanation was not ready in time"),
}
_IMPOSSIBLE = {IllegalCall.code, ImpossibleHand.code, Contradiction.code, IrregularAuction.code}
MAX_ERRORS = 20  # in one problem; a text or a document may have thousands


class Problem(Exception):
    """An error with a problem document of one of the KINDS."""

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.errors = kind, detail, list(errors)
        self.headers = dict(headers or {})

    def to_json(self) -> dict[str, Any]:
        """Return the document: type, title, status, detail, and any errors of fields."""
        status, title = KINDS[self.kind]
        document: dict[str, Any] = {
            "type": TYPE_PREFIX + self.kind,
            "title": title,
            "status": status,
            "detail": self.detail,
        }
        return {**document, "errors": self.errors} if self.errors else document

    def response(self, request: HttpRequest) -> JsonResponse:
        """Return the response to a request, with its id in the document."""
        if KINDS[self.kind][0] in (429, 503, 504) or self.kind == "expired-explanation":
            self.headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
        document = self.to_json()
        if identifier := request.META.get(REQUEST_ID):
            document["instance"] = f"urn:uuid:{identifier}"
        return JsonResponse(
            document, status=document["status"], content_type=MEDIA_TYPE, headers=self.headers
        )


def of_document(invalid: InvalidDocument) -> Problem:
    """Return Problem 400 if anything is unreadable, 422 if it only breaks the rules."""
    document = invalid.to_json(MAX_ERRORS)
    return Problem(document["code"], document["detail"], errors=document["errors"])


def of_field(pointer: str, error: BridgeError) -> Problem:
    """Return the Problem of one field, or of the whole body (no pointer)."""
    error.text = printable(error.text)
    return of_document(InvalidDocument([FieldError(pointer, error)]))


def of_refusals(refused: Sequence[BadBoard], pointer: str, *, lines: bool) -> Problem:
    """Return the Problem of a text without a valid board: 422 if all break only the rules.

    Each fault has its line if the text has several ``lines``.
    """
    impossible = all(bad.code in _IMPOSSIBLE for bad in refused)
    faults = [_at_line(bad) if lines else bad.fault for bad in refused[:MAX_ERRORS]]
    errors = [
        {
            "pointer": pointer,
            "code": bad.code,
            "detail": printable(fault),
            "text": "",
            "position": bad.place,
            "said": message_json(fault),
        }
        for bad, fault in zip(refused, faults, strict=False)
    ]
    kind = "impossible-position" if impossible else "malformed-request"
    return Problem(kind, "; ".join(str(entry["detail"]) for entry in errors), errors=errors)


def _at_line(bad: BadBoard) -> Message:
    return Message("line {line}: {fault}", line=bad.line, fault=bad.fault)


def of_failure(row: Job) -> Problem:
    """Return the Problem of a failed row."""
    assert row.error is not None
    return Problem(row.error["code"], row.error["detail"])


def of_exception(error: Exception) -> Problem:
    """Return the Problem of an exception; an unexpected one is logged, never shown."""
    match error:
        case Problem():
            return error
        case registry.NoWorker():
            return Problem("no-worker", str(error))
        case dispatch.BrokerUnavailable():
            return Problem("broker-unavailable", str(error))
        case TooLong():
            detail = "It would exceed {limit} bytes, the limit for a request of this length."
            return Problem("answer-too-long", Message(detail, limit=error.limit))
        case TooCostly():
            return Problem("too-costly", str(error))
        case Overloaded():
            headers = {"Retry-After": str(error.retry_after_seconds)}
            return Problem("overloaded", str(error), headers=headers)
        case exceptions.Throttled():
            headers = {"Retry-After": str(getattr(error, "wait", None) or RETRY_AFTER_SECONDS)}
            return Problem("too-many-requests", "Ask again in a moment.", headers=headers)
        case OperationalError():
            logger.error("the database cannot be used: %s", error)
            return Problem("database-unavailable", "Nothing was stored. Ask again in a moment.")
        case exceptions.MethodNotAllowed():
            return Problem("method-not-allowed", str(error.detail))
        case exceptions.NotAcceptable():
            return Problem("not-acceptable", "Ask for application/json or */*.")
        case Http404() | exceptions.NotFound():
            return Problem("unknown-address", "There is nothing at this address.")
        case BadRequest() | SuspiciousOperation() | exceptions.ParseError():
            return Problem("malformed-request", "The request cannot be read.")
    logger.error("an unforeseen error", exc_info=error)
    return Problem("internal-error", "The error is on our side and has been logged.")


def handle(error: Exception, context: Mapping[str, Any]) -> JsonResponse:
    """Django REST framework's exception handler."""
    return of_exception(error).response(context["request"]._request)


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Django's handler400: a host that is not ours, and the like."""
    return Problem("malformed-request", "The request cannot be read.").response(request)


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Django's handler404."""
    return of_exception(Http404()).response(request)


def server_error(request: HttpRequest) -> JsonResponse:
    """Django's handler500; Django has logged the error."""
    return Problem("internal-error", "The error is on our side and has been logged.").response(
        request
    )
