"""Deadlines of requests: for the arrival of the body, and for the whole request.

The web server bounds each read and each write of a connection, but not their number: a client
that sends or reads a byte at a time could hold a thread for ever. One thread of each web process
shuts down the connections that are late. Their reads and writes then fail, and the other
requests of the process go on.

Most bodies arrive with their headers, and most answers are taken at once. Only a few of those
that take longer than the grace period are read, or written, at the same time; the other bodies are
refused, and the other answers cut.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

PROGRESS = "bridgeviz.progress"  # in the environ: gives the request so many seconds more
TICK_SECONDS = 0.25  # between two checks of the connections

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Any]


class BodyTooSlow(TimeoutError):
    """The body did not arrive in time, or too many others are slow as well."""


@dataclass(frozen=True)
class Limits:
    """The limits of a process's requests; times in seconds."""

    body: float  # from the first read of a body to its end
    request: float  # from the start of a request to the end of its answer, unless it makes progress
    grace: float = 1.0  # a body or an answer that takes longer is slow
    # At the same time; together fewer than the server's threads.
    slow_bodies: int = 8
    slow_answers: int = 8


@dataclass(eq=False)
class Connection:
    """The connection of one request; times are of time.monotonic()."""

    descriptor: int
    began: float  # later by what progress has given
    body_began: float | None = None  # while the body is read
    answer_began: float | None = None  # once the answer is made
    slow: bool = False
    too_slow: bool = False  # nothing more is read from it


class Watch:
    """The connections of running requests, and the thread that shuts down late ones."""

    def __init__(self, limits: Limits, alive: Callable[[float], None]) -> None:
        """``alive`` is called whenever a request begins or makes progress, with the time it has."""
        self.limits, self._alive = limits, alive
        self._connections: set[Connection] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def begin(self, descriptor: int) -> Connection:
        """Watch the connection until ``end``. Its descriptor must stay open until then."""
        self._alive(self.limits.request)
        connection = Connection(descriptor, time.monotonic())
        with self._changed:
            self._connections.add(connection)
            if self._thread is None:  # started here, since threads do not survive a fork
                self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()
            self._changed.notify()
        return connection

    def extend(self, connection: Connection, seconds: float) -> None:
        """Give the request so many seconds more, for what the client has taken of its answer."""
        with self._changed:
            connection.began += seconds
        self._alive(connection.began + self.limits.request - time.monotonic())

    def begin_body(self, connection: Connection) -> None:
        """Start the deadline of the body."""
        with self._changed:
            connection.body_began = time.monotonic()

    def end_body(self, connection: Connection) -> None:
        """End the deadline of the body: it is complete, or is not read any further."""
        with self._changed:
            connection.body_began, connection.slow = None, False

    def begin_answer(self, connection: Connection) -> None:
        """Start the deadline of an answer that is made, and has to be taken."""
        self.end_body(connection)
        connection.answer_began = time.monotonic()

    def end(self, connection: Connection) -> None:
        """Stop watching: from now on the descriptor may be another connection's."""
        with self._changed:
            self._connections.discard(connection)

    def check(self, now: float) -> None:
        """Shut down what is late."""
        with self._changed:
            for connection in [*self._connections]:
                if now - connection.began > self.limits.request:
                    self._cut(connection)
                elif connection.answer_began is not None:
                    self._check_answer(connection, now - connection.answer_began)
                elif connection.body_began is not None and not connection.too_slow:
                    self._check_body(connection, now - connection.body_began)

    def _check_body(self, connection: Connection, seconds: float) -> None:
        if seconds > self.limits.grace and not connection.slow:
            connection.too_slow = not self._may_be_slow(connection, self.limits.slow_bodies)
        if seconds > self.limits.body:
            connection.too_slow = True
        if connection.too_slow:
            connection.slow = False
            _shut(connection.descriptor, socket.SHUT_RD)  # a response can still be sent

    def _check_answer(self, connection: Connection, seconds: float) -> None:
        is_slow = seconds > self.limits.grace and not connection.slow
        if is_slow and not self._may_be_slow(connection, self.limits.slow_answers):
            self._cut(connection)

    def _may_be_slow(self, connection: Connection, most: int) -> bool:
        """Count a connection among the slow ones, of bodies or of answers, if there are fewer."""
        answers = connection.answer_began is not None
        slow = (one for one in self._connections if one.slow)
        connection.slow = sum((one.answer_began is not None) == answers for one in slow) < most
        return connection.slow

    def _cut(self, connection: Connection) -> None:
        self._connections.discard(connection)
        _shut(connection.descriptor, socket.SHUT_RDWR)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._connections)
            time.sleep(TICK_SECONDS)
            self.check(time.monotonic())


class Body:
    """The input of a request, read under its deadline."""

    def __init__(self, source: Any, length: int, watch: Watch, connection: Connection) -> None:
        self._source, self._left = source, length
        self._watch, self._connection = watch, connection

    def read(self, size: int = -1) -> bytes:
        """Read so many bytes, or all. Raise BodyTooSlow, and OSError if the client has gone."""
        return self._bounded(self._source.read, size)

    def readline(self, size: int = -1) -> bytes:
        """Read a line, or so many bytes of it. Raise as ``read`` does."""
        return self._bounded(self._source.readline, size)

    def _bounded(self, read: Callable[[int], bytes], size: int) -> bytes:
        if not self._left or size == 0:
            return b""
        if self._connection.body_began is None:
            self._watch.begin_body(self._connection)
        data = b""
        try:
            if not self._connection.too_slow:
                data = read(self._left if size is None or size < 0 else size)
        except OSError:
            if not self._connection.too_slow:
                self._watch.end_body(self._connection)
                raise
        if self._connection.too_slow and not data:
            self._watch.end_body(self._connection)
            raise BodyTooSlow("the body did not arrive in time")
        self._left = max(0, self._left - len(data)) if data else 0
        if not self._left:
            self._watch.end_body(self._connection)
        return data


def bounded(application: Application, watch: Watch, descriptor: Callable[[], int]) -> Application:
    """Return the WSGI application with deadlines for its requests.

    What is made piece by piece while it is sent has the whole request's alone, and rules of its own
    for how many may wait.
    descriptor: returns the connection's descriptor of the request in the calling thread.
    """

    def call(environ: Environ, start_response: Any) -> Any:
        connection = watch.begin(descriptor())
        environ[PROGRESS] = partial(watch.extend, connection)
        try:
            length = environ.get("CONTENT_LENGTH") or "0"
            if length.isascii() and length.isdigit():
                source = environ["wsgi.input"]
                environ["wsgi.input"] = Body(source, int(length[:18]), watch, connection)
            response = application(environ, start_response)
        except BaseException:
            watch.end(connection)
            raise
        if not getattr(response, "streaming", False):
            watch.begin_answer(connection)
        return _ending(response, lambda: watch.end(connection))

    return call


def _ending(response: Iterable[bytes], end: Callable[[], None]) -> Iterable[bytes]:
    """Make the response call ``end`` when the server closes it.

    Return the same object: the server recognizes files by identity.
    """
    close: Callable[[], None] = getattr(response, "close", lambda: None)

    def close_and_end() -> None:
        try:
            close()
        finally:
            end()

    setattr(response, "close", close_and_end)  # noqa: B010
    return response


def _shut(descriptor: int, how: int) -> None:
    """Shut down a connection, which its owner still has to close."""
    with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
        connection.shutdown(how)
