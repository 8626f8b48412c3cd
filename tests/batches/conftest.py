"""What tests of batches share: items, and a worker that takes chunks when it is told to."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import pytest

from bidding.batches import chunks
from bidding.batches.requests import Asked, submit
from bidding.jobs.kinds import WORK
from bidding.models import Batch, Kind
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import Queue, question
from tests.stub_explainer import StubExplainer

CALLS = (
    "1C",
    "1D",
    "1H",
    "1S",
    "1NT",
    "2C",
    "2D",
    "2H",
    "2S",
    "2NT",
    "3C",
    "3D",
    "3H",
    "3S",
    "3NT",
)


def asked(*auctions: str) -> list[Asked]:
    """An item of each auction, its calls divided by blanks; none of an empty text."""
    return [
        Asked(position_from_json(question(auction=auction.split())))
        if auction
        else Asked(None, {"code": "malformed-request", "detail": "unreadable", "errors": []})
        for auction in auctions
    ]


def distinct(number: int) -> list[str]:
    """So many different auctions."""
    return [f"{first} {second}" for second in ("P", "X", "7S") for first in CALLS][:number]


def make(*auctions: str, digest: str = "d") -> Batch:
    return submit(asked(*auctions), digest)


def fresh(batch: Batch) -> Batch:
    return Batch.objects.get(pk=batch.pk)


def work_off(queue: Queue, explainer: Any = None) -> int:
    """Computes what is queued, and what that queues; how many chunks those were."""
    number = 0
    while queue.sent:
        task, arguments, _ = queue.sent.pop(0)
        assert task == WORK[Kind.CHUNK].task
        chunks.compute(uuid.UUID(arguments[0]), int(arguments[1]), explainer or StubExplainer())
        number += 1
    return number


class CountingExplainer(StubExplainer):
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def explain_many(self, positions: Sequence[Any]) -> list[Any]:
        self.asked += [" ".join(str(call) for call in one.auction.calls) for one in positions]
        return super().explain_many(positions)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of two positions."""
    monkeypatch.setattr(chunks, "MAX_POSITIONS", 2)
