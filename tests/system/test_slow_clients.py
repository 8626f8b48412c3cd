"""Clients that send slowly hold up nobody else, and end no process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bidding.api.http import request_parsing
from tests.conftest import question
from tests.system.conftest import Site, empty_site, run_site

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/explanations"
HALF_OPEN, TRICKLING = 300, 20
HONEST_SECONDS = 10  # far more than an honest request takes on a busy machine
PROBLEM = b"urn:bridgeviz:problem:body-too-slow"
START = f"POST {ADDRESS} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HEADERS = START + "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n"


@pytest.fixture(scope="module")
def routed_site() -> Iterator[Site]:
    """The site as ``make run`` starts it."""
    with empty_site() as subject:
        subject.environment["REQUESTS_PER_MINUTE"] = "60"
        yield run_site(subject)


def connected(site: Site, stack: ExitStack, start: str, source: str = "") -> socket.socket:
    """A connection on which this much of a request was sent."""
    address = ("127.0.0.1", site.port)
    found = socket.create_connection(address, 30, source_address=(source, 0) if source else None)
    stack.enter_context(found)
    found.sendall(start.encode())
    return found


def rest(connection: socket.socket) -> bytes:
    """All that still comes; nothing more where the connection is reset."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionError:
        pass
    return received


def trickle(connection: socket.socket) -> bytes:
    """Send a byte now and then until an answer comes; the answer, empty where there is none."""
    connection.settimeout(0.3)
    end = time.monotonic() + 40
    while time.monotonic() < end:
        try:
            connection.sendall(b" ")
            first = connection.recv(65536)
        except TimeoutError:
            continue
        except ConnectionError:
            return b""
        connection.settimeout(30)
        return first + rest(connection)
    raise AssertionError("the connection is still open")


def processes(site: Site) -> list[int]:
    return site.pids("uwsgi")


def test_unfinished_headers_hold_no_thread(routed_site: Site) -> None:
    site, before = routed_site, processes(routed_site)
    with ExitStack() as stack:
        for _ in range(HALF_OPEN):
            connected(site, stack, START + "X-Slow: ")
        for answer in (site.ask("/healthz"), site.ask(ADDRESS, question(seat="E"), wait=15)):
            assert answer.status == 200
            assert answer.seconds < HONEST_SECONDS
    assert processes(site) == before


def test_a_chunked_body_is_read_away_without_waiting_for_more(routed_site: Site) -> None:
    """The body has ended with its last chunk: nobody waits until draining gives up."""
    start = START + "Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
    seconds = []
    for _ in range(3):
        with ExitStack() as stack:
            began = time.monotonic()
            answer = rest(connected(routed_site, stack, start + "5\r\nhello\r\n0\r\n\r\n"))
            seconds.append(time.monotonic() - began)
        assert answer.startswith(b"HTTP/1.1 415")
    assert min(seconds) < request_parsing.MAX_SECONDS


def test_bodies_that_trickle_end_and_others_are_served(site: Site) -> None:
    before, found = processes(site), []
    with ExitStack() as stack:
        slow = [connected(site, stack, HEADERS) for _ in range(TRICKLING)]
        threads = [
            threading.Thread(target=lambda one=one: found.append(trickle(one))) for one in slow
        ]
        for thread in threads:
            thread.start()
        honest = []
        while any(thread.is_alive() for thread in threads):
            honest.append(site.ask(ADDRESS, question(seat="N"), wait=15))
            time.sleep(0.5)
        for thread in threads:
            thread.join()
    assert len(honest) > 5
    assert {answer.status for answer in honest} == {200}
    assert max(answer.seconds for answer in honest) < HONEST_SECONDS
    assert len(found) == TRICKLING
    answered = [answer for answer in found if answer]
    assert answered
    assert all(answer.startswith(b"HTTP/1.1 408") and PROBLEM in answer for answer in answered)
    assert processes(site) == before


def test_the_router_tells_who_asks(routed_site: Site) -> None:
    """Each address has its own limit, and no header can change whose it is."""
    request = "GET /api/v1/systems HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {}\r\n\r\n"

    def status(source: str, number: int) -> bytes:
        with ExitStack() as stack:
            forged = f"192.0.2.{number}"
            return rest(connected(routed_site, stack, request.format(forged), source))[9:12]

    statuses = [status("127.0.0.2", number) for number in range(40)]
    assert statuses[0] == b"200"
    assert b"429" in statuses
    assert status("127.0.0.3", 0) == b"200"


def test_the_routers_own_socket_is_the_owners_alone(routed_site: Site) -> None:
    """Whoever speaks to it may say that a request came from anywhere."""
    (found,) = Path(routed_site.home).glob("bridgeviz-*/web.sock")
    assert found.stat().st_mode & 0o077 == 0
    assert found.parent.stat().st_mode & 0o077 == 0


def test_a_client_is_told_that_its_connection_ends(site: Site) -> None:
    assert site.ask("/healthz").headers["Connection"] == "close"
