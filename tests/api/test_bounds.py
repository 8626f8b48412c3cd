"""No request makes the site write more than a factor of its length plus a constant."""

from __future__ import annotations

import base64
import json
import tracemalloc
from collections.abc import Iterator
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
from bidding.api import batch_bodies, rendering
from bidding.bounds import TooLong, limit_bytes
from bidding.json_text import encoded
from bidding.jobs.kinds import WORK
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
    calls, boards = draw(st.sampled_from([0, 1, 3, 40, 317])), draw(st.sampled_from([1, 9, 200]))
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
    items = draw(
        st.sampled_from(
            [[{}], [faulty], [{"x": other}], [question(**faulty)], [long], [question(hand=None)]]
        )
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
            return Sent(f"{API}/batches", JSON, as_json(items * boards))
        case "question":
            path = draw(st.sampled_from(["explanations", "reviews", "practice/tables", "analyses"]))
            return Sent(f"{API}/{path}", JSON, as_json(items[0]))
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
    monkeypatch.setattr(batch_bodies, "READ_AT_ONCE_BYTES", 2_000)
    return client


@pytest.mark.django_db
@settings(
    max_examples=300,
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
