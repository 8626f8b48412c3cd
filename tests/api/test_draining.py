"""A refused request's body is read away, so that its client gets the answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from bidding.api import draining, problems
from bidding.api.problems import Problem


def refused(**more: Any) -> Any:
    """A request whose view refused it before it read the body."""
    request = RequestFactory().post("/", b"x" * 100_000, content_type="text/plain", **more)
    problems.handle(Problem("unauthenticated", "no"), {"request": Request(request)})
    return request


def test_nothing_is_left_of_a_body() -> None:
    assert refused().read() == b""


@pytest.mark.parametrize("length", ["", "many", "9" * 20])
def test_nothing_is_read_of_a_body_of_unknown_or_enormous_length(length: str) -> None:
    request = RequestFactory().post("/", b"x" * 1000, content_type="text/plain")
    request.META["CONTENT_LENGTH"] = length
    draining.drain(request)
    assert len(request.read()) == (1000 if length else 0)


def test_a_body_that_was_read_is_left_alone() -> None:
    request = RequestFactory().post("/", b"x" * 1000, content_type="text/plain")
    assert request.body
    draining.drain(request)
    assert request.body == b"x" * 1000
