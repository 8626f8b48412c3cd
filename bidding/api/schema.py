"""The OpenAPI description of the operations on positions, and of the site's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from bidding.api.analysis_schema import ANALYSIS
from bidding.api.client_schema import (
    FIELDS,
    FROM,
    IF_NONE_MATCH,
    LINK,
    MOMENTS,
    NOT_MODIFIED,
)
from bidding.api.components import (
    BOOLEAN,
    COUNT,
    INTEGER,
    PROBABILITY,
    TEXT,
    TIME,
    UUID,
    Schema,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
    part_of,
)
from bidding.api.explanation_schema import EXPLANATION, OPTIONS
from bidding.api.problem_schema import PROBLEM
from bidding.api.problems import MEDIA_TYPE
from bidding.api.review_schema import PLAYED_BOARD, REVIEW, REVIEW_QUESTION
from bidding.api.robot_schema import ROBOT_CALLS, TABLE_QUESTION
from bidding.api.table_schema import MODEL, POSITION, QUESTION
from bidding.jobs.states import REMOVED_JOBS
from bidding.models import Kind, State
from bidding.parsing.documents.document import Document

JSON = "application/json"
PLAIN = "text/plain"
POSITIONS, SITE = ["positions"], ["site"]  # tags

_STATE = enum("AnswerState", State.values, "How far an answer is.")
_PROGRESS = {"progress": described(PROBABILITY, "the share of the work that is done")}


_STANDING = {
    "id": UUID,
    "status": _STATE,
    "url": described(TEXT, "where it can be fetched"),
    "created": TIME,
    "error": or_null(PROBLEM, "why there is no result, once it has failed"),
}


def _status(name: str, *results: Schema, more: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an answer's status, with one of these results, or a part, once done."""
    parts = map(part_of, results)
    result = {"anyOf": [*results, *parts, {"type": "null"}], "description": "once it is done"}
    fields = {**_STANDING, "result": result}
    return component(name, object_of({**fields, **(more or {})}, required=list(fields)))


EXPLANATION_STATUS = _status("ExplanationStatus", EXPLANATION)
OPTIONS_STATUS = _status("OptionsStatus", OPTIONS)
ANALYSIS_STATUS = _status("AnalysisStatus", ANALYSIS, more=_PROGRESS)
REVIEW_STATUS = _status("ReviewStatus", REVIEW, more=_PROGRESS)
CALLS_STATUS = _status("CallsStatus", ROBOT_CALLS)
ANSWER_STATUS = _status(
    "AnswerStatus", EXPLANATION, OPTIONS, ANALYSIS, REVIEW, ROBOT_CALLS, more=_PROGRESS
)
ANSWER_STANDING = component(
    "AnswerStanding",
    object_of({**_STANDING, **_PROGRESS}, required=list(_STANDING)),
    "How an answer stands, without its result.",
)
_ASKED = {
    "kind": enum(
        "AnswerKind", [kind.value for kind in Kind if kind != Kind.CHUNK], "What was asked."
    ),
    "question": {"anyOf": [POSITION, PLAYED_BOARD, TABLE_QUESTION]},
}
PAGE = component(
    "ExplanationPage",
    object_of(
        {
            "explanations": array_of(
                component(
                    "ListedAnswer",
                    object_of({**_STANDING, **_ASKED, **_PROGRESS}, required=[*_STANDING, *_ASKED]),
                    "How an answer stands, and what was asked, without its result.",
                )
            ),
            "next": or_null(TEXT, "where the next ones are; null after the last"),
        }
    ),
)
SHARED, UNKNOWN = "shared", "unknown"
_REASON = enum(
    "KeptReason",
    [SHARED, UNKNOWN],
    "shared: others have asked for the same, too; unknown: it never was, is no longer kept, or is "
    "another's.",
)
REMOVED = component(
    "Removal",
    object_of(
        {
            "dropped": described(COUNT, "those that had not ended"),
            "deleted": described(COUNT, "those that had ended"),
            "kept": array_of(
                component("KeptAnswer", object_of({"id": UUID, "reason": _REASON})),
            ),
            "more": described(BOOLEAN, "whether others are left: send the same again"),
        }
    ),
    "What has become of one's own questions and answers.",
)
READY = component(
    "Readiness",
    object_of(
        {
            "status": {"type": "string", "enum": ["ready"]},
            "model": MODEL,
            "workers": described(INTEGER, "workers whose heartbeat is recent"),
        }
    ),
)
ALIVE = component("Health", object_of({"status": {"type": "string", "enum": ["alive"]}}))


def header(name: str, description: str, *statuses: int, required: bool = False) -> OpenApiParameter:
    """Return a header of requests, or of responses with these statuses."""
    return OpenApiParameter(
        name,
        OpenApiTypes.STR,
        location=OpenApiParameter.HEADER,
        description=description,
        response=list(statuses) or False,
        required=required,
    )


def retry_after(*statuses: int) -> OpenApiParameter:
    """Return the Retry-After header of responses with these statuses."""
    return OpenApiParameter(
        "Retry-After",
        OpenApiTypes.INT,
        location=OpenApiParameter.HEADER,
        description="seconds to wait before the next request",
        response=list(statuses),
    )


PREFER = header("Prefer", "wait=N: wait up to N seconds for the result (RFC 7240)")
_TOPIC = header(
    "Topic", "any name: who alone asked under it supersedes, and drops, what has not ended"
)
_APPLIED = header("Preference-Applied", "wait=N: so long it could have taken", 200, 504)
QUESTION_EXAMPLE = {
    "hand": "AKJT985.6.A76.84",
    "seat": "S",
    "dealer": "N",
    "vulnerability": "NS",
    "auction": ["1D", "1H"],
    "system": "sayc",
}
EXAMPLE = OpenApiExample("After 1D 1H", value=QUESTION_EXAMPLE, request_only=True)
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
_EXAMPLE_OF_REVIEW = OpenApiExample("A missed game", value=REVIEW_EXAMPLE, request_only=True)


Described = Schema | type[Document] | None
"""The schema of a body, or its model."""


def responses(statuses: Mapping[int, Described], *problems: int) -> dict[Any, Any]:
    """Return responses by status and media type; all problems share one schema."""
    good = {(status, JSON): body for status, body in statuses.items()}
    return good | {(status, MEDIA_TYPE): PROBLEM for status in problems}


def protected_responses(statuses: Mapping[int, Described], *problems: int) -> dict[Any, Any]:
    """Return the responses of an operation that may need a key."""
    return responses(statuses, 401, 403, *problems)


def _ask(
    operation_id: str,
    summary: str,
    status: Schema,
    question: Schema = QUESTION,
    example: OpenApiExample = EXAMPLE,
) -> dict[str, Any]:
    """Return the description of an operation that asks about a position, or another question."""
    return {
        "operation_id": operation_id,
        "summary": summary,
        "tags": POSITIONS,
        "parameters": [
            PREFER,
            _TOPIC,
            FIELDS,
            MOMENTS,
            header("Location", "where the answer can be fetched", 200, 202, 504),
            header("Content-Location", "where this result, or these fields of it, stay", 200),
            header("ETag", "of what is at Content-Location", 200),
            _APPLIED,
            retry_after(202, 410, 429, 503, 504),
        ],
        "examples": [example],
        "request": {JSON: question},
        "responses": protected_responses(
            {200: status, 202: status}, 400, 406, 408, 410, 411, 413, 415, 422, 429, 500, 503, 504
        ),
    }


ASK = _ask("ask_explanation", "Ask what an auction shows", EXPLANATION_STATUS)
ASK_REFINED = _ask("ask_refined", "Ask for the refined explanation", EXPLANATION_STATUS)
ASK_OPTIONS = _ask("ask_options", "Ask what the next calls would show", OPTIONS_STATUS)
ASK_ANALYSIS = _ask("ask_analysis", "Ask which contracts make", ANALYSIS_STATUS)
ASK_REVIEW = _ask(
    "ask_review",
    "Ask how good the calls of a board were",
    REVIEW_STATUS,
    REVIEW_QUESTION,
    _EXAMPLE_OF_REVIEW,
)
ASK_CALLS = {
    **_ask(
        "ask_robot_calls",
        "Ask for the calls of robots",
        CALLS_STATUS,
        TABLE_QUESTION,
        OpenApiExample("The first calls", value={"board": 4000, "auction": []}, request_only=True),
    ),
    "tags": ["practice"],
}
FETCH: dict[str, Any] = {
    "operation_id": "fetch_answer",
    "summary": "Fetch an answer",
    "tags": POSITIONS,
    "parameters": [
        PREFER,
        FIELDS,
        MOMENTS,
        IF_NONE_MATCH,
        header("ETag", "of an answer that is done", 200, 304),
        _APPLIED,
        retry_after(200, 410, 429, 503),
    ],
    "responses": protected_responses({200: ANSWER_STATUS}, 400, 404, 406, 410, 429, 500, 503)
    | NOT_MODIFIED,
}
DROP: dict[str, Any] = {
    "operation_id": "drop_question",
    "summary": "Drop a question that has not ended",
    "tags": POSITIONS,
    "parameters": [_TOPIC, retry_after(410, 429, 503)],
    "responses": protected_responses(
        {200: ANSWER_STANDING, 204: None}, 404, 406, 410, 429, 500, 503
    ),
}
_OF_TOPIC = header("Topic", "those that you alone have asked under it; without, those of the key")
LIST: dict[str, Any] = {
    "operation_id": "list_explanations",
    "summary": "List one's own questions",
    "tags": POSITIONS,
    "parameters": [
        _OF_TOPIC,
        OpenApiParameter("from", FROM, description="how many to leave out, from 0"),
        LINK,
        retry_after(429, 503),
    ],
    "responses": protected_responses({200: PAGE}, 400, 406, 429, 500, 503),
}
REMOVE: dict[str, Any] = {
    "operation_id": "remove_explanations",
    "summary": "Drop and delete one's own questions and answers",
    "tags": POSITIONS,
    "parameters": [
        _OF_TOPIC,
        OpenApiParameter(
            "id",
            {**array_of(UUID), "maxItems": REMOVED_JOBS},
            description="of one or several; without, all of one's own",
        ),
        retry_after(429, 503),
    ],
    "responses": protected_responses({200: REMOVED}, 400, 406, 429, 500, 503),
}
HEALTH: dict[str, Any] = {
    "operation_id": "health",
    "summary": "Whether the web process lives",
    "tags": SITE,
    "responses": responses({200: ALIVE}),
}
READINESS: dict[str, Any] = {
    "operation_id": "readiness",
    "summary": "Whether a worker takes questions",
    "tags": SITE,
    "parameters": [retry_after(429, 503)],
    "responses": responses({200: READY}, 429, 503),
}
