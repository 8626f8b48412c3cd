"""What is kept of one client's answers to single questions, and at nobody else's cost."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from bidding.domain.position import Position
from bidding.jobs import compute, submission, upkeep
from bidding.jobs.shares import hidden
from bidding.models import Batch, BatchState, Job, Kind, State, Worker
from tests.conftest import QUESTION, Queue
from tests.stub_explainer import StubExplainer

pytestmark = pytest.mark.django_db

ONE, OTHER, KEY = "address:192.0.2.1", "address:192.0.2.2", "key:7"


def kept(client: str = ONE, size: int = 100, age: float = 0, **changes: Any) -> Job:
    """A row of that client, which ended long ago if it did."""
    values = {"content_key": uuid.uuid4().hex, "position": QUESTION, "state": State.DONE}
    created = timezone.now() - timedelta(seconds=age)
    owner = {"client": hidden(client) or None, "keyed": client.startswith("key")}
    return Job.objects.create(
        **{**values, **owner, "created_at": created, "result_bytes": size, **changes}
    )


def left(client: str) -> list[Job]:
    return list(Job.objects.filter(client=hidden(client)).order_by("-created_at"))


@pytest.fixture(autouse=True)
def small_shares(settings: Settings) -> None:
    settings.CLIENT_STORED_BYTES, settings.KEY_STORED_BYTES = 1_000, 2_000
    settings.RETENTION_BYTES, settings.RETENTION_ROWS = 40_000, 400


class TestSweep:
    def test_of_a_client_beyond_its_share_the_oldest_go_and_nobody_elses(self) -> None:
        others = [kept(OTHER, age=1_000 + number) for number in range(9)]
        without = kept("", size=5_000, age=2_000)
        rows = [kept(age=number) for number in range(25)]
        upkeep.sweep()
        assert left(ONE) == rows[:10]
        assert left(OTHER) == others
        assert Job.objects.filter(pk=without.pk).exists()
        assert upkeep.sweep() == 0

    def test_who_showed_a_key_keeps_more(self) -> None:
        rows = [kept(KEY, age=number) for number in range(25)]
        upkeep.sweep()
        assert left(KEY) == rows[:20]

    def test_what_is_kept_of_its_batches_counts_but_for_a_fifth(self) -> None:
        rows = [kept(age=number) for number in range(12)]
        others = [kept(OTHER, age=number) for number in range(10)]
        batch = Batch.objects.create(
            state=BatchState.DONE,
            created_at=timezone.now(),
            total=1,
            digest="",
            client=hidden(ONE),
            stored_bytes=500,
        )
        upkeep.sweep()
        assert left(ONE) == rows[:5]
        Batch.objects.filter(pk=batch.pk).update(stored_bytes=5_000)
        upkeep.sweep()
        assert left(ONE) == rows[:2]
        assert left(OTHER) == others

    def test_nobody_has_more_than_a_quarter_of_all(self, settings: Settings) -> None:
        settings.RETENTION_BYTES, settings.RETENTION_ROWS = 4_000, 80
        rows = [kept(KEY, age=number) for number in range(12)]
        short = [kept(OTHER, size=1, age=number) for number in range(25)]
        upkeep.sweep()
        assert left(KEY) == rows[:10]
        assert left(OTHER) == short[:20]

    def test_the_newest_answer_stays_however_long_it_is(self) -> None:
        long = kept(size=5_000)
        kept(size=10, age=5)
        upkeep.sweep()
        assert left(ONE) == [long]

    def test_what_is_pending_stays(self) -> None:
        waiting = kept(size=0, age=5, state=State.QUEUED)
        done = kept(size=5_000)
        upkeep.sweep()
        assert left(ONE) == [done, waiting]

    def test_much_goes_in_slices(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(upkeep, "SWEPT_ROWS", 3)
        rows = [kept(age=number) for number in range(15)]
        assert [upkeep.sweep() for _ in range(3)] == [3, 2, 0]
        assert left(ONE) == rows[:10]

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan is SQLite's")
    def test_lengths_are_read_without_results(self) -> None:
        kept(size=5_000)
        kept(size=5_000, age=5)
        with CaptureQueriesContext(connection) as asked:
            upkeep.sweep_clients()
        read = [one["sql"] for one in asked.captured_queries if '"result_bytes"' in one["sql"]]
        assert len(read) == 2
        with connection.cursor() as cursor:
            for sql in read:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                assert "COVERING INDEX job_client" in str(cursor.fetchall())


class TestStrangers:
    def test_all_together_leave_room_to_keys(self, settings: Settings) -> None:
        settings.RETENTION_BYTES, settings.RETENTION_ROWS = 4_000, 40
        rows = [kept(KEY, age=100 + number) for number in range(10)]
        for number in range(40):
            kept(f"address:198.51.{number}.1", age=number)
        upkeep.sweep()
        assert left(KEY) == rows
        assert Job.objects.filter(keyed=False).count() == 30

    def test_those_of_one_network_leave_room_to_others(self) -> None:
        others = [kept(OTHER, age=1_000 + number) for number in range(5)]
        for number in range(20):
            for age in range(5):
                kept(f"address:2001:db8:1:{number:x}::/64", age=age)
                kept(f"address:2001:db8:2:{number:x}00::/64", age=age)
        upkeep.sweep()
        assert left(OTHER) == others
        assert Job.objects.count() == 5 + 40 + 80


class TestOwner:
    def test_an_answer_belongs_to_who_asked_first(
        self, stub_worker: Worker, queue: Queue, position: Position
    ) -> None:
        first = submission.submit(position, Kind.EXPLANATION, KEY, keyed=True)
        assert submission.submit(position, Kind.EXPLANATION, ONE).id == first.id
        row = Job.objects.get()
        assert (row.client, row.keyed) == (hidden(KEY), True)

    def test_without_a_client_it_is_nobodys(
        self, stub_worker: Worker, queue: Queue, position: Position
    ) -> None:
        submission.submit(position)
        assert Job.objects.get().client is None


def test_a_node_that_has_stored_much_does_not_wait_for_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upkeep, "UNSWEPT_BYTES", 1_000)
    monkeypatch.setattr(upkeep, "_unswept", 0)
    others = [kept(OTHER, age=1_000 + number) for number in range(10)]
    longest, stored = 0, 0
    for _ in range(20):
        row = kept(size=0, state=State.QUEUED)
        compute.compute_many([row.id], StubExplainer())
        sizes = [one.result_bytes for one in left(ONE)]
        longest, stored = max(longest, sizes[0]), stored + sizes[0]
        assert sum(sizes) <= 1_000 + 1_000 + longest
    assert stored > 4_000
    assert left(OTHER) == others
