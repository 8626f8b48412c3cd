"""What is refused at once because nobody could answer it in time."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from bidding.domain.position import Position
from bidding.jobs import dispatch, kinds, prices, registry, states, submission
from bidding.models import Job, Kind, State, Worker
from bidding.parsing.documents.position_documents import position_from_json
from tests.conftest import QUESTION, Queue, question
from tests.stub_explainer import StubModel

pytestmark = pytest.mark.django_db
LONG = kinds.MOST_URGENT + 1  # the price of one that is not urgent


@pytest.fixture(autouse=True)
def limits(settings: Settings) -> None:
    settings.QUEUE_SECONDS, settings.WEB_TIMEOUT_SECONDS = 10, 20
    settings.ANALYSIS_TIMEOUT_SECONDS = 90


@pytest.fixture
def ten_a_second(stub_worker: Worker) -> None:
    registry.heartbeat(stub_worker.name, StubModel(), rate=10.0)


def waiting(
    number: int, state: State = State.QUEUED, age_seconds: float = 0, **changes: Any
) -> None:
    created = timezone.now() - timedelta(seconds=age_seconds)
    values = {"kind": Kind.EXPLANATION, "weight": 1, "turn": 0, **changes}
    queue = queue_of(values["kind"], values["weight"])
    values |= {"position": QUESTION, "state": state, "created_at": created, "queue": queue}
    rows = [Job(content_key=uuid.uuid4().hex, **values) for _ in range(number)]
    Job.objects.bulk_create(rows)


def queue_of(kind: Kind, price: int = 1) -> str:
    return kinds.queue_of(kinds.lane(kind, price), kinds.model_key(asdict(StubModel())))


def refuse_if_full(kind: Kind = Kind.EXPLANATION, price: int = 1, turn: int = 0) -> None:
    submission.refuse_if_full(kind, queue_of(kind, price), turn)


@pytest.mark.usefixtures("ten_a_second")
class TestFull:
    def test_as_many_may_wait_as_are_answered_in_time(self) -> None:
        waiting(100)
        refuse_if_full()

    @pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING])
    def test_one_more_is_told_when_to_come_again(self, state: State) -> None:
        waiting(150, state)
        with pytest.raises(submission.Overloaded) as refusal:
            refuse_if_full()
        assert refusal.value.retry_after_seconds == 5

    def test_strangers_leave_time_to_keys(self, queue: Queue, position: Position) -> None:
        waiting(76)
        with pytest.raises(submission.Overloaded):
            submission.submit(position, client="address:192.0.2.1")
        assert submission.submit(position, client="key:7", keyed=True).state == State.QUEUED

    def test_another_worker_takes_as_many_more(self) -> None:
        registry.register("another", StubModel(), rate=10.0)
        waiting(200)
        refuse_if_full()

    def test_what_has_ended_or_is_too_late_does_not_count(self) -> None:
        waiting(200, State.DONE)
        waiting(200, State.QUEUED, age_seconds=21)
        refuse_if_full()

    def test_nothing_is_stored_or_queued(self, queue: Queue, position: Position) -> None:
        waiting(101)
        with pytest.raises(submission.Overloaded):
            submission.submit(position)
        assert not queue.sent
        assert Job.objects.count() == 101

    def test_what_was_asked_before_is_answered_all_the_same(
        self, queue: Queue, position: Position
    ) -> None:
        first = submission.submit(position)
        waiting(200)
        assert submission.submit(position).id == first.id
        with pytest.raises(submission.Overloaded):
            submission.submit(position_from_json(question(seat="E")))


def long_position(calls: int) -> Position:
    """Of an auction of so many calls: bids, each of them doubled and redoubled."""
    bids = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]
    auction = [call for bid in bids for call in (bid, "P", "P", "X", "P", "P", "XX")][:calls]
    return position_from_json(question(auction=auction))


@pytest.mark.usefixtures("ten_a_second")
class TestLong:
    @pytest.mark.parametrize("kind", [Kind.EXPLANATION, Kind.REFINED, Kind.ANALYSIS])
    @pytest.mark.parametrize("calls", [0, 31, 45])
    def test_its_price_is_stored_with_it(self, queue: Queue, kind: Kind, calls: int) -> None:
        asked = long_position(calls)
        registry.heartbeat("a-worker", StubModel(), rate=100.0)
        assert submission.submit(asked, kind).weight == prices.price(kind, asked)

    def test_one_waits_for_those_before_it_by_their_prices(self) -> None:
        waiting(10, weight=10)
        refuse_if_full(price=LONG)
        waiting(1, weight=LONG)
        with pytest.raises(submission.Overloaded):
            refuse_if_full(price=LONG)

    def test_ordinary_ones_pass_before_them(self) -> None:
        waiting(50, weight=10)
        refuse_if_full()
        waiting(50)
        assert states.price_before(queue_of(Kind.EXPLANATION), 0) == 50
        assert states.price_before(queue_of(Kind.EXPLANATION, LONG), 0) == 550

    @pytest.mark.parametrize(("kind", "calls"), [(Kind.EXPLANATION, 48), (Kind.OPTIONS, 200)])
    def test_one_is_sent_to_be_computed_as_what_is_not_urgent(
        self, queue: Queue, kind: Kind, calls: int
    ) -> None:
        submission.submit(long_position(20), kind)
        submission.submit(long_position(calls), kind)
        assert [task for task, *_ in queue.sent] == [
            kinds.WORK[kind].task,
            kinds.WORK[Kind.REFINED].task,
        ]

    def test_one_stays_so_when_it_is_sent_again_or_handed_over(self, queue: Queue) -> None:
        row = submission.submit(long_position(60))
        registry.register("another", StubModel(version="1"))
        other = kinds.model_key(asdict(StubModel(version="1")))
        dispatch.hand_over(row.id, other)
        Job.objects.update(sent_at=timezone.now() - timedelta(hours=1))
        submission.submit(long_position(60))
        assert [task for task, *_ in queue.sent] == [kinds.WORK[Kind.REFINED].task] * 3
        assert queue.queues == [None, dispatch.queue_of_model(other), None]


@pytest.mark.usefixtures("ten_a_second")
class TestKinds:
    """At ten explanations a second an analysis at the price of a hundred takes ten seconds, and may
    wait 45.
    """

    def test_options_count_as_explanations_do(self) -> None:
        waiting(60)
        waiting(40, kind=Kind.OPTIONS)
        refuse_if_full(Kind.OPTIONS)
        waiting(1, kind=Kind.OPTIONS)
        for kind in (Kind.EXPLANATION, Kind.OPTIONS):
            with pytest.raises(submission.Overloaded):
                refuse_if_full(kind)

    def test_an_analysis_is_refused_where_those_before_it_take_too_long(self) -> None:
        waiting(4, kind=Kind.ANALYSIS, weight=100)
        refuse_if_full(Kind.ANALYSIS, turn=100)
        waiting(1, State.RUNNING, kind=Kind.ANALYSIS, weight=100)
        with pytest.raises(submission.Overloaded) as refusal:
            refuse_if_full(Kind.ANALYSIS, turn=100)
        assert refusal.value.retry_after_seconds == 5

    def test_what_is_done_of_an_analysis_is_not_waited_for(self) -> None:
        waiting(5, State.RUNNING, kind=Kind.ANALYSIS, weight=100, share_done=0.125)
        refuse_if_full(Kind.ANALYSIS, turn=100)

    def test_explanations_go_before_analyses(self) -> None:
        waiting(40, kind=Kind.ANALYSIS, weight=100)
        refuse_if_full(Kind.EXPLANATION)

    def test_refined_explanations_wait_for_what_has_an_earlier_turn(self) -> None:
        waiting(80)
        waiting(2, kind=Kind.REFINED, weight=10)
        waiting(40, kind=Kind.ANALYSIS, weight=100, turn=8)
        assert states.price_before(queue_of(Kind.REFINED), 7) == 100
        refuse_if_full(Kind.REFINED, turn=7)
        with pytest.raises(submission.Overloaded):
            refuse_if_full(Kind.REFINED, turn=9)

    def test_who_has_asked_for_little_is_not_refused_for_what_another_asks(
        self, queue: Queue
    ) -> None:
        for number in range(20):
            with suppress(submission.Overloaded):
                submission.submit(long_position(number), Kind.REFINED, "address:192.0.2.1")
        with pytest.raises(submission.Overloaded):
            submission.submit(long_position(20), Kind.REFINED, "address:192.0.2.1")
        assert submission.submit(long_position(1), Kind.REFINED, "address:198.51.100.1")

    def test_a_few_explanations_keep_no_analysis_away(self) -> None:
        waiting(100)
        refuse_if_full(Kind.ANALYSIS)

    def test_a_refused_analysis_is_neither_stored_nor_queued(
        self, queue: Queue, position: Position
    ) -> None:
        waiting(5, kind=Kind.ANALYSIS, weight=100)
        with pytest.raises(submission.Overloaded):
            submission.submit(position, Kind.ANALYSIS)
        assert not queue.sent
        assert submission.submit(position).kind == Kind.EXPLANATION


class TestPrices:
    def test_ten_dear_ones_fill_what_a_hundred_cheap_ones_do(
        self, queue: Queue, stub_worker: Worker
    ) -> None:
        registry.heartbeat(stub_worker.name, StubModel(), rate=100.0)
        dear, cheap = (prices.price(Kind.REFINED, long_position(n)) for n in (45, 12))
        assert dear >= 10 * cheap
        room = 10 * 100  # QUEUE_SECONDS at that rate

        def accepted(price: int) -> int:
            Job.objects.all().delete()
            for number in count():
                try:
                    refuse_if_full(Kind.REFINED, price)
                except submission.Overloaded:
                    return number
                waiting(1, kind=Kind.REFINED, weight=price)
            raise AssertionError

        assert accepted(dear) == room // dear + 1
        assert accepted(cheap) == room // cheap + 1

    def test_what_would_take_longer_than_it_is_waited_for_is_refused(
        self, queue: Queue, stub_worker: Worker
    ) -> None:
        asked = long_position(45)
        registry.heartbeat(stub_worker.name, StubModel(), rate=10.0)
        registry.register("slow", StubModel(), rate=1.0)
        with pytest.raises(submission.TooCostly, match="more than the 15 s"):
            submission.submit(asked, Kind.REFINED)
        assert not queue.sent
        assert submission.submit(asked, Kind.ANALYSIS).kind == Kind.ANALYSIS  # in parts
        registry.register("fast", StubModel(), rate=100.0)
        assert submission.submit(asked, Kind.REFINED).kind == Kind.REFINED

    def test_what_is_computed_in_parts_is_refused_beyond_its_own_time(
        self, stub_worker: Worker
    ) -> None:
        registry.heartbeat(stub_worker.name, StubModel(), rate=10.0)
        submission.refuse_too_costly(Kind.REVIEW, 900)
        with pytest.raises(submission.TooCostly, match="more than the 90 s"):
            submission.refuse_too_costly(Kind.REVIEW, 901)

    def test_a_busy_machine_refuses_nothing_that_it_answers_when_free(
        self, stub_worker: Worker
    ) -> None:
        registry.heartbeat(stub_worker.name, StubModel(), rate=0.1)
        submission.refuse_too_costly(Kind.REVIEW, 450)
        with pytest.raises(submission.TooCostly, match="more than the 90 s"):
            submission.refuse_too_costly(Kind.REVIEW, 451)


def test_a_worker_that_measured_nothing_is_taken_for_a_slow_one(stub_worker: Worker) -> None:
    assert submission.answers_a_second() == submission.ASSUMED_RATE
