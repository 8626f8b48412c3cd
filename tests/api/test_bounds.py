"""No request makes the site write more than a factor of its length plus a constant."""

from __future__ import annotations

import base64
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from bidding import bounds
from bidding.api.batches import bodies
from bidding.api.http import responses
from bidding.bounds import TooLong, limit_bytes
from bidding.jobs.kinds import WORK
from bidding.json_text import encoded
from bidding.models import Batch, BatchItem, Kind
from tests.api.conftest import problem_of
from tests.batches.conftest import work_off
from tests.batches.test_disk import LONGEST
from tests.conftest import Queue, question

API = "/api/v1"
JSON = "application/json"
CONSTANT_BYTES = 64 * 1024  # smaller than the site's, so that less text is needed to exceed it


@dataclass(frozen=True)
class Sent:
    """A request, always a POST."""

    path: str
    kind: str
    body: bytes


def letters(*lengths: int) -> st.SearchStrategy[str]:
    """Texts of characters that grow where they are escaped, quoted or encoded."""
    unit = st.text('aZé☃😀\x7f\u200b\x01"\\~/#{}|,=%&:; \n\ud800', min_size=1, max_size=2)
    return st.builds(lambda part, length: part * length, unit, st.sampled_from(lengths))


def pbn(long: str, other: str, inherit: str, calls: int, boards: int, references: int) -> str:
    """Boards that inherit tags, and whose calls refer to notes."""
    words = " ".join(f"{call}{' =1=' * references}" for call in LONGEST[:calls])
    head = "".join(f'[{name} "{inherit}{long}"]\n' for name in ("Event", "North", "Room"))
    each = (
        '[Board "7"]\n[Event "#"]\n[North "#"]\n[Room "#"]\n[Dealer "N"]\n[Vulnerable "All"]\n'
        f'[Auction "N"]\n{words}\n[Note "1:{{}}"]\n\n'
    )
    return f'{head}[South "{other}"]\n\n' + each.format(other) + each.format("") * (boards - 1)


def lin(long: str, other: str, calls: int, boards: int) -> str:
    """Boards of one event and its players."""
    words = "".join(
        f"mb|{call}!|an|{other if not place else ''}|" for place, call in calls_of(calls)
    )
    return f"vg|{long},{other}|pn|{long},{other}|" + f"qx|o1|md|1,,,|sv|o|{words}pg||\n" * boards


def calls_of(calls: int) -> list[tuple[int, str]]:
    return list(enumerate(LONGEST[:calls]))


def links(long: str, other: str, boards: int) -> str:
    """Links to a hand viewer, and some that hold a whole file."""
    whole = quote(lin(other, long, 3, boards), errors="replace")
    return f"https://a.org/handviewer.html?d=n&nn={long}&a=1C({other})P{other}&v=n\n" * boards + (
        f"https://a.org/?lin={whole}\n"
    )


def documents(long: str, other: str, calls: int, boards: int) -> list[dict[str, Any]]:
    """Boards as JSON: notes that refer to one, long names, faults that name them."""
    auction = LONGEST[:calls]
    notes = [{"call": place, "same_as": 0 if place else None} for place in range(calls)]
    if notes:
        notes[0]["explanation"] = long  # type: ignore[assignment]
    whole = {
        "event": other, "dealer": "N", "auction": auction, "notes": notes, "room": long,
        "players": {"N": other},
    }  # fmt: skip
    over = {"dealer": "N", "auction": ["P"] * 4, "contract": long}
    unknown = {long: 1, "players": {other: 1}, "notes": [{other: 1}] * calls, "lead": long}
    return [
        [whole],
        [whole] + [{}] * (boards - 1),
        [over] * boards,
        [unknown] * boards,
        [{}] * boards,
    ][(len(long) + boards) % 5]  # type: ignore[return-value]


@st.composite
def requests(draw: st.DrawFn) -> Sent:
    """Requests whose answers are as long as may be."""
    long, other = draw(letters(1, 40, 900, 9_000)), draw(letters(1, 40, 2_000))
    calls, boards = draw(st.sampled_from([0, 1, 3, 40, 316])), draw(st.sampled_from([1, 9, 200]))
    inherit = draw(st.sampled_from(["", "#", "##"]))
    texts = (
        pbn(long, other, inherit, calls, boards, draw(st.sampled_from([0, 1]))),
        lin(long, other, calls, boards),
        links(long, other, min(boards, 9)),
        f"N: AKQJ T98 {long}\nS AK\nDealer {other}\n1C-P-{long}",
        f'[Board "1"]\n[{other} "{long}"]\n' * boards,
        long,
    )
    text = draw(st.sampled_from(texts)).replace("\ud800", "?")
    faulty = {long: long, other: other, "hand": long, "auction": other, "systems": {other: 1}}
    item: Any = draw(
        st.sampled_from([{}, faulty, {"x": other}, question(**faulty), long, question(hand=None)])
    )
    match draw(
        st.sampled_from(["text", "file", "pbn", "lin", "batch", "items", "form", "question"])
    ):
        case "text":
            body: Any = {"text": text, "seat": "S"}
            return Sent(f"{API}/boards", JSON, json.dumps(body, ensure_ascii=False).encode())
        case "file":
            return Sent(f"{API}/boards", JSON, json.dumps({"file": base64_of(text)}).encode())
        case "pbn" | "lin" as kind:
            body = {"format": kind, "boards": documents(long, other, calls, boards)}
            return Sent(f"{API}/files", JSON, as_json(body))
        case "items":
            return Sent(f"{API}/batches", JSON, as_json([item] * boards))
        case "question":
            path = draw(st.sampled_from(["explanations", "reviews", "practice/tables", "analyses"]))
            return Sent(f"{API}/{path}", JSON, as_json(item))
        case way:
            view = draw(
                st.sampled_from(
                    ["all", "review", "spectator", "S", quote(long[:300], errors="replace")]
                )
            )
            address = f"{API}/batches?view={view}"
            if way == "batch":
                return Sent(address, "text/plain", text.encode())
            head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
            body = f"{head}{text}\r\n--x--\r\n".encode()
            return Sent(address, "multipart/form-data; boundary=x", body)


def base64_of(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def stored_bytes() -> int:
    """The length of all texts in rows of batches."""
    texts = BatchItem.objects.values_list("source", "position", "error")
    return sum(len(json.dumps(text)) for row in texts for text in row if text is not None)


@pytest.fixture
def stranger(
    client: Client,
    stub_worker: object,
    queue: Queue,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> Client:
    """A client without limits of number, on a site with a small constant."""
    settings.BATCHES_UNFINISHED = settings.CLIENT_BATCHES = settings.CLIENT_BATCH_ITEMS = 10**9
    settings.CLIENT_TABLES = settings.CLIENT_STORED_BYTES = 10**9
    monkeypatch.setattr(bounds, "CONSTANT_BYTES", CONSTANT_BYTES)
    monkeypatch.setattr(bodies, "READ_AT_ONCE_BYTES", 2_000)
    return client


@pytest.mark.django_db
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(requests())
def test_neither_answers_nor_rows_are_longer_than_the_bound(
    stranger: Client, queue: Queue, sent: Sent
) -> None:
    limit = limit_bytes(len(sent.path) + len(sent.body))
    response = stranger.generic("POST", sent.path, sent.body, content_type=sent.kind)
    assert response.status_code in (200, 201, 202, 400, 413, 422, 503), response.content
    queue.sent = [task for task in queue.sent if task[0] == WORK[Kind.CHUNK].task]
    work_off(queue)
    written = max(len(response.content), stored_bytes())
    Batch.objects.all().delete()
    assert written <= limit
    target(written / limit)


MEGABYTES_OF_A_REQUEST = 5
BODY_BYTES = 62_500  # an eighth of what may be sent, in as much of the memory
READ, WRITE = f"{API}/boards", f"{API}/files"


def filled(head: str, part: str, tail: str = "", length: int = BODY_BYTES * 3 // 4) -> str:
    """A text as long as a file may be that is sent in base64."""
    return head + part * ((length - len(head) - len(tail)) // len(part)) + tail


def of_file(text: str) -> tuple[str, bytes]:
    return READ, as_json({"file": base64_of(text)})


def of_json(head: str, part: str, tail: str) -> tuple[str, bytes]:
    boards = filled(head, part, tail, BODY_BYTES)
    return WRITE, f'{{"format":"lin","boards":{boards}}}'.encode()


CALLS = ",".join(f'"{call}"' for call in LONGEST[:316])
LONG_AUCTION = f'[{{"dealer":"N","auction":[{CALLS}],"notes":['
REFERENCES = ",".join(f'{{"call":{place},"same_as":0}}' for place in range(1, 316))
UNKNOWN = ",".join(f'"{name}":0' for name in range(200))
REFERRING = "".join(f"{call} =1=\n" for call in LONGEST)
BOARD_OF_LIN = "md|1,,,|sv|o|"
HEAVY: dict[str, Callable[[], tuple[str, bytes]]] = {
    "notes": lambda: of_file(filled(f'[Auction "N"]\n{REFERRING}[Note "1:', "x", '"]')),
    "inherited tags": lambda: of_file(
        filled('[Event "', "x", '"]\n' + '[Board "1"]\n[Event "#"]\n' * 500)
    ),
    "the event of LIN": lambda: of_file(filled("vg|", "x", f",|{BOARD_OF_LIN * 500}")),
    "the players of LIN": lambda: of_file(filled("pn|", "ab,", f"|{BOARD_OF_LIN * 500}")),
    "calls of PBN": lambda: of_file(filled('[Auction "N"]\n', "1C ")),
    "comments of PBN": lambda: of_file(filled('[Auction "N"]\n1C', "{}")),
    "marks of PBN": lambda: of_file(filled('[Auction "N"]\n1C', "!?")),
    "tags of PBN": lambda: of_file("".join(f'[A{number} ""]' for number in range(3_500))),
    "commands of LIN": lambda: of_file(filled("md|1,,,|", "mb|p|")),
    "empty lines": lambda: of_file(filled("md|1,,,|", "\n")),
    "lines": lambda: of_file(filled("1C\n", "ab\n")),
    "links": lambda: of_file(filled("", "://?n=1&a=2\n")),
    "parts of a link": lambda: of_file(filled("://?", "ab&")),
    "objects": lambda: of_json("[", "{},", "{}]"),
    "arrays": lambda: of_json("[", "[],", "[]]"),
    "members": lambda: of_json("[", '{"a":0},', "{}]"),
    "notes of unknown fields": lambda: of_json('[{"notes":[', f"{{{UNKNOWN}}},", "{}]}]"),
    "references": lambda: of_json(
        LONG_AUCTION + '{"call":0,"explanation":"', "x", f'"}},{REFERENCES}]}}]'
    ),
    "signs of four bytes": lambda: (READ, as_json({"text": filled('[Event "', "x", "😀")})),
}


@pytest.mark.django_db
@pytest.mark.parametrize("made", HEAVY.values(), ids=HEAVY)
def test_a_request_takes_little_memory(
    client: Client, made: Callable[[], tuple[str, bytes]]
) -> None:
    address, sent = made()
    client.post(address, b"{}", content_type=JSON)  # what is loaded once
    tracemalloc.start()
    try:
        response = client.post(address, sent, content_type=JSON)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(sent) <= 512 * 1024
    assert response.status_code in (200, 400, 413, 422)
    assert len(response.content) <= limit_bytes(len(sent) + len(address))
    assert peak < MEGABYTES_OF_A_REQUEST * 10**6


@pytest.mark.parametrize("streams", [False, True])
def test_no_view_can_forget_the_bound(rf: RequestFactory, streams: bool) -> None:
    pieces = [b"x" * 100_000] * 50

    def view(request: HttpRequest) -> Any:
        return StreamingHttpResponse(pieces) if streams else HttpResponse(b"".join(pieces))

    def answer(body: bytes, **marks: bool) -> Any:
        request = rf.post("/", body, content_type=JSON)
        assert request.body == body
        request.resolver_match = SimpleNamespace(
            func=SimpleNamespace(view_class=SimpleNamespace(**marks))
        )  # type: ignore[assignment]
        return responses.bound_responses(view)(request)

    assert answer(b"x" * 300_000).status_code == 200
    assert len(b"".join(answer(b"x", sends_stored=True))) == 5_000_000
    if streams:
        with pytest.raises(TooLong):
            list(answer(b"x"))
    else:
        problem = json.loads(answer(b"x").content)
        assert problem["type"] == "urn:bridgeviz:problem:answer-too-long"
        assert str(limit_bytes(2)) in problem["detail"]


def test_no_answer_of_the_model_is_longer_than_the_longest() -> None:
    assert encoded("x" * 4_000_000)
    with pytest.raises(TooLong):
        encoded("x" * bounds.ANSWER_BYTES)


@pytest.mark.django_db
def test_who_asks_for_too_long_an_answer_is_told_the_limit(client: Client) -> None:
    address, sent = HEAVY["references"]()
    response = client.post(address, sent, content_type=JSON)
    limit = limit_bytes(len(sent) + len(address))
    assert str(limit) in problem_of(response, 413, "answer-too-long")["detail"]
