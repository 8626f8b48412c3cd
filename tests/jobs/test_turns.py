"""Turns between clients: whose job a task computes, and when what nobody waits for stops."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import Reject
from django.utils import timezone
from pytest_django import Settings

from bidding.domain.position import Position
from bidding.jobs import compute, dispatch, kinds, registry, states, submission
from bidding.jobs.kinds import Lane, queue_of
from bidding.models import Job, Kind, State
from bidding.parsing.documents.position_documents import position_from_json
from bidding.worker.node import Node
from bidding.yielding import yield_point
from tests.conftest import Queue, question
from tests.stub_explainer import StubExplainer, StubModel, StubRefined, StubStep

KEY = kinds.model_key(asdict(StubModel()))

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue", "stub_worker")]


@pytest.fixture(autouse=True)
def room(settings: Settings) -> None:
    settings.QUEUE_SECONDS = settings.ANALYSIS_TIMEOUT_SECONDS = 10_000


def ask(client: str, number: int, kind: Kind = Kind.REFINED, topic: str = "") -> Job:
    """A question of a client, other than its others."""
    hand = HANDS[client]
    asked = question(hand=hand, auction=["P"] * (number % 3) + [f"{1 + number // 3}C"])
    return submission.submit(
        position_from_json(asked), kind, CLIENTS.get(client, client), topic=topic
    )


HANDS = {
    "A": "AKJT985.6.A76.84",
    "B": "AKJT984.6.A76.85",
    "C": "AKJT984.6.A75.86",
    "D": "AKJT983.6.A76.85",
    "E": "AKJT982.6.A76.85",
    "F": "AKJT973.6.A76.85",
}
# D, E and F have addresses of one network.
CLIENTS = {"D": "address:192.0.2.1", "E": "address:192.0.2.77", "F": "address:192.0.2.200"}


def turn(task: Job, lane: Lane, explainer: Any = None, tasks: int = 1) -> int:
    """Do one task, or several at once."""
    keys = [task.pk, *(uuid.uuid4() for _ in range(tasks - 1))]
    return compute.compute_many(keys, explainer or StubExplainer(), queue_of(lane, KEY))[0]


def done(*jobs: Job) -> list[Job]:
    ended = set(Job.objects.filter(state=State.DONE).values_list("pk", flat=True))
    return [job for job in jobs if job.pk in ended]


def test_a_clients_second_job_waits_for_the_first_of_another() -> None:
    many = [ask("A", number) for number in range(20)]
    one = ask("B", 0)
    turn(many[0], Lane.REFINED)
    turn(many[1], Lane.REFINED)
    assert done(*many, one) == [many[0], one]


def test_addresses_of_one_network_do_not_all_come_before_another() -> None:
    many = [ask(client, number) for number in range(3) for client in "DEF"]
    one = [ask("B", number) for number in range(3)]
    for task in many[:5]:
        turn(task, Lane.REFINED)
    assert done(*one) == one[:2]
    assert done(*many) == many[:3]


def test_whoever_comes_amid_many_is_next() -> None:
    many = [ask("A", number) for number in range(20)]
    for task in many[:7]:
        turn(task, Lane.REFINED)
    others = [ask("B", 0), ask("B", 1), ask("C", 0)]
    for task in many[7:13]:
        turn(task, Lane.REFINED)
    assert done(*others) == others
    assert done(*many) == many[:10], "one more before each round of the others"


def test_a_new_question_never_comes_before_those_of_its_client_that_wait() -> None:
    ended = [ask("A", number, Kind.EXPLANATION) for number in range(3)]
    waiting = ask("A", 3, Kind.EXPLANATION)
    for task in ended:
        turn(task, Lane.URGENT)
    long_ago = timezone.now() - timedelta(seconds=states.RECENT_SECONDS + 1)
    Job.objects.filter(state=State.DONE).update(started_at=long_ago)
    new, other = ask("A", 4, Kind.EXPLANATION), ask("B", 0, Kind.EXPLANATION)
    for task in (new, other):
        turn(task, Lane.URGENT)
    assert done(waiting, new, other) == [waiting, other]


def test_a_task_whose_own_job_was_taken_does_another_and_nothing_is_done_twice() -> None:
    many, one = [ask("A", number) for number in range(3)], ask("B", 0)
    counts = [turn(task, Lane.REFINED) for task in (many[2], one, many[0], many[1], many[0])]
    assert counts == [1, 1, 1, 1, 0]
    assert len(done(*many, one)) == 4


def test_one_explanation_is_in_the_next_batch_whatever_another_has_asked() -> None:
    many = [ask("A", number, Kind.EXPLANATION) for number in range(21)]
    one = ask("B", 0, Kind.EXPLANATION)
    assert turn(many[0], Lane.URGENT, tasks=4) == 4
    assert done(*many, one) == [*many[:3], one]


def test_parts_of_two_analyses_of_one_client_take_no_two_turns() -> None:
    many = [ask("A", number, Kind.ANALYSIS) for number in range(5)]
    one = ask("B", 0, Kind.ANALYSIS)
    for _ in range(4):
        turn(many[0], Lane.ANALYSIS)
    assert done(one) == [one]
    assert sum(Job.objects.get(pk=job.pk).parts_done for job in many) == 2


def test_what_another_asks_too_comes_when_its_turn_comes() -> None:
    many = [ask("A", number) for number in range(5)]
    last = Job.objects.get(pk=many[4].pk)
    joined = submission.submit(position_from_json(last.position), Kind.REFINED, "B")
    assert joined.pk == last.pk
    for task in many[:2]:
        turn(task, Lane.REFINED)
    assert done(*many) == [many[0], many[4]]


def test_another_model_begins_none() -> None:
    ask("A", 0)
    other = queue_of(Lane.REFINED, kinds.model_key(asdict(StubModel(version="1"))))
    assert compute.compute_many([uuid.uuid4()], StubExplainer(), other)[0] == 0


def test_a_task_for_another_model_is_handed_over_though_its_own_job_has_ended(
    queue: Queue,
) -> None:
    asked = ask("A", 0)
    turn(asked, Lane.REFINED)
    queue.sent.clear()
    registry.register("another", StubModel())
    dispatch.hand_over(asked.pk, KEY)
    assert queue.queues[-1] == dispatch.queue_of_model(KEY)


def test_who_asks_for_little_comes_before_who_asks_for_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dear = ask("A", 0)
    Job.objects.update(weight=500, turn=500)
    cheap = [ask("B", number) for number in range(3)]
    for task in (dear, *cheap[:2]):
        turn(task, Lane.REFINED)
    assert done(dear, *cheap) == cheap


class TestRightOfWay:
    @pytest.fixture(autouse=True)
    def at_each_point(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compute, "LOOK_SECONDS", 0)

    @pytest.mark.parametrize("kind", [Kind.REFINED, Kind.ANALYSIS])
    def test_what_comes_amid_a_dear_one_is_done_first(self, kind: Kind) -> None:
        dear = ask("A", 0, kind)
        Job.objects.update(weight=500, turn=500)
        cheap: list[Job] = []

        def come() -> None:
            if not cheap:
                cheap.append(ask("B", 0))

        turn(dear, Lane.REFINED, Stepwise(come))
        assert done(*cheap) == cheap
        ended = Job.objects.order_by("ended_at").exclude(ended_at=None)
        assert ended[0].pk == cheap[0].pk

    def test_what_has_no_earlier_turn_waits(self) -> None:
        first, later = ask("A", 0), []

        def come() -> None:
            if not later:
                later.append(ask("A", 1))

        turn(first, Lane.REFINED, Stepwise(come))
        assert done(first, *later) == [first]


class TestSeveralNodes:
    def test_what_one_computes_no_other_begins_until_it_is_silent(self, settings: Settings) -> None:
        asked = ask("A", 0)
        begun, _ = states.begin_many([asked.pk], asked.queue or "")
        assert [job.pk for job in begun] == [asked.pk]
        assert turn(asked, Lane.REFINED) == 0
        silent = timezone.now() - timedelta(seconds=settings.REDELIVERY_SECONDS)
        Job.objects.update(sent_at=silent, started_at=silent)
        assert turn(asked, Lane.REFINED) == 1
        assert Job.objects.get().attempts == 2

    def test_what_was_sent_again_is_begun_again(self) -> None:
        asked = ask("A", 0)
        states.begin_many([asked.pk], asked.queue or "")
        assert dispatch.send_once(Job.objects.get(), KEY)
        assert turn(asked, Lane.REFINED) == 1

    def test_while_it_says_so_a_job_is_neither_lost_nor_begun_again(
        self, settings: Settings
    ) -> None:
        asked = ask("A", 0)
        ((begun,), _) = states.begin_many([asked.pk], asked.queue or "")
        silent = timezone.now() - timedelta(seconds=settings.REDELIVERY_SECONDS)
        Job.objects.update(sent_at=silent, started_at=silent)
        assert states.go_on(begun)
        assert not states.lost().exists()
        assert turn(asked, Lane.REFINED) == 0


class Stepwise(StubExplainer):
    """Meets a yield point before and after something happens, and must not get beyond."""

    def __init__(self, happens: Any) -> None:
        self.happens = happens
        self.ended = False

    def _work(self) -> None:
        yield_point()
        self.happens()
        yield_point()
        self.ended = True

    def refine_many(self, positions: Sequence[Position]) -> list[StubRefined]:
        self._work()
        return super().refine_many(positions)

    def analyse(self, position: Position, sums: dict[str, Any] | None) -> StubStep:
        self._work()
        return super().analyse(position, sums)


class TestUnwanted:
    @pytest.fixture(autouse=True)
    def at_each_point(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compute, "CHECK_SECONDS", 0)
        monkeypatch.setattr(compute, "LOOK_SECONDS", 0)

    @pytest.mark.parametrize(
        ("kind", "lane"), [(Kind.REFINED, Lane.REFINED), (Kind.ANALYSIS, Lane.ANALYSIS)]
    )
    @pytest.mark.parametrize("ends", [State.EXPIRED, State.DROPPED])
    def test_what_nobody_waits_for_stops_amid_its_work(
        self,
        kind: Kind,
        lane: Lane,
        ends: State,
        caplog: pytest.LogCaptureFixture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        asked = ask("A", 0, kind)

        def happen() -> None:
            if ends == State.DROPPED:
                states.drop(Job.objects.filter(pk=asked.pk))
            else:
                monkeypatch.setattr(states, "seconds_allowed", lambda kind: 0.0)

        explainer = Stepwise(happen)
        assert turn(asked, lane, explainer) == 1
        assert not explainer.ended
        assert Job.objects.get().state == ends
        assert not caplog.records

    def test_what_somebody_waits_for_goes_on(self) -> None:
        asked, explainer = ask("A", 0), Stepwise(lambda: None)
        turn(asked, Lane.REFINED, explainer)
        assert explainer.ended
        assert done(asked) == [asked]


@pytest.mark.django_db(transaction=True)
class TestDrain:
    def test_one_task_drains_its_lane_and_others_are_needed_at_most_by_another_node(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bidding.worker.node.BULK_PAUSE_SECONDS", 0)
        many, one = [ask("A", number) for number in range(3)], ask("B", 0)
        begun, go = threading.Event(), threading.Event()
        order: list[str] = []

        class Holding(StubExplainer):
            def refine_many(self, positions: Sequence[Position]) -> list[StubRefined]:
                order.extend(str(position.hand) for position in positions)
                begun.set()
                assert go.wait(20)
                return super().refine_many(positions)

        node = Node(Holding())
        node.start()
        with ThreadPoolExecutor() as pool:
            draining = pool.submit(node.drain, many[0].pk)
            try:
                assert begun.wait(20)
                with pytest.raises(Reject):
                    node.drain(many[1].pk)
                with node._pausing:
                    node.drain(many[2].pk)
            finally:
                go.set()
            draining.result(20)
        node.batcher.stop()
        assert len(done(*many, one)) == len(order) == 4
        assert order[1] not in (order[0], *order[2:])
