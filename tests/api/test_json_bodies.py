"""JSON bodies of all addresses: what is refused before it is decoded, and at which character."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.api.batches import bodies
from bidding.api.http import request_parsing
from bidding.api.http.request_parsing import CHARACTERS_PER_CONTAINER, MAX_CONTAINERS, MAX_DEPTH
from tests.api.conftest import problem_of
from tests.conftest import Queue, question

ADDRESS = "/api/v1/batches"
READERS = (ADDRESS, "/api/v1/explanations", "/api/v1/boards", "/api/v1/practice/tables")

REFUSED = [
    (b"[" + b"9" * 100_000 + b"]", "number '99999", 1),
    (b"[" + b"9" * 5_000 + b"]", "number '99999", 1),
    (b'["' + b"9" * 200 + b'",' + b"-" * 200 + b"]", "number '-----", 204),
    (b"[1e99999999999999999999]", "number '1e999'", 1),
    (b"[7,-1.5E+308]", "number '-1.5E+308'", 3),
    (b"[0." + b"0" * 90 + b"1e999]", "number '0.0000", 1),
    (b'["\\\\", NaN]', "number 'NaN'", 7),
    (b"[-Infinity]", "number 'Infinity'", 2),
    (b'[{"hand":"\xc0\xaf"}]', "not UTF-8 at byte 10", 10),
    (b"\xff", "not UTF-8 at byte 0", 0),
    (b'[{"hand":"\xed\xa0\x80"}]', "not UTF-8 at byte 10", 10),
    (b'["\\\\[[[", "\\"[[[", ' + b"[" * 10_000, "nested too deeply", 19 + MAX_DEPTH - 1),
    (b'{"a":' * MAX_DEPTH + b"[", "nested too deeply", 5 * MAX_DEPTH),
    ('[{"♠": 1}, {"a": {}, "a": 2}]'.encode(), "'a' is given twice", 27),
    (b'["\0"]', "Invalid control character", 2),
    (b'["\\ud83", "\\x"]', "escape", 3),
    (b'["', "Unterminated string", 1),
    (b'["\\', "Unterminated string", 1),
    (b"]", "Expecting value", 0),
    (b"[1]]", "Extra data", 3),
    (b"\0", "Expecting value", 0),
]

BYTES = 200_000
WORST = {
    "strings": '"ab",', "escapes": r'"\n\n\n",', "numbers": "1.5,", "emoji": '"😀",',
    "objects": '{"a":0},' + " " * (CHARACTERS_PER_CONTAINER - 8), "quotes": '"', "colons": ":",
    "arrays": "[],", "one string": '"' + "x" * (BYTES - 3) + '",',
    "backslashes": "\\", "digits": "9", "spaces": " ",
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.usefixtures("stub_worker", "queue")
@pytest.mark.parametrize("address", READERS)
@pytest.mark.parametrize(("body", "detail", "position"), REFUSED)
def test_every_address_refuses_it_at_its_place(
    client: Client, address: str, body: bytes, detail: str, position: int
) -> None:
    response = client.post(address, body, content_type="application/json")
    if address != ADDRESS and len(body) > 16 * 1024:
        assert response.status_code in (400, 413)
        return
    (error,) = problem_of(response, 400, "malformed-request")["errors"]
    assert detail in error["detail"]
    assert (error["pointer"], error["position"]) == ("", position)


def test_dense_arrays_and_objects_are_refused_before_they_are_decoded(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(request_parsing, "_decoded", refuse)
    body = "[[" + "{}," * 5000 + "{}]]"
    detail = "more arrays and objects than questions"
    for address in READERS:
        answer = client.post(address, body, content_type="application/json")
        assert detail in problem_of(answer, 400, "malformed-request")["detail"]


def test_brackets_in_strings_are_no_arrays() -> None:
    text = json.dumps(['["{' * MAX_CONTAINERS, "\\", "[" * MAX_CONTAINERS])
    request_parsing._check_tokens(text)


@pytest.mark.parametrize("content", WORST)
def test_the_memory_for_a_body_is_a_multiple_of_its_length(content: str) -> None:
    piece = WORST[content]
    text = f"[{piece * (BYTES // len(piece))}0]"
    tracemalloc.start()
    try:
        request_parsing._check_tokens(text)
        assert tracemalloc.get_traced_memory()[1] < 20_000
        request_parsing._decoded(text)
    except request_parsing.Problem:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 25 * len(text.encode())


@pytest.mark.django_db
@pytest.mark.usefixtures("stub_worker", "queue")
class TestBatches:
    def send(self, client: Client, body: bytes) -> Any:
        return client.post(ADDRESS, body, content_type="application/json")

    def test_too_many_items(self, client: Client, settings: Settings) -> None:
        settings.BATCH_ITEMS = 10
        problem_of(self.send(client, b"[" + b"{}," * 10 + b"{}]"), 413, "too-many-items")

    def test_a_long_body_that_is_compressed(self, client: Client) -> None:
        response = client.post(
            ADDRESS,
            b"\x1f\x8b" * 20,
            content_type="application/json",
            headers={"Content-Encoding": "gzip"},
        )
        problem_of(response, 415, "unsupported-media-type")


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
    monkeypatch.setattr(bodies, "DECODING_SECONDS", 0.01)
    body = json.dumps([question()])
    with bodies._DECODING:
        response = client.post(ADDRESS, body, content_type="application/json")
    problem_of(response, 503, "overloaded")
    assert int(response.headers["Retry-After"]) > 0
    for _ in range(2):  # the place is free again, also behind one who was refused
        assert client.post(ADDRESS, body, content_type="application/json").status_code == 202
