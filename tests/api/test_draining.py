"""A refused request's body is read away, so that its client gets the answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from bidding.api.http import request_parsing


def refused(length: int = 100_000) -> Any:
    """A request whose view refused it before it read the body."""
    request = RequestFactory().post("/", b"x" * length, content_type="text/plain")
    request_parsing.drain_bodies(lambda _: HttpResponse(status=401))(request)
    return request


def test_nothing_is_left_of_a_body() -> None:
    assert refused().read() == b""


def test_of_a_body_beyond_the_limit_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_parsing, "_MAX_BYTES", 99_999)
    assert len(refused().read()) == 100_000


def test_who_takes_too_long_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_parsing, "MAX_SECONDS", -1.0)
    monkeypatch.setattr(request_parsing, "_CHUNK_BYTES", 10_000)
    assert len(refused().read()) == 90_000


def test_a_chunked_body_is_read_where_the_server_can(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = [b"", b"xx", b"x"]
    server = SimpleNamespace(chunked_read=lambda seconds: pieces.pop())
    request = RequestFactory().post("/", b"", content_type="text/plain")
    request.META["HTTP_TRANSFER_ENCODING"] = "chunked"
    request_parsing.drain(request)
    monkeypatch.setattr(request_parsing, "uwsgi", server)
    request_parsing.drain(request)
    assert pieces == []


@pytest.mark.parametrize(
    ("path", "options", "status"),
    [
        ("/nowhere", {}, 404),
        ("/api/v1/explanations", {"headers": {"Host": "elsewhere.example"}}, 400),
        ("/api/v1/explanations", {"content_type": "text/plain"}, 415),
        ("/healthz", {}, 405),
        ("/sign-in", {"content_type": "application/x-www-form-urlencoded"}, 403),
    ],
)
def test_every_answer_of_the_site_drains(
    path: str, options: dict[str, Any], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[bytes] = []
    drain = request_parsing.drain

    def drained(request: Any) -> None:
        drain(request)
        left.append(b"" if hasattr(request, "_body") else request.read())

    monkeypatch.setattr(request_parsing, "drain", drained)
    options = {"content_type": "application/json", **options}
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert client.post(path, b"x" * 100_000, **options).status_code == status
    assert left == [b""]


@pytest.mark.parametrize("length", ["", "many", "9" * 20])
def test_nothing_is_read_of_a_body_of_unknown_or_enormous_length(length: str) -> None:
    request = RequestFactory().post("/", b"x" * 1000, content_type="text/plain")
    request.META["CONTENT_LENGTH"] = length
    request_parsing.drain(request)
    assert len(request.read()) == 1000


def test_a_body_that_was_read_is_left_alone() -> None:
    request = RequestFactory().post("/", b"x" * 1000, content_type="text/plain")
    assert request.body
    request_parsing.drain(request)
    assert request.body == b"x" * 1000
