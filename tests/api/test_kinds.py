"""Each kind of question about a position: asked the same way, with an answer of its own.

Reviews, of boards, are in test_reviews, guesses of cards in test_card_guesses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from django.test import Client

from bidding.explaining.explainer import Explainer
from bidding.jobs import kinds
from bidding.models import Job, Kind, State
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.documents.position_documents import position_from_json
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.api.document import check, is_valid, named
from tests.conftest import QUESTION, Queue, question
from tests.explaining.analysis.small import short, small_analyst, small_bidder
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]


@dataclass(frozen=True)
class Asked:
    """How one kind is asked for, and what tells its answers apart."""

    address: str
    schema: str
    field: str = ""
    """Of the stub's result, one that the other kinds have not."""


KINDS = {
    Kind.EXPLANATION: Asked(ADDRESS, "Explanation"),
    Kind.REFINED: Asked("/api/v1/refined", "Explanation", "refined"),
    Kind.OPTIONS: Asked("/api/v1/options", "Options", "options"),
    Kind.ANALYSIS: Asked("/api/v1/analyses", "Analysis", "contracts"),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def ask_kind(ask: Ask, kind: Kind) -> Ask:
    return partial(ask, address=KINDS[kind].address)


def test_every_kind_of_question_is_here() -> None:
    kinds_elsewhere = {Kind.REVIEW, Kind.CARD, Kind.CALLS, Kind.BOARDS, Kind.CHUNK}
    assert {*KINDS, *kinds_elsewhere} == set(Kind)


@each_kind
def test_it_is_accepted_computed_and_fetched_at_its_address(
    ask_kind: Ask, client: Client, queue: Queue, kind: Kind
) -> None:
    response = ask_kind()
    assert response.status_code == 202
    document = response.json()
    progress = {"progress"} if kind == Kind.ANALYSIS else set()
    assert set(document) == {"id", "status", "url", "created", "result", "error"} | progress
    assert document["url"] == response.headers["Location"] == f"{ADDRESS}/{document['id']}"
    (sent,) = queue.sent
    assert sent[0] == kinds.WORK[kind].task
    queue.works = True
    queue.send(sent[0], sent[1], expires_seconds=sent[2])
    assert len(queue.sent) == 2
    done = client.get(document["url"]).json()
    assert (done["status"], done["result"]["position"]["hand"]) == ("done", QUESTION["hand"])


@each_kind
def test_a_client_that_waits_gets_its_answer_which_is_computed_once(
    ask: Ask, ask_kind: Ask, working_queue: Queue, kind: Kind
) -> None:
    response = ask_kind(wait=5)
    assert response.status_code == 200
    assert response.headers["Preference-Applied"] == "wait=5"
    assert ask_kind(question(auction="1D-1H"), wait=5).json() == response.json()
    assert len(working_queue.sent) == 1
    fields = {asked.field for asked in KINDS.values() if asked.field}
    assert fields & response.json()["result"].keys() == {KINDS[kind].field} - {""}
    others = [ask(wait=5, address=asked.address).json()["id"] for asked in KINDS.values()]
    assert len(set(others)) == len(KINDS)
    assert set(Job.objects.values_list("kind", flat=True)) == set(KINDS)


@each_kind
def test_faulty_requests_are_refused(ask_kind: Ask, client: Client, queue: Queue) -> None:
    illegal = refused(ask_kind(question(auction=["1D", "1C"])), 422, "impossible-position")
    assert illegal["errors"][0]["pointer"] == "/auction/1"
    refused(ask_kind(b"{"), 400, "malformed-request")


@each_kind
def test_a_failure_of_the_model_is_reported(
    ask_kind: Ask, client: Client, working_queue: Queue, kind: Kind
) -> None:
    response = ask_kind(question(auction=[StubExplainer.BROKEN_AUCTION]), wait=5)
    problem_of(response, 500, "explanation-failed")
    assert Job.objects.get().state == State.FAILED
    problem_of(client.put(KINDS[kind].address), 405, "method-not-allowed")


@each_kind
@pytest.mark.parametrize("auction", ["1D 1H", "1D P P P", ""])
def test_answers_are_as_the_openapi_document_says(kind: Kind, auction: str) -> None:
    result = small_answer(kind, question(auction=auction, dealer="S"))
    schema = named(KINDS[kind].schema)
    check(result, schema)
    part, wrong = {
        Kind.OPTIONS: ("options", [{"call": "1S"}]),
        Kind.ANALYSIS: ("contracts", [{"bid": "1S"}]),
    }.get(kind, ("calls", [{"call": "1S"}]))
    assert not is_valid({**result, part: wrong}, schema)
    if kind == Kind.OPTIONS:
        assert bool(result["options"]) == (auction != "1D P P P")
    elif KINDS[kind].schema == "Explanation":
        assert result["refined"] == (kind == Kind.REFINED)
        for call in result["calls"]:
            del call["shows"]["kings"]
        assert is_valid(result, schema) == (auction == "")


def small_answer(kind: Kind, asked: dict[str, Any]) -> dict[str, Any]:
    """The document of untrained models."""
    position = position_from_json(asked)
    explainer = Explainer(small_bidder(), ModelInfo("stub", "1", "none", "0" * 64))
    answer: Any = {
        Kind.EXPLANATION: lambda: explainer.explain(position),
        Kind.REFINED: lambda: explainer.refine_many([position])[0],
        Kind.OPTIONS: lambda: explainer.options(position),
        Kind.ANALYSIS: lambda: short(position, small_analyst()),
    }[kind]()
    plain: dict[str, Any] = json.loads(json.dumps(answer.to_json()))
    return plain
