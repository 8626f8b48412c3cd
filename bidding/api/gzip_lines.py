"""The results of a batch as one gzip stream, whose length is known before it is made.

Answers are stored compressed and are not compressed again: their blocks are joined with those of
the text between two answers. That text is compressed if it is long, as the lines of failed items
are, else stored uncompressed (RFC 1951, 3.2.4).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping

from bidding.api.batch_lines import Lines, around
from bidding.batches import progress
from bidding.batches.deflated import (
    LAST_BLOCK,
    MARK_FROM_END,
    blocks,
    blocks_length,
    deflated,
    inflated,
    is_joinable,
)
from bidding.models import BatchItem

CODING = "gzip"
_HEADER = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # no name, no time (RFC 1952)
_TRAILER_BYTES = 8  # the checksum and the length of the text
_MAX_STORED, _STORED_HEAD = 0xFFFF, 5
_STORED_BELOW = 500  # bytes between two answers: hardly shorter compressed
_MAX_GAP = 65_536  # bytes between two answers that are compressed at once
_QUALITY = re.compile(r"\s*q\s*=\s*(\d(?:\.\d*)?)\s*", re.IGNORECASE | re.ASCII)


def is_accepted(accept_encoding: str) -> bool:
    """Return True if the client accepts this coding (RFC 9110, 12.5.3)."""
    qualities = {}
    for entry in accept_encoding.lower().split(","):
        name, _, parameters = entry.partition(";")
        found = _QUALITY.fullmatch(parameters)
        qualities[name.strip()] = float(found[1]) if found else 1.0
    named = [qualities[name] for name in (CODING, f"x-{CODING}") if name in qualities]
    return max(named, default=qualities.get("*", 0.0)) > 0


class GzipLines:
    """The lines in the gzip coding."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        answers = progress.compressed_answers(lines.batch, lines.first, lines.end)
        rows = progress.items_without_content(lines.batch, lines.first, lines.end)
        inner = sum(
            len(_packed(text)) + _answer_length(item, answers) for text, item in _gaps(lines, rows)
        )
        self.size = len(_HEADER) + inner + len(LAST_BLOCK) + _TRAILER_BYTES

    def bytes(self) -> Iterator[bytes]:
        """Yield the stream, of ``size`` bytes."""
        checksum = length = 0
        yield _HEADER
        items = progress.items(self.lines.batch, self.lines.first, self.lines.end)
        for gap, item in _gaps(self.lines, items):
            pieces = [(gap, _packed(gap)), *_answer(item)]
            for text, _ in pieces:
                checksum, length = zlib.crc32(text, checksum), length + len(text)
            yield b"".join(packed for _, packed in pieces)
        end = checksum.to_bytes(4, "little") + (length % 2**32).to_bytes(4, "little")
        yield LAST_BLOCK + end


def _gaps(lines: Lines, items: Iterable[BatchItem]) -> Iterator[tuple[bytes, BatchItem | None]]:
    """Yield the text before each answer, back to the previous answer, with the answer's item.

    Long text comes in several parts; these, and the text after the last answer, have no item.
    Equal items make equal parts, with or without the contents of their answers.
    """
    gap = bytearray()
    for item in items:
        before, after = around(lines.batch, item)
        gap += before
        if item.answer_id is not None:
            yield bytes(gap), item
            gap.clear()
        gap += after
        if len(gap) > _MAX_GAP:
            yield bytes(gap), None
            gap.clear()
    yield bytes(gap), None


def _packed(text: bytes) -> bytes:
    """Return the blocks of a text between two answers."""
    return blocks(deflated(text)) if len(text) > _STORED_BELOW else _stored(text)


def _answer(item: BatchItem | None) -> list[tuple[bytes, bytes]]:
    """Return the answer's text with its blocks; an empty list without an answer."""
    if item is None or item.answer is None:
        return []
    content = bytes(item.answer.content)
    text = inflated(content)
    return [(text, blocks(content) if is_joinable(content[-MARK_FROM_END:]) else _stored(text))]


def _answer_length(item: BatchItem | None, answers: Mapping[str, tuple[int, bytes]]) -> int:
    """Return the length of those blocks, from the length and the end of each compressed answer."""
    if item is None or item.answer_id is None or item.answer is None:
        return 0
    length, end = answers[item.answer_id]
    return blocks_length(length) if is_joinable(end) else _stored_length(item.answer.length)


def _stored(text: bytes) -> bytes:
    """Return the text in uncompressed blocks, none of them marked as the last of a stream."""
    pieces = (text[at : at + _MAX_STORED] for at in range(0, len(text), _MAX_STORED))
    return b"".join(_stored_block(piece) for piece in pieces)


def _stored_block(piece: bytes) -> bytes:
    length = len(piece)
    return b"\0" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little") + piece


def _stored_length(length: int) -> int:
    return length + _STORED_HEAD * -(-length // _MAX_STORED)
