"""Results of batches, compressed and with the fields that a client wants."""

from __future__ import annotations

import gzip
import json
import random
import uuid
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.api import batch_lines, gzip_lines
from bidding.batches import chunks
from bidding.batches.deflated import deflated, inflated, is_joinable
from bidding.models import BatchAnswer
from tests.api.conftest import problem_of
from tests.api.test_batches import ADDRESS, positions, send
from tests.batches.conftest import work_off
from tests.conftest import Queue
from tests.stub_explainer import StubExplainer

pytestmark = pytest.mark.django_db
GZIP = {"Accept-Encoding": "gzip"}


@dataclass(frozen=True)
class Long:
    """An answer whose moments take 0 to 200 kB."""

    number: int

    def to_json(self) -> dict[str, Any]:
        noise = random.Random(self.number)
        moments = [{"n_calls": n, "to_call": noise.random()} for n in range(self.number * 1000)]
        return {
            "refined": False,
            "calls": [{"call": "1C", "rank": self.number}],
            "moments": moments,
        }


class LongExplainer(StubExplainer):
    def explain_many(self, positions: Sequence[Any]) -> list[Any]:
        return [Long(number) for number, _ in enumerate(positions)]


@pytest.fixture
def batch(client: Client, queue: Queue) -> str:
    """Return the address of the results of five items, of which the third is invalid."""
    sent = [*positions(2), {"hand": 1}, *positions(4)[2:]]
    address = send(client, sent).json()["results"]
    work_off(queue, LongExplainer())
    return str(address)


def unpacked(response: Any) -> bytes:
    """The content of one whole gzip member with nothing behind it."""
    content = response.getvalue()
    assert response.headers["Content-Encoding"] == "gzip"
    assert int(response.headers["Content-Length"]) == len(content)
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    text = reader.decompress(content) + reader.flush()
    assert (reader.eof, reader.unused_data) == (True, b"")
    return text


class TestGzip:
    def test_the_same_lines_in_fewer_bytes(self, client: Client, batch: str) -> None:
        plain, packed = client.get(batch), client.get(batch, headers=GZIP)
        assert "Content-Encoding" not in plain.headers
        whole = plain.getvalue()
        assert unpacked(packed) == whole
        assert int(packed.headers["Content-Length"]) < len(whole) / 2
        for response in (plain, packed):
            assert "Accept-Encoding" in response.headers["Vary"]
            assert response.headers["Next-Item"] == "5"
        assert plain.headers["ETag"] != packed.headers["ETag"]
        assert packed.headers["Accept-Ranges"] == "none"
        head = client.head(batch, headers=GZIP)
        assert head.headers["Content-Length"] == packed.headers["Content-Length"]

    def test_from_an_item_on(self, client: Client, batch: str) -> None:
        for first in range(6):
            address = f"{batch}&from={first}"
            whole = client.get(address).getvalue()
            assert unpacked(client.get(address, headers=GZIP)) == whole

    def test_the_lines_of_failed_items_are_compressed_too(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = [positions(1)[0], *[{"hand": number} for number in range(300)], positions(1)[0]]
        address = send(client, sent).json()["results"]
        work_off(queue, LongExplainer())
        for most in (gzip_lines._MAX_GAP, 1_000, 0):
            monkeypatch.setattr(gzip_lines, "_MAX_GAP", most)
            for first in (0, 1, 150, 302):
                whole = client.get(f"{address}&from={first}").getvalue()
                packed = client.get(f"{address}&from={first}", headers=GZIP)
                assert unpacked(packed) == whole
            head = client.head(address, headers=GZIP)
            ratio = len(client.get(address).getvalue()) / int(head.headers["Content-Length"])
            assert ratio > {1_000: 2, 0: 1.5}.get(most, 10)

    def test_answers_compressed_by_an_earlier_release(self, client: Client, batch: str) -> None:
        whole = client.get(batch).getvalue()
        for answer in BatchAnswer.objects.order_by("length")[1:]:
            answer.content = zlib.compress(inflated(answer.content), 1)
            answer.save()
        assert BatchAnswer.objects.latest("length").length > 2 * 0xFFFF
        assert client.get(batch).getvalue() == whole
        assert unpacked(client.get(batch, headers=GZIP)) == whole

    def test_of_a_batch_under_way(
        self, client: Client, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 2)
        address = send(client, positions(5)).json()["results"]
        assert unpacked(client.get(address, headers=GZIP)) == b""
        _, arguments, _ = queue.sent[0]
        chunks.compute(uuid.UUID(arguments[0]), 0, StubExplainer())
        response = client.get(address, headers=GZIP)
        assert unpacked(response) == client.get(address).getvalue()
        assert (response.headers["Next-Item"], "ETag" in response.headers) == ("2", False)

    def test_a_range_is_always_one_of_the_plain_lines(self, client: Client, batch: str) -> None:
        plain, packed = client.get(batch), client.get(batch, headers=GZIP)
        part = client.get(batch, headers={**GZIP, "Range": "bytes=1000-"})
        assert (part.status_code, "Content-Encoding" in part.headers) == (206, False)
        assert part.getvalue() == plain.getvalue()[1000:]
        for tag, status in ((plain.headers["ETag"], 206), (packed.headers["ETag"], 200)):
            headers = {**GZIP, "Range": "bytes=1000-", "If-Range": tag}
            again = client.get(batch, headers=headers)
            assert (again.status_code, "Content-Encoding" in again.headers) == (status, False)

    def test_what_is_cut_short_has_fewer_bytes_than_announced(
        self, client: Client, batch: str, settings: Settings
    ) -> None:
        settings.WEB_TIMEOUT_SECONDS = -1
        response = client.get(batch, headers=GZIP)
        content = response.getvalue()
        assert len(content) < int(response.headers["Content-Length"])
        with pytest.raises(EOFError):
            gzip.decompress(content)

    @pytest.mark.parametrize(
        ("header", "accepted"),
        [
            ("gzip", True),
            ("deflate, GZIP;q=0.5", True),
            ("br;q=1.0, *;q=0.1", True),
            ("x-gzip", True),
            ("", False),
            ("identity", False),
            ("gzip;q=0", False),
            ("gzip ; Q=0.000, *", False),
            ("*;q=0", False),
            ("gzippy", False),
        ],
    )
    def test_who_takes_it(self, header: str, accepted: bool) -> None:
        assert gzip_lines.is_accepted(header) == accepted


@pytest.mark.parametrize("length", [0, 1, 100, 70_000, 1_000_000])
def test_answers_are_compressed_so_that_others_can_follow(length: int) -> None:
    text = random.Random(length).randbytes(length // 2).hex().encode()
    assert inflated(deflated(text)) == text
    assert is_joinable(deflated(text)[-10:])
    assert not is_joinable(zlib.compress(text, 1)[-10:])


class TestSelected:
    def lines(self, response: Any) -> list[Any]:
        assert response.status_code == 200
        return [json.loads(line) for line in response.getvalue().splitlines()]

    def test_lines_with_the_fields_that_are_named(self, client: Client, batch: str) -> None:
        whole = self.lines(client.get(batch))
        response = client.get(f"{batch}&fields=calls.call,refined")
        assert [line.get("result") for line in self.lines(response)] == [
            None if "error" in line else {"refined": False, "calls": [{"call": "1C"}]}
            for line in whole
        ]
        response = client.get(f"{batch}&moments=last")
        for line, all_of_it in zip(self.lines(response), whole, strict=True):
            if "result" in line:
                all_of_it["result"]["moments"] = all_of_it["result"]["moments"][-1:]
            assert line == all_of_it
        assert int(response.headers["Content-Length"]) == len(response.getvalue())
        assert response.headers["Accept-Ranges"] == "none"
        packed = client.get(f"{batch}&moments=last", headers=GZIP)
        assert unpacked(packed) == response.getvalue()
        assert len({one.headers["ETag"] for one in (response, packed, client.get(batch))}) == 3

    def test_many_come_in_parts(
        self, client: Client, batch: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = f"{batch}&fields=calls.call"
        whole, parts = client.get(address).getvalue(), []
        monkeypatch.setattr(batch_lines, "MAX_SELECTED_BYTES", 150)
        next_address, items = address, []
        while next_address:
            response = client.get(next_address)
            parts.append(response.getvalue())
            items.append(int(response.headers["Next-Item"]))
            link = response.headers.get("Link", "")
            next_address = link.removeprefix("<").removesuffix('>; rel="next"')
        assert b"".join(parts) == whole
        assert len(parts) > 2
        assert items == sorted(items)
        assert items[-1] == 5
        monkeypatch.setattr(batch_lines, "MAX_SELECTED_BYTES", 0)
        assert len(client.get(address).getvalue().splitlines()) == 1

    def test_so_many_items_are_read_at_a_time_however_short_they_are(
        self, client: Client, batch: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(batch_lines, "MAX_SELECTED_ITEMS", 2)
        response = client.get(f"{batch}&fields=refined")
        assert (len(self.lines(response)), response.headers["Next-Item"]) == (2, "2")

    @pytest.mark.parametrize("headers", [{}, GZIP], ids=["plain", "gzip"])
    def test_the_headers_alone_take_no_selection(
        self,
        client: Client,
        batch: str,
        monkeypatch: pytest.MonkeyPatch,
        headers: dict[str, str],
    ) -> None:
        monkeypatch.setattr(batch_lines, "MAX_SELECTED_ITEMS", 2)
        address = f"{batch}&fields=refined"
        whole = client.get(address, headers=headers)
        monkeypatch.setattr(batch_lines.Lines, "select", None)
        alone = client.head(address, headers=headers)
        assert (alone.status_code, alone.getvalue()) == (200, b"")
        assert "Content-Length" not in alone.headers
        for name in ("ETag", "Next-Item", "Link", "Vary", "Content-Type", "Batch-Status"):
            assert alone.headers[name] == whole.headers[name]
        known = {**headers, "If-None-Match": whole.headers["ETag"]}
        assert client.get(address, headers=known).status_code == 304
        others = (f"{address}&moments=last", f"{batch}&fields=calls", f"{address}&from=1")
        tags = {client.head(one, headers=headers).headers["ETag"] for one in others}
        assert len({whole.headers["ETag"], *tags}) == 4

    @pytest.mark.parametrize(
        ("query", "name"), [("fields=calls.nothing", "calls.nothing"), ("moments=first", "first")]
    )
    def test_unknown_names_are_refused(
        self, client: Client, batch: str, query: str, name: str
    ) -> None:
        problem = problem_of(client.get(f"{batch}&{query}"), 400, "malformed-request")
        parameter = query.partition("=")[0]
        assert problem["errors"][0]["text"] == name
        assert problem["detail"].startswith(f"{parameter}: ")
        assert name in problem["detail"]


def test_the_openapi_document_tells_of_both(client: Client) -> None:
    document = client.get("/api/v1/schema", headers={"Accept": "application/json"}).json()
    results = document["paths"][f"{ADDRESS}/{{batch_id}}/results"]["get"]
    assert {"fields", "moments"} <= {one["name"] for one in results["parameters"]}
    assert {"Content-Encoding", "Link"} <= set(results["responses"]["200"]["headers"])
