"""Connections are shut down when their time is over, and only then."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest

from bidding.api.batches import bodies
from bidding.api.http import request_parsing
from bidding.api.http.problems import Problem
from bridgeviz.deadlines import PROGRESS, Body, BodyTooSlow, Connection, Limits, Watch, bounded

# Nothing ends by itself here.
LIMITS = Limits(body=1000, request=3000, grace=100, slow_bodies=2, slow_answers=2)

ENVIRON: dict[str, Any] = {"wsgi.input": io.BytesIO()}

Pair = tuple[socket.socket, socket.socket]


class Stream:
    """Reads a socket as uWSGI does: until all is there."""

    def __init__(self, source: socket.socket) -> None:
        self._file = source.makefile("rb")

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        if len(data) < size:
            raise OSError("error during read on wsgi.input")
        return data

    def readline(self, size: int = -1) -> bytes:
        return self._file.readline(size)


@pytest.fixture
def watch() -> Watch:
    return Watch(LIMITS, lambda seconds: None)


@pytest.fixture
def pair() -> Iterator[Pair]:
    """The server's end of a connection, and the client's."""
    server, client = socket.socketpair()
    with server, client:
        yield server, client


def later(seconds: float) -> float:
    return time.monotonic() + seconds


def reading(watch: Watch, pair: Pair, length: int) -> tuple[Connection, Body]:
    connection = watch.begin(pair[0].fileno())
    return connection, Body(Stream(pair[0]), length, watch, connection)


def in_a_thread(body: Body, connection: Connection) -> tuple[threading.Thread, list[Any]]:
    """Reads the body until it ends; returns once the reading has begun."""
    found: list[Any] = []

    def read() -> None:
        try:
            found.append(body.read())
        except OSError as error:
            found.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    while connection.body_began is None and thread.is_alive():
        time.sleep(0.001)
    return thread, found


def test_a_body_that_is_late_ends_and_can_be_answered(watch: Watch, pair: Pair) -> None:
    server, client = pair
    connection, body = reading(watch, pair, 5)
    client.sendall(b"ab")
    thread, found = in_a_thread(body, connection)
    watch.check(later(LIMITS.body - 50))
    assert thread.is_alive()
    watch.check(later(LIMITS.body + 50))
    thread.join(10)
    assert isinstance(found[0], BodyTooSlow)
    with pytest.raises(BodyTooSlow):
        body.read()
    server.sendall(b"HTTP/1.1 408")
    assert client.recv(100) == b"HTTP/1.1 408"


def test_a_body_in_time_is_read_whole_and_watched_no_more(watch: Watch, pair: Pair) -> None:
    connection, body = reading(watch, pair, 5)
    pair[1].sendall(b"a\nbcd")
    assert [body.readline(), body.read(2), body.read(), body.read()] == [b"a\n", b"bc", b"d", b""]
    assert connection.body_began is None
    watch.check(later(LIMITS.body + 50))
    assert not connection.too_slow


def test_a_client_that_goes_away_was_not_slow(watch: Watch, pair: Pair) -> None:
    _, body = reading(watch, pair, 5)
    pair[1].close()
    with pytest.raises(OSError, match="error during read") as gone:
        body.read()
    assert not isinstance(gone.value, BodyTooSlow)


def test_few_slow_bodies_at_a_time(watch: Watch) -> None:
    pairs = [socket.socketpair() for _ in range(LIMITS.slow_bodies + 1)]
    connections = []
    for server, _ in pairs:
        connections.append(watch.begin(server.fileno()))
        watch.begin_body(connections[-1])
    watch.check(later(LIMITS.grace - 50))
    assert not any(one.slow or one.too_slow for one in connections)
    watch.check(later(LIMITS.grace + 50))
    assert sum(one.slow for one in connections) == LIMITS.slow_bodies
    (refused,) = [one for one in connections if one.too_slow]
    watch.end_body(next(one for one in connections if one.slow))
    watch.end(refused)
    watch.check(later(LIMITS.grace + 50))
    assert sum(one.slow for one in connections) == LIMITS.slow_bodies - 1
    for server, client in pairs:
        server.close()
        client.close()


class Streamed(list[bytes]):
    """A response that Django makes piece by piece."""

    streaming = True

    def close(self) -> None:
        pass


def test_few_slow_readers_at_a_time(watch: Watch) -> None:
    pairs = [socket.socketpair() for _ in range(LIMITS.slow_answers + 3)]
    responses: list[Any] = [Streamed(), *(Response() for _ in pairs[1:])]
    for (server, _), response in zip(pairs, responses, strict=True):
        bounded(lambda *_, own=response: own, watch, server.fileno)(dict(ENVIRON), None)

    def cut() -> list[int]:
        return [number for number, (_, client) in enumerate(pairs) if has_ended(client)]

    watch.check(later(LIMITS.grace - 50))
    assert cut() == []
    watch.check(later(LIMITS.grace + 50))
    assert len(cut()) == 2
    assert 0 not in cut()  # its view has rules of its own
    kept = next(number for number in range(1, len(pairs)) if number not in cut())
    responses[kept].close()
    server, client = socket.socketpair()
    with server, client:
        bounded(lambda *_: Response(), watch, server.fileno)(dict(ENVIRON), None)
        watch.check(later(LIMITS.grace + 50))
        assert not has_ended(client)
        assert len(cut()) == 2
    for server, client in pairs:
        server.close()
        client.close()


def has_ended(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_request_that_is_late_can_write_no_more(watch: Watch, pair: Pair) -> None:
    watch.begin(pair[0].fileno())
    watch.check(later(LIMITS.request - 50))
    pair[0].sendall(b"first")
    watch.check(later(LIMITS.request + 50))
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"second")


def test_an_answer_that_is_taken_has_more_time_for_it(pair: Pair) -> None:
    alive: list[float] = []
    watch = Watch(LIMITS, alive.append)
    environ = dict(ENVIRON)
    bounded(lambda environ, start: Response(), watch, pair[0].fileno)(environ, None)
    environ[PROGRESS](100)
    watch.check(later(LIMITS.request + 50))
    pair[0].sendall(b"in time")
    assert alive == pytest.approx([LIMITS.request, LIMITS.request + 100], abs=50)
    watch.check(later(LIMITS.request + 150))
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"too late")


def test_the_next_connection_with_that_number_is_left_alone(watch: Watch, pair: Pair) -> None:
    watch.end(watch.begin(pair[0].fileno()))
    watch.check(later(LIMITS.request + 50))
    pair[0].sendall(b"still")
    assert pair[1].recv(100) == b"still"


class Response(list[bytes]):
    """An application's response."""

    closed = False

    def close(self) -> None:
        self.closed = True


def under_watch(watch: Watch, pair: Pair) -> bool:
    """Return True if a late connection would be shut down."""
    watch.check(later(LIMITS.request + 50))
    try:
        pair[0].sendall(b".")
    except BrokenPipeError:
        return True
    return False


def test_a_request_lasts_until_its_response_is_closed(watch: Watch, pair: Pair) -> None:
    response = Response([b"answer"])
    application = bounded(lambda environ, start: response, watch, pair[0].fileno)
    answered = application(ENVIRON, None)
    assert answered is response
    answered.close()
    assert response.closed
    assert not under_watch(watch, pair)


def test_a_request_is_watched_while_it_is_answered(watch: Watch, pair: Pair) -> None:
    bounded(lambda environ, start: Response(), watch, pair[0].fileno)(ENVIRON, None)
    assert under_watch(watch, pair)


def test_a_request_that_fails_has_ended(watch: Watch, pair: Pair) -> None:
    def fail(environ: Any, start: Any) -> Any:
        raise LookupError

    with pytest.raises(LookupError):
        bounded(fail, watch, pair[0].fileno)(ENVIRON, None)
    assert not under_watch(watch, pair)


class Late:
    """An input whose time is over."""

    def read(self, size: int = -1) -> bytes:
        raise BodyTooSlow("late")

    readline = read


def late_request(content_type: str) -> WSGIRequest:
    environ = {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": "100",
        "wsgi.input": Late(),
    }
    return WSGIRequest(environ)


def test_who_sends_too_slowly_is_told_so() -> None:
    with pytest.raises(Problem) as json_body:
        request_parsing.json_value(late_request("application/json"))
    with pytest.raises(Problem) as form:
        bodies.uploaded(late_request("multipart/form-data; boundary=b"), 1000)
    assert json_body.value.to_json()["status"] == form.value.to_json()["status"] == 408
