"""Responses: JSON with parts that are JSON text already, their bound, entity tags, and pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import parse_etags
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from bidding.api.http import problems
from bidding.api.http.problems import Problem
from bidding.api.http.request_parsing import MAX_DIGITS
from bidding.bounds import Bound, TooLong

MAX_INDENTED_BYTES = 1024**2


class SplicingRenderer(JSONRenderer):
    """JSON with ``orjson.Fragment``s written as they are.

    For an indented response (``Accept: application/json; indent=2``) they are decoded and encoded
    again, which takes many times its length: one that is very long is sent as it is.
    """

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the document in UTF-8; nothing for a response without one."""
        text = b"" if data is None else orjson.dumps(data)
        indent = self.get_indent(accepted_media_type or "", {**(renderer_context or {})})
        if not text or indent is None or len(text) > MAX_INDENTED_BYTES:
            return text
        return orjson.dumps(orjson.loads(text), option=orjson.OPT_INDENT_2)


def sent_bytes(request: HttpRequest) -> int:
    """Return the length of a request: of its address, and of its body as far as it was read."""
    return len(request.get_full_path()) + len(getattr(request, "_body", b""))


def bound_responses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse a response that is longer than its request allows (middleware).

    A view whose responses consist of what is stored, or that only the administrator gets, says so
    by ``sends_stored = True``: what is stored was bounded before.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        view = request.resolver_match and request.resolver_match.func
        view = getattr(view, "view_class", view)
        if response.status_code < HTTPStatus.BAD_REQUEST and getattr(view, "sends_stored", False):
            return response
        bound = Bound(sent_bytes(request))
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _counted(iter(response), bound)
            return response
        try:
            bound.count(len(response.content))
        except TooLong as error:
            return problems.of_exception(error).response(request)
        return response

    return middleware


def _counted(pieces: Iterable[bytes], bound: Bound) -> Iterator[bytes]:
    for piece in pieces:
        bound.count(len(piece))
        yield piece


def tag_of(media_type: str, body: bytes) -> str:
    """Return a strong entity tag, equal for the same bytes of the same media type."""
    return f'"{hashlib.sha256(media_type.encode() + bytes(1) + body).hexdigest()[:32]}"'


def has_current(request: HttpRequest | Request, tag: str) -> bool:
    """Return True if the request's If-None-Match has this tag (RFC 9110, 13.1.2).

    The comparison is weak: a proxy that compresses answers weakens the tag.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or tag in (one.removeprefix("W/") for one in known)


PAGE_SIZE = 20


def first_number(request: Request) -> int:
    """Return the number of the first item requested, as ``from``. Raise Problem 400."""
    text = request.query_params.get("from", "0")
    if not text.isascii() or not text.isdigit() or len(text) > MAX_DIGITS:
        raise Problem("malformed-request", "'from' must be a whole number, 0 or more.")
    return int(text)


def page(name: str, documents: Sequence[dict[str, Any]], first: int) -> Response:
    """Return the documents from number ``first`` on in a field with the name of their address.

    One document more than PAGE_SIZE says that there are others, and is left out.
    """
    more = None
    if len(documents) > PAGE_SIZE:
        more = f"{reverse(name)}?from={first + PAGE_SIZE}"
    headers = {"Link": f'<{more}>; rel="next"'} if more else {}
    return Response({name: documents[:PAGE_SIZE], "next": more}, headers=headers)
