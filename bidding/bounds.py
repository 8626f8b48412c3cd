"""The one bound on what a request makes the service write: an answer, rows, a file.

Nothing that the text of a request determines is longer than a factor of it plus a constant. That is
counted while it is written, so that no more than the bound is ever held. What the model answers
depends on the calls, of which an auction has 319 at most, and has a bound of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

FACTOR = 20
CONSTANT_BYTES = 512 * 1024
"""For what is written about a short request: 500 boards that state nothing take 210 kB."""

ANSWER_BYTES = 8 * 1024 * 1024
"""Of one answer of the model."""


class TooLong(ValueError):
    """More would be written than the bound allows."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"more than {limit} bytes would be written")


def limit_bytes(request_bytes: int) -> int:
    """Return how many bytes may be written for a request of this length."""
    return FACTOR * request_bytes + CONSTANT_BYTES


class Bound:
    """What may still be written for one request."""

    def __init__(self, request_bytes: int) -> None:
        self.limit = self._left = limit_bytes(request_bytes)

    def count(self, length: int) -> None:
        """Count so many bytes. Raise TooLong beyond the limit."""
        self._left -= length
        if self._left < 0:
            raise TooLong(self.limit)

    def counted(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the pieces of a text, counted in UTF-8. Raise TooLong beyond the limit."""
        for piece in pieces:
            self.count(len(piece.encode()))
            yield piece
