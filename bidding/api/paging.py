"""Lists in pages, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from bidding.api.problems import Problem

PAGE_SIZE = 20
MAX_NUMBER_CHARACTERS = 9


def first_number(request: Request) -> int:
    """Return the number of the first item requested, as ``from``. Raise Problem 400."""
    text = request.query_params.get("from", "0")
    if not text.isascii() or not text.isdigit() or len(text) > MAX_NUMBER_CHARACTERS:
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
