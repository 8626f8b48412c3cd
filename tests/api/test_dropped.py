"""Questions that are not wanted any more: deleted, or superseded by a later one of their topic."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.jobs import prices, states, submission
from bidding.jobs.prices import Size
from bidding.models import Job, Kind, State
from bidding.parsing.documents.position_documents import position_from_json
from tests.api.conftest import Ask, problem_of
from tests.conftest import Queue, compute_next, question
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stub_worker")]

REFINED = "/api/v1/refined"
TABLET, PHONE = {"Topic": "tablet"}, {"Topic": "phone"}


def refine(ask: Ask, calls: list[str], **options: Any) -> Any:
    response = ask(question(auction=calls), address=REFINED, **options)
    assert response.status_code == 202
    return response.json()


def standing(asked: Any) -> State:
    return Job.objects.get(pk=asked["id"]).state


def computed(queue: Queue) -> int:
    """Do the tasks as a node does; how many jobs it computed."""
    keys = [uuid.UUID(arguments[0]) for _, arguments, _ in queue.sent]
    return sum(compute_next(key, StubExplainer.load()) for key in keys)


def waiting() -> float:
    """Return the price of what waits before a refined explanation of the last turn."""
    return states.price_before(Job.objects.get().queue or "", 1000)


def test_what_its_asker_deletes_is_gone_for_good_and_costs_nothing(
    ask: Ask, client: Client, queue: Queue
) -> None:
    asked = refine(ask, ["1D"])
    assert waiting() == prices.price_of(Kind.REFINED, Size(1))
    assert client.delete(asked["url"]).status_code == 204
    assert waiting() == 0
    assert computed(queue) == 0
    for response in (client.get(asked["url"]), client.delete(asked["url"])):
        problem_of(response, 410, "dropped-explanation")
        assert "Retry-After" not in response.headers  # to ask again is for whoever dropped it
    assert refine(ask, ["1D"])["id"] != asked["id"]


def test_what_is_under_way_is_dropped_and_what_is_done_stays(
    ask: Ask, client: Client, queue: Queue
) -> None:
    running, done = refine(ask, ["1D"]), refine(ask, ["1H"])
    for asked in (running, done):
        states.begin(uuid.UUID(asked["id"]))
    states.finish(uuid.UUID(done["id"]), "{}")
    assert client.delete(running["url"]).status_code == 204
    response = client.delete(done["url"])
    assert (response.status_code, response.json()["status"]) == (200, State.DONE)
    assert (standing(running), standing(done)) == (State.DROPPED, State.DONE)


def test_nobody_else_may_delete_it(ask: Ask, client: Client, queue: Queue) -> None:
    asked = refine(ask, ["1D"], headers=TABLET)
    for options in (
        {"headers": PHONE},
        {},
        {"headers": TABLET, "REMOTE_ADDR": "192.0.2.7"},
    ):
        assert client.delete(asked["url"], **options).json()["status"] == "queued"
    assert client.delete(asked["url"], headers=TABLET).status_code == 204
    problem_of(client.delete(f"/api/v1/explanations/{uuid.uuid4()}"), 404, "unknown-explanation")


@pytest.mark.parametrize("other", [{"headers": PHONE}, {"REMOTE_ADDR": "192.0.2.7"}, {}])
def test_what_others_wait_for_too_is_lost_to_nobody(
    ask: Ask, client: Client, queue: Queue, other: dict[str, Any]
) -> None:
    asked = refine(ask, ["1D"], headers=TABLET)
    assert refine(ask, ["1D"], **other)["id"] == asked["id"]
    assert client.delete(asked["url"], headers=TABLET).json()["status"] == "queued"
    refine(ask, ["1D", "P"], headers=TABLET)
    assert standing(asked) == State.QUEUED
    assert computed(queue) == 2


def test_without_a_topic_a_question_asked_twice_may_be_two_peoples(
    ask: Ask, client: Client, queue: Queue
) -> None:
    asked = refine(ask, ["1D"])
    refine(ask, ["1D"])
    assert client.delete(asked["url"]).json()["status"] == "queued"


def test_who_asks_again_under_the_same_topic_is_no_other(
    ask: Ask, client: Client, queue: Queue
) -> None:
    asked = refine(ask, ["1D"], headers=TABLET)
    assert refine(ask, ["1D"], headers=TABLET)["id"] == asked["id"]
    assert client.delete(asked["url"], headers=TABLET).status_code == 204


def test_the_next_question_of_a_topic_supersedes_those_that_are_pending(
    ask: Ask, client: Client, queue: Queue, settings: Settings
) -> None:
    settings.QUEUE_SECONDS = 60
    running = refine(ask, ["1C"], headers=TABLET)
    states.begin(uuid.UUID(running["id"]))
    superseded = refine(ask, ["1D"], headers=TABLET)
    others = [
        refine(ask, ["1H"], headers=PHONE),
        refine(ask, ["1S"]),
        refine(ask, ["2C"], headers=TABLET, REMOTE_ADDR="192.0.2.7"),
        ask(question(auction=["2D"]), headers=TABLET).json(),  # of another kind
    ]
    last = refine(ask, ["2H"], headers=TABLET)
    assert {standing(one) for one in (running, superseded)} == {State.DROPPED}
    assert {standing(one) for one in (*others, last)} == {State.QUEUED}
    problem_of(client.get(superseded["url"]), 410, "dropped-explanation")


def test_what_is_superseded_makes_room_for_what_supersedes_it(
    ask: Ask, queue: Queue, settings: Settings
) -> None:
    """However fast one clicks, the own earlier questions keep nobody away, oneself neither."""
    settings.QUEUE_SECONDS = 0.5  # at 5 explanations a second: no refined one may wait for another
    for call in ("1C", "1D", "1H", "1S"):
        refine(ask, [call], headers=TABLET)
    problem_of(ask(question(auction=["2C"]), address=REFINED, headers=PHONE), 503, "overloaded")
    assert computed(queue) == 1


def test_one_that_waits_for_what_is_dropped_is_told_so(
    ask: Ask, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = submission.submit

    def submit_and_drop(*asked: Any, **options: Any) -> Job:
        row = submit(*asked, **options)
        states.drop(Job.objects.filter(pk=row.pk))
        return row

    monkeypatch.setattr(submission, "submit", submit_and_drop)
    problem_of(ask(question(), address=REFINED, wait=5), 410, "dropped-explanation")


def test_one_that_asks_for_what_is_dropped_meanwhile_asks_anew(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = position_from_json(question())
    first = submission.submit(position, Kind.REFINED, "tablet")
    reusable = states.reusable

    def found_and_dropped(key: str) -> Job | None:
        found = reusable(key)
        states.drop(Job.objects.filter(pk=first.pk))
        return found

    monkeypatch.setattr(states, "reusable", found_and_dropped)
    assert submission.submit(position, Kind.REFINED, "phone").pk != first.pk
