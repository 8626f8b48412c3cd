"""Compression of answers of batches: many can be sent as one gzip stream as they are stored.

The blocks of an answer end at a byte and refer to nothing outside it; the block that ends its
stream is an empty one behind them.
"""

from __future__ import annotations

import zlib

LEVEL = 1  # the fastest: it leaves 30 %, the best 27 %
HEADER_BYTES, CHECKSUM_BYTES = 2, 4
LAST_BLOCK = b"\x03\0"  # empty
FLUSHED = b"\0\0\xff\xff"  # what Z_SYNC_FLUSH ends with
MARK = FLUSHED + LAST_BLOCK
MARK_FROM_END = len(MARK) + CHECKSUM_BYTES


def deflated(text: bytes) -> bytes:
    """A zlib stream."""
    packer = zlib.compressobj(LEVEL)
    return packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH) + packer.flush()


def inflated(content: bytes) -> bytes:
    """The text of a zlib stream."""
    return zlib.decompress(content)


def is_joinable(end: bytes) -> bool:
    """Return True if a stream with this end (``MARK_FROM_END`` bytes) was made by ``deflated``."""
    return end[: len(MARK)] == MARK


def blocks(content: bytes) -> bytes:
    """The blocks of a joinable stream, which others may follow."""
    return content[HEADER_BYTES : -(len(LAST_BLOCK) + CHECKSUM_BYTES)]


def blocks_length(content_length: int) -> int:
    """The length of ``blocks`` of a stream of that length."""
    return content_length - HEADER_BYTES - len(LAST_BLOCK) - CHECKSUM_BYTES
