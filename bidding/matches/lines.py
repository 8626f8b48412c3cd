"""Lines of text from a pipe or a socket, each with a limit of time."""

from __future__ import annotations

import os
import select
import time

_MOST_BYTES = 65536  # of one line
_CHUNK = 4096


class Ended(EOFError):
    """The other side has closed the pipe or the connection."""


class LineReader:
    """Reads lines of a file descriptor, with any line end and without it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._unread = b""

    def line(self, seconds: float) -> str:
        """Return the next line that is not empty.

        Raises TimeoutError if there is none in so many seconds, Ended if there will be none, and
        ValueError for a line that has no end.
        """
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" not in self._unread:
                self._read_more(deadline)
            whole, self._unread = self._unread.split(b"\n", 1)
            if text := whole.decode("utf-8", errors="replace").strip():
                return text

    def _read_more(self, deadline: float) -> None:
        if len(self._unread) > _MOST_BYTES:
            raise ValueError(f"it sent more than {_MOST_BYTES} bytes without the end of a line")
        left = max(deadline - time.monotonic(), 0)
        if not select.select([self._descriptor], [], [], left)[0]:
            raise TimeoutError
        try:
            found = os.read(self._descriptor, _CHUNK)
        except ConnectionError as error:
            raise Ended from error
        if not found:
            raise Ended
        self._unread += found
