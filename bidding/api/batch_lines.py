"""The results of a batch as lines of JSON (NDJSON): all, from an item on, or a range of bytes.

An ended batch always has the same bytes, so that an interrupted download can resume.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from bidding.api.problems import Problem
from bidding.api.selection import WHOLE, Selection
from bidding.batches import progress
from bidding.batches.deflated import inflated
from bidding.models import Batch, BatchItem, BatchState, ItemState
from bidding.yielding import yield_point

MEDIA_TYPE = "application/x-ndjson"
# The most that fields are selected from for one response.
MAX_SELECTED_ITEMS, MAX_SELECTED_BYTES = 500, 4 * 1024 * 1024
_RANGE = re.compile(r"\s*bytes\s*=\s*(\d{0,18})\s*-\s*(\d{0,18})\s*", re.IGNORECASE | re.ASCII)
_UNANSWERED = {
    BatchState.CANCELLED: ("batch-cancelled", "The batch was cancelled before its turn."),
    BatchState.EXPIRED: ("batch-expired", "It was not computed in the time a batch is kept."),
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

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Return the lengths of the lines, in bytes."""
        rows = progress.items_without_content(self.batch, self.first, self.end)
        return tuple(_length(self.batch, item) for item in rows)

    @property
    def size(self) -> int:
        """Return their total length in bytes."""
        return sum(self.lengths)

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

    def select(self, fields: Selection) -> bytes:
        """Return the lines with the selected fields."""
        lines = []
        for item in progress.items(self.batch, self.first, self.end):
            yield_point()
            lines.append(_line(self.batch, item, fields))
        return b"".join(lines)

    def bytes(self, start: int, stop: int) -> Iterator[bytes]:
        """Yield the bytes from ``start`` up to, not including, ``stop``."""
        ends = list(accumulate(self.lengths))
        skipped = next((place for place, end in enumerate(ends) if end > start), len(ends))
        position = ends[skipped - 1] if skipped else 0
        for item in progress.items(self.batch, self.first + skipped, self.end):
            if position >= stop:
                return
            line = _line(self.batch, item)
            yield line[max(start - position, 0) : stop - position]
            position += len(line)


def byte_range(text: str, size: int) -> tuple[int, int] | None:
    """Return start and stop of a Range header (RFC 9110, 14.2); None for one to be ignored.

    Raise Problem 416 for an unsatisfiable range.
    """
    found = _RANGE.fullmatch(text)
    if found is None or found[1] == found[2] == "":
        return None
    if not found[1]:
        start, stop = max(size - int(found[2]), 0), size
    else:
        start = int(found[1])
        stop = min(int(found[2]) + 1, size) if found[2] else size
        if found[2] and int(found[2]) < start:
            return None
    if start >= stop:
        headers = {"Content-Range": f"bytes */{size}"}
        raise Problem("no-such-range", f"The results have {size} bytes.", headers=headers)
    return start, stop


def _line(batch: Batch, item: BatchItem, fields: Selection = WHOLE) -> bytes:
    head, tail = around(batch, item)
    return head + (fields.of(inflated(bytes(item.answer.content))) if item.answer else b"") + tail


def _length(batch: Batch, item: BatchItem) -> int:
    head, tail = around(batch, item)
    return len(head) + (item.answer.length if item.answer else 0) + len(tail)


def around(batch: Batch, item: BatchItem) -> tuple[bytes, bytes]:
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
