"""Asking how good the calls of a board were: the same doors, an answer in parts."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding.explaining.analysis.review import Reviewer
from bidding.jobs import kinds, limits, prices
from bidding.jobs.prices import Size
from bidding.models import Job, Kind, State
from bidding.parsing.documents.position_documents import played_board_from_json
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.api.document import check, is_valid, named
from tests.conftest import BOARD, Queue, RedisServer, board, compute_next
from tests.explaining.analysis.small import Contrary, short, small_analyst
from tests.small import MODEL
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

REVIEWS = "/api/v1/reviews"


@pytest.fixture
def ask_review(ask: Ask) -> Ask:
    return lambda body=BOARD, **options: ask(body, address=REVIEWS, **options)


def test_it_is_done_in_parts_and_told_how_far(
    ask_review: Ask, client: Client, queue: Queue
) -> None:
    document = ask_review().json()
    key, model = document["id"], queue.sent[0][1][1]
    assert (document["status"], document["progress"]) == ("queued", 0)
    assert document["url"] == f"{ADDRESS}/{key}"
    assert queue.sent[0][:2] == (kinds.WORK[Kind.REVIEW].task, [key, model])
    for progress in (0.5, 1):
        compute_next(uuid.UUID(key), StubExplainer())
        document = client.get(f"{ADDRESS}/{key}").json()
        assert document["progress"] == progress
    assert document["status"] == "done"
    assert document["result"] == {"board": BOARD, "calls": []}
    assert len(queue.sent) == 1, "the node goes on by itself"


def test_what_a_review_turns_out_to_cost_counts_with_the_next_question(
    ask_review: Ask,
    queue: Queue,
    redis: RedisServer,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(time=lambda: 4e9))  # stands still
    settings.CLIENT_LIMITS_PER_MINUTE = {**settings.CLIENT_LIMITS_PER_MINUTE, "reviews": 600}
    settings.ANALYSIS_TIMEOUT_SECONDS = 600

    class Rare(StubExplainer):
        def review(self, board: Any, sums: Any) -> Any:
            return replace(super().review(board, sums), parts=24)

    def left(**changes: Any) -> int:
        response = ask_review(board(**changes))
        compute_next(uuid.UUID(response.json()["id"]), Rare())
        return int(response.headers["RateLimit"].partition(";r=")[2].partition(";")[0])

    length = len(BOARD["auction"])
    expected, known = Size.of(played_board_from_json(BOARD)), Size(length, parts=24)
    more = prices.charge(Kind.REVIEW, known) - prices.charge(Kind.REVIEW, expected)
    assert more > 5
    before = left()
    job = Job.objects.get()
    assert job.weight == prices.price_of(Kind.REVIEW, known)
    assert before - left(tricks=10) == 1 + more
    compute_next(job.pk, Rare())  # is no more news
    assert (
        ask_review(board(tricks=9))
        .headers["RateLimit"]
        .partition(";r=")[2]
        .startswith(f"{before - 2 * (1 + more)};")
    )


def test_what_ends_with_its_first_part_keeps_what_it_cost(ask_review: Ask, queue: Queue) -> None:
    class AtOnce(StubExplainer):
        def review(self, board: Any, sums: Any) -> Any:
            return super().review(board, {"parts": 1})

    response = ask_review()
    compute_next(uuid.UUID(response.json()["id"]), AtOnce())
    job = Job.objects.get()
    assert job.state == State.DONE
    assert job.weight == prices.price_of(Kind.REVIEW, Size(len(BOARD["auction"]), parts=2))


def test_a_client_that_waits_gets_the_result(ask_review: Ask, working_queue: Queue) -> None:
    response = ask_review(wait=5)
    assert response.status_code == 200
    assert response.json()["result"]["board"] == BOARD
    spelled = board(auction="1d-p-1s-p-2s-p-p-p", system="sayc")
    del spelled["systems"]
    assert ask_review(spelled, wait=5).json() == response.json()
    assert Job.objects.count() == 1


def test_fields_are_those_of_reviews(ask_review: Ask, ask: Ask, working_queue: Queue) -> None:
    named_fields = partial(ask, BOARD, wait=5)
    response = named_fields(address=f"{REVIEWS}?fields=board.tricks")
    assert response.json()["result"] == {"board": {"tricks": 11}}
    refusal = named_fields(address=f"{REVIEWS}?fields=suggestion")
    problem_of(refusal, 400, "malformed-request")


def test_what_is_wrong_is_said_as_everywhere(ask_review: Ask, queue: Queue) -> None:
    problem = refused(ask_review(board(hands={"N": "AK"}, tricks=14)), 400, "malformed-request")
    assert [error["pointer"] for error in problem["errors"]] == ["/hands/N", "/tricks"]
    refused(ask_review(board(auction=["1D", "1C"], tricks=None)), 422, "impossible-position")
    refused(ask_review(b"{"), 400, "malformed-request")


def test_what_cannot_be_reviewed_is_our_fault(ask_review: Ask, working_queue: Queue) -> None:
    broken = board(auction=[StubExplainer.BROKEN_AUCTION], tricks=None)
    problem = problem_of(ask_review(broken, wait=5), 500, "explanation-failed")
    assert "review this board" in problem["detail"]
    assert Job.objects.get().state == State.FAILED


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"hands": {"S": BOARD["hands"]["S"]}, "tricks": None},  # type: ignore[index]
        {"auction": ["1D", "P", "1S"], "tricks": None},
        {"auction": ["P"] * 4, "tricks": None},
    ],
)
def test_reviews_are_as_the_openapi_document_says(changes: dict[str, Any]) -> None:
    schema = named("ReviewResult")
    asked = played_board_from_json(board(**changes))
    reviewer = Reviewer(small_analyst(Contrary(), factor=3))
    result = json.loads(json.dumps(short(asked, reviewer).to_json()))
    check(result, schema)
    assert any(call["best"] for call in result["calls"])
    assert result["adviser"] == MODEL.to_dict()
    assert (result["makes"] is None) == ("hands" in changes)
    assert (result["contract"] is None) == ("auction" in changes)
    assert not is_valid({**result, "calls": [{"call": "1S"}]}, schema)
