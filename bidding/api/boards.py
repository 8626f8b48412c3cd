"""Whole boards: text in, text out, without a model."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Annotated, Any

import orjson
from django.conf import settings
from pydantic import Field
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.openapi import BySeat, Count, JsonObject
from bidding.api.http.operations import BoardNumber, Message, example, operation
from bidding.api.http.responses import sent_bytes
from bidding.bounds import Bound
from bidding.domain.auction import MAX_CALLS
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.table import Seat
from bidding.models import Scope
from bidding.parsing.documents import fields
from bidding.parsing.documents.board_documents import (
    MARKS_PATTERN,
    MAX_BOARDS,
    board_to_json,
    boards_from_json,
    refusal_to_json,
)
from bidding.parsing.documents.document import InvalidDocument, escaped, printable
from bidding.parsing.documents.fields import Named
from bidding.parsing.formats.lin import lin_pieces
from bidding.parsing.formats.pbn import pbn_pieces
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import MOST_TRICKS, BadBoard, MalformedText
from bidding.parsing.formats.recorded_boards import Board as RecordedBoard
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text import parse_seat
from bidding.parsing.text.words import quoted
from bidding.yielding import yield_point

PLAIN = "text/plain"
_Lead = Annotated[str, Field(pattern="^[SHDC][AKQJT2-9]$", description="the opening lead: SA")]
_Line = Annotated[BoardNumber, Field(description="where it begins in the text, from 1")]
_Contract = Annotated[str, Field(description="as it is stated: 3NTX by S, or passed out")]
_Tricks = Annotated[int, Field(ge=0, le=MOST_TRICKS, description="that declarer took")]
_Place = Annotated[Count, Field(description="its place in the auction, from 0")]
_SameAs = Annotated[
    Count | None,
    Field(
        description="the call of an earlier note whose explanation this one has; its own is then "
        "empty"
    ),
]
_Marks = Annotated[str, Field(description="of quality as PBN has them: !? or $25")]
_Calls = Annotated[list[fields.Call], Field(max_length=MAX_CALLS)]


class Note(JsonObject):
    """What is said about a call."""

    call: _Place
    alerted: bool
    explanation: str
    comment: str
    marks: _Marks
    same_as: _SameAs


class NewNote(JsonObject, extra="forbid"):
    """What is to be said about a call."""

    call: _Place
    alerted: bool | None = None
    explanation: str | None = None
    comment: str | None = None
    marks: Annotated[_Marks, Field(pattern=MARKS_PATTERN)] | None = None
    same_as: _SameAs = None


class BoardHands(JsonObject, extra="forbid"):
    """The hands by seat; null, or left out, where one is not known."""

    N: fields.Hand | None = None
    E: fields.Hand | None = None
    S: fields.Hand | None = None
    W: fields.Hand | None = None


class Players(BySeat[str]):
    """Names by seat."""


class NewPlayers(JsonObject, extra="forbid"):
    """Names by seat, where they are known."""

    N: str | None = None
    E: str | None = None
    S: str | None = None
    W: str | None = None


class SystemNames(JsonObject):
    """What each side plays, in words."""

    ns: str
    ew: str


class NewSystemNames(JsonObject, extra="forbid"):
    """What each side plays, in words, where it is known."""

    ns: str | None = None
    ew: str | None = None


class Board(JsonObject):
    """A board as it was read; what the text does not say is null or empty."""

    line: _Line
    event: str
    number: BoardNumber | None
    room: str
    players: Players
    dealer: fields.Seat | None
    vulnerability: fields.Vulnerability | None
    hands: BoardHands
    auction: _Calls
    notes: Annotated[list[Note], Field(max_length=MAX_CALLS)]
    systems: SystemNames
    contract: _Contract
    lead: _Lead | None
    tricks: _Tricks | None


class NewBoard(JsonObject, extra="forbid"):
    """A board to write. Who deals must be said where there are calls."""

    line: _Line | None = None
    event: str | None = None
    number: BoardNumber | None = None
    room: str | None = None
    players: NewPlayers | None = None
    dealer: fields.Seat | None = None
    vulnerability: fields.Vulnerability | None = None
    hands: BoardHands | None = None
    auction: _Calls | None = None
    notes: Annotated[list[NewNote], Field(max_length=MAX_CALLS)] | None = None
    systems: NewSystemNames | None = None
    contract: _Contract | None = None
    lead: _Lead | None = None
    tricks: _Tricks | None = None


class RefusedBoard(JsonObject):
    """A board that could not be read."""

    line: int
    place: int | None = Field(description="the character, from 0, where known")
    code: str
    reason: str
    said: Message | None
    number: int | None
    event: str


class BoardText(JsonObject, extra="forbid"):
    """Boards to read: `text` or `file`."""

    text: str | None = Field(None, description="PBN, LIN, links to a hand viewer, or typed text")
    file: str | None = Field(
        None,
        description="in place of text: a file's bytes in base64",
        json_schema_extra={"contentEncoding": "base64"},
    )
    seat: fields.Seat | None = Field(None, description="who holds a typed hand that names no seat")
    dealer: fields.Seat | None = Field(None, description="who deals where typed text does not say")


class Boards(JsonObject):
    """Boards that were read from a text."""

    boards: list[Board]
    refused: list[RefusedBoard]
    more: bool = Field(description="the text has boards after these")


class NewFile(JsonObject, extra="forbid"):
    """Boards to write as a file."""

    format: Annotated[str, Named("FileFormat", fields.one_of(["pbn", "lin"]))]
    boards: list[NewBoard] = Field(min_length=1, max_length=MAX_BOARDS)


_FILE_EXAMPLE = {
    "format": "pbn",
    "boards": [
        {
            "number": 3,
            "dealer": "S",
            "vulnerability": "NS",
            "hands": {"S": "AKJT985.6.A76.84"},
            "auction": ["1D", "1H"],
            "notes": [{"call": 0, "alerted": True, "explanation": "four or more"}],
        }
    ],
}
READ_SECONDS = 2.0  # of a processor, for the boards of a text
WRITERS = {"pbn": pbn_pieces, "lin": lin_pieces}


class PlainText(BaseRenderer):
    """Plain text."""

    media_type = PLAIN
    format = "txt"

    def render(self, data: str, *args: object, **options: object) -> bytes:
        """Return the text in UTF-8."""
        return data.encode()


class BoardList(APIView):
    """The reader of boards from text."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @operation(
        "read_boards",
        "Read boards from a text",
        {200: Boards},
        body=BoardText,
        examples=[
            example(
                "A board of LIN",
                {"text": "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D!|an|four or more|mb|1H|"},
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Reads PBN, LIN, links or typed text; refused boards are told with the line."""
        body = _body(request, ("text", "file", "seat", "dealer"))
        pointer, text = _text(body)
        seat, dealer = _seat(body, "seat"), _seat(body, "dealer")
        found = read_boards(text, seat=seat, dealer=dealer)
        boards: list[orjson.Fragment] = []
        refused: list[orjson.Fragment] = []
        bad: list[BadBoard] = []
        with request_parsing.reading(sent_bytes(request._request), READ_SECONDS) as bound:
            for board in islice(found, MAX_BOARDS):
                yield_point()
                if isinstance(board, RecordedBoard):
                    boards.append(_counted(board_to_json(board), bound))
                else:
                    refused.append(_counted(refusal_to_json(board), bound))
                    bad.append(board)
            more = next(found, None) is not None
        if refused and not boards:
            raise problems.of_refusals(bad, pointer)
        if not boards:
            raise problems.of_field(pointer, MalformedText("there is no board in this text"))
        return Response({"boards": boards, "refused": refused, "more": more})


class FileList(APIView):
    """The writer of boards as files."""

    scope = Scope.EXPLAIN
    renderer_classes = (PlainText, JSONRenderer)
    client_limit = "questions"

    @operation(
        "write_file",
        "Write boards as PBN or LIN",
        {(200, PLAIN): {"type": "string"}, 200: {"type": "string"}},
        body=NewFile,
        examples=[example("One board", _FILE_EXAMPLE)],
    )
    def post(self, request: Request) -> Response:
        """Writes boards as PBN or LIN, notes and alerts kept."""
        body = _body(request, ("format", "boards"))
        kind = body.get("format")
        if not isinstance(kind, str) or kind not in WRITERS:
            raise problems.of_field(
                "/format", MalformedTable(f"format is one of {', '.join(WRITERS)}")
            )
        try:
            boards = boards_from_json(body.get("boards"), "/boards")
        except InvalidDocument as invalid:
            raise problems.of_document(invalid) from None
        bound = Bound(sent_bytes(request._request))
        return Response("".join(bound.counted(WRITERS[kind](boards))))


def _counted(document: Mapping[str, Any], bound: Bound) -> orjson.Fragment:
    """Return the text of a document. Raise TooLong beyond the bound.

    What orjson returns has room for eight times as much, which would be kept.
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    bound.count(len(text))
    return orjson.Fragment(text)


def _body(request: Request, fields: Iterable[str]) -> dict[str, Any]:
    """Return the JSON object of the body. Raise Problem 400 for unknown fields."""
    body = request_parsing.json_object(request._request, settings.BOARDS_BODY_LIMIT_BYTES)
    for key in body:
        if key not in fields:
            known = ", ".join(fields)
            fault = f"{quoted(key)} is not a known field; the fields are {known}"
            raise problems.of_field(f"/{escaped(key)}", MalformedTable(fault, text=key))
    return body


def _text(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the pointer to the text, and the text: ``text``, or the bytes of ``file``."""
    given = [name for name in ("text", "file") if body.get(name) is not None]
    if len(given) != 1:
        raise problems.of_field("", MalformedText("send either text or file"))
    pointer, value = f"/{given[0]}", body[given[0]]
    if not isinstance(value, str):
        raise problems.of_field(pointer, MalformedText("expected a string"))
    if given == ["text"]:
        return pointer, printable(value)
    try:
        return pointer, decode_text(b64decode(value, validate=True)).text
    except BridgeError as error:
        raise problems.of_field(pointer, error) from None
    except (binascii.Error, ValueError):
        raise problems.of_field(
            pointer, MalformedText("file must be the bytes of a file in base64")
        ) from None


def _seat(body: Mapping[str, Any], name: str) -> Seat | None:
    value = body.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise problems.of_field(f"/{name}", MalformedTable("expected a string"))
    try:
        return parse_seat(value)
    except BridgeError as error:
        raise problems.of_field(f"/{name}", error) from None
