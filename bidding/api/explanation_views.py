"""REST views of questions and their answers: parse the request, call a service, respond."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson
from django.db.models import QuerySet
from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import problems, request_parsing, schema, waiting
from bidding.api.authentication import CHALLENGE
from bidding.api.clients import client_of
from bidding.api.conditional import has_current, tag_of
from bidding.api.paging import PAGE_SIZE, first_number, page
from bidding.api.problems import Problem
from bidding.api.schema import SHARED, UNKNOWN
from bidding.api.selection import WHOLE, Selection, selection
from bidding.api.table_schema import MODEL_FIELDS
from bidding.api.throttling import seconds_to_wait_for_more
from bidding.jobs import debts, notifications, prices, states, submission
from bidding.jobs.kinds import WORK, question_from_json
from bidding.jobs.prices import Size
from bidding.models import Job, Kind, Scope, State
from bidding.worker import probes

POLL_AFTER_SECONDS = 1
TOPIC = "Topic"  # the header by which a question supersedes earlier ones (as RFC 8030, 5.4)
LISTED = ("kind", "position", "state", "created_at", "share_done", "error")
SLOW = (Kind.REFINED, Kind.ANALYSIS, Kind.REVIEW)


def address(row: Job) -> str:
    """Return the URL path of the explanation."""
    return reverse("explanation", args=[row.id])


def status_fields(row: Job) -> dict[str, Any]:
    """Return the status of an explanation, without its result or error."""
    progress = {"progress": round(row.share_done, 3)} if WORK[row.kind].in_parts else {}
    return {
        "id": str(row.id),
        "status": row.state,
        **progress,
        "url": address(row),
        "created": row.created_at.isoformat(),
    }


def error_of(row: Job) -> dict[str, Any] | None:
    """Return the problem document of a failed explanation; None for others."""
    return problems.of_failure(row).to_json() if row.state == State.FAILED else None


def status_document(row: Job, fields: Selection = WHOLE) -> dict[str, Any]:
    """Return the status of an explanation, with the selected fields of its result, or its error."""
    result = None if row.result is None else orjson.Fragment(fields.of(row.result))
    return {**status_fields(row), "result": result, "error": error_of(row)}


def listed_document(row: Job) -> dict[str, Any]:
    """Return the status of an explanation with what was asked, in place of its result."""
    asked = {"kind": row.kind, "question": row.position}
    return {**status_fields(row), **asked, "error": error_of(row)}


@dataclass(frozen=True)
class CompletedAnswer:
    """A completed answer: its JSON text, and its entity tag."""

    body: bytes
    tag: str

    @classmethod
    def of(cls, request: Request, row: Job, fields: Selection) -> CompletedAnswer:
        """Return the answer of the row with the selected fields."""
        body = orjson.dumps(status_document(row, fields))
        return cls(body, tag_of(request.accepted_media_type or "", body))

    @property
    def headers(self) -> dict[str, str]:
        """Return the caching headers: the answer may be kept, and is revalidated by its tag."""
        return {"ETag": self.tag, "Cache-Control": "private, no-cache"}

    def response(self, headers: Mapping[str, str]) -> Response:
        """Return the 200 response, with further headers."""
        return Response(orjson.Fragment(self.body), headers={**self.headers, **headers})


class QuestionView(APIView):
    """A view of single questions, which responds with a ``status_document``."""

    sends_stored = True


class ExplanationList(QuestionView):
    """The collection of explanations, and of what else is fetched as they are."""

    scope = Scope.EXPLAIN

    @property
    def client_limit(self) -> str:
        """Return the limit that a request counts against: asking is dear, listing is not."""
        return "questions" if self.request.method == "POST" else "requests"

    @extend_schema(**schema.ASK)
    def post(self, request: Request) -> Response:
        """Asks for an explanation, and waits for it where the client would."""
        return answer_question(request, Kind.EXPLANATION, self.client_limit)

    @extend_schema(**schema.LIST)
    def get(self, request: Request) -> Response:
        """The questions of this key or topic that are under way or kept, the newest first."""
        first = first_number(request)
        rows = _own(request).only(*LISTED)[first : first + PAGE_SIZE + 1]
        return page("explanations", [*map(listed_document, rows)], first)

    @extend_schema(**schema.REMOVE)
    def delete(self, request: Request) -> Response:
        """Drops the questions of this key or topic that have not ended, and deletes the others:
        all, or those of the ids. Those that others have asked for too stay.
        """
        ids, rows = _ids(request), _own(request)
        rows = rows.filter(pk__in=ids) if ids else rows
        unknown = ids.difference(rows.values_list("pk", flat=True)) if ids else ()
        removal = states.remove(rows)
        kept = [(explanation_id, SHARED) for explanation_id in removal.kept]
        kept += [(explanation_id, UNKNOWN) for explanation_id in unknown]
        return Response(
            {
                "dropped": removal.dropped,
                "deleted": removal.deleted,
                "kept": [{"id": str(key), "reason": reason} for key, reason in kept],
                "more": removal.more,
            }
        )


def _own(request: Request) -> QuerySet[Job]:
    """Return the questions of the client's key or topic. Raise Problem 401 without either."""
    topic = request.headers.get(TOPIC, "")
    if request.auth is None and not topic:
        detail = "Send a key, or the Topic that the questions were asked under."
        raise Problem("unauthenticated", detail, headers=CHALLENGE)
    return submission.own(client_of(request), topic)


def _ids(request: Request) -> set[uuid.UUID]:
    """Return the ids in the query; none for all. Raise Problem 400, also for other parameters."""
    texts = request.query_params.getlist("id")
    if len(texts) > states.REMOVED_JOBS or set(request.query_params) - {"id"}:
        detail = f"The query has up to {states.REMOVED_JOBS} ids, each as 'id', and nothing else."
        raise Problem("malformed-request", detail)
    try:
        return {uuid.UUID(text) for text in texts}
    except ValueError:
        raise Problem("malformed-request", "'id' must be the id of an explanation.") from None


class RefinedList(QuestionView):
    """The collection of refined explanations, with hands weighed by all their calls."""

    client_limit = "refined"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_REFINED)
    def post(self, request: Request) -> Response:
        """Asks for the refined explanation, a second answer; it is fetched like the first."""
        return answer_question(request, Kind.REFINED, self.client_limit)


class OptionList(QuestionView):
    """The collection of questions about the meanings of possible next calls."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_OPTIONS)
    def post(self, request: Request) -> Response:
        """Asks for the options at the end of an auction; they are fetched like explanations."""
        return answer_question(request, Kind.OPTIONS, self.client_limit)


class AnalysisList(QuestionView):
    """The collection of contract analyses."""

    client_limit = "analyses"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_ANALYSIS)
    def post(self, request: Request) -> Response:
        """Asks for an analysis; how far it is, is told where explanations are fetched."""
        return answer_question(request, Kind.ANALYSIS, self.client_limit)


class ReviewList(QuestionView):
    """The collection of reviews."""

    client_limit = "reviews"
    scope = Scope.EXPLAIN

    @extend_schema(**schema.ASK_REVIEW)
    def post(self, request: Request) -> Response:
        """Asks for the review of a played board, done in parts as analyses are."""
        return answer_question(request, Kind.REVIEW, self.client_limit)


def answer_question(
    request: Request,
    kind: Kind,
    limit: str,
    *,
    read: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda body: body,
) -> Response:
    """Submit the question in the body, counted against the client's named limit, and respond.

    ``read`` returns the document of the question for the body; it may raise InvalidPosition.
    """
    fields = selection(request, kind)
    question = request_parsing.document(
        request._request, lambda body: question_from_json(kind, read(body))
    )
    wait_seconds = request_parsing.preferred_wait_seconds(request._request)
    client, topic = client_of(request), request.headers.get(TOPIC, "")
    more = prices.charge(kind, Size.of(question)) - 1
    if WORK[kind].in_parts:
        more += debts.taken_over(kind, client)
    if seconds := seconds_to_wait_for_more(request, limit, more):
        raise Throttled(seconds)
    keyed = request.auth is not None
    submit = partial(submission.submit, question, kind, client, keyed=keyed, topic=topic)
    try:
        return _answer(request, submit(), wait_seconds, fields)
    except Job.DoesNotExist:  # an earlier row, deleted before it was read
        return _answer(request, submit(), wait_seconds, fields)


def _answer(request: Request, row: Job, wait_seconds: int, fields: Selection) -> Response:
    """Respond within so many seconds. Raise Job.DoesNotExist and Problem."""
    if wait_seconds and row.has_ended:
        return _answer_when_done(request, row, wait_seconds, fields)
    with place_for(request, row, wait_seconds) as seconds:
        return _answer_when_done(request, row, seconds, fields) if seconds else _accepted(row)


def place_for(request: Request, row: Job, wait_seconds: int) -> AbstractContextManager[int]:
    """Take a waiting place for the row, if one is free; yield the seconds to wait."""
    slow_kind = row.kind if row.kind in SLOW else None
    return waiting.place(wait_seconds, client_of(request), slow_kind=slow_kind)


def _accepted(row: Job) -> Response:
    headers = {"Location": address(row), "Retry-After": str(POLL_AFTER_SECONDS)}
    return Response(status_document(row), status=202, headers=headers)


def _answer_when_done(request: Request, row: Job, seconds: int, fields: Selection) -> Response:
    """Wait, then respond 200 with the selected fields of the result.

    Raise Problem 504 if it is not ready in time, 410 if it expired or was dropped, 5xx if it
    failed, and Job.DoesNotExist if it was deleted.
    """
    headers = {"Location": address(row), "Preference-Applied": f"wait={seconds}"}
    row = notifications.wait_for(row.id, seconds)
    if row.state == State.DONE:
        # The same representation as at this address, so that its tag is valid there.
        headers["Content-Location"] = address(row) + fields.query
        return CompletedAnswer.of(request, row, fields).response(headers)
    if row.state == State.FAILED:
        raise problems.of_failure(row)
    _refuse_gone(row)
    raise Problem("time-out", f"It was not there after {seconds} seconds.", headers=headers)


def _refuse_gone(row: Job) -> None:
    """Raise Problem 410 for what will never be computed."""
    if row.state == State.EXPIRED:
        raise Problem("expired-explanation", "It was not computed in time. Ask again.")
    if row.state == State.DROPPED:
        detail = "It was deleted, or replaced by a later question of the same topic."
        raise Problem("dropped-explanation", detail)


def current(explanation_id: uuid.UUID, row: Job | None = None) -> Job:
    """Return the current row, from ``row`` where that has just been read; expire it if it is late.

    Raise Problem 404 if it does not exist, and 410 if it expired or was dropped.
    """
    row = row or _fetch(explanation_id, 0)
    if not row.has_ended and states.expire_late(pk=row.pk):
        row = _fetch(explanation_id, 0)
    _refuse_gone(row)
    return row


def _fetch(explanation_id: uuid.UUID, seconds: int) -> Job:
    try:
        return notifications.wait_for(explanation_id, seconds)
    except Job.DoesNotExist:
        raise Problem("unknown-explanation", "It never existed or has been deleted.") from None


class ExplanationDetail(QuestionView):
    """One explanation."""

    scope = Scope.EXPLAIN

    @extend_schema(**schema.FETCH)
    def get(self, request: Request, explanation_id: uuid.UUID) -> HttpResponseBase:
        """How the explanation stands, at once or when it has ended; 304 if the client has it."""
        seconds = wait_seconds = request_parsing.preferred_wait_seconds(request._request)
        row = _fetch(explanation_id, 0)
        fields = selection(request, Kind(row.kind))
        if wait_seconds and not row.has_ended:
            with place_for(request, row, wait_seconds) as seconds:
                row = _fetch(explanation_id, seconds)
        row = current(explanation_id, row)
        headers = {"Preference-Applied": f"wait={seconds}"} if seconds else {}
        if row.state == State.DONE:
            done = CompletedAnswer.of(request, row, fields)
            if has_current(request, done.tag):
                return HttpResponseNotModified(headers={**done.headers, **headers})
            return done.response(headers)
        if not row.has_ended:
            headers["Retry-After"] = str(POLL_AFTER_SECONDS)
        return Response(status_document(row), headers=headers)

    @extend_schema(**schema.DROP)
    def delete(self, request: Request, explanation_id: uuid.UUID) -> Response:
        """Drops a question that has not ended, if nobody else has asked for the same; else it
        stays, and the answer says how it stands.
        """
        row = current(explanation_id)
        asker = submission.asker_of(client_of(request), request.headers.get(TOPIC, ""))
        if states.drop(Job.objects.filter(pk=row.pk, asker=asker)):
            return Response(status=204)
        return Response({**status_fields(row), "error": error_of(row)})


class Health(APIView):
    """The liveness of this process."""

    client_limit = None
    authentication_classes = ()

    @extend_schema(**schema.HEALTH)
    def get(self, request: Request) -> Response:
        """Answers without asking anybody else."""
        return Response({"status": "alive"})


class Readiness(APIView):
    """The readiness of the site to explain."""

    authentication_classes = ()

    @extend_schema(**schema.READINESS)
    def get(self, request: Request) -> Response:
        """Sends a no-op task through the queue to a worker with a loaded model."""
        worker, workers = probes.recently_probed()
        model = {name: worker.model[name] for name in MODEL_FIELDS}
        return Response({"status": "ready", "model": model, "workers": workers})
