"""Clients whose requests are refused before their body is read get their answer, never a reset."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import question
from tests.system.conftest import Site, empty_site, eventually, run_parts

pytestmark = pytest.mark.system

CLIENTS, ROUNDS = 8, 5
EXPLANATIONS, BATCHES = "/api/v1/explanations", "/api/v1/batches"
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
QUESTION = json.dumps(question()).encode()
CHUNKED = {**JSON, "Transfer-Encoding": "chunked"}
CHUNKS = b"%x\r\n%b\r\n0\r\n\r\n" % (100_000, b" " * 100_000)

Request = tuple[str, dict[str, str], bytes]
# What is refused, and with which status.
REFUSED: tuple[tuple[Request, int], ...] = (
    ((EXPLANATIONS, JSON, QUESTION), 429),
    ((EXPLANATIONS, {**JSON, "Authorization": "Bearer wrong"}, QUESTION), 401),
    ((EXPLANATIONS, {**JSON, "Host": "elsewhere.example"}, QUESTION), 400),
    ((EXPLANATIONS, {**JSON, "Host": "elsewhere.example"}, b" " * 300_000), 400),
    ((EXPLANATIONS, {**JSON, "Sec-Fetch-Site": "cross-site"}, b" " * 300_000), 403),
    (("/nowhere", JSON, b" " * 2_000), 404),
    (("/nowhere", JSON, b" " * 300_000), 404),
    (("/healthz", JSON, QUESTION), 405),
    (("/sign-in", FORM, b"name=" + b"x" * 300_000), 403),
    ((BATCHES, CHUNKED, CHUNKS), 411),
    ((BATCHES, JSON, b" " * 3_000_000), 413),
    ((BATCHES, JSON, b" " * 9_000_000), 413),
    ((BATCHES, {"Content-Type": "application/xml"}, b" " * 300_000), 415),
)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """uWSGI as it is installed, which takes one question of a client in ten seconds."""
    with empty_site() as subject:
        subject.environment["QUESTIONS_PER_MINUTE"] = "6"
        yield run_parts(subject)


def pooled(site: Site, first: int) -> Counter[str]:
    """Send each request some times, on one connection for as long as answers let it be kept.

    What came of them: a status with its Connection header, or the name of an error.
    """
    found: Counter[str] = Counter()
    connection: http.client.HTTPConnection | None = None
    for number in range(first, first + ROUNDS * len(REFUSED)):
        (path, headers, body), expected = REFUSED[number % len(REFUSED)]
        if connection is None:
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException) as error:
            found[f"{type(error).__name__} at {path} {len(body)} bytes"] += 1
            connection = None
            continue
        as_expected = answer.status == expected
        found["answered" if as_expected else f"{path} {answer.status}"] += 1
        if answer.will_close:
            connection = None
    return found


def test_no_refused_request_is_reset(site: Site) -> None:
    assert site.ask(EXPLANATIONS, question()).status == 202
    with ThreadPoolExecutor(CLIENTS) as pool:
        parts = list(pool.map(lambda first: pooled(site, first), range(CLIENTS)))
    found: Counter[str] = sum(parts, Counter())
    assert found == {"answered": CLIENTS * ROUNDS * len(REFUSED)}


def test_answers_say_that_the_connection_is_closed(site: Site) -> None:
    for path in ("/healthz", "/nowhere", "/"):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.getheader("Connection") == "close"
        assert answer.read()


def test_what_the_server_writes_names_neither_address_nor_query(site: Site) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.request("GET", f"{BATCHES}?signature=secret", headers={"Host": "elsewhere.example"})
    assert connection.getresponse().status == 400
    for _ in range(5):
        gone = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        gone.request("GET", "/api/v1/schema?signature=secret")
        gone.close()  # long before the answer ends
    broker = site.programs["redis"]
    site.stop("redis")
    assert eventually(lambda: site.answers("/readyz?signature=secret", status=503), 30)
    site.start("redis", *broker.args)
    assert eventually(site.answers, 30)
    output = site.output("web")
    assert "Invalid HTTP_HOST" in output
    assert "secret" not in output
    assert "127.0.0.1" not in "".join(line for line in output.splitlines() if "/api" in line)
