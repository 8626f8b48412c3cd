"""What descriptions of operations share: bridge terms, errors, parameters, headers, responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from pydantic import Field

from bidding.api.http.openapi import JsonObject, Schema, named
from bidding.api.http.problems import KINDS, MEDIA_TYPE, TYPE_PREFIX
from bidding.api.http.request_parsing import MAX_DIGITS
from bidding.domain.table import Suit
from bidding.parsing.documents import fields
from bidding.parsing.documents.document import LEFT_OUT
from bidding.parsing.documents.fields import Named, enum, one_of
from bidding.parsing.documents.position_documents import PositionDocument
from bidding.parsing.formats.recorded_boards import LARGEST_NUMBER

JSON = "application/json"


class Message(JsonObject):
    """What a sentence was made of, for catalogues of other languages."""

    key: str = Field(description="the English form with its {names}")
    values: dict[str, str | float | bool | Message | list[str | float | bool | Message]] = LEFT_OUT


_TYPES = one_of(
    [TYPE_PREFIX + kind for kind in KINDS], "", [kind.upper().replace("-", "_") for kind in KINDS]
)
ProblemType = Annotated[str, Named("ProblemType", _TYPES)]


class FieldError(JsonObject):
    """An error in one field."""

    pointer: str = Field(description="JSON Pointer to the field")
    code: str
    detail: str
    text: str = Field(description="what is at fault")
    position: int | None = Field(description="its place, from 0")
    said: Message | None


class Problem(JsonObject):
    """An error (RFC 9457)."""

    type: ProblemType
    title: str
    status: int
    detail: str
    instance: str = Field(
        LEFT_OUT,
        description="urn:uuid: and the X-Request-ID of the request that was refused, which the "
        "site's logs name; not in the errors of single answers and items",
        json_schema_extra={"format": "uri"},
    )
    errors: list[FieldError] = LEFT_OUT


class Question(PositionDocument):
    """A position to explain. Either `system` says what both sides play, or `systems` what each
    does; without them both play SAYC. Other common forms of the values are read, too."""


class Position(PositionDocument, extra="ignore"):
    """The question as it was understood."""


class Model(JsonObject):
    """The weights that an answer was computed with."""

    name: str
    version: str
    sha256: str
    recipe: str


SuitName = Annotated[str, enum("Suit", Suit.__members__, "Spades, hearts, diamonds or clubs.")]
Calls = Annotated[list[fields.Call], Field(description="the calls from the dealer on")]
BoardNumber = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


def header(
    name: str, description: str, *statuses: int, required: bool = False, type: Any = str
) -> OpenApiParameter:
    """Return a header of requests, or of responses with these statuses."""
    return OpenApiParameter(
        name,
        type,
        location=OpenApiParameter.HEADER,
        description=description,
        response=list(statuses) or False,
        required=required,
    )


FIELDS = OpenApiParameter(
    name="fields",
    type=OpenApiTypes.STR,
    description="the fields of the result to send, separated by commas; a dot leads to a "
    "field of a field or, in arrays, of each element; all without it",
    examples=[OpenApiExample("What calls mean", value="calls.call,calls.meaning.name")],
)
ALL, LAST = "all", "last"
MOMENTS = OpenApiParameter(
    name="moments",
    type=named(Annotated[str, enum("MomentSelection", [ALL, LAST])]),
    description="last: of an explanation's moments only that after the last call; all without it",
)
IF_NONE_MATCH = header("If-None-Match", "an ETag: 304 where the answer is still the same")
CACHED = [
    IF_NONE_MATCH,
    header("ETag", "of this answer, once it does not change any more", 200, 304),
]
PREFER = header("Prefer", "wait=N: wait up to N seconds for the result (RFC 7240)")
LINK = header("Link", 'rel="next": where the next ones are, if there are more (RFC 8288)', 200)
RETRY_AFTER = header("Retry-After", "seconds to wait before the next request", 200, type=int)
APPLIED = header("Preference-Applied", "wait=N: so long it could have taken", 200)
QUESTION_EXAMPLE = {
    "hand": "AKJT985.6.A76.84",
    "seat": "S",
    "dealer": "N",
    "vulnerability": "NS",
    "auction": ["1D", "1H"],
    "system": "sayc",
}


def first_of(description: str) -> OpenApiParameter:
    """Return the parameter of a number in a list."""
    schema: Schema = {"type": "integer", "minimum": 0, "maximum": 10**MAX_DIGITS - 1}
    return OpenApiParameter("from", schema, description=description)


def example(name: str, value: Any, media_type: str = JSON) -> OpenApiExample:
    """Return an example of a body."""
    return OpenApiExample(name, value=value, media_type=media_type, request_only=True)


View = TypeVar("View", bound=Callable[..., Any])


def operation(
    operation_id: str,
    summary: str,
    answers: Mapping[Any, Any],
    *problems: int,
    body: Any = None,
    **options: Any,
) -> Callable[[View], View]:
    """Describe a view's method, with its answers by status, or by status and media type.

    Answers and ``body`` are schemas, or types that have one. Of the ``problems`` those are given
    that do not follow from the address, the body and the need of a key.
    """
    responses = {
        key if isinstance(key, tuple) else (key, JSON): answer and _schema(answer)
        for key, answer in answers.items()
    }
    responses |= {(status, MEDIA_TYPE): _schema(Problem) for status in problems}
    if body is not None:
        options["request"] = body if isinstance(body, dict) else {JSON: named(body, "validation")}
    return extend_schema(operation_id=operation_id, summary=summary, responses=responses, **options)


def _schema(answer: Any) -> Schema:
    return answer if isinstance(answer, dict) else named(answer)
