"""The processor time of web processes, by client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from bidding import keys
from bidding.api import boards
from bidding.api.http import processor_time, throttling
from bidding.models import Scope
from bidding.yielding import yield_point
from tests.api.conftest import problem_of
from tests.api.test_batches import PBN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

BOARDS = "/api/v1/boards"
HONEST = "192.0.2.1"


class Clock:
    """Stands still until told, and so does the processor."""

    now = 1_000_000.0
    used = 0.0

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def monotonic(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.used


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[Clock]:
    """250 ms a second for all without a key, 25 for each of ten; 2.5 s at once, and a quarter."""
    settings.PROCESSOR_PERCENT = 33
    still = Clock()
    monkeypatch.setattr(processor_time, "time", still)
    monkeypatch.setattr(throttling, "_PAUSE_SECONDS", 0)
    processor_time._used.clear()
    yield still
    processor_time._used.clear()


@pytest.fixture
def read(client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Ask from an address to read boards, which takes so many seconds of the processor."""
    original, seconds = boards.read_boards, 0.0

    def read_slowly(*args: Any, **options: Any) -> Any:
        clock.used += seconds
        return original(*args, **options)

    monkeypatch.setattr(boards, "read_boards", read_slowly)

    def post(taking: float, address: str = HONEST, **headers: str) -> Any:
        nonlocal seconds
        seconds = taking
        body, kind = {"text": PBN}, "application/json"
        return client.post(BOARDS, body, content_type=kind, REMOTE_ADDR=address, headers=headers)

    return post


def address(number: int) -> str:
    """Return an address in a network of its own."""
    return f"198.51.{number}.1"


def test_who_uses_much_is_refused_with_the_time_to_come_again(
    read: Callable[..., Any], clock: Clock, client: Client
) -> None:
    assert read(10).status_code == 200
    refused = read(1)
    problem_of(refused, 429, "too-many-requests")
    assert refused.headers["Retry-After"] == "31"  # 10 s at 250 ms a second, but for 10
    page = client.get("/practice/", REMOTE_ADDR=HONEST, headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Retry-After"]) == (429, "31")
    assert client.get("/static/none.js", REMOTE_ADDR=HONEST).status_code == 429
    assert client.get("/healthz", REMOTE_ADDR=HONEST).status_code == 200
    clock.now += 30
    assert read(1).status_code == 429
    clock.now += 1
    assert read(1).status_code == 200


def test_others_go_on(read: Callable[..., Any], clock: Clock) -> None:
    assert read(10, address(1)).status_code == 200
    assert read(1, address(1)).status_code == 429
    assert read(2).status_code == 200
    assert read(2).status_code == 200  # not half as much as both on average
    assert read(0).status_code == 429
    assert read(0.1, address(2)).status_code == 200


def test_ordinary_use_is_not_refused_however_busy_the_process_is(
    read: Callable[..., Any], clock: Clock
) -> None:
    for second in range(120):
        clock.now += 1
        processor_time.add(f"address:{address(1 + second % 10)}", 1)
        assert read(0.02).status_code == 200


def test_ten_clients_together_take_a_quarter_of_the_time(clock: Clock) -> None:
    taken, seconds = 0.0, 600
    for _ in range(10 * seconds):
        clock.now += 0.1
        for number in range(10):
            client = f"address:{address(number)}"
            if not processor_time.seconds_to_wait(client):
                processor_time.add(client, 0.05)
                taken += 0.05
    assert 0.2 < taken / seconds < 0.27


def test_a_lone_client_may_use_much_at_once_now_and_then(
    read: Callable[..., Any], clock: Clock
) -> None:
    for _ in range(5):
        assert read(2.4).status_code == 200
        assert read(0).status_code == 200
        clock.now += 10


def test_addresses_of_a_network_are_counted_together(read: Callable[..., Any]) -> None:
    for number in range(0, 240, 16):
        processor_time.add(f"address:198.51.100.{number}", 0.45)
    assert read(0, "198.51.100.250").status_code == 429
    assert read(0, address(1)).status_code == 200


def test_a_key_counts_for_itself(read: Callable[..., Any], clock: Clock) -> None:
    row, text = keys.make("a club", [Scope.EXPLAIN])
    row.save()
    mine = {"Authorization": f"Bearer {text}"}
    for _ in range(10):
        read(0.6)
    assert read(0).status_code == 429
    assert read(8, **mine).status_code == 200
    refused = read(1, **mine)
    problem_of(refused, 429, "too-many-requests")
    assert read(0, address(1)).status_code == 200
    wrong = read(0, Authorization="Bearer guess")
    assert wrong.status_code == 429


def test_no_credentials_open_a_page_to_a_refused_client(
    read: Callable[..., Any], client: Client
) -> None:
    read(10)
    headers = {"Authorization": "Bearer guess"}
    assert client.get("/practice/", REMOTE_ADDR=HONEST, headers=headers).status_code == 429


def test_each_piece_of_a_stream_counts_as_it_is_made(clock: Clock) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(3):
            clock.used += 4
            yield b"piece"

    def answered(made: HttpResponse) -> HttpResponse:
        request = RequestFactory().get("/", REMOTE_ADDR=HONEST)
        return processor_time.count_processor_time(lambda _: made)(request)

    client, stream = f"address:{HONEST}", iter(answered(StreamingHttpResponse(pieces())))
    assert [processor_time._used[client].beyond for _ in zip(stream, "123", strict=False)] == [
        4_000,
        8_000,
        12_000,
    ]
    file = FileResponse(open(__file__, "rb"))  # noqa: PTH123, SIM115
    assert answered(file).file_to_stream is not None  # the server sends it by itself
    file.close()


def test_few_are_remembered_and_those_who_use_most(clock: Clock) -> None:
    heavy = f"address:{address(1)}"
    processor_time.add(heavy, 30)
    for number in range(3_000):
        processor_time.add(f"address:10.{number % 250}.{number // 250}.1", 0.001)
        assert len(processor_time._used) <= processor_time.MOST_COUNTED + 4
    assert processor_time.seconds_to_wait(heavy)


def test_a_long_request_leaves_the_processor_to_others_for_as_long_as_it_had_it(
    clock: Clock,
) -> None:
    def long(_: object) -> HttpResponse:
        for seconds in (0.004, 0.003, 0.02, 0.001):
            clock.used += seconds
            yield_point()
        return HttpResponse()

    def beside(request: HttpRequest) -> HttpResponse:
        return processor_time.count_processor_time(long)(request)

    request = RequestFactory().get("/", REMOTE_ADDR=HONEST)
    beside(request)
    assert clock.pauses == []
    with processor_time._under_way():
        beside(request)
    assert clock.pauses == [pytest.approx(0.007), pytest.approx(0.02)]
    assert processor_time._requests == 0
