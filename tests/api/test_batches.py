"""Batches over the REST interface: what is sent, how it stands, the lines that come back."""

from __future__ import annotations

import json
import uuid
from functools import partial
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from bidding.api.batches import bodies
from bidding.api.batches.views import address
from bidding.api.http.request_parsing import MAX_DEPTH
from bidding.batches import chunks
from bidding.jobs import limits
from bidding.models import Batch, BatchAnswer, BatchItem, Job
from tests import stub_explainer
from tests.api.conftest import problem_of
from tests.api.document import answer_schema, check
from tests.batches.conftest import distinct, work_off
from tests.conftest import QUESTION, Queue, RedisServer, question
from tests.stub_explainer import StubExplainer, StubStep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]

ADDRESS = "/api/v1/batches"
HAND = QUESTION["hand"]
PBN = f"""[Event "Café"]
[Board "7"]
[Deal "S:{HAND} - - -"]
[Auction "S"]
1S Pass 2S

[Board "8"]
[Deal "S:AK - - -"]

[Board "9"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:{HAND} - - -"]
[BidSystemNS "Acol"]
[BidSystemEW "Homemade"]
[Auction "N"]
1C
"""
LIN = f"md|1S{HAND.split('.')[0]}HKDA76C84,,,|sv|o|mb|1S|mb|p|"


def send(client: Client, body: Any, **options: Any) -> Any:
    raw = body if isinstance(body, (bytes, str)) else json.dumps(body)
    options.setdefault("content_type", "application/json")
    address = options.pop("address", ADDRESS)
    return client.post(address, raw, **options)


def where(batch_id: str, part: str = "batch", **query: str) -> str:
    """The address of a batch as answers have it, with more parameters."""
    found = address(part, Batch(pk=uuid.UUID(str(batch_id)), keyed=False))
    return f"{found}&{urlencode(query)}" if query else found


def positions(number: int) -> list[dict[str, Any]]:
    return [question(auction=auction) for auction in distinct(number)]


def results(client: Client, batch_id: str, **query: str) -> list[dict[str, Any]]:
    response = client.get(where(batch_id, "batch-results", **query))
    assert response.status_code == 200, response
    assert response.headers["Content-Type"] == "application/x-ndjson"
    content = response.getvalue()
    assert int(response.headers["Content-Length"]) == len(content)
    return [json.loads(line) for line in content.splitlines()]


def done(client: Client, queue: Queue, body: Any, **options: Any) -> tuple[str, list[Any]]:
    """The id of a batch once it is computed, and its lines."""
    response = send(client, body, **options)
    assert response.status_code == 202, response.content
    work_off(queue)
    batch_id = response.json()["id"]
    return batch_id, results(client, batch_id)


def test_a_json_array_from_sending_to_results(client: Client, queue: Queue) -> None:
    sent = [*positions(3), question(auction=["7N", "1C"]), {"hand": 1}, *positions(1)]
    response = send(client, sent)
    assert response.status_code == 202
    assert response.headers["Retry-After"]
    address = response.headers["Location"]
    progress = client.get(address).json()
    assert progress == {**response.json(), "status": "queued"}
    assert (progress["items"], progress["failed"], progress["waiting"], progress["percent"]) == (
        6,
        2,
        4,
        33.3,
    )
    work_off(queue)
    progress = client.get(address).json()
    assert (progress["status"], progress["done"], progress["percent"]) == ("done", 4, 100)
    lines = results(client, progress["id"])
    assert [line["item"] for line in lines] == list(range(6))
    for line, body in zip(lines, sent, strict=True):
        if line["status"] == "done":
            assert line["result"]["position"]["auction"] == str(body["auction"]).split()
    illegal, unreadable = lines[3]["error"], lines[4]["error"]
    assert illegal["type"] == "urn:bridgeviz:problem:impossible-position"
    assert illegal["errors"][0]["pointer"] == "/3/auction/1"
    assert {error["pointer"] for error in unreadable["errors"]} >= {"/4/hand", "/4/seat"}


def test_the_boards_of_a_file_are_reviewed(client: Client, queue: Queue) -> None:
    review = {"content_type": "text/plain", "address": f"{ADDRESS}?view=review&system=acol"}
    batch_id, lines = done(client, queue, PBN, **review)
    assert [line["status"] for line in lines] == ["done", "failed", "done"]
    assert [line["source"]["board"] for line in lines] == [7, 8, 9]
    board = lines[0]["result"]["board"]
    assert (board["hands"]["S"], board["auction"]) == (HAND, ["1S", "P", "2S"])
    assert board["systems"] == {"ns": "acol", "ew": "acol"}
    assert Job.objects.filter(batch=batch_id).count() == 2  # a chunk for each
    (first, *_) = results(client, batch_id, fields="board.hands.S,calls.grade")
    assert first["result"] == {"board": {"hands": {"S": HAND}}, "calls": []}
    assert client.get(where(batch_id, "batch-results", fields="board.x")).status_code == 400


def test_what_reviews_turn_out_to_cost_counts_with_the_next_batch(
    client: Client,
    queue: Queue,
    redis: RedisServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.CLIENT_LIMITS_PER_MINUTE = {**settings.CLIENT_LIMITS_PER_MINUTE, "batch_items": 60_000}
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 4e9))  # stands still
    monkeypatch.setattr(stub_explainer, "StubStep", partial(StubStep, parts=24))
    left = []
    for system in ("sayc", "acol"):
        address = f"{ADDRESS}?view=review&system={system}"
        sent = send(client, PBN, content_type="text/plain", address=address)
        left.append(int(sent.headers["RateLimit"].rpartition(";r=")[2].partition(";")[0]))
        work_off(queue)
    assert left[0] - left[1] > 2 * (10_000 - left[0])


def test_a_board_that_cannot_be_reviewed_leaves_the_others(client: Client, queue: Queue) -> None:
    file = PBN.replace("1S Pass 2S", StubExplainer.BROKEN_AUCTION)
    file += '\n[Board "10"]\n[Auction "E"]\n1C\n'
    review = {"content_type": "text/plain", "address": f"{ADDRESS}?view=review"}
    _, lines = done(client, queue, file, **review)
    details = [line["error"]["detail"] if "error" in line else "" for line in lines]
    assert "review this board" in details[0]
    assert details[2] == ""
    assert "no hand is given" in details[3]


def test_fewer_boards_are_reviewed_than_looked_at(
    client: Client, queue: Queue, settings: Settings
) -> None:
    settings.BATCH_ITEMS = 20
    for view, status in (("S", 202), ("review", 413)):
        address = f"{ADDRESS}?view={view}"
        response = send(client, PBN, content_type="text/plain", address=address)
        assert response.status_code == status
    assert "at most 2 items" in response.json()["detail"]


def test_a_long_array_is_read_by_who_computes_it(
    client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = [*positions(3), question(auction=["7N", "1C"]), {"hand": "\ud800\0"}, 7, *positions(1)]
    sent += sent[3:6]
    _, at_once = done(client, queue, sent)
    monkeypatch.setattr(bodies, "READ_AT_ONCE_BYTES", 100)
    response = send(client, sent)
    assert (response.json()["failed"], response.json()["waiting"]) == (4, 6)  # few are too short
    assert not Batch.objects.get(pk=response.json()["id"]).has_ended
    before = Batch.objects.get(pk=response.json()["id"]).stored_bytes
    work_off(queue)
    address = response.json()["url"]
    assert client.get(address).json()["failed"] == 6
    later = results(client, response.json()["id"])
    assert later == at_once
    assert [line["error"]["errors"][0]["pointer"] for line in later if "error" in line] == [
        *("/3/auction/1", "/4/hand", "/5", "/7/auction/1", "/8/hand", "/9")
    ]
    kept = BatchItem.objects.filter(batch=response.json()["id"], error__isnull=False)
    kept = kept.exclude(key="")  # those that were read later
    errors = sum(len(json.dumps(item.error)) for item in kept)
    assert Batch.objects.get(pk=response.json()["id"]).stored_bytes >= before + errors


def test_a_long_array_that_nests_deeply_is_answered(
    client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "READ_AT_ONCE_BYTES", 100)
    statuses = []
    for depth in (MAX_DEPTH - 2, MAX_DEPTH - 1):  # in an object in an array
        nested = "[" * depth + "]" * depth
        response = send(client, f'[{json.dumps(QUESTION)}, {{"hand": {nested}}}]')
        work_off(queue)
        statuses.append(response.status_code)
    assert statuses == [202, 400]
    assert Batch.objects.values_list("state", "n_done", "n_failed").get() == ("done", 1, 1)


def test_a_file_that_takes_too_long_to_read_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "READ_SECONDS", -1)
    response = send(client, PBN, content_type="application/x-pbn")
    problem = problem_of(response, 413, "too-many-items")
    assert problem["detail"] == "The file takes too long to read; send it in smaller parts."
    assert not Batch.objects.exists()


def test_a_pbn_file_of_which_a_board_is_bad(client: Client, queue: Queue) -> None:
    _, lines = done(client, queue, PBN, content_type="application/x-pbn")
    assert [line["status"] for line in lines] == ["done", "failed", "failed"]
    assert lines[0]["source"] == {"line": 1, "board": 7, "event": "Café", "seat": "S"}
    position = lines[0]["result"]["position"]
    assert (position["hand"], position["vulnerability"]) == (HAND, "both")  # as of board 7
    assert position["auction"] == ["1S", "P", "2S"]
    assert lines[1]["error"]["detail"].startswith("line 8: South's hand: a hand has four suits")
    assert lines[2]["error"]["detail"] == "line 10: South's hand is not given"
    assert lines[2]["error"]["type"] == "urn:bridgeviz:problem:malformed-request"


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("S", {7: ["S"], 9: [None]}),
        ("n", {7: [None], 9: ["N"]}),
        ("all", {7: [None, None, "S", None], 9: ["N", None, None, None]}),
    ],
)
def test_whose_hand_is_looked_at(
    client: Client, queue: Queue, view: str, expected: dict[int, list[str | None]]
) -> None:
    address = f"{ADDRESS}?view={view}"
    _, lines = done(client, queue, PBN, content_type="text/plain", address=address)
    for board, seats in expected.items():
        found = [line for line in lines if line["source"]["board"] == board]
        seen = [line["result"]["position"]["seat"] if "result" in line else None for line in found]
        assert seen == seats
        for line in found:
            assert line["status"] == ("done" if "result" in line else "failed")


def test_a_spectator_sees_no_cards_and_every_readable_board(client: Client, queue: Queue) -> None:
    address = f"{ADDRESS}?view=spectator"
    _, lines = done(client, queue, PBN, content_type="text/plain", address=address)
    assert [line["status"] for line in lines] == ["done", "failed", "done"]
    assert [lines[n]["result"]["position"]["hand"] for n in (0, 2)] == [None, None]


@pytest.mark.parametrize(
    ("query", "systems"),
    [
        ("", {"ns": "acol", "ew": "unknown"}),
        ("&system=polish", {"ns": "polish", "ew": "polish"}),
        ("&system=sayc&ew=2/1", {"ns": "sayc", "ew": "2/1"}),
        ("&ns=2/1", {"ns": "2/1", "ew": "unknown"}),
        ("&ew=2/1", {"ns": "acol", "ew": "2/1"}),
        ("&ew=unknown", {"ns": "acol", "ew": "unknown"}),
        (
            "&ns=21-a0",
            {"ns": {"base": "2/1", "options": {"notrump_range": "12-14"}}, "ew": "unknown"},
        ),
    ],
)
def test_the_systems_are_the_files_unless_others_are_wanted(
    client: Client, queue: Queue, query: str, systems: dict[str, Any]
) -> None:
    address = f"{ADDRESS}?view=N{query}"
    _, lines = done(client, queue, PBN, content_type="text/plain", address=address)
    assert lines[2]["result"]["position"]["systems"] == systems


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_a_file_is_uploaded_by_a_form(client: Client, queue: Queue, encoding: str) -> None:
    file = SimpleUploadedFile("club.pbn", PBN.encode(encoding))
    response = client.post(f"{ADDRESS}?view=S", {"file": file})
    assert response.status_code == 202, response.content
    work_off(queue)
    assert results(client, response.json()["id"])[0]["source"]["event"] == "Café"


def test_a_lin_file(client: Client, queue: Queue) -> None:
    lin = "pn|a,b,c,d|st||md|3SAKJT985H6DA76C84,,,|sv|o|ah|Board 3|mb|1D!|an|4+|mb|1H|"
    _, (line,) = done(client, queue, lin, content_type="application/x-lin")
    assert line["result"]["position"]["auction"] == ["1D", "1H"]
    assert line["result"]["position"]["dealer"] == "N"


@pytest.mark.parametrize(
    ("body", "content_type", "status", "kind", "expected"),
    [
        ("{}", "application/json", 400, "malformed-request", "array"),
        ("[]", "application/json", 400, "malformed-request", "at least one"),
        ("[1", "application/json", 400, "malformed-request", "not JSON"),
        ("[]", "application/xml", 415, "unsupported-media-type", "application/json"),
        ("[]", "", 415, "unsupported-media-type", "application/json"),
        ('[Event "x"]', "text/plain", 400, "malformed-request", "no board"),
        ("no bridge", "text/plain", 400, "malformed-request", "is not"),
        (" ", "text/plain", 400, "malformed-request", "nothing"),
        (b"\0\1\2\3\0", "text/plain", 400, "malformed-request", "NUL"),
        ('[Deal "x"]\n[Board "1"]', "text/plain", 400, "malformed-request", "a deal begins"),
        ("x", "multipart/form-data; boundary=x", 400, "malformed-request", "Send one file"),
        ("x", "multipart/form-data", 400, "malformed-request", "form"),
    ],
)
def test_bodies_that_are_no_batch(
    client: Client,
    queue: Queue,
    body: Any,
    content_type: str,
    status: int,
    kind: str,
    expected: str,
) -> None:
    response = client.generic("POST", ADDRESS, body, content_type=content_type)
    assert expected in problem_of(response, status, kind)["detail"]
    assert not Batch.objects.exists()


@pytest.mark.parametrize(
    ("query", "pointer"),
    [("view=X", "/view"), ("system=homemade", "/system"), ("ew=x", "/ew"), ("colour=1", "/colour")],
)
def test_parameters_that_are_none(client: Client, query: str, pointer: str) -> None:
    response = send(client, PBN, content_type="text/plain", address=f"{ADDRESS}?{query}")
    assert problem_of(response, 400, "malformed-request")["errors"][0]["pointer"] == pointer
    assert not Batch.objects.exists()


def test_too_much_is_refused(client: Client, settings: Settings) -> None:
    settings.BATCH_ITEMS = 3
    problem_of(send(client, positions(4)), 413, "too-many-items")
    problem_of(
        send(client, PBN, content_type="text/plain", address=f"{ADDRESS}?view=all"),
        413,
        "too-many-items",
    )
    settings.BATCH_BODY_LIMIT_BYTES = 100
    problem_of(send(client, positions(1)), 413, "body-too-long")
    form = client.post(ADDRESS, {"file": SimpleUploadedFile("a.pbn", b" " * 200)})
    problem_of(form, 413, "body-too-long")


def test_ten_thousand_positions_are_taken(client: Client, queue: Queue) -> None:
    response = send(
        client, [question(hand=None, auction=["1C"] + ["P"] * (n % 3)) for n in range(10_000)]
    )
    assert response.status_code == 202
    work_off(queue)
    progress = client.get(response.headers["Location"]).json()
    assert (progress["done"], progress["status"], BatchAnswer.objects.count()) == (
        10_000,
        "done",
        3,
    )


def test_a_full_site_says_when_to_come_again(client: Client, settings: Settings) -> None:
    settings.BATCHES_UNFINISHED = 0
    response = send(client, positions(1))
    problem_of(response, 503, "batches-full")
    assert int(response.headers["Retry-After"]) > 0


def test_one_client_cannot_have_too_many_under_way(client: Client, settings: Settings) -> None:
    settings.CLIENT_BATCHES, settings.CLIENT_BATCH_ITEMS = 2, 10
    assert [send(client, positions(4)).status_code for _ in range(2)] == [202, 202]
    response = send(client, positions(1))
    assert "too many batches" in problem_of(response, 429, "too-many-batches")["detail"]
    assert int(response.headers["Retry-After"]) > 0
    assert send(client, positions(1), REMOTE_ADDR="192.0.2.7").status_code == 202
    forged = {"X-Forwarded-For": "192.0.2.8"}
    assert send(client, positions(1), headers=forged).status_code == 429
    settings.CLIENT_BATCHES = 3
    assert (
        "too large while"
        in problem_of(send(client, positions(3)), 429, "too-many-batches")["detail"]
    )
    assert send(client, positions(2)).status_code == 202


@pytest.mark.parametrize("way", ["positions", "file"])
def test_who_has_no_room_is_told_before_the_items_are_read(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    settings.CLIENT_BATCHES = 1
    key = {"Idempotency-Key": "one"}
    assert send(client, positions(1), headers=key).status_code == 202

    def never(*arguments: object) -> None:
        raise AssertionError("the items were read")

    with monkeypatch.context() as patch:
        patch.setattr("bidding.api.batches.bodies.read_positions", never)
        patch.setattr("bidding.api.batches.bodies.read_file", never)
        if way == "positions":
            problem_of(send(client, positions(1)), 429, "too-many-batches")
        else:
            file = SimpleUploadedFile("boards.pbn", PBN.encode())
            problem_of(client.post("/api/v1/batches", {"file": file}), 429, "too-many-batches")
    assert send(client, positions(1), headers=key).status_code == 202  # it is there already


def test_no_database_is_given_the_character_nul(client: Client) -> None:
    bad = [question(hand="A\0K"), {"a\0b": 1}, question(auction=["1\0C"]), "\0"]
    assert send(client, [*bad, question()]).status_code == 202
    kept = BatchItem.objects.values_list("error", "source", "position")
    assert sum(error is not None for error, _, _ in kept) == 4
    assert "\\u0000" not in json.dumps(list(kept))


def test_an_idempotency_key_is_honoured(client: Client) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = send(client, positions(1), headers=key)
    again = send(client, positions(1), headers=key)
    assert again.status_code == 202
    assert again.headers["Location"] == first.headers["Location"]
    problem_of(send(client, positions(2), headers=key), 422, "idempotency-key-reused")
    for bad in ("", "x" * 201, "é"):
        problem_of(
            send(client, positions(1), headers={"Idempotency-Key": bad}), 400, "malformed-request"
        )
    assert Batch.objects.count() == 1


@pytest.mark.parametrize("path", ["", "/results"])
def test_an_unknown_batch(client: Client, path: str) -> None:
    problem_of(client.get(f"{ADDRESS}/{uuid.uuid4()}{path}"), 404, "unknown-batch")
    problem_of(client.delete(f"{ADDRESS}/{uuid.uuid4()}"), 404, "unknown-batch")


class TestCancelling:
    def test_a_cancelled_batch_has_a_line_for_every_item(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 2)
        batch_id = send(client, positions(5)).json()["id"]
        _, arguments, _ = queue.sent[0]
        chunks.compute(uuid.UUID(arguments[0]), 0, StubExplainer())
        progress = client.delete(where(batch_id)).json()
        assert (progress["status"], progress["done"], progress["waiting"]) == ("cancelled", 2, 3)
        lines = results(client, batch_id)
        assert [line["status"] for line in lines] == ["done"] * 2 + ["failed"] * 3
        assert {line["error"]["type"] for line in lines[2:]} == {
            "urn:bridgeviz:problem:batch-cancelled"
        }

    def test_what_has_ended_is_removed(self, client: Client, queue: Queue) -> None:
        batch_id, _ = done(client, queue, positions(1))
        assert client.delete(where(batch_id)).status_code == 204
        for gone in (where(batch_id), where(batch_id, "batch-results")):
            problem_of(client.get(gone), 404, "unknown-batch")
        problem_of(client.delete(where(batch_id)), 404, "unknown-batch")
        assert not BatchAnswer.objects.exists()


def test_answers_are_as_the_openapi_document_says(client: Client, queue: Queue) -> None:
    status = answer_schema(ADDRESS, "POST", 202)
    check(send(client, PBN, content_type="text/plain").json(), status)
    _, lines = done(client, queue, PBN, content_type="text/plain")
    results = answer_schema(f"{ADDRESS}/{{batch_id}}/results", "GET", 200, "application/x-ndjson")
    for one in lines:
        one.pop("result", None)  # the stub's are not the model's
        check(one, results["contentSchema"])
