"""Strict parsing of requests: a bounded body, the preferred wait, and what was left unread."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, RawPostDataException, UnreadablePostError

from bidding.api.http.problems import Problem, of_document, of_exception
from bidding.bounds import Bound, TooLong
from bidding.domain.messages import Message
from bidding.parsing.documents.document import InvalidPosition
from bidding.parsing.text.words import quoted
from bidding.yielding import yielding_to

try:
    import uwsgi  # exists inside uWSGI only
except ImportError:
    uwsgi = None

MAX_DIGITS = 9
_MAX_BYTES, _CHUNK_BYTES = 16 * 1024 * 1024, 64 * 1024
MAX_SECONDS = 5.0


def drain_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Read and discard what a view left unread of a body, such as when it refused it (middleware).

    A server that closes a connection on which bytes are still unread resets it, and the client
    loses the answer.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        drain(request)
        return response

    return middleware


def drain(request: HttpRequest) -> None:
    """Read the rest of the body, piece by piece; give up on one that is very long or slow."""
    if hasattr(request, "_body"):
        return
    if request.META.get("HTTP_TRANSFER_ENCODING"):
        if uwsgi is not None:
            _discard(partial(uwsgi.chunked_read, int(MAX_SECONDS)))
        return
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isascii() or not length.isdigit() or len(length) > MAX_DIGITS:
        return
    if 0 < int(length) <= _MAX_BYTES:
        _discard(partial(request.read, _CHUNK_BYTES))


def _discard(read: Callable[[], bytes]) -> None:
    """Read to the end, within limits of bytes and time."""
    deadline, count = time.monotonic() + MAX_SECONDS, 0
    with suppress(UnreadablePostError, RawPostDataException, OSError):
        while piece := read():
            count += len(piece)
            if count > _MAX_BYTES or time.monotonic() > deadline:
                return


WAIT = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?(\d+)\"?\s*(?=$|[,;])", re.IGNORECASE)
UTF_8 = ("utf-8", "utf8")
MAX_DEPTH = 100  # of arrays and objects in each other
# A dictionary takes 232 bytes: with this share of them a value takes some 15 times its text.
MAX_CONTAINERS, CHARACTERS_PER_CONTAINER = 1000, 20
# The tokens of JSON that decide whether it is decoded. A string is one token, or with escapes one
# more for each: a pattern that repeats a group takes memory for each repetition.
_TOKENS = re.compile(
    r"""(?:"|\\.)[^"\\]*"?|(?P<opening>[\[{])|(?P<closing>[\]}])"""
    # None that is infinite, or takes long to read: of 100 characters, exponents of two digits.
    r"|(?P<number>(?<![-+.\deE])(?:[-+.\deE]{101}|[-+.\d]{0,100}[eE][-+]?\d{3})|NaN|Infinity)",
    re.DOTALL | re.ASCII,
)
Found = TypeVar("Found")


def preferred_wait_seconds(request: HttpRequest) -> int:
    """Return the wait of the Prefer header (RFC 7240), at most the web time-out; 0 without one."""
    found = WAIT.search(request.headers.get("Prefer", ""))
    if not found:
        return 0
    digits = found[1].lstrip("0")[:MAX_DIGITS]  # int() refuses thousands of them
    return min(int(digits or "0"), settings.WEB_TIMEOUT_SECONDS)


def document(
    request: HttpRequest,
    read: Callable[[Mapping[str, Any]], Found],
    limit_bytes: int | None = None,
) -> Found:
    """Return what ``read``, which may raise InvalidPosition, makes of the JSON object of the body.

    Raise Problem 422, and those of ``json_value``.
    """
    body = json_value(request, limit_bytes)
    if not isinstance(body, dict):
        raise _malformed("The body is JSON, but not an object.")
    try:
        return read(body)
    except InvalidPosition as invalid:
        raise of_document(invalid) from None


def json_value(request: HttpRequest, limit_bytes: int | None = None) -> Any:
    """Return the JSON value of the body, limited to the length of a question by default.

    Raise Problem 400, 408, 411, 413 or 415.
    """
    check_media_type(request)
    limit = settings.REQUEST_BODY_LIMIT_BYTES if limit_bytes is None else limit_bytes
    try:
        text = body(request, limit).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _malformed(f"The body is not UTF-8 at byte {error.start}.", error.start) from None
    _check_tokens(text)
    return _decoded(text)


@contextmanager
def reading(request_bytes: int, seconds: float) -> Iterator[Bound]:
    """Read a text within so many seconds of this thread's own time.

    Yield the bound of what is written of it. Raise Problem 413 where either is exceeded.
    """
    deadline = time.thread_time() + seconds

    def check() -> None:
        if time.thread_time() > deadline:
            detail = Message("The file takes too long to read; send it in smaller parts.")
            raise Problem("too-many-items", detail)

    try:
        with yielding_to(check):
            yield Bound(request_bytes)
    except TooLong as error:
        raise of_exception(error) from None


def check_media_type(request: HttpRequest) -> None:
    """Raise Problem 415 unless the body is declared as plain JSON in UTF-8."""
    charset = (request.content_params or {}).get("charset", "utf-8")
    if request.content_type != "application/json" or charset.lower() not in UTF_8:
        raise Problem("unsupported-media-type", "Send the body as application/json, in UTF-8.")
    check_coding(request)


def check_coding(request: HttpRequest) -> None:
    """Raise Problem 415 for a compressed body."""
    coding = request.headers.get("Content-Encoding", "identity")
    if coding.strip().lower() not in ("", "identity"):
        raise Problem(
            "unsupported-media-type",
            "Send the body as it is, without a Content-Encoding.",
            headers={"Accept-Encoding": "identity"},
        )


def body(request: HttpRequest, limit: int) -> bytes:
    """Return the whole body; do not read it if its declared length is too great.

    Raise Problem 400, 408, 411 or 413.
    """
    check_length(request, limit)
    try:
        return request.body
    except UnreadablePostError as error:
        raise unreadable(error) from None


def unreadable(error: UnreadablePostError) -> Problem:
    """Return the Problem of a body that could not be read to its end."""
    cause: BaseException | None = error
    while isinstance(cause, UnreadablePostError):
        cause = cause.__cause__
    if isinstance(cause, TimeoutError):
        detail = Message(
            "The body did not arrive in time. Send it without pauses, or in smaller parts."
        )
        return Problem("body-too-slow", detail)
    return _malformed("The body is shorter than its Content-Length.")


def check_length(request: HttpRequest, limit: int) -> None:
    """Raise Problem 411 for a body of unknown length, and 413 for one that is too long."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isascii() or not length.isdigit():
        detail = Message("Send a Content-Length of at most {limit} bytes.", limit=limit)
        raise Problem("length-required", detail)
    if len(length) > MAX_DIGITS or int(length) > limit:
        detail = Message(
            "The body has {length} bytes; the limit is {limit}.", length=length, limit=limit
        )
        raise Problem("body-too-long", detail)


def _check_tokens(text: str) -> None:
    """Raise Problem 400 for JSON that is not safe to decode, or takes many times its length."""
    depth = containers = 0
    for token in _TOKENS.finditer(text):
        if token.lastgroup == "opening":
            depth, containers = depth + 1, containers + 1
            if depth > MAX_DEPTH:
                raise _malformed_at(token, "The body is nested too deeply")
            if containers > MAX_CONTAINERS + len(text) // CHARACTERS_PER_CONTAINER:
                raise _malformed_at(token, "The body has more arrays and objects than questions")
        elif token.lastgroup == "closing":
            depth -= 1
        elif token.lastgroup == "number":
            fault = f"The body is not acceptable JSON: the number {quoted(token[0])}"
            raise _malformed_at(token, fault)


def _decoded(text: str) -> Any:
    """Return the value of JSON whose tokens have been checked. Raise Problem 400."""
    n_objects = 0

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal n_objects
        n_objects += 1
        return _unique_members(pairs)

    try:
        return json.loads(text, object_pairs_hook=members)
    except json.JSONDecodeError as error:
        detail = f"The body is not JSON: {error.msg} at character {error.pos}."
        raise _malformed(detail, error.pos) from None
    except ValueError as error:  # objects are built in the order in which they end
        ends = (token for token in _TOKENS.finditer(text) if token[0] == "}")
        end = next(islice(ends, n_objects - 1, None))
        fault = f"The body is not acceptable JSON: {error} in the object that ends"
        raise _malformed_at(end, fault) from None


def _unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these members. Raise ValueError for a repeated name."""
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"{quoted(name)} is given twice")
        members[name] = value
    return members


def _malformed_at(token: re.Match[str], fault: str) -> Problem:
    return _malformed(f"{fault} at character {token.start()}.", token.start())


def _malformed(detail: str, position: int | None = None) -> Problem:
    """Return the Problem of a whole body; ``position`` is counted from 0."""
    entry = {"pointer": "", "code": "malformed-json", "detail": detail, "text": "", "said": None}
    return Problem("malformed-request", detail, errors=[{**entry, "position": position}])
