"""Counting of a body's items before it is decoded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.api import batch_bodies, request_parsing
from bidding.api.json_counting import CONTAINERS_PER_ITEM, Count, count_items
from tests.api.conftest import problem_of
from tests.conftest import Queue, question

ADDRESS = "/api/v1/batches"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[]", Count(0, 1)),
        ("[1, {}, [2, [3]], null]", Count(4, 4)),
        ("7", Count(0, 0)),
        ('{"a": [1, 2]}', Count(1, 2)),
        ("[{}, {", Count(2, 3, broken=True)),
        ("[{}] more", Count(1, 2, broken=True)),
    ],
)
def test_items_are_counted_at_the_top_alone(text: str, found: Count) -> None:
    assert count_items(text.encode(), 10) == found


def test_counting_ends_with_one_too_many() -> None:
    assert count_items(b"[" + b"{}," * 1000, 10).items == 11
    deep = b"[[" + b"[]," * 1000
    assert count_items(deep, 10) == Count(1, 10 * CONTAINERS_PER_ITEM + 1)


@pytest.mark.django_db
@pytest.mark.usefixtures("stub_worker", "queue")
class TestBatches:
    @pytest.fixture(autouse=True)
    def nothing_is_decoded(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*args: Any) -> None:
            raise AssertionError("decoded")

        monkeypatch.setattr(request_parsing, "json_value", refuse)
        settings.BATCH_ITEMS = 10

    def send(self, client: Client, body: bytes) -> Any:
        return client.post(ADDRESS, body, content_type="application/json")

    def test_too_many_items(self, client: Client) -> None:
        problem_of(self.send(client, b"[" + b"{}," * 10 + b"{}]"), 413, "too-many-items")

    def test_one_item_with_more_in_it_than_positions_have(self, client: Client) -> None:
        body = b"[[" + b"{}," * 1000 + b"{}]]"
        problem_of(self.send(client, body), 400, "malformed-request")

    def test_a_long_body_that_is_compressed(self, client: Client, settings: Settings) -> None:
        settings.BOARDS_BODY_LIMIT_BYTES = 10
        response = client.post(
            ADDRESS,
            b"\x1f\x8b" * 20,
            content_type="application/json",
            headers={"Content-Encoding": "gzip"},
        )
        problem_of(response, 415, "unsupported-media-type")

    def test_a_long_text_that_is_no_json(self, client: Client, settings: Settings) -> None:
        settings.BOARDS_BODY_LIMIT_BYTES = 10
        problem_of(self.send(client, b"[" + b"0" * 20 + b"]"), 400, "malformed-request")


@pytest.mark.django_db
def test_without_a_key_less_may_be_sent(client: Client, settings: Settings, queue: Queue) -> None:
    body = json.dumps([question()] * 5)
    settings.ANONYMOUS_BODY_LIMIT_BYTES = len(body) - 1
    problem_of(client.post(ADDRESS, body, content_type="application/json"), 413, "body-too-long")
    settings.ANONYMOUS_BODY_LIMIT_BYTES = len(body)
    assert client.post(ADDRESS, body, content_type="application/json").status_code == 202


@pytest.mark.django_db
def test_who_waits_long_for_other_bodies_is_told_to_come_again(
    client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_bodies, "DECODING_SECONDS", 0.01)
    body = json.dumps([question()])
    with batch_bodies._DECODING:
        response = client.post(ADDRESS, body, content_type="application/json")
    problem_of(response, 503, "overloaded")
    assert int(response.headers["Retry-After"]) > 0
    for _ in range(2):  # the place is free again, also behind one who was refused
        assert client.post(ADDRESS, body, content_type="application/json").status_code == 202
