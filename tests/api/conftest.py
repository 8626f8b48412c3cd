"""Requests of the API's tests, and checks of problem documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from bidding.models import Job
from tests.conftest import QUESTION

ADDRESS = "/api/v1/explanations"

Ask = Callable[..., HttpResponse]


@pytest.fixture
def ask(client: Client) -> Ask:
    """POSTs a question: an object, or the raw bytes of a body; ``wait`` as seconds to wait.

    To the explanations, or to another ``address``.
    """

    def post(body: Any = None, *, wait: int | None = None, **options: Any) -> HttpResponse:
        raw = body if isinstance(body, bytes) else json.dumps(QUESTION if body is None else body)
        headers = options.pop("headers", {})
        if wait is not None:
            headers = {"Prefer": f"wait={wait}", **headers}
        options.setdefault("content_type", "application/json")
        address = options.pop("address", ADDRESS)
        return client.post(address, raw, headers=headers, **options)

    return post


def problem_of(response: HttpResponse, status: int, kind: str) -> dict[str, Any]:
    """The problem document, once everything that all of them share has been checked."""
    assert response.headers["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = json.loads(response.content)
    assert response.status_code == document["status"] == status, document
    assert document["type"] == f"urn:bridgeviz:problem:{kind}"
    assert document["title"]
    assert document["detail"]
    assert document["instance"] == f"urn:uuid:{response.headers['X-Request-ID']}"
    assert "Traceback" not in response.content.decode()
    return document


def refused(response: HttpResponse, status: int, kind: str) -> dict[str, Any]:
    """Check a problem as problem_of does, and that nothing has been stored."""
    assert not Job.objects.exists()
    return problem_of(response, status, kind)


def two_pages(
    client: Client, address: str, headers: dict[str, str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first page of a list and the one that it names as the next, which names none."""
    answers = [client.get(address, headers=headers)]
    first = answers[0].json()
    answers.append(client.get(first["next"], headers=headers))
    links = [answer.headers.get("Link") for answer in answers]
    assert links == [f'<{first["next"]}>; rel="next"', None]
    return first, answers[1].json()
