"""Results of batches with the fields that a client wants."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from bidding.api.batches import results
from bidding.api.http.openapi import parameters_of
from bidding.models import BatchAnswer
from tests.api.conftest import problem_of
from tests.api.test_batches import ADDRESS, positions, send
from tests.batches.conftest import work_off
from tests.conftest import Queue
from tests.stub_explainer import StubExplainer

pytestmark = pytest.mark.django_db


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


def test_answers_compressed_by_an_earlier_release(client: Client, batch: str) -> None:
    """Empty blocks end their streams, so that others could follow."""
    whole = client.get(batch).getvalue()
    for answer in BatchAnswer.objects.all():
        packer = zlib.compressobj(1)
        text = packer.compress(zlib.decompress(answer.content))
        answer.content = text + packer.flush(zlib.Z_SYNC_FLUSH) + packer.flush()
        answer.save()
    assert client.get(batch).getvalue() == whole


class TestSelected:
    def lines(self, response: Any) -> list[Any]:
        content = response.getvalue()
        assert (response.status_code, response.headers["Content-Length"]) == (
            200,
            f"{len(content)}",
        )
        return [json.loads(line) for line in content.splitlines()]

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
        assert response.headers["ETag"] != client.get(batch).headers["ETag"]

    def test_many_come_in_parts(
        self, client: Client, batch: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = f"{batch}&fields=calls.call"
        whole, parts = client.get(address).getvalue(), []
        monkeypatch.setattr(results, "MAX_SELECTED_BYTES", 150)
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
        monkeypatch.setattr(results, "MAX_SELECTED_BYTES", 0)
        assert len(client.get(address).getvalue().splitlines()) == 1

    def test_so_many_items_are_read_at_a_time_however_short_they_are(
        self, client: Client, batch: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(results, "MAX_SELECTED_ITEMS", 2)
        response = client.get(f"{batch}&fields=refined")
        assert (len(self.lines(response)), response.headers["Next-Item"]) == (2, "2")

    def test_the_headers_alone_take_no_selection(
        self, client: Client, batch: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(results, "MAX_SELECTED_ITEMS", 2)
        address = f"{batch}&fields=refined"
        whole = client.get(address)
        monkeypatch.setattr(results.Lines, "bytes", None)
        alone = client.head(address)
        assert (alone.status_code, alone.getvalue()) == (200, b"")
        assert "Content-Length" not in alone.headers
        for name in ("ETag", "Next-Item", "Link", "Vary", "Content-Type", "Batch-Status"):
            assert alone.headers[name] == whole.headers[name]
        known = {"If-None-Match": whole.headers["ETag"]}
        assert client.get(address, headers=known).status_code == 304
        others = (f"{address}&moments=last", f"{batch}&fields=calls", f"{address}&from=1")
        tags = {client.head(one).headers["ETag"] for one in others}
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
    assert {"fields", "moments"} <= {one["name"] for one in parameters_of(document, results)}
    assert "Link" in results["responses"]["200"]["headers"]
