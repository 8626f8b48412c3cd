"""The REST doors: they read the request, call a service and write its outcome."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import problems, requests, schema, waiting
from bidding.api.clients import client_of
from bidding.api.conditional import has_current, tag_of
from bidding.api.problems import Problem
from bidding.api.rendering import SplicingRenderer
from bidding.api.selection import WHOLE, Selection, selection
from bidding.jobs import reading, states, submission
from bidding.models import Job, Kind, Scope, State
from bidding.parsing.documents.position_documents import InvalidPosition, position_from_json
from bidding.worker import probes

POLL_AFTER_SECONDS = 1
SLOW = (Kind.REFINED, Kind.ANALYSIS)


def address(row: Job) -> str:
    """Where the explanation can be fetched."""
    return reverse("explanation", args=[row.id])


def standing(row: Job) -> dict[str, Any]:
    """How an explanation stands, without its result or error."""
    progress = {"progress": round(row.share_done, 3)} if row.kind == Kind.ANALYSIS else {}
    return {
        "id": str(row.id),
        "status": row.state,
        **progress,
        "url": address(row),
        "created": row.created_at.isoformat(),
    }


def error_of(row: Job) -> dict[str, Any] | None:
    """The problem of a failed one."""
    return problems.of_failure(row).to_json() if row.state == State.FAILED else None


def status_document(row: Job, wanted: Selection = WHOLE) -> dict[str, Any]:
    """How an explanation stands; its result as wanted once done, the problem once failed."""
    result = None if row.result is None else orjson.Fragment(wanted.of(row.result))
    return {**standing(row), "result": result, "error": error_of(row)}


@dataclass(frozen=True)
class Done:
    """An answer whose result is there: its JSON text, and the headers that identify it."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, request: Request, row: Job, wanted: Selection) -> Done:
        """What the client wants of the row's answer."""
        body = orjson.dumps(status_document(row, wanted))
        return cls(body, tag_of(request.accepted_media_type or "", body))

    @property
    def headers(self) -> dict[str, str]:
        """For caches: the answer may be kept, and is asked for again by its tag."""
        return {"ETag": self.tag, "Cache-Control": "private, no-cache"}

    def response(self, headers: Mapping[str, str]) -> Response:
        """200, with further headers."""
        return Response(orjson.Fragment(self.body), headers={**self.headers, **headers})


class Asking(APIView):
    """What is asked one by one, and answered by a ``status_document``."""

    renderer_classes = (SplicingRenderer,)


class ExplanationList(Asking):
    """Where explanations are asked for."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK)
    def post(self, request: Request) -> Response:
        """Asks for an explanation, and waits for it where the client would."""
        return _asked(request, Kind.EXPLANATION)


class RefinedList(Asking):
    """Where explanations of hands weighed by all their calls are asked for."""

    client_limit = "refined"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_REFINED)
    def post(self, request: Request) -> Response:
        """Asks for the refined explanation, a second answer; it is fetched like the first."""
        return _asked(request, Kind.REFINED)


class OptionList(Asking):
    """Where it is asked what the calls that may come next would show."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_OPTIONS)
    def post(self, request: Request) -> Response:
        """Asks for the options at the end of an auction; they are fetched like explanations."""
        return _asked(request, Kind.OPTIONS)


class AnalysisList(Asking):
    """Where it is asked which contracts make."""

    client_limit = "analyses"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_ANALYSIS)
    def post(self, request: Request) -> Response:
        """Asks for an analysis; how far it is, is told where explanations are fetched."""
        return _asked(request, Kind.ANALYSIS)


def _asked(request: Request, kind: Kind) -> Response:
    fields = selection(request, kind)
    body = requests.json_object(request._request)
    try:
        position = position_from_json(body)
    except InvalidPosition as invalid:
        raise problems.of_document(invalid) from None
    wanted = requests.preferred_wait_seconds(request._request)
    keyed = request.auth is not None
    submit = partial(submission.submit, position, kind, client_of(request), keyed=keyed)
    try:
        return _answer(request, submit(), wanted, fields)
    except Job.DoesNotExist:  # an earlier one, swept away before it was read
        return _answer(request, submit(), wanted, fields)


def _answer(request: Request, row: Job, wanted: int, fields: Selection) -> Response:
    """What the row says, waited for so many seconds. Raises Job.DoesNotExist, Problem."""
    if wanted and row.has_ended:
        return _when_done(request, row, wanted, fields)
    with place_for(request, row, wanted) as seconds:
        return _when_done(request, row, seconds, fields) if seconds else _accepted(row)


def place_for(request: Request, row: Job, wanted: int) -> AbstractContextManager[int]:
    """Where the client may wait for the row, if there is room."""
    slow_kind = row.kind if row.kind in SLOW else None
    return waiting.place(wanted, client_of(request), slow_kind=slow_kind)


def _accepted(row: Job) -> Response:
    headers = {"Location": address(row), "Retry-After": str(POLL_AFTER_SECONDS)}
    return Response(status_document(row), status=202, headers=headers)


def _when_done(request: Request, row: Job, seconds: int, fields: Selection) -> Response:
    """200 with what is wanted of the result.

    Raises Problem 504 if it is not there in time, 410 if its own time ran out, 5xx if it failed,
    and Job.DoesNotExist if it was deleted.
    """
    headers = {"Location": address(row), "Preference-Applied": f"wait={seconds}"}
    row = reading.wait_for(row.id, seconds)
    if row.state == State.DONE:
        # The same as at this address: so the tag can be sent there.
        headers["Content-Location"] = address(row) + fields.query
        return Done.of(request, row, fields).response(headers)
    if row.state == State.FAILED:
        raise problems.of_failure(row)
    if row.state == State.EXPIRED:
        raise _expired()
    raise Problem("time-out", f"It was not there after {seconds} seconds.", headers=headers)


def _expired() -> Problem:
    return Problem("expired-explanation", "Ask again: nobody computed it in time.")


def current(explanation_id: uuid.UUID, row: Job | None = None) -> Job:
    """The row as it stands now, expired where it is late; of ``row``, where that has been read.

    Raises Problem 404 if there is none, and 410 if nobody computed it in time.
    """
    row = row or _found(explanation_id, 0)
    if not row.has_ended and states.expire_late(pk=row.pk):
        row = _found(explanation_id, 0)
    if row.state == State.EXPIRED:
        raise _expired()
    return row


def _found(explanation_id: uuid.UUID, seconds: int) -> Job:
    try:
        return reading.wait_for(explanation_id, seconds)
    except Job.DoesNotExist:
        raise Problem("unknown-explanation", "It never was, or is no longer kept.") from None


class ExplanationDetail(Asking):
    """One explanation."""

    scope = Scope.EXPLAIN

    @extend_schema(**schema.FETCH)
    def get(self, request: Request, explanation_id: uuid.UUID) -> HttpResponseBase:
        """How the explanation stands, at once or when it has ended; 304 if the client has it."""
        wanted = requests.preferred_wait_seconds(request._request)
        row, seconds = _found(explanation_id, 0), wanted
        fields = selection(request, Kind(row.kind))
        if wanted and not row.has_ended:
            with place_for(request, row, wanted) as seconds:
                row = _found(explanation_id, seconds)
        row = current(explanation_id, row)
        headers = {"Preference-Applied": f"wait={seconds}"} if seconds else {}
        if row.state == State.DONE:
            done = Done.of(request, row, fields)
            if has_current(request, done.tag):
                return HttpResponseNotModified(headers={**done.headers, **headers})
            return done.response(headers)
        if not row.has_ended:
            headers["Retry-After"] = str(POLL_AFTER_SECONDS)
        return Response(status_document(row), headers=headers)


class Health(APIView):
    """Whether this process lives."""

    client_limit = None
    authentication_classes = ()

    @extend_schema(**schema.HEALTH)
    def get(self, request: Request) -> Response:
        """Answers without asking anybody else."""
        return Response({"status": "alive"})


class Readiness(APIView):
    """Whether explanations can be had."""

    authentication_classes = ()

    @extend_schema(**schema.READINESS)
    def get(self, request: Request) -> Response:
        """Sends a no-op task through the queue to a worker with a loaded model."""
        worker, workers = probes.recently_probed()
        return Response({"status": "ready", "model": worker.model, "workers": workers})
