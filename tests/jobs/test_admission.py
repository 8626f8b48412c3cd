"""What is refused at once because nobody could answer it in time."""

from __future__ import annotations

import uuid
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.domain.position import Position
from bidding.jobs import admission, dispatch, kinds, submission
from bidding.models import Job, Kind, State, Worker
from bidding.parsing.documents.position_documents import position_from_json
from bidding.worker import registry
from tests.conftest import QUESTION, Queue, question
from tests.stub_explainer import StubModel

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limits(settings: Settings) -> None:
    settings.QUEUE_SECONDS, settings.WEB_TIMEOUT_SECONDS = 10, 20
    settings.ANALYSIS_TIMEOUT_SECONDS = 90


@pytest.fixture
def ten_a_second(stub_worker: Worker) -> None:
    registry.heartbeat(stub_worker.name, StubModel(), rate=10.0)


def waiting(
    count: int, state: State = State.QUEUED, age_seconds: float = 0, **changes: object
) -> None:
    created = timezone.now() - timedelta(seconds=age_seconds)
    values = {"position": QUESTION, "state": state, "created_at": created, **changes}
    rows = [Job(content_key=uuid.uuid4().hex, **values) for _ in range(count)]
    Job.objects.bulk_create(rows)


@pytest.mark.usefixtures("ten_a_second")
class TestFull:
    def test_as_many_may_wait_as_are_answered_in_time(self) -> None:
        waiting(100)
        admission.refuse_if_full()

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_one_more_is_told_when_to_come_again(self, state: State) -> None:
        waiting(150, state)
        with pytest.raises(admission.Overloaded) as refusal:
            admission.refuse_if_full()
        assert refusal.value.retry_after_seconds == 5

    def test_strangers_leave_time_to_keys(self, queue: Queue, position: Position) -> None:
        waiting(76)
        with pytest.raises(admission.Overloaded):
            submission.submit(position, client="address:192.0.2.1")
        assert submission.submit(position, client="key:7", keyed=True).state == State.QUEUED

    def test_another_worker_takes_as_many_more(self) -> None:
        registry.register("another", StubModel(), rate=10.0)
        waiting(200)
        admission.refuse_if_full()

    def test_what_has_ended_or_is_too_late_does_not_count(self) -> None:
        waiting(200, State.DONE)
        waiting(200, State.QUEUED, age_seconds=21)
        admission.refuse_if_full()

    def test_nothing_is_stored_or_queued(self, queue: Queue, position: Position) -> None:
        waiting(101)
        with pytest.raises(admission.Overloaded):
            submission.submit(position)
        assert not queue.sent
        assert Job.objects.count() == 101

    def test_what_was_asked_before_is_answered_all_the_same(
        self, queue: Queue, position: Position
    ) -> None:
        first = submission.submit(position)
        waiting(200)
        assert submission.submit(position).id == first.id
        with pytest.raises(admission.Overloaded):
            submission.submit(position_from_json(question(seat="E")))


def test_every_kind_has_its_weight() -> None:
    assert set(admission.WEIGHTS) == set(Kind) - {Kind.CHUNK}
    assert admission.WEIGHTS[Kind.EXPLANATION] == 1


def long_position(calls: int) -> Position:
    """Of an auction of so many calls, which bids and passes make."""
    bids = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]
    auction = [call for bid in bids for call in (bid, "P", "P")][:calls]
    return position_from_json(question(auction=auction))


@pytest.mark.usefixtures("ten_a_second")
class TestLong:
    @pytest.mark.parametrize(("calls", "weight"), [(0, 1), (31, 1), (32, 2), (63, 2), (64, 3)])
    def test_one_counts_by_its_moments(self, queue: Queue, calls: int, weight: int) -> None:
        asked = long_position(calls)
        assert admission.weight(asked) == weight
        assert submission.submit(asked).weight == weight

    def test_one_waits_for_those_before_it_by_their_weights(self) -> None:
        waiting(10, weight=10)
        admission.refuse_if_full(weight=2)
        waiting(1, weight=2)
        with pytest.raises(admission.Overloaded):
            admission.refuse_if_full(weight=2)

    def test_ordinary_ones_pass_and_take_turns_with_them(self) -> None:
        waiting(50, weight=10)
        admission.refuse_if_full()
        waiting(50)
        assert admission.work_before(Kind.EXPLANATION) == 100
        assert admission.work_before(Kind.EXPLANATION, 2) == 550

    @pytest.mark.parametrize("kind", [Kind.EXPLANATION, Kind.OPTIONS])
    def test_one_is_sent_to_be_computed_as_what_is_not_urgent(
        self, queue: Queue, kind: Kind
    ) -> None:
        submission.submit(long_position(31), kind)
        submission.submit(long_position(32), kind)
        assert [task for task, *_ in queue.sent] == [
            kinds.WORK[kind].task,
            kinds.WORK[Kind.REFINED].task,
        ]

    def test_one_stays_so_when_it_is_sent_again_or_handed_over(self, queue: Queue) -> None:
        row = submission.submit(long_position(32))
        registry.register("another", StubModel(version="1"))
        other = kinds.model_key(asdict(StubModel(version="1")))
        dispatch.hand_over(row.id, other)
        Job.objects.update(sent_at=timezone.now() - timedelta(hours=1))
        submission.submit(long_position(32))
        assert [task for task, *_ in queue.sent] == [kinds.WORK[Kind.REFINED].task] * 3
        assert queue.queues == [None, dispatch.queue_of_model(other), None]


@pytest.mark.usefixtures("ten_a_second")
class TestKinds:
    """At ten explanations a second an analysis that weighs as much as a hundred takes ten seconds,
    and may wait 45.
    """

    @pytest.fixture(autouse=True)
    def round_weights(self, monkeypatch: pytest.MonkeyPatch) -> None:
        weights = {**admission.WEIGHTS, Kind.REFINED: 10, Kind.ANALYSIS: 100}
        monkeypatch.setattr(admission, "WEIGHTS", weights)

    def test_options_count_as_explanations_do(self) -> None:
        waiting(60)
        waiting(40, kind=Kind.OPTIONS)
        admission.refuse_if_full(Kind.OPTIONS)
        waiting(1, kind=Kind.OPTIONS)
        for kind in (Kind.EXPLANATION, Kind.OPTIONS):
            with pytest.raises(admission.Overloaded):
                admission.refuse_if_full(kind)

    def test_an_analysis_is_refused_where_those_before_it_take_too_long(self) -> None:
        waiting(4, kind=Kind.ANALYSIS)
        admission.refuse_if_full(Kind.ANALYSIS)
        waiting(1, State.RUNNING, kind=Kind.ANALYSIS)
        with pytest.raises(admission.Overloaded) as refusal:
            admission.refuse_if_full(Kind.ANALYSIS)
        assert refusal.value.retry_after_seconds == 5

    def test_what_is_done_of_an_analysis_is_not_waited_for(self) -> None:
        waiting(5, State.RUNNING, kind=Kind.ANALYSIS, share_done=0.125)
        admission.refuse_if_full(Kind.ANALYSIS)

    def test_explanations_go_before_analyses(self) -> None:
        waiting(40, kind=Kind.ANALYSIS)
        admission.refuse_if_full(Kind.EXPLANATION)

    def test_analyses_hold_explanations_up_for_as_long_again_at_most(self) -> None:
        waiting(40, kind=Kind.ANALYSIS)
        waiting(50)
        admission.refuse_if_full(Kind.EXPLANATION)
        waiting(1)
        with pytest.raises(admission.Overloaded):
            admission.refuse_if_full(Kind.EXPLANATION)

    def test_refined_explanations_wait_for_others_but_not_for_analyses(self) -> None:
        waiting(80)
        waiting(2, kind=Kind.REFINED)
        assert admission.work_before(Kind.REFINED) == 100
        admission.refuse_if_full(Kind.REFINED)
        waiting(40, kind=Kind.ANALYSIS)
        assert admission.work_before(Kind.REFINED) == 200
        assert admission.work_before(Kind.ANALYSIS) == 4100
        assert admission.work_before(Kind.EXPLANATION) == 160
        with pytest.raises(admission.Overloaded):
            admission.refuse_if_full(Kind.REFINED)

    def test_a_few_explanations_keep_no_analysis_away(self) -> None:
        waiting(100)
        admission.refuse_if_full(Kind.ANALYSIS)

    def test_a_refused_analysis_is_neither_stored_nor_queued(
        self, queue: Queue, position: Position
    ) -> None:
        waiting(5, kind=Kind.ANALYSIS)
        with pytest.raises(admission.Overloaded):
            submission.submit(position, Kind.ANALYSIS)
        assert not queue.sent
        assert submission.submit(position).kind == Kind.EXPLANATION


def test_a_worker_that_measured_nothing_is_taken_for_a_slow_one(stub_worker: Worker) -> None:
    assert admission.answers_a_second() == admission.ASSUMED_RATE
