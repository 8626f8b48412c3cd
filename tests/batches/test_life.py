"""The life of a batch: taken, cut, computed, cancelled, swept."""

from __future__ import annotations

import json
import zlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from bidding.batches import chunks, progress, requests
from bidding.batches.requests import submit
from bidding.jobs import dispatch, kinds, states, submission
from bidding.jobs import upkeep as jobs_upkeep
from bidding.models import (
    Batch,
    BatchAnswer,
    BatchItem,
    BatchState,
    ItemState,
    Job,
    State,
    Worker,
)
from bidding.parsing.documents.position_documents import position_from_json
from tests.batches.conftest import CountingExplainer, asked, distinct, fresh, make, work_off
from tests.conftest import Queue, compute_next, question
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]


def item_states(batch: Batch) -> list[str]:
    return list(batch.items.order_by("number").values_list("state", flat=True))


def answer_of(item: BatchItem) -> dict[str, Any]:
    assert item.answer is not None
    answer: dict[str, Any] = json.loads(zlib.decompress(item.answer.content))
    return answer


class TestComputing:
    @pytest.mark.usefixtures("small_chunks")
    def test_every_item_is_answered_and_the_batch_ends(self, queue: Queue) -> None:
        batch = make(*distinct(7))
        assert (batch.state, batch.total) == (BatchState.QUEUED, 7)
        assert work_off(queue) == 4
        done = fresh(batch)
        assert (done.state, done.n_done, done.n_failed) == (BatchState.DONE, 7, 0)
        assert done.created_at <= done.started_at <= done.ended_at
        for item, auction in zip(batch.items.order_by("number"), distinct(7), strict=True):
            assert answer_of(item)["position"]["auction"] == auction.split()

    def test_long_auctions_make_small_chunks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chunks, "MAX_MOMENTS", 9)
        batch = make(*distinct(7))  # of three moments each
        assert batch.chunks.count() == 3
        monkeypatch.setattr(chunks, "MAX_MOMENTS", 1)
        assert make(*distinct(2)).chunks.count() == 2

    def test_only_some_chunks_wait_in_the_queue(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 1)
        make(*distinct(9))
        other = make(*distinct(3))
        assert len(queue.sent) == chunks.CHUNKS_AHEAD
        while fresh(other).state != BatchState.DONE:  # it did not wait for the long one
            task = queue.sent.pop(0)
            chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        assert Batch.objects.filter(state=BatchState.RUNNING).count() == 1

    def test_of_all_batches_of_a_client_only_some_chunks_wait_and_those_of_others_beside_them(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 1)
        for number in range(3):
            submit(asked(*distinct(9)), str(number), client="A")
        other = submit(asked(*distinct(3)), "d", client="B")
        assert len(queue.sent) == chunks.CHUNKS_AHEAD + chunks.CHUNKS_AHEAD // 2
        while fresh(other).state != BatchState.DONE:
            task = queue.sent.pop(0)
            chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        assert Job.objects.filter(state=State.DONE).exclude(batch=other).count() <= 6
        work_off(queue)
        assert not Batch.objects.exclude(state=BatchState.DONE).exists()

    @pytest.mark.usefixtures("small_chunks")
    def test_equal_positions_are_computed_once(self, queue: Queue) -> None:
        explainer = CountingExplainer()
        batch = make("1C", "1D", "1c", "1H", "1D", "1C")
        work_off(queue, explainer)
        assert sorted(explainer.asked) == ["1C", "1D", "1H"]
        assert fresh(batch).n_done == 6
        again = make("1H", "1S")
        work_off(queue, explainer)
        assert explainer.asked[3:] == ["1S"]  # not once more for another batch
        assert fresh(again).n_done == 2
        assert BatchAnswer.objects.count() == 4

    def test_what_was_asked_singly_is_not_computed_again(
        self, queue: Queue, stub_worker: Worker
    ) -> None:
        row = submission.submit(position_from_json(question(auction=["1C"])))
        compute_next(row.id, StubExplainer())
        queue.sent.clear()
        explainer = CountingExplainer()
        batch = make("1C")
        work_off(queue, explainer)
        assert explainer.asked == []
        assert (
            answer_of(batch.items.get())
            == StubExplainer().explain(position_from_json(question(auction=["1C"]))).to_json()
        )

    def test_items_that_are_none_keep_their_place_and_reason(self, queue: Queue) -> None:
        batch = make("1C", "", "1D")
        work_off(queue)
        assert item_states(batch) == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
        assert (fresh(batch).n_done, fresh(batch).n_failed) == (2, 1)

    def test_a_batch_without_any_position_has_ended(self, queue: Queue) -> None:
        batch = make("", "")
        assert (batch.state, batch.n_failed) == (BatchState.DONE, 2)
        assert not queue.sent

    def test_one_position_that_cannot_be_explained_fails_alone(self, queue: Queue) -> None:
        batch = make("1C", StubExplainer.BROKEN_AUCTION, "1D")
        work_off(queue)
        assert item_states(batch) == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
        failed = batch.items.get(number=1)
        assert failed.error["code"] == "explanation-failed"
        assert "as asked for" not in str(failed.error)

    def test_a_task_that_comes_twice_changes_nothing(self, queue: Queue) -> None:
        batch = make("1C")
        again = list(queue.sent)
        work_off(queue)
        before = fresh(batch)
        queue.sent += again
        explainer = CountingExplainer()
        work_off(queue, explainer)
        assert explainer.asked == []
        assert (fresh(batch).n_done, fresh(batch).ended_at) == (1, before.ended_at)

    def test_answers_that_cannot_be_stored_are_no_attempts(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def locked(*args: object) -> None:
            raise DatabaseError("database is locked")

        batch, sent = make("1C", "1D"), [*queue.sent]
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(chunks, "_store", locked)
            for _ in range(kinds.ATTEMPTS[kinds.Lane.BATCH] + 1):
                queue.sent[:] = sent
                with pytest.raises(DatabaseError):
                    work_off(queue)
        queue.sent[:] = sent
        work_off(queue)
        assert item_states(batch) == [ItemState.DONE] * 2

    def test_a_position_at_which_workers_end_is_given_up_and_the_others_are_not(
        self, queue: Queue
    ) -> None:
        class Deadly(StubExplainer):
            def explain_many(self, positions: Any) -> Any:
                if any(str(one.auction.calls[0]) == "1D" for one in positions):
                    raise SystemExit  # as good as a killed worker: nothing catches it
                return super().explain_many(positions)

        batch = make("1C", "1D", "1H")
        task = queue.sent.pop()
        deaths = 0
        while fresh(batch).state != BatchState.DONE:
            try:
                chunks.compute(task[1][0], int(task[1][1]), Deadly())
            except SystemExit:
                deaths += 1
        assert item_states(batch) == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
        assert deaths == 2 + 5  # until 1C has its answer, and five without any progress
        assert "crashed" in batch.items.get(number=1).error["detail"]

    def test_without_room_items_fail_for_that_reason(
        self, queue: Queue, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(chunks, "MAX_POSITIONS", 1)
        batch = make("1C", "1D")
        settings.BATCH_STORED_BYTES = batch.stored_bytes + 10
        work_off(queue)
        assert item_states(batch) == [ItemState.DONE, ItemState.FAILED]
        assert batch.items.get(number=1).error["code"] == "batches-full"
        with pytest.raises(requests.NoRoom, match="storage for batch results is full"):
            make("1H")


class TestTaking:
    def test_the_same_request_under_the_same_key_makes_one_batch(self) -> None:
        first = requests.submit(asked("1C"), "digest", "key")
        assert requests.submit(asked("1C"), "digest", "key").id == first.id
        with pytest.raises(requests.KeyReused):
            requests.submit(asked("1D"), "another", "key")
        assert requests.submit(asked("1C"), "digest", "key 2").id != first.id
        assert requests.submit(asked("1C"), "digest").id != first.id

    def test_each_client_has_its_own_keys(self) -> None:
        first = requests.submit(asked("1C"), "digest", "key", "one")
        assert requests.submit(asked("1D"), "another", "key", "two").id != first.id
        assert requests.submit(asked("1C"), "digest", "key", "one").id == first.id

    def test_a_batch_that_is_no_longer_kept_lets_go_of_its_key(
        self, queue: Queue, settings: Settings
    ) -> None:
        first = requests.submit(asked("1C"), "digest", "key")
        work_off(queue)
        late = timezone.now() - timedelta(hours=settings.BATCH_RETENTION_HOURS + 1)
        Batch.objects.update(ended_at=late)
        again = requests.submit(asked("1D"), "another", "key")
        assert again.id != first.id
        assert progress.progress(again.id).batch == again

    def test_no_more_batches_than_the_settings_allow(
        self, queue: Queue, settings: Settings
    ) -> None:
        settings.BATCHES_UNFINISHED = 1
        make("1C")
        with pytest.raises(requests.NoRoom, match="in progress"):
            make("1D")
        work_off(queue)
        make("1D")

    def test_without_a_broker_a_batch_is_kept_until_there_is_one(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object, **options: object) -> None:
            raise dispatch.BrokerUnavailable("away")

        with monkeypatch.context() as away:
            away.setattr(dispatch, "send", refuse)
            batch = make("1C")
            requests.sweep()
        assert fresh(batch).state == BatchState.QUEUED
        assert not queue.sent
        requests.sweep()
        work_off(queue)
        assert fresh(batch).state == BatchState.DONE

    def test_the_upkeep_tries_a_broker_that_is_away_once(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tried: list[str] = []

        def refuse(task: str, *args: object, **options: object) -> None:
            tried.append(task)
            raise dispatch.BrokerUnavailable("away")

        monkeypatch.setattr(dispatch, "send", refuse)
        for bid in ("1C", "1D", "1H"):
            make(bid)
        tried.clear()
        requests.sweep()
        assert len(tried) == 1


def test_chunks_are_jobs_that_no_count_of_questions_knows(stub_worker: Worker) -> None:
    batch = make("1C", "1D")
    (chunk,) = Job.objects.all()
    assert (chunk.kind, chunk.state, chunk.batch, chunk.items) == ("chunk", "queued", batch, 2)
    assert (states.queue_length(), states.oldest_wait_seconds()) == (0, 0)
    assert list(states.rows_by_kind_and_state()) == []
    assert states.price_before(f"{kinds.SLOW}any", 0) == 0
    states.expire(Job.objects.all())
    assert list(states.recent_failures(9)) == []
    assert jobs_upkeep.sweep() == 0
    assert Job.objects.exists()


class TestCancelling:
    @pytest.mark.usefixtures("small_chunks")
    def test_what_is_done_stays_and_nothing_more_is_done(self, queue: Queue) -> None:
        batch = make(*distinct(6))
        task = queue.sent.pop(0)
        chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        assert requests.cancel(batch.id)
        assert (fresh(batch).state, fresh(batch).n_done) == (BatchState.CANCELLED, 2)
        jobs = list(batch.chunks.order_by("number").values_list("state", flat=True))
        assert jobs == [State.DONE, State.EXPIRED, State.EXPIRED]
        explainer = CountingExplainer()
        work_off(queue, explainer)
        requests.sweep()
        assert explainer.asked == []
        assert not queue.sent
        assert fresh(batch).n_done == 2
        assert not requests.cancel(batch.id)

    def test_what_is_computed_while_it_is_cancelled_is_dropped(self, queue: Queue) -> None:
        batch = make("1C")

        class Cancelling(StubExplainer):
            def explain_many(self, positions: Any) -> Any:
                requests.cancel(batch.id)
                return super().explain_many(positions)

        work_off(queue, Cancelling())
        assert (fresh(batch).state, fresh(batch).n_done) == (BatchState.CANCELLED, 0)
        assert item_states(batch) == [ItemState.QUEUED]

    def test_an_ended_batch_cannot_be_cancelled(self, queue: Queue) -> None:
        batch = make("1C")
        work_off(queue)
        assert not requests.cancel(batch.id)
        assert fresh(batch).state == BatchState.DONE

    def test_a_batch_under_way_cannot_be_removed(self) -> None:
        batch = make("1C")
        requests.remove(batch.id)
        assert fresh(batch).ended_at is None


class TestSweep:
    def test_a_lost_task_is_sent_again_once_its_time_is_over(
        self, queue: Queue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(dispatch, "untaken_tasks", lambda: 30)
        batch = make("1C")
        queue.sent.clear()
        assert dispatch.resend_lost() == 0
        long_ago = timezone.now() - timedelta(seconds=kinds.CHUNK_PATIENCE_SECONDS + 1)
        Job.objects.update(sent_at=long_ago)
        assert [dispatch.resend_lost() for _ in range(2)] == [1, 0]
        work_off(queue)
        assert fresh(batch).state == BatchState.DONE

    @pytest.mark.usefixtures("small_chunks")
    def test_what_is_not_computed_in_time_expires_with_its_chunks(
        self, queue: Queue, settings: Settings
    ) -> None:
        batch, explainer = make(*distinct(4)), CountingExplainer()
        task = queue.sent.pop(0)
        chunks.compute(task[1][0], int(task[1][1]), explainer)
        age = timedelta(hours=settings.BATCH_RETENTION_HOURS, minutes=1)
        for rows in (Batch.objects, Job.objects):
            rows.update(created_at=F("created_at") - age)
        assert jobs_upkeep.sweep() == 0
        assert fresh(batch).state == BatchState.RUNNING
        requests.sweep()
        assert fresh(batch).state == BatchState.EXPIRED
        assert sorted(batch.chunks.values_list("state", flat=True)) == [State.DONE, State.EXPIRED]
        assert work_off(queue, explainer) == 1  # the task was in the queue
        assert fresh(batch).n_done == len(explainer.asked) == 2

    def test_old_batches_go_in_slices_with_the_answers_nobody_else_has(
        self, queue: Queue, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(requests, "DELETED_ITEMS", 2)
        old = make("1C", "1D", "1H")
        kept = make("1H", "1S")
        work_off(queue)
        age = timedelta(hours=settings.BATCH_RETENTION_HOURS, minutes=1)
        Batch.objects.filter(pk=old.pk).update(ended_at=F("ended_at") - age)
        requests.sweep()
        assert old.items.count() == 1
        with pytest.raises(Batch.DoesNotExist):  # it is not seen half deleted
            progress.progress(old.id)
        requests.sweep()
        requests.sweep()
        assert list(Batch.objects.all()) == [kept]
        assert BatchAnswer.objects.count() == 2
        assert fresh(kept).items.exclude(answer=None).count() == 2


class TestProgress:
    @pytest.mark.usefixtures("small_chunks")
    def test_percentage_rate_and_time_left(self, queue: Queue) -> None:
        batch = make(*distinct(8))
        before = progress.progress(batch.id)
        assert (before.percent, before.rate, before.seconds_left, before.ready) == (
            0,
            None,
            None,
            0,
        )
        for _ in range(3):
            task = queue.sent.pop(0)
            chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        ten_ago = timezone.now() - timedelta(seconds=10)
        Batch.objects.update(started_at=ten_ago)
        found = progress.progress(batch.id)
        assert (found.percent, found.ended, found.waiting, found.ready) == (75, 6, 2, 6)
        assert found.rate == pytest.approx(0.6, rel=0.1)
        assert found.seconds_left == pytest.approx(2 / 0.6, rel=0.1)
        work_off(queue)
        after = progress.progress(batch.id)
        assert (after.percent, after.rate, after.ready) == (100, None, 8)

    @pytest.mark.usefixtures("small_chunks")
    def test_only_lines_without_a_gap_before_them_are_ready(self, queue: Queue) -> None:
        batch = make(*distinct(6))
        task = queue.sent.pop(1)
        chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        assert progress.progress(batch.id).ready == 0
        task = queue.sent.pop(0)
        chunks.compute(task[1][0], int(task[1][1]), StubExplainer())
        assert progress.progress(batch.id).ready == 4

    @pytest.mark.parametrize(
        ("seconds", "words"),
        [
            (None, ""),
            (20, "less than a minute"),
            (61, "about 1 minute"),
            (125, "about 2 minutes"),
            (7400, "about 2 hours"),
        ],
    )
    def test_the_time_left_in_words(self, seconds: float | None, words: str) -> None:
        assert progress.Progress(Batch(total=1), 0, None, seconds).time_left == words
