"""Whole boards: text in, text out, without a model."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

import orjson
from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.openapi import (
    BOOLEAN,
    COUNT,
    INTEGER,
    TEXT,
    Schema,
    array_of,
    component,
    described,
    enum,
    object_of,
    or_null,
)
from bidding.api.http.operations import (
    BOARD_NUMBER,
    CALL,
    HAND,
    JSON,
    MESSAGE_OR_NULL,
    SEAT,
    SEATS,
    VULNERABILITY,
    protected_responses,
    retry_after,
)
from bidding.api.http.responses import sent_bytes
from bidding.bounds import Bound
from bidding.domain.auction import MAX_CALLS
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.table import Seat
from bidding.models import Scope
from bidding.parsing.documents.board_documents import (
    MARKS_PATTERN,
    MAX_BOARDS,
    board_to_json,
    boards_from_json,
    refusal_to_json,
)
from bidding.parsing.documents.document import InvalidDocument, escaped, printable
from bidding.parsing.formats.lin import lin_pieces
from bidding.parsing.formats.pbn import pbn_pieces
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import (
    MOST_TRICKS,
    BadBoard,
    Board,
    MalformedText,
)
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text.words import parse_seat, quoted
from bidding.yielding import yield_point

PLAIN = "text/plain"
TAGS = ["boards"]
_PLACE = described(COUNT, "its place in the auction, from 0")
_NOTE = {
    "call": _PLACE,
    "alerted": BOOLEAN,
    "explanation": TEXT,
    "comment": TEXT,
    "marks": described(TEXT, "of quality as PBN has them: !? or $25"),
    "same_as": or_null(
        COUNT, "the call of an earlier note whose explanation this one has; its own is then empty"
    ),
}
_LEAD = {"type": "string", "pattern": "^[SHDC][AKQJT2-9]$"}
_HANDS = component(
    "BoardHands",
    object_of(dict.fromkeys(SEATS, or_null(HAND)), required=[], extra=False),
    "The hands by seat; null, or left out, where one is not known.",
)
_SIDES = ("ns", "ew")


def _board(players: Schema, systems: Schema, notes: Schema) -> dict[str, Schema]:
    """Return the fields of a board."""
    return {
        "line": described(BOARD_NUMBER, "where it begins in the text, from 1"),
        "event": TEXT,
        "number": or_null(BOARD_NUMBER),
        "room": TEXT,
        "players": players,
        "dealer": or_null(SEAT),
        "vulnerability": or_null(VULNERABILITY),
        "hands": _HANDS,
        "auction": {**array_of(CALL), "maxItems": MAX_CALLS},
        "notes": {**array_of(notes), "maxItems": MAX_CALLS},
        "systems": systems,
        "contract": described(TEXT, "as it is stated: 3NTX by S, or passed out"),
        "lead": or_null(_LEAD, "the opening lead, such as SA"),
        "tricks": or_null({**COUNT, "maximum": MOST_TRICKS}, "that declarer took"),
    }


def _optional(fields: dict[str, Schema], *required: str) -> Schema:
    """Return the schema of an object whose other fields may be missing or null."""
    loose = {
        name: schema if name in required else _once_or_null(schema)
        for name, schema in fields.items()
    }
    return object_of(loose, required=required, extra=False)


def _once_or_null(schema: Schema) -> Schema:
    can_be = "oneOf" in schema or isinstance(schema.get("type"), list)
    return schema if can_be else or_null(schema)


BOARD = component(
    "Board",
    object_of(
        _board(
            component("Players", object_of(dict.fromkeys(SEATS, TEXT)), "Names by seat."),
            component("SystemNames", object_of(dict.fromkeys(_SIDES, TEXT))),
            component("Note", object_of(_NOTE), "What is said about a call."),
        )
    ),
    "A board as it was read; what the text does not say is null or empty.",
)
NEW_BOARD = component(
    "NewBoard",
    _optional(
        _board(
            component("NewPlayers", _optional(dict.fromkeys(SEATS, TEXT))),
            component("NewSystemNames", _optional(dict.fromkeys(_SIDES, TEXT))),
            component(
                "NewNote",
                _optional({**_NOTE, "marks": {**_NOTE["marks"], "pattern": MARKS_PATTERN}}, "call"),
            ),
        )
    ),
    "A board to write. Who deals must be said where there are calls.",
)
REFUSED = component(
    "RefusedBoard",
    object_of(
        {
            "line": INTEGER,
            "place": or_null(INTEGER, "the character, from 0, where known"),
            "code": TEXT,
            "reason": TEXT,
            "said": MESSAGE_OR_NULL,
            "number": or_null(INTEGER),
            "event": TEXT,
        }
    ),
    "A board that could not be read.",
)
TEXT_OF_BOARDS = component(
    "BoardText",
    object_of(
        {
            "text": or_null(TEXT, "PBN, LIN, links to a hand viewer, or typed text"),
            "file": or_null(
                {**TEXT, "contentEncoding": "base64"},
                "in place of text: a file's bytes in base64",
            ),
            "seat": or_null(SEAT, "who holds a typed hand that names no seat"),
            "dealer": or_null(SEAT, "who deals where typed text does not say"),
        },
        required=[],
        extra=False,
    ),
    "Boards to read: `text` or `file`.",
)
_TEXT_EXAMPLE = OpenApiExample(
    "A board of LIN",
    value={"text": "md|3SAKJT985H6DA76C84,,,|sv|n|ah|Board 3|mb|1D!|an|four or more|mb|1H|"},
    request_only=True,
)
_FILE_EXAMPLE = OpenApiExample(
    "One board",
    value={
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
    },
    request_only=True,
)
READ_BOARDS: dict[str, Any] = {
    "operation_id": "read_boards",
    "summary": "Read boards from a text",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [_TEXT_EXAMPLE],
    "request": {JSON: TEXT_OF_BOARDS},
    "responses": protected_responses(
        {
            200: component(
                "Boards",
                object_of(
                    {
                        "boards": array_of(BOARD),
                        "refused": array_of(REFUSED),
                        "more": described(BOOLEAN, "the text has boards after these"),
                    }
                ),
            )
        },
        *(400, 406, 408, 411, 413, 415, 422, 429, 500),
    ),
}
WRITE_FILE: dict[str, Any] = {
    "operation_id": "write_file",
    "summary": "Write boards as PBN or LIN",
    "tags": TAGS,
    "parameters": [retry_after(429)],
    "examples": [_FILE_EXAMPLE],
    "request": {
        JSON: component(
            "NewFile",
            object_of(
                {
                    "format": enum("FileFormat", ["pbn", "lin"]),
                    "boards": {**array_of(NEW_BOARD), "minItems": 1, "maxItems": MAX_BOARDS},
                },
                extra=False,
            ),
        )
    },
    "responses": {(200, PLAIN): TEXT}
    | protected_responses({200: TEXT}, 400, 406, 408, 411, 413, 415, 422, 429, 500),
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

    @extend_schema(**READ_BOARDS)
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
                if isinstance(board, Board):
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

    @extend_schema(**WRITE_FILE)
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
