"""The REST doors: they read the request, call a service and write its outcome."""

from __future__ import annotations

import uuid
from contextlib import AbstractContextManager
from typing import Any

import orjson
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding import presence, selectors, services
from bidding.api import problems, requests, schema, waiting
from bidding.api.clients import client_of
from bidding.api.problems import Problem
from bidding.api.rendering import SplicingRenderer
from bidding.models import Explanation, Kind, Scope, State
from bidding.parsing.positions import InvalidPosition, position_from_json

POLL_AFTER_SECONDS = 1
SLOW = (Kind.REFINED, Kind.ANALYSIS)


def address(row: Explanation) -> str:
    """Where the explanation can be fetched."""
    return reverse("explanation", args=[row.id])


def status_document(row: Explanation) -> dict[str, Any]:
    """How an explanation stands; the result once done, the problem once failed."""
    error = problems.of_failure(row).to_json() if row.state == State.FAILED else None
    progress = {"progress": round(row.share_done, 3)} if row.kind == Kind.ANALYSIS else {}
    return {
        "id": str(row.id),
        "status": row.state,
        **progress,
        "url": address(row),
        "created": row.created_at.isoformat(),
        "result": None if row.result is None else orjson.Fragment(row.result),
        "error": error,
    }


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
    body = requests.json_object(request._request)
    try:
        position = position_from_json(body)
    except InvalidPosition as invalid:
        raise problems.of_document(invalid) from None
    wanted = requests.preferred_wait_seconds(request._request)
    try:
        return _answer(request, services.submit(position, kind), wanted)
    except Explanation.DoesNotExist:  # an earlier one, swept away before it was read
        return _answer(request, services.submit(position, kind), wanted)


def _answer(request: Request, row: Explanation, wanted: int) -> Response:
    """What the row says, waited for so many seconds. Raises Explanation.DoesNotExist, Problem."""
    if wanted and row.has_ended:
        return _when_done(row, wanted)
    with _place(request, row, wanted) as seconds:
        return _when_done(row, seconds) if seconds else _accepted(row)


def _place(request: Request, row: Explanation, wanted: int) -> AbstractContextManager[int]:
    """Where the client may wait for the row, if there is room."""
    slow_kind = row.kind if row.kind in SLOW else None
    return waiting.place(wanted, client_of(request), slow_kind=slow_kind)


def _accepted(row: Explanation) -> Response:
    headers = {"Location": address(row), "Retry-After": str(POLL_AFTER_SECONDS)}
    return Response(status_document(row), status=202, headers=headers)


def _when_done(row: Explanation, seconds: int) -> Response:
    """200 with the result. Raises Problem 504 if it is not there in time, 410 if its own time ran
    out, 5xx if it failed, Explanation.DoesNotExist if it was deleted.
    """
    headers = {"Location": address(row), "Preference-Applied": f"wait={seconds}"}
    row = selectors.wait_for_explanation(row.id, seconds)
    if row.state == State.DONE:
        return Response(status_document(row), headers=headers)
    if row.state == State.FAILED:
        raise problems.of_failure(row)
    if row.state == State.EXPIRED:
        raise _expired()
    raise Problem("time-out", f"It was not there after {seconds} seconds.", headers=headers)


def _expired() -> Problem:
    return Problem("expired-explanation", "Ask again: nobody computed it in time.")


def _found(explanation_id: uuid.UUID, seconds: int) -> Explanation:
    try:
        return selectors.wait_for_explanation(explanation_id, seconds)
    except Explanation.DoesNotExist:
        raise Problem("unknown-explanation", "It never was, or is no longer kept.") from None


class ExplanationDetail(Asking):
    """One explanation."""

    scope = Scope.EXPLAIN

    @extend_schema(**schema.FETCH)
    def get(self, request: Request, explanation_id: uuid.UUID) -> Response:
        """How the explanation stands, at once or when it has ended."""
        wanted = requests.preferred_wait_seconds(request._request)
        row, seconds = _found(explanation_id, 0), wanted
        if wanted and not row.has_ended:
            with _place(request, row, wanted) as seconds:
                row = _found(explanation_id, seconds)
        if not row.has_ended and services.expire_late(pk=row.pk):
            row = _found(explanation_id, 0)
        if row.state == State.EXPIRED:
            raise _expired()
        headers = {"Preference-Applied": f"wait={seconds}"} if seconds else {}
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
        worker = presence.recently_probed()
        workers = selectors.living_workers().count()
        return Response({"status": "ready", "model": worker.model, "workers": workers})
