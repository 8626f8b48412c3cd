"""Questions: parse the request, call a service, respond with how the answer stands."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from pydantic import Field
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.authentication import CHALLENGE
from bidding.api.http.clients import client_of, waiting_place
from bidding.api.http.openapi import Count, JsonObject, Schema
from bidding.api.http.operations import (
    APPLIED,
    CACHED,
    FIELDS,
    LINK,
    MOMENTS,
    PREFER,
    QUESTION_EXAMPLE,
    RETRY_AFTER,
    Question,
    View,
    example,
    first_of,
    header,
    operation,
)
from bidding.api.http.problems import Problem
from bidding.api.http.responses import PAGE_SIZE, first_number, page
from bidding.api.http.throttling import seconds_to_wait_for_more
from bidding.api.questions.analysis_schema import CardQuestion, ReviewQuestion
from bidding.api.questions.answers import (
    ANALYSIS_STATUS,
    ANSWER_STATUS,
    CARD_STATUS,
    EXPLANATION_STATUS,
    OPTIONS_STATUS,
    REVIEW_STATUS,
    AnswerStanding,
    ExplanationPage,
    Selection,
    address,
    completed,
    error_of,
    listed_document,
    selection,
    status_document,
    status_fields,
)
from bidding.jobs import notifications, prices, states, submission
from bidding.jobs.kinds import question_from_json
from bidding.jobs.prices import Size
from bidding.jobs.states import REMOVED_JOBS
from bidding.models import Job, Kind, Scope, State
from bidding.parsing.documents.fields import enum

SHARED, UNKNOWN = "shared", "unknown"


class KeptAnswer(JsonObject):
    """A question that stays, and why."""

    id: uuid.UUID
    reason: Annotated[
        str,
        enum(
            "KeptReason",
            [SHARED, UNKNOWN],
            "shared: others have asked for the same, too; unknown: it never was, is no longer "
            "kept, or is another's.",
        ),
    ]


class Removal(JsonObject):
    """What has become of one's own questions and answers."""

    dropped: Count = Field(description="those that had not ended")
    deleted: Count = Field(description="those that had ended")
    kept: list[KeptAnswer]
    more: bool = Field(description="whether others are left: send the same again")


_TOPIC = header(
    "Topic", "any name: who alone asked under it supersedes, and drops, what has not ended"
)
_OF_TOPIC = header("Topic", "those that you alone have asked under it; without, those of the key")
_IDS = OpenApiParameter(
    "id",
    {"type": "array", "items": {"type": "string", "format": "uuid"}, "maxItems": REMOVED_JOBS},
    description="of one or several; without, all of one's own",
)
EXAMPLE = example("After 1D 1H", QUESTION_EXAMPLE)
REVIEW_EXAMPLE = {
    "hands": {
        "N": "KQ3.K742.A986.J5",
        "E": "85.QJT9.K53.KQ92",
        "S": "AJT962.A5.J4.A73",
        "W": "74.863.QT72.T864",
    },
    "dealer": "N",
    "vulnerability": "none",
    "auction": ["1D", "P", "1S", "P", "2S", "P", "P", "P"],
    "tricks": 11,
}

CARD_EXAMPLE = {
    "boards": [
        {
            "seat": "S",
            "hands": {"N": "K83.Q4.AJ72.K965", "S": "AQ74.K872.Q5.A74"},
            "dealer": "N",
            "vulnerability": "none",
            "auction": ["1NT", "P", "2C", "P", "2D", "P", "3NT", "P", "P", "P"],
        }
    ],
    "card": None,
}


def ask(
    operation_id: str,
    summary: str,
    status: Schema,
    question: Any = Question,
    example: OpenApiExample = EXAMPLE,
) -> Callable[[View], View]:
    """Describe an operation that asks about a position, or another question."""
    return operation(
        operation_id,
        summary,
        {200: status, 202: status},
        *(410, 503, 504),
        body=question,
        examples=[example],
        parameters=[
            *(PREFER, _TOPIC, FIELDS, MOMENTS, APPLIED),
            header("Location", "where the answer can be fetched", 200, 202),
            header("Content-Location", "where this result, or these fields of it, stay", 200),
            header("ETag", "of what is at Content-Location", 200),
        ],
    )


POLL_AFTER_SECONDS = 1
TOPIC = "Topic"  # the header by which a question supersedes earlier ones (as RFC 8030, 5.4)
LISTED = ("kind", "position", "state", "created_at", "share_done", "error")
SLOW = (Kind.REFINED, Kind.ANALYSIS, Kind.REVIEW, Kind.CARD, Kind.BOARDS)


class QuestionView(APIView):
    """A view of single questions, which responds with a ``status_document``."""

    scope = Scope.EXPLAIN
    sends_stored = True


class ExplanationList(QuestionView):
    """The collection of explanations, and of what else is fetched as they are."""

    post_limit = "questions"  # asking is dear, listing is not

    @ask("ask_explanation", "Ask what an auction shows", EXPLANATION_STATUS)
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for an explanation, and waits for it where the client would."""
        return answer_question(request, Kind.EXPLANATION, "questions")

    @operation(
        "list_explanations",
        "List one's own questions",
        {200: ExplanationPage},
        *(400, 503),
        parameters=[_OF_TOPIC, first_of("how many to leave out, from 0"), LINK],
    )
    def get(self, request: Request) -> Response:
        """The questions of this key or topic that are under way or kept, the newest first."""
        first = first_number(request)
        rows = _own(request).only(*LISTED)[first : first + PAGE_SIZE + 1]
        return page("explanations", [*map(listed_document, rows)], first)

    @operation(
        "remove_explanations",
        "Drop and delete one's own questions and answers",
        {200: Removal},
        *(400, 503),
        parameters=[_OF_TOPIC, _IDS],
    )
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

    @ask("ask_refined", "Ask for the refined explanation", EXPLANATION_STATUS)
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for the refined explanation, a second answer; it is fetched like the first."""
        return answer_question(request, Kind.REFINED, self.client_limit)


class OptionList(QuestionView):
    """The collection of questions about the meanings of possible next calls."""

    client_limit = "questions"

    @ask("ask_options", "Ask what the next calls would show", OPTIONS_STATUS)
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for the options at the end of an auction; they are fetched like explanations."""
        return answer_question(request, Kind.OPTIONS, self.client_limit)


class AnalysisList(QuestionView):
    """The collection of contract analyses."""

    client_limit = "analyses"

    @ask("ask_analysis", "Ask which contracts make", ANALYSIS_STATUS)
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for an analysis, which is fetched like explanations, and says how far it is."""
        return answer_question(request, Kind.ANALYSIS, self.client_limit)


class ReviewList(QuestionView):
    """The collection of reviews."""

    client_limit = "reviews"

    @ask(
        "ask_review",
        "Ask how good the calls of a board were",
        REVIEW_STATUS,
        ReviewQuestion,
        example("A missed game", REVIEW_EXAMPLE),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for the review of a played board, done in parts as analyses are."""
        return answer_question(request, Kind.REVIEW, self.client_limit)


class CardGuessList(QuestionView):
    """The collection of questions about which card fits a pair's calls."""

    client_limit = "analyses"

    @ask(
        "guess_card",
        "Ask which convention card fits a pair's calls",
        CARD_STATUS,
        CardQuestion,
        example("A board with a weak 1NT", CARD_EXAMPLE),
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Asks for the system and the choices that fit a pair's calls, with their odds; done in
        parts as analyses are.
        """
        return answer_question(request, Kind.CARD, self.client_limit)


def answer_question(
    request: Request,
    kind: Kind,
    limit: str,
    *,
    read: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda body: body,
) -> HttpResponseBase:
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
    if seconds := seconds_to_wait_for_more(request, limit, more):
        raise Throttled(seconds)
    keyed = request.auth is not None
    submit = partial(submission.submit, question, kind, client, keyed=keyed, topic=topic)
    try:
        return _answer(request, submit(), wait_seconds, fields)
    except Job.DoesNotExist:  # an earlier row, deleted before it was read
        return _answer(request, submit(), wait_seconds, fields)


def _answer(request: Request, row: Job, wait_seconds: int, fields: Selection) -> HttpResponseBase:
    """Respond within so many seconds. Raise Job.DoesNotExist and Problem."""
    if wait_seconds and row.has_ended:
        return _answer_when_done(request, row, wait_seconds, fields)
    with place_for(request, row, wait_seconds) as seconds:
        return _answer_when_done(request, row, seconds, fields) if seconds else _accepted(row)


def place_for(request: Request, row: Job, wait_seconds: int) -> AbstractContextManager[int]:
    """Take a waiting place for the row, if one is free; yield the seconds to wait."""
    slow_kind = row.kind if row.kind in SLOW else None
    return waiting_place(wait_seconds, client_of(request), slow_kind=slow_kind)


def _accepted(row: Job) -> Response:
    headers = {"Location": address(row), "Retry-After": str(POLL_AFTER_SECONDS)}
    return Response(status_document(row), status=202, headers=headers)


def _answer_when_done(
    request: Request, row: Job, seconds: int, fields: Selection
) -> HttpResponseBase:
    """Wait, then respond 200 with the selected fields of the result.

    Raise Problem 504 if it is not ready in time, 410 if it expired or was dropped, 5xx if it
    failed, and Job.DoesNotExist if it was deleted.
    """
    headers = {"Location": address(row), "Preference-Applied": f"wait={seconds}"}
    row = notifications.wait_for(row.id, seconds)
    if row.state == State.DONE:
        # The same representation as at this address, so that its tag is valid there.
        headers["Content-Location"] = address(row) + fields.query
        return completed(request, row, fields, headers)
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

    @operation(
        "fetch_answer",
        "Fetch an answer",
        {200: ANSWER_STATUS, 304: None},
        *(400, 410, 503),
        parameters=[PREFER, FIELDS, MOMENTS, *CACHED, APPLIED, RETRY_AFTER],
    )
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
            return completed(request, row, fields, headers)
        if not row.has_ended:
            headers["Retry-After"] = str(POLL_AFTER_SECONDS)
        return Response(status_document(row), headers=headers)

    @operation(
        "drop_question",
        "Drop a question that has not ended",
        {200: AnswerStanding, 204: None},
        *(410, 503),
        parameters=[_TOPIC],
    )
    def delete(self, request: Request, explanation_id: uuid.UUID) -> Response:
        """Drops a question that has not ended, if nobody else has asked for the same; else it
        stays, and the answer says how it stands.
        """
        row = current(explanation_id)
        asker = submission.asker_of(client_of(request), request.headers.get(TOPIC, ""))
        if states.drop(Job.objects.filter(pk=row.pk, asker=asker)):
            return Response(status=204)
        return Response({**status_fields(row), "error": error_of(row)})
