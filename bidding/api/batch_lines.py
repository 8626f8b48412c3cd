"""The results of a batch as lines of JSON (NDJSON): all, or from an item on."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bidding.api.problems import Problem
from bidding.api.selection import Selection
from bidding.batches import progress
from bidding.models import Batch, BatchItem, BatchState, ItemState
from bidding.yielding import yield_point

MEDIA_TYPE = "application/x-ndjson"
# The most that fields are selected from for one response.
MAX_SELECTED_ITEMS, MAX_SELECTED_BYTES = 500, 4 * 1024 * 1024
_UNANSWERED = {
    BatchState.CANCELLED: (
        "batch-cancelled",
        "The batch was cancelled before this item was computed.",
    ),
    BatchState.EXPIRED: ("batch-expired", "The batch expired before this item was computed."),
}


@dataclass(frozen=True)
class Lines:
    """The lines of the items from ``first`` up to, not including, ``end``."""

    batch: Batch
    first: int
    end: int

    @classmethod
    def of(cls, batch: Batch, first: int) -> Lines:
        """Return the lines available from an item on; of a running batch, those before any gap.

        Raise Problem 416 for an item that the batch does not have.
        """
        if first > batch.total:
            detail = f"There are no items from {first} on: the batch has {batch.total}."
            raise Problem("no-such-range", detail)
        return cls(batch, first, max(first, progress.ready(batch)))

    @property
    def size(self) -> int:
        """Return their total length in bytes."""
        rows = progress.items_without_content(self.batch, self.first, self.end)
        return sum(_length(self.batch, item) for item in rows)

    def start(self) -> Lines:
        """Return the first of the lines, as many as fields are selected from at a time.

        Their number depends on their lengths alone: the same selection has always the same bytes.
        """
        stop, size = min(self.end, self.first + MAX_SELECTED_ITEMS), 0
        for item in progress.items_without_content(self.batch, self.first, stop):
            size += _length(self.batch, item)
            if size > MAX_SELECTED_BYTES:
                return replace(self, end=max(item.number, self.first + 1))
        return replace(self, end=stop)

    def bytes(self, fields: Selection) -> Iterator[bytes]:
        """Yield the lines with the selected fields."""
        for item in progress.items(self.batch, self.first, self.end):
            yield_point()
            head, tail = _around(self.batch, item)
            result = fields.of(zlib.decompress(item.answer.content)) if item.answer else b""
            yield head + result + tail


def _length(batch: Batch, item: BatchItem) -> int:
    head, tail = _around(batch, item)
    return len(head) + (item.answer.length if item.answer else 0) + len(tail)


def _around(batch: Batch, item: BatchItem) -> tuple[bytes, bytes]:
    """Return the text before and after an item's result; all of the line without a result."""
    done = item.state == ItemState.DONE
    start = {"item": item.number, "status": "done" if done else "failed", "source": item.source}
    if done:
        return _json(start)[:-1] + b',"result":', b"}\n"
    return _json({**start, "error": _problem(batch, item).to_json()}), b"\n"


def _problem(batch: Batch, item: BatchItem) -> Problem:
    """Return the problem of an item without a result."""
    if item.error is None:
        return Problem(*_UNANSWERED[BatchState(batch.state)])
    errors = item.error.get("errors", ())
    if item.source is None:  # stored pointers are relative to the item
        errors = [{**fault, "pointer": f"/{item.number}{fault['pointer']}"} for fault in errors]
    return Problem(item.error["code"], item.error["detail"], errors=errors)


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
