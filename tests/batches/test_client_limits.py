"""How much of one client may be under way at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone
from pytest_django import Settings

from bidding.batches import requests
from bidding.jobs.shares import hidden
from bidding.models import Batch, BatchAnswer, BatchItem, Job
from tests.batches.conftest import asked, distinct, work_off
from tests.conftest import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]

ONE, OTHER = "address:192.0.2.1", "key:7"
FAULTY = requests.Asked(None, {"code": "malformed-hand", "detail": "x" * 10_000, "errors": []})


@pytest.fixture(autouse=True)
def two_batches_of_ten_items(settings: Settings) -> None:
    settings.CLIENT_BATCHES, settings.CLIENT_BATCH_ITEMS = 2, 10


def send(items: int = 1, client: str = ONE, key: str | None = None) -> Batch:
    return requests.submit(asked(*distinct(items)), "digest", key, client)


def test_as_many_batches_as_the_setting_says(queue: Queue) -> None:
    for _ in range(2):
        send()
    with pytest.raises(requests.TooManyOfClient, match="too many batches"):
        send()
    assert send(client=OTHER).total == 1
    work_off(queue)
    assert send().total == 1


def test_eleven_strangers_leave_batches_to_keys(settings: Settings) -> None:
    settings.CLIENT_BATCHES = 5
    for number in range(11):
        with suppress(requests.NoRoom):
            for _ in range(5):
                send(client=f"address:198.51.{number}.1")
    assert Batch.objects.count() == 38
    with pytest.raises(requests.NoRoom) as refusal:
        requests.admit(ONE)
    assert not isinstance(refusal.value, requests.TooManyOfClient)
    for _ in range(5):
        requests.submit(asked(*distinct(1)), "digest", None, OTHER, keyed=True)


def test_networks_of_one_customer_leave_batches_to_strangers() -> None:
    """And the networks beside them are told that it is theirs who take so much."""
    refused = 0
    for number in range(40):
        try:
            send(client=f"address:2001:db8:1:{number:x}00::/64")
        except requests.TooManyOfClient:
            refused += 1
    assert (Batch.objects.count(), refused) == (16, 24)
    with pytest.raises(requests.TooManyOfClient):
        requests.admit("address:2001:db8:1:7777::/64")
    assert send().total == 1


def test_what_strangers_store_leaves_room_to_keys_and_to_others(settings: Settings) -> None:
    settings.BATCH_STORED_BYTES, settings.CLIENT_STORED_BYTES = 400_000, 30_000
    settings.CLIENT_BATCHES = 50

    def store(clients: Iterable[str], *, keyed: bool = False) -> None:
        for client in clients:
            requests.submit([FAULTY] * 2, "digest", None, client, keyed=keyed)

    with pytest.raises(requests.TooManyOfClient, match="fill your share"):
        store(f"address:2001:db8:1:{number:x}00::/64" for number in range(100))
    store([ONE])
    with pytest.raises(requests.NoRoom, match="storage for batch results is full"):
        store(f"address:198.51.{number}.1" for number in range(100))
    assert sum(Batch.objects.values_list("stored_bytes", flat=True)) <= 300_000
    store([OTHER], keyed=True)


def test_a_cancelled_batch_makes_room() -> None:
    first, _ = send(), send()
    requests.cancel(first.id)
    assert send().total == 1


def test_their_items_are_counted_until_they_have_answers() -> None:
    send(6)
    with pytest.raises(requests.TooManyOfClient, match="too large while"):
        send(5)
    assert send(4).total == 4
    assert send(10, client=OTHER).total == 10
    requests.cancel(Batch.objects.get(client=hidden(ONE), total=4).id)
    Batch.objects.filter(total=6).update(n_done=3, n_failed=1)
    assert send(8).total == 8


def test_all_that_is_kept_counts_what_was_refused_too(settings: Settings) -> None:
    settings.CLIENT_STORED_BYTES, settings.KEY_STORED_BYTES = 30_000, 100_000
    first = requests.submit([FAULTY] * 2, "digest", None, ONE)
    assert first.stored_bytes > 20_000
    with pytest.raises(requests.TooManyOfClient, match="fill your share"):
        requests.submit([FAULTY], "digest", None, ONE)
    for _ in range(3):
        requests.submit([FAULTY] * 2, "digest", None, OTHER, keyed=True)


def test_a_removed_batch_is_deleted_at_once_without_any_worker(
    settings: Settings, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CLIENT_STORED_BYTES = 35_000
    monkeypatch.setattr(requests, "DELETED_ITEMS", 2)
    for _ in range(5):
        batch = requests.submit(asked(*distinct(5)) + [FAULTY] * 2, "digest", None, ONE)
        work_off(queue)
        with pytest.raises(requests.TooManyOfClient, match="fill your share"):
            requests.submit([FAULTY] * 2, "digest", None, ONE)
        requests.remove(batch.id)
        rows = (Batch, BatchItem, Job, BatchAnswer)
        assert [model.objects.count() for model in rows] == [0] * 4


def test_only_so_many_rows_are_deleted_in_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "DELETED_ITEMS", 2)
    batch = requests.submit([FAULTY] * 7, "digest", None, ONE)
    left, atomic = [], requests.transaction.atomic

    def counted(*arguments: Any, **options: Any) -> Any:
        left.append(BatchItem.objects.count())
        return atomic(*arguments, **options)

    monkeypatch.setattr(requests.transaction, "atomic", counted)
    requests.remove(batch.id)
    assert sorted(set(left), reverse=True) == [7, 5, 3, 1, 0]


def test_an_answer_that_another_batch_is_given_meanwhile_does_not_stop_the_deletion(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = send(3)
    work_off(queue)
    delete, failures = requests._delete_unused, [IntegrityError("still referenced")]

    def deleted(answers: set[str]) -> None:
        if failures:
            raise failures.pop()
        delete(answers)

    monkeypatch.setattr(requests, "_delete_unused", deleted)
    requests.remove(batch.id)
    assert not failures
    assert not Batch.objects.exists()
    assert not BatchAnswer.objects.exists()


@pytest.mark.parametrize("why", ["removed", "old"])
def test_what_is_no_longer_kept_never_refuses_a_new_batch(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    settings.BATCH_STORED_BYTES = settings.CLIENT_STORED_BYTES = 30_000
    first = requests.submit([FAULTY] * 2, "digest", None, ONE)
    if why == "removed":  # and there was no time to delete it
        with monkeypatch.context() as patch:
            patch.setattr(requests, "DELETED_ITEMS", 1)
            patch.setattr(requests, "_purge_seconds", lambda: -1.0)
            requests.remove(first.id)
        assert BatchItem.objects.filter(batch=first).exists()
    else:
        hours = timedelta(hours=settings.BATCH_RETENTION_HOURS + 1)
        Batch.objects.update(ended_at=timezone.now() - hours)
    for client in (ONE, OTHER):
        requests.admit(client)
        requests.remove(requests.submit([FAULTY] * 2, "digest", None, client).id)
    assert not Batch.objects.exists()


def test_answers_that_find_no_room_for_their_client_fail(settings: Settings, queue: Queue) -> None:
    batch = send(2)
    settings.CLIENT_STORED_BYTES = batch.stored_bytes + 1_000
    Batch.objects.filter(pk=batch.pk).update(stored_bytes=settings.CLIENT_STORED_BYTES)
    other = send(2, client=OTHER)
    work_off(queue)
    codes = [item.error and item.error["code"] for item in batch.items.all()]
    assert codes == ["batches-full"] * 2
    assert [item.error for item in other.items.all()] == [None] * 2


def test_who_has_nothing_under_way_may_ask_for_a_batch_of_any_size() -> None:
    assert send(12).total == 12


def test_without_a_client_there_is_no_limit_but_the_sites(settings: Settings) -> None:
    settings.BATCHES_UNFINISHED = 4
    for _ in range(4):
        send(client="")
    with pytest.raises(requests.NoRoom) as refusal:
        send(client="")
    assert not isinstance(refusal.value, requests.TooManyOfClient)


def test_the_same_request_again_gets_its_batch_all_the_same() -> None:
    first, _ = send(key="first"), send()
    assert send(key="first").id == first.id


def test_those_that_come_at_the_same_moment_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: Any = requests._cut

    def overtaken(rows: Iterable[Any]) -> Iterator[int]:
        monkeypatch.setattr(requests, "_cut", cut)
        for _ in range(2):
            send()
        yield from cut(rows)

    monkeypatch.setattr(requests, "_cut", overtaken)
    with pytest.raises(requests.TooManyOfClient):
        send()
    assert Batch.objects.count() == 2


def test_nobody_reads_in_the_database_who_it_was() -> None:
    batch, other = send(), send(client=OTHER)
    assert batch.client != other.client
    assert "192.0.2.1" not in batch.client
    assert send().client == batch.client


def test_of_one_network_it_is_seen_that_it_is_one() -> None:
    own, near, far, else_where = (
        hidden(f"address:2001:db8:{network}::/64") for network in ("1:0", "1:ff", "1:100", "2:0")
    )
    assert len({own, near, far, else_where}) == 4
    assert own[:32] == near[:32] != far[:32]
    assert own[:16] == far[:16] != else_where[:16]
    assert hidden("address:192.0.2.1")[:32] == hidden("address:192.0.2.15")[:32]
    assert hidden("key:7")[:16] != hidden("key:8")[:16]
