"""How middleware is written here: as a function of the rest of the site and of a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Site = Callable[[HttpRequest], HttpResponseBase]


def middleware(answer: Callable[[Site, HttpRequest], HttpResponseBase]) -> Callable[[Site], Site]:
    """Make a Django middleware of what answers a request by the rest of the site (decorator)."""
    return lambda get_response: partial(answer, get_response)
