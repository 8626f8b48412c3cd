"""Places to wait in: for all, for one client, for what takes seconds, and for each kind of that."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings
from pytest_django import Settings

from bidding.api.http import clients
from bidding.models import Kind
from tests.api.conftest import Ask
from tests.conftest import question

HOG, OTHER = "address:192.0.2.1", "address:192.0.2.2"
SLOW = ("refined", "analysis", "review", "results")
Asked = tuple[str, str | None]


@contextmanager
def waiting_threads(asked: list[Asked]) -> Iterator[Counter[Asked]]:
    """Threads that all ask at once for a place to wait in; which of them wait until the end."""
    found: Counter[Asked] = Counter()
    start, end = threading.Barrier(len(asked)), threading.Event()
    seated = threading.Semaphore(0)

    def wait(client: str, kind: str | None) -> None:
        start.wait()
        with clients.waiting_place(5, client, slow_kind=kind) as seconds:
            if seconds:
                found[client, kind] += 1
            seated.release()
            if seconds:
                end.wait(30)

    threads = [threading.Thread(target=wait, args=one) for one in asked]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert seated.acquire(timeout=30)
    try:
        yield found
    finally:
        end.set()
        for thread in threads:
            thread.join(30)
        assert not clients._taken


def test_whoever_hogs_leaves_a_wait_of_each_kind_to_others() -> None:
    hogging: list[Asked] = [(HOG, kind) for kind in (*SLOW, None) for _ in range(30)]
    with waiting_threads(hogging) as taken:
        assert taken.total() == 16
        assert sum(taken[HOG, kind] for kind in SLOW) <= 6
        for kind in (*SLOW, None):
            with clients.waiting_place(5, OTHER, slow_kind=kind) as seconds:
                assert seconds == 5
        with clients.waiting_place(5, HOG) as seconds:
            assert seconds == 0


@pytest.mark.parametrize("kind", SLOW)
def test_seventy_waits_of_one_kind_take_a_share_of_it(kind: str) -> None:
    with waiting_threads([(HOG, kind)] * 70) as taken:
        assert taken.total() == 4
        with clients.waiting_place(5, OTHER, slow_kind=kind) as seconds:
            assert seconds == 5


def test_one_kind_of_many_clients_leaves_places_to_the_others() -> None:
    crowd: list[Asked] = [(f"key:{number}", "refined") for number in range(40)]
    with waiting_threads(crowd) as taken, ExitStack() as held:
        assert taken.total() == 8
        asked = ["refined", "analysis", "results", None]
        places = [clients.waiting_place(5, OTHER, slow_kind=kind) for kind in asked]
        assert [held.enter_context(one) for one in places] == [0, 5, 5, 5]


def test_all_that_is_slow_leaves_places_to_quick_questions() -> None:
    crowd: list[Asked] = [(f"key:{n}", kind) for n in range(100, 120) for kind in SLOW]
    with waiting_threads(crowd) as taken, ExitStack() as held:
        assert taken.total() == 12
        quick = [clients.waiting_place(5, f"key:{number}") for number in range(13)]
        assert sum(held.enter_context(one) > 0 for one in quick) == 12


@pytest.mark.parametrize(
    "network", ["address:2001:db8:1:{}::/64", "address:192.0.2.{}"], ids=["IPv6", "IPv4"]
)
@pytest.mark.parametrize("kind", [*SLOW, None])
def test_one_network_leaves_places_to_strangers_elsewhere(network: str, kind: str | None) -> None:
    with waiting_threads([(network.format(number), kind) for number in range(40)]) as taken:
        assert taken.total() > 0
        with clients.waiting_place(5, "address:198.51.100.1", slow_kind=kind) as seconds:
            assert seconds == 5


@pytest.mark.parametrize("kind", [*SLOW, None])
def test_strangers_from_everywhere_leave_places_to_keys(kind: str | None) -> None:
    crowd: list[Asked] = [(f"address:198.51.{number}.1", kind) for number in range(40)]
    with waiting_threads(crowd) as taken:
        with clients.waiting_place(5, OTHER, slow_kind=kind) as seconds:
            assert seconds == 0
        with clients.waiting_place(5, "key:7", slow_kind=kind) as seconds:
            assert seconds == 5
        assert taken.total() == {None: 18}.get(kind, 6)


def test_a_place_is_free_again_when_the_answer_fails() -> None:
    def failing() -> None:
        with clients.waiting_place(5, HOG, slow_kind="refined") as seconds:
            assert seconds == 5
            raise OSError("gone")

    for _ in range(settings.WAITING_PLACES + 1):
        with pytest.raises(OSError, match="gone"):
            failing()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("stub_worker", "working_queue")
@pytest.mark.parametrize("kind", [Kind.REFINED, Kind.ANALYSIS])
def test_who_has_his_share_is_told_where_to_look(ask: Ask, kind: Kind) -> None:
    """An answer computed at once needs no place; one asked for while places are taken is 202."""
    address = "/api/v1/refined" if kind == Kind.REFINED else "/api/v1/analyses"
    with waiting_threads([("address:127.0.0.1", kind)] * 4):
        response = ask(question(seat="E"), wait=5, address=address)
        assert (response.status_code, "Preference-Applied" in response.headers) == (202, False)
        response = ask(question(seat="E"), wait=5, address=address, REMOTE_ADDR="192.0.2.9")
        assert response.headers["Preference-Applied"] == "wait=5"


def test_shares_of_the_shipped_settings_leave_places_to_two_clients(settings: Settings) -> None:
    assert settings.CLIENT_SLOW_KIND_WAITING_PLACES * 2 <= settings.SLOW_KIND_WAITING_PLACES
    assert settings.CLIENT_SLOW_WAITING_PLACES * 2 <= settings.SLOW_WAITING_PLACES
    assert settings.SLOW_KIND_WAITING_PLACES < settings.SLOW_WAITING_PLACES
    assert settings.SLOW_WAITING_PLACES < settings.WAITING_PLACES
