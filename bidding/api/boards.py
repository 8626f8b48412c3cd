"""Whole boards: text in, text out, without a model."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Mapping
from itertools import islice
from typing import Annotated, Any

import orjson
from django.conf import settings
from pydantic import Field, PlainValidator
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bidding.api.http import problems, request_parsing
from bidding.api.http.openapi import BySeat, ByStrain, Count, JsonObject
from bidding.api.http.operations import BoardNumber, Message, example, operation
from bidding.api.http.responses import sent_bytes
from bidding.bounds import Bound
from bidding.domain.auction import MAX_CALLS
from bidding.domain.cards import CARDS_IN_PACK
from bidding.domain.errors import BridgeError
from bidding.models import Scope
from bidding.parsing.documents import fields
from bidding.parsing.documents.board_documents import (
    MAX_BOARDS,
    NewFile,
    board_to_json,
    refusal_to_json,
    warnings_to_json,
)
from bidding.parsing.documents.document import Document, printable
from bidding.parsing.formats.lin import lin_pieces
from bidding.parsing.formats.pbn import pbn_pieces
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import MOST_TRICKS, BadBoard, MalformedText
from bidding.parsing.formats.recorded_boards import Board as RecordedBoard
from bidding.parsing.formats.text_files import DecodedText, codec_of, decode_text
from bidding.yielding import yield_point

PLAIN = "text/plain"


Tricks = Annotated[int, Field(ge=0, le=MOST_TRICKS)]


class Note(JsonObject):
    """What is said about a call."""

    call: Count = Field(description="its place in the auction, from 0")
    alerted: bool
    explanation: str
    comment: str
    marks: str = Field(description="of quality as PBN has them: !? or $25")
    same_as: Count | None = Field(
        description="the call of an earlier note whose explanation this one has; its own is then "
        "empty"
    )


class Players(BySeat[str]):
    """Names by seat."""


class SystemNames(JsonObject):
    """What each side plays, in words."""

    ns: str
    ew: str


class CardCodes(JsonObject):
    """The code of the card of each side (GET /api/v1/cards); null where none is named."""

    ns: str | None
    ew: str | None


class OtherTag(JsonObject):
    """A tag of PBN that is none of the other fields, or a comment."""

    name: str = Field(description="empty for a comment")
    value: str
    section: str = Field(description="the lines below the tag, such as those of a table")


class StatedTricks(ByStrain[Tricks | None]):
    """Tricks in each strain; null where they are not stated."""


class StatedTricksByDeclarer(BySeat[StatedTricks]):
    """Stated tricks of each declarer."""


class Stated(JsonObject):
    """What the text says of the deal double dummy."""

    tricks: StatedTricksByDeclarer | None
    par: str = Field(description="as it is written")


class Warned(JsonObject):
    """A fault in spite of which the board was read."""

    line: int
    number: int | None
    reason: str
    said: Message | None


class Board(JsonObject):
    """A board as it was read; what the text does not say is null or empty."""

    line: BoardNumber = Field(description="where it begins in the text, from 1")
    event: str
    number: BoardNumber | None
    room: str
    players: Players
    dealer: fields.Seat | None
    vulnerability: fields.Vulnerability | None
    hands: fields.HandsBySeat
    auction: list[fields.Call] = Field(max_length=MAX_CALLS)
    notes: list[Note] = Field(max_length=MAX_CALLS)
    systems: SystemNames
    cards: CardCodes = Field(description="those that the names stand for; unknown for another name")
    contract: str = Field(description="as it is stated: 3NTX by S, or passed out")
    lead: Annotated[str, Field(pattern="^[SHDC][AKQJT2-9]$")] | None = Field(
        description="the opening lead, such as SA"
    )
    tricks: Tricks | None = Field(description="that declarer took")
    play: list[Annotated[str, Field(pattern="^[SHDC][AKQJT2-9]$")]] = Field(
        description="the cards in the order in which they were played", max_length=CARDS_IN_PACK
    )
    others: list[OtherTag] = Field(
        description="what else the text says, as tags of PBN: teams, scoring, tables"
    )
    stated: Stated | None


class RefusedBoard(JsonObject):
    """A board that could not be read."""

    line: int
    place: int | None = Field(description="the character, from 0, where known")
    code: str
    reason: str
    said: Message | None
    number: int | None
    event: str


def _file(value: object) -> bytes:
    """Return the bytes of a file in base64."""
    try:
        return b64decode(_string(value), validate=True)
    except (binascii.Error, ValueError) as error:
        if isinstance(error, BridgeError):
            raise
        raise MalformedText("file must be the bytes of a file in base64") from None


def _encoding(value: object) -> str:
    """Return the codec of an encoding's name."""
    try:
        return codec_of(_string(value))
    except ValueError as error:
        raise MalformedText(str(error)) from None


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedText("expected a string")
    return printable(value)


Text = Annotated[str, PlainValidator(_string, json_schema_input_type=str)]


class BoardText(Document):
    """Boards to read: `text` or `file`."""

    text: Text | None = Field(None, description="PBN, LIN, links to a hand viewer, or typed text")
    file: Annotated[bytes, PlainValidator(_file, json_schema_input_type=str)] | None = Field(
        None,
        description="in place of text: a file's bytes in base64",
        json_schema_extra={"contentEncoding": "base64"},
    )
    encoding: Annotated[str, PlainValidator(_encoding, json_schema_input_type=str)] | None = Field(
        None, description="of the file, where it is not the one that was guessed: windows-1250"
    )
    seat: fields.Seat | None = Field(None, description="who holds a typed hand that names no seat")
    dealer: fields.Seat | None = Field(None, description="who deals where typed text does not say")

    def check(self) -> None:
        """Refuse a text and a file together, and neither."""
        if (self.text is None) == (self.file is None):
            raise MalformedText("send either text or file")

    @property
    def decoded(self) -> DecodedText | None:
        """The text of the file, if there is one. Raises BridgeError."""
        return None if self.file is None else decode_text(self.file, self.encoding)


class Boards(JsonObject):
    """Boards that were read from a text."""

    boards: list[Board]
    refused: list[RefusedBoard]
    warnings: list[Warned]
    more: bool = Field(description="the text has boards after these")
    encoding: str | None = Field(
        description="of the file, by its mark, as it was stated, or as it was guessed"
    )


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
        """Reads PBN, LIN, links or typed text; refused boards are listed with their line."""
        wanted = request_parsing.document(
            request._request, BoardText.read, settings.BOARDS_BODY_LIMIT_BYTES
        )
        try:
            decoded = wanted.decoded
        except BridgeError as error:
            raise problems.of_field("/file", error) from None
        pointer, text = ("/text", wanted.text or "") if decoded is None else ("/file", decoded.text)
        found = read_boards(
            text, seat=wanted.seat, dealer=wanted.dealer, is_file=decoded is not None
        )
        boards: list[orjson.Fragment] = []
        refused: list[orjson.Fragment] = []
        bad: list[BadBoard] = []
        warnings: list[orjson.Fragment] = []
        with request_parsing.reading(sent_bytes(request._request), READ_SECONDS) as bound:
            for board in islice(found, MAX_BOARDS):
                yield_point()
                if isinstance(board, RecordedBoard):
                    boards.append(_counted(board_to_json(board), bound))
                    warnings += (_counted(one, bound) for one in warnings_to_json(board))
                else:
                    refused.append(_counted(refusal_to_json(board), bound))
                    bad.append(board)
            more = next(found, None) is not None
        if refused and not boards:
            raise problems.of_refusals(bad, pointer, lines="\n" in text.rstrip())
        if not boards:
            raise problems.of_field(pointer, MalformedText("there is no board in this text"))
        encoding = None if decoded is None else decoded.encoding
        lists = {"boards": boards, "refused": refused, "warnings": warnings}
        return Response({**lists, "more": more, "encoding": encoding})


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
        wanted = request_parsing.document(
            request._request, NewFile.read, settings.BOARDS_BODY_LIMIT_BYTES
        )
        bound = Bound(sent_bytes(request._request))
        return Response("".join(bound.counted(WRITERS[wanted.format](wanted.boards))))


def _counted(document: Mapping[str, Any], bound: Bound) -> orjson.Fragment:
    """Return the text of a document. Raise TooLong beyond the bound.

    What orjson returns has room for eight times as much, which would be kept.
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    bound.count(len(text))
    return orjson.Fragment(text)
