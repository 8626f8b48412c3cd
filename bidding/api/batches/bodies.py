"""The bodies of batch requests: a JSON array of positions, or a file of boards."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Annotated, Any, NoReturn

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from pydantic import Field, PlainValidator

from bidding.api.http import problems, request_parsing
from bidding.api.http.operations import JSON
from bidding.api.http.problems import Problem
from bidding.batches.chunks import MAX_ITEM_ERRORS
from bidding.batches.requests import Asked, stored_bytes
from bidding.bounds import Bound
from bidding.domain.errors import BridgeError, MalformedTable
from bidding.domain.messages import Message
from bidding.domain.table import Seat
from bidding.parsing.documents import fields
from bidding.parsing.documents.board_positions import (
    VIEWS,
    parse_view,
    played_board_of,
    position_of,
)
from bidding.parsing.documents.document import (
    LEFT_OUT,
    Document,
    FieldError,
    InvalidDocument,
    InvalidPosition,
    escaped,
    printable,
)
from bidding.parsing.documents.position_documents import position_from_json
from bidding.parsing.formats.reader import read_boards
from bidding.parsing.formats.recorded_boards import BadBoard, Board, MalformedText
from bidding.parsing.formats.text_files import decode_text
from bidding.yielding import yield_point

FORM = "multipart/form-data"
# PBN and LIN have no registered media types; the format is recognized from the text.
FILES = (
    *("application/x-pbn", "application/x-lin", "application/octet-stream"),
    *("text/plain", "text/x-pbn", "text/x-lin"),
)
MAX_KEY_CHARACTERS = 200
REVIEW_ITEMS = 10  # so many positions a board to review counts as, where items are limited
READ_AT_ONCE_BYTES = 100_000  # of positions; a longer array is read when it is computed
SHORTEST_POSITION = 60  # characters of JSON; whatever is shorter lacks fields
READ_SECONDS = 10.0  # of a processor, for the boards of a file
DECODING_SECONDS = 5.0  # limit of the wait for other bodies
_DECODING = threading.Lock()


class Viewing(Document):
    """The seats from which the boards of a file are viewed, and the systems assumed."""

    view: Annotated[
        tuple[Seat | None, ...],
        PlainValidator(fields.parsed(parse_view)),
        fields.enum("View", VIEWS),
    ] = Field(
        (Seat.S,),
        description="whose hand of a file's boards is looked at, S without; all: four items a "
        "board; spectator: no cards; review: grades of the calls",
    )
    system: fields.CardName = Field(
        LEFT_OUT,
        description="what both sides play, a system or a card, in place of what the file names",
    )
    ns: fields.CardName = Field(LEFT_OUT, description="the same of North and South")
    ew: fields.CardName = Field(LEFT_OUT, description="the same of East and West")

    @property
    def most_boards(self) -> int:
        """How many boards a file may have."""
        return int(settings.BATCH_ITEMS) // (len(self.view) or REVIEW_ITEMS)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Viewing:
        """Read the parameters of a request. Raise Problem 400."""
        try:
            return cls.read(options)
        except InvalidDocument as invalid:
            raise problems.of_document(invalid) from None


def read_batch(
    request: HttpRequest, admit: Callable[[], None], *, keyed: bool
) -> tuple[list[Asked], str]:
    """Return the items of a request's body, and a digest that is equal for equal requests.

    ``admit`` may refuse, by raising, before the items are read, which takes long. ``keyed``: the
    client has a key, and with it a higher limit. Raise Problem 400, 408, 411, 413, 415, 422 or 503.
    """
    limit = limit_bytes(keyed=keyed)
    if request.content_type == JSON:
        for name in request.GET:
            raise problems.of_field(
                f"/{escaped(name)}", MalformedTable("a JSON array takes no parameters")
            )
        request_parsing.check_media_type(request)
        data = request_parsing.body(request, limit)
        with _decoding():
            documents = request_parsing.json_value(request, limit)
            admit()
            read = read_positions if len(data) <= READ_AT_ONCE_BYTES else defer_positions
            return list(_counted(read(documents), Bound(len(data)))), digest({}, data)
    if request.content_type == FORM:
        data = uploaded(request, limit)
    elif request.content_type in FILES:
        request_parsing.check_coding(request)
        data = request_parsing.body(request, limit)
    else:
        known = ", ".join((JSON, FORM, *FILES))
        raise Problem("unsupported-media-type", f"Send the body as one of {known}.")
    options = request.GET.dict()
    viewing = Viewing.of(options)
    admit()
    return read_file(data, viewing), digest(options, data)


def idempotency_key(request: HttpRequest) -> str | None:
    """Return the idempotency key of a request; None without one. Raise Problem 400."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 0 < len(key) <= MAX_KEY_CHARACTERS or not key.isascii() or not key.isprintable():
        detail = f"An Idempotency-Key has 1 to {MAX_KEY_CHARACTERS} printable ASCII characters."
        raise Problem("malformed-request", detail)
    return key


def read_positions(documents: Any) -> Iterator[Asked]:
    """Read the items of a decoded JSON array; an invalid position becomes an item with its errors.

    Raise Problem 400 for anything but a non-empty array, and 413.
    """
    _check_array(documents)
    return map(_position, documents)


def defer_positions(documents: Any) -> Iterator[Asked]:
    """Return the items of a decoded JSON array unread, to be read when they are computed.

    An item too short for a position is read here. Raise as ``read_positions`` does.
    """
    _check_array(documents)
    return map(_deferred, documents)


def read_file(data: bytes, viewing: Viewing) -> list[Asked]:
    """Read the items of a file: one for each board and seat.

    Raise Problem 400 or 422 for a file without a board, and 413.
    """
    try:
        text = decode_text(data).text
    except BridgeError as error:
        raise problems.of_field("", error) from None
    limit, found = viewing.most_boards, 0
    items: list[Asked] = []
    refused: list[BadBoard] = []
    with request_parsing.reading(len(data), READ_SECONDS) as bound:
        for board in islice(read_boards(text, is_file=True), limit + 1):
            yield_point()
            found += 1
            if isinstance(board, BadBoard):
                refused.append(board)
            items += _counted(_views(board, viewing), bound)
    if not found:
        raise problems.of_field("", MalformedText("there is no board in this file"))
    if len(refused) == found:
        raise problems.of_refusals(refused, "", lines="\n" in text.rstrip())
    if found > limit:
        _refuse_number(limit * max(1, len(viewing.view)))
    return items


def digest(options: Mapping[str, str], data: bytes) -> str:
    """Return the SHA-256 of a file and its parameters, in hex."""
    parameters = repr(sorted(options.items())).encode("utf-8", "surrogatepass")
    return hashlib.sha256(parameters + b"\0" + data).hexdigest()


def limit_bytes(*, keyed: bool) -> int:
    """Return the maximum length of a batch's body, with a key or without one."""
    with_key = int(settings.BATCH_BODY_LIMIT_BYTES)
    return with_key if keyed else min(with_key, settings.ANONYMOUS_BODY_LIMIT_BYTES)


def uploaded(request: HttpRequest, limit: int) -> bytes:
    """Return the bytes of the one file of a form. Raise Problem 400, 408, 411 or 413."""
    request_parsing.check_length(request, limit)
    try:
        files = request.FILES.getlist("file")
    except UnreadablePostError as error:
        raise request_parsing.unreadable(error) from None
    except (MultiPartParserError, SuspiciousOperation):
        raise Problem("malformed-request", "The form cannot be read.") from None
    if len(files) != 1 or len(request.FILES) != 1:
        detail = "Send one file, in the field 'file'."
        raise Problem("malformed-request", detail)
    return bytes(files[0].read())


@contextmanager
def _decoding() -> Iterator[None]:
    """Decode one body at a time: decoding takes many times its length in memory.

    Raise Problem 503 if others take too long.
    """
    if not _DECODING.acquire(timeout=DECODING_SECONDS):
        raise Problem(
            "overloaded", "The site is reading other batches. Send yours again in a moment."
        )
    try:
        yield
    finally:
        _DECODING.release()


def _check_array(documents: object) -> None:
    """Raise Problem 400 for anything but a non-empty array, and 413 for one too long."""
    if not isinstance(documents, list) or not documents:
        raise Problem("malformed-request", "Send a JSON array with at least one position.")
    if len(documents) > settings.BATCH_ITEMS:
        _refuse_number(settings.BATCH_ITEMS)


def _refuse_number(most: int) -> NoReturn:
    """Raise Problem 413."""
    detail = f"A batch can have at most {most} items; split it into several."
    raise Problem("too-many-items", detail)


def _position(document: object) -> Asked:
    try:
        return Asked(position_from_json(document))
    except InvalidPosition as invalid:
        return Asked(error=invalid.to_json(MAX_ITEM_ERRORS))


def _deferred(document: object) -> Asked:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return _position(document) if len(text) < SHORTEST_POSITION else Asked(unread=text)


def _counted(items: Iterable[Asked], bound: Bound) -> Iterator[Asked]:
    """Yield the items, each counted as it is stored. Raise TooLong beyond the bound."""
    for item in items:
        bound.count(stored_bytes(item))
        yield item


def _views(board: Board | BadBoard, viewing: Viewing) -> Iterable[Asked]:
    """Return the items of one board; a refused one becomes a single failed item."""
    where = {"line": board.line, "board": board.number, "event": printable(board.event)}
    if isinstance(board, BadBoard):
        problem = problems.of_refusals([board], "", lines=board.line > 1)
        detail = f"line {board.line}: {printable(board.fault)}"
        error = {"code": problem.kind, "detail": detail, "errors": list(problem.errors)}
        return [Asked(error=error, source={**where, "seat": None})]
    return (_view(board, seat, viewing, where) for seat in viewing.view or (None,))


def _view(board: Board, seat: Seat | None, viewing: Viewing, where: dict[str, Any]) -> Asked:
    source = {**where, "seat": None if seat is None else seat.name}
    systems = (viewing.ns or viewing.system, viewing.ew or viewing.system)
    try:
        if not viewing.view:
            return Asked(played_board_of(board, *systems), source=source)
        return Asked(position_of(board, seat, *systems), source=source)
    except BridgeError as error:
        error.fault = Message("line {line}: {fault}", line=board.line, fault=error.fault)
        invalid = InvalidDocument([FieldError("", error)])
        return Asked(error=invalid.to_json(MAX_ITEM_ERRORS), source=source)
