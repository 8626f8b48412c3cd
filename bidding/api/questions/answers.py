"""Answers as they are sent: how they stand, and the selected fields of their results.

The stored result stays whole; other fields are left out when it is sent. Names are checked
against the OpenAPI document, so that a misspelt one is refused before anything is computed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any
from uuid import UUID

import orjson
from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import reverse
from pydantic import Field
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from bidding.api.http import problems
from bidding.api.http.openapi import (
    JsonObject,
    Probability,
    Schema,
    component,
    named,
    part_of,
    resolved,
)
from bidding.api.http.operations import ALL, FIELDS, LAST, MOMENTS, Position
from bidding.api.http.operations import Problem as ProblemDocument
from bidding.api.http.problems import MAX_ERRORS, Problem
from bidding.api.http.responses import has_current, tag_of
from bidding.api.questions.analysis_schema import (
    Analysis,
    FoundBoards,
    GuessedCard,
    PlayedBoard,
    ReviewResult,
    RobotCalls,
)
from bidding.api.questions.explanation_schema import Explanation, Options
from bidding.jobs.kinds import WORK
from bidding.models import Job, Kind, State
from bidding.parsing.documents.document import LEFT_OUT, printable
from bidding.parsing.documents.fields import Named, enum

_RESULTS = {
    Kind.EXPLANATION: named(Explanation),
    Kind.REFINED: named(Explanation),
    Kind.OPTIONS: named(Options),
    Kind.ANALYSIS: named(Analysis),
    Kind.REVIEW: named(ReviewResult),
    Kind.CARD: named(GuessedCard),
    Kind.CALLS: named(RobotCalls),
    Kind.BOARDS: named(FoundBoards),
}
_COMBINED = ("anyOf", "oneOf", "allOf")
# The selected members of an object, each with its own; empty for all of them.
Names = dict[str, "Names"]
_decoding = threading.Lock()  # one result at a time: decoded, it takes many times its length


@dataclass(frozen=True)
class Selection:
    """The selected fields of a result by dotted name, or all of them without names.

    names: sorted, so that equal selections are equal however they were written.
    """

    names: tuple[str, ...] = ()
    last_moment: bool = False

    @property
    def is_whole(self) -> bool:
        """Return True if nothing is left out."""
        return not self.names and not self.last_moment

    @property
    def query(self) -> str:
        """Return its query parameters with a question mark; empty for the whole result."""
        parts = [f"{FIELDS.name}={','.join(self.names)}"] if self.names else []
        parts += [f"{MOMENTS.name}={LAST}"] if self.last_moment else []
        return f"?{'&'.join(parts)}" if parts else ""

    def of(self, text: str | bytes) -> bytes:
        """Select from the JSON text of a result; return JSON text."""
        if self.is_whole:
            return text.encode() if isinstance(text, str) else text
        with _decoding:
            result = orjson.loads(text)
            if self.last_moment and isinstance(result.get("moments"), list):
                result["moments"] = result["moments"][-1:]
            return orjson.dumps(_filtered(result, _tree(self.names)))


WHOLE = Selection()


def selection(request: Request, *kinds: Kind) -> Selection:
    """Parse the selection in the query, for an answer of one of these kinds.

    Raise Problem 400 that names the parameter and its error.
    """
    moments = request.query_params.get(MOMENTS.name, ALL)
    if moments not in (ALL, LAST):
        raise _refusal(MOMENTS.name, "unknown-value", [moments], "'{}' is neither 'last' nor 'all'")
    given = request.query_params.getlist(FIELDS.name)
    names = tuple(sorted({name.strip() for text in given for name in text.split(",")}))
    unknown = [name for name in names if not any(is_field(kind, name) for kind in kinds)]
    if unknown:
        raise _refusal(
            FIELDS.name, "unknown-field", unknown[:MAX_ERRORS], "the result has no field '{}'"
        )
    return Selection(names, moments == LAST)


@lru_cache(1024)
def is_field(kind: Kind, name: str) -> bool:
    """Return True if results of that kind have a field of this dotted name.

    An object whose names are data has every name.
    """
    parts = name.split(".")
    found: list[Mapping[str, Any]] = [_RESULTS[kind]]
    for part in parts:
        schemas = [inner for schema in found for inner in _alternatives(schema)]
        described = [schema for schema in schemas if "properties" in schema]
        found = [one["properties"][part] for one in described if part in one["properties"]]
        if not described:
            return bool(schemas) and all(parts)
        if not found:
            return False
    return True


def _refusal(parameter: str, code: str, texts: Sequence[str], fault: str) -> Problem:
    """Return Problem 400 with this fault for each of these texts in a query parameter."""
    errors = [
        {
            "pointer": f"/{parameter}",
            "code": code,
            "detail": f"{parameter}: {fault.format(printable(text))}",
            "text": printable(text),
            "position": None,
            "said": None,
        }
        for text in texts
    ]
    detail = "; ".join(str(error["detail"]) for error in errors)
    return Problem("malformed-request", detail, errors=errors)


def _tree(names: tuple[str, ...]) -> Names:
    """Return the dotted names as a tree; a member named by itself is selected whole."""
    tree: Names = {}
    for name in sorted(names, key=len, reverse=True):
        *parents, last = name.split(".")
        level = tree
        for part in parents:
            level = level.setdefault(part, {})
        level[last] = {}
    return tree


def _filtered(value: Any, names: Names) -> Any:
    """Return the value with the named members only, also of each object in an array."""
    if not names:
        return value
    if isinstance(value, list):
        return [_filtered(one, names) for one in value]
    if isinstance(value, dict):
        return {name: _filtered(one, names[name]) for name, one in value.items() if name in names}
    return value


def _alternatives(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the object schemas of a value: follow references, descend into arrays."""
    schema = resolved(schema)
    for word in _COMBINED:
        for one in schema.get(word, ()):
            yield from _alternatives(one)
    if "items" in schema:
        yield from _alternatives(schema["items"])
    types = schema.get("type", ())
    if "properties" in schema or "object" in ([types] if isinstance(types, str) else types):
        yield schema


class AnswerStanding(JsonObject):
    """How an answer stands, without its result."""

    id: UUID
    status: Annotated[str, enum("AnswerState", State.values, "How far an answer is.")]
    url: str = Field(description="where it can be fetched")
    created: datetime
    error: ProblemDocument | None = Field(description="why there is no result, once it has failed")
    progress: Probability = Field(LEFT_OUT, description="the share of the work that is done")


class ListedAnswer(AnswerStanding):
    """How an answer stands, and what was asked, without its result."""

    kind: Annotated[str, enum("AnswerKind", map(str, _RESULTS), "What was asked.")]
    question: (
        Position
        | PlayedBoard
        | Annotated[dict[str, Any], Named("TableQuestion", {})]
        | Annotated[dict[str, Any], Named("BoardSearch", {})]
    )


class ExplanationPage(JsonObject):
    """Some of one's own questions."""

    explanations: list[ListedAnswer]
    next: str | None = Field(description="where the next ones are; null after the last")


def _status(name: str, *kinds: Kind) -> Schema:
    """Return the schema of an answer's status, with one of these results, or a part, once done."""
    standing = resolved(named(AnswerStanding))
    results = [_RESULTS[kind] for kind in kinds]
    any_of = [*results, *map(part_of, results), {"type": "null"}]
    result = {"anyOf": any_of, "description": "once it is done"}
    fields = {**standing["properties"], "result": result}
    if not any(WORK[kind].in_parts for kind in kinds):
        del fields["progress"]
    required = [*standing["required"], "result"]
    schema = {**standing, "properties": fields, "required": required}
    return component(name, schema, "How an answer stands, with its result once it is done.")


EXPLANATION_STATUS = _status("ExplanationStatus", Kind.EXPLANATION)
OPTIONS_STATUS = _status("OptionsStatus", Kind.OPTIONS)
ANALYSIS_STATUS = _status("AnalysisStatus", Kind.ANALYSIS)
REVIEW_STATUS = _status("ReviewStatus", Kind.REVIEW)
CARD_STATUS = _status("CardStatus", Kind.CARD)
CALLS_STATUS = _status("CallsStatus", Kind.CALLS)
SEARCH_STATUS = _status("SearchStatus", Kind.BOARDS)
ANSWER_STATUS = _status("AnswerStatus", *(kind for kind in _RESULTS if kind != Kind.REFINED))


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


def completed(
    request: Request, row: Job, fields: Selection, headers: Mapping[str, str]
) -> HttpResponseBase:
    """Respond with a completed answer, or with 304 where a client that looks for it has it."""
    body = orjson.dumps(status_document(row, fields))
    tag = tag_of(request.accepted_media_type or "", body)
    headers = {**headers, "ETag": tag, "Cache-Control": "private, no-cache"}
    if request.method in SAFE_METHODS and has_current(request, tag):
        return HttpResponseNotModified(headers=headers)
    return Response(orjson.Fragment(body), headers=headers)
