"""REST views of whole boards: text in, text out, without a model."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NoReturn

import orjson
from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api import board_schema, problems, request_parsing, schema
from bidding.api.rendering import sent_bytes
from bidding.bounds import Bound
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.table import Seat
from bidding.models import Scope
from bidding.parsing.documents.board_documents import (
    MAX_BOARDS,
    board_to_json,
    boards_from_json,
    refusal_to_json,
)
from bidding.parsing.documents.document_errors import (
    FieldError,
    InvalidBoards,
    InvalidDocument,
    escaped,
    printable,
)
from bidding.parsing.formats.lin_writer import lin_pieces
from bidding.parsing.formats.pbn_writer import pbn_pieces
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board, MalformedText
from bidding.parsing.formats.text_files import decode_text
from bidding.parsing.text import parse_seat
from bidding.parsing.text.tokens import quoted
from bidding.yielding import yield_point

READ_SECONDS = 2.0  # of a processor, for the boards of a text
WRITERS = {"pbn": pbn_pieces, "lin": lin_pieces}


class PlainText(BaseRenderer):
    """Plain text."""

    media_type = schema.PLAIN
    format = "txt"

    def render(self, data: str, *args: object, **options: object) -> bytes:
        """Return the text in UTF-8."""
        return data.encode()


class BoardList(APIView):
    """The reader of boards from text."""

    client_limit = "questions"
    scope = Scope.EXPLAIN

    @extend_schema(**board_schema.READ_BOARDS)
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
            _refuse(pointer, MalformedText("there is no board in this text"))
        return Response({"boards": boards, "refused": refused, "more": more})


class FileList(APIView):
    """The writer of boards as files."""

    scope = Scope.EXPLAIN
    renderer_classes = (PlainText, JSONRenderer)
    client_limit = "questions"

    @extend_schema(**board_schema.WRITE_FILE)
    def post(self, request: Request) -> Response:
        """Writes boards as PBN or LIN, notes and alerts kept."""
        body = _body(request, ("format", "boards"))
        kind = body.get("format")
        if not isinstance(kind, str) or kind not in WRITERS:
            _refuse("/format", MalformedTable(f"format is one of {', '.join(WRITERS)}"))
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
            _refuse(f"/{escaped(key)}", MalformedTable(fault, text=printable(key)))
    return body


def _text(body: Mapping[str, Any]) -> tuple[str, str]:
    """Return the pointer to the text, and the text: ``text``, or the bytes of ``file``."""
    given = [name for name in ("text", "file") if body.get(name) is not None]
    if len(given) != 1:
        _refuse("", MalformedText("send either text or file"))
    pointer, value = f"/{given[0]}", body[given[0]]
    if not isinstance(value, str):
        _refuse(pointer, MalformedText("expected a string"))
    if given == ["text"]:
        return pointer, printable(value)
    try:
        return pointer, decode_text(b64decode(value, validate=True)).text
    except BridgeError as error:
        _refuse(pointer, error)
    except (binascii.Error, ValueError):
        _refuse(pointer, MalformedText("file must be the bytes of a file in base64"))


def _seat(body: Mapping[str, Any], name: str) -> Seat | None:
    value = body.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        _refuse(f"/{name}", MalformedTable("expected a string"))
    try:
        return parse_seat(value)
    except BridgeError as error:
        _refuse(f"/{name}", error)


def _refuse(pointer: str, error: BridgeError) -> NoReturn:
    """Raise the Problem of one field."""
    error.text = printable(error.text)
    raise problems.of_document(InvalidBoards([FieldError(pointer, error)]))
