"""Asking what the calls that may come next would show: the same doors, another answer."""

from __future__ import annotations

import json
import uuid
from functools import partial
from typing import Any

import pytest
import torch
from django.test import Client

from bidding.domain.position import Position
from bidding.explaining.explainer import Explainer
from bidding.jobs import compute, kinds
from bidding.models import Job, Kind, State
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.networks.config import BidderConfig
from bidding.parsing.documents.position_documents import position_from_json
from tests.api.conftest import ADDRESS, Ask, problem_of, refused
from tests.api.document import check, is_valid, named
from tests.conftest import QUESTION, Queue, question
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("stub_worker")]

OPTIONS = "/api/v1/options"


@pytest.fixture
def ask_options(ask: Ask) -> Ask:
    return partial(ask, address=OPTIONS)


def test_without_waiting_the_client_is_told_where_to_look(
    ask_options: Ask, client: Client, queue: Queue
) -> None:
    response = ask_options()
    assert response.status_code == 202
    document = response.json()
    assert document["url"] == response.headers["Location"] == f"{ADDRESS}/{document['id']}"
    assert [task for task, *_ in queue.sent] == [kinds.WORK[Kind.OPTIONS].task]
    compute.compute_many([uuid.UUID(document["id"])], StubExplainer())
    done = client.get(document["url"]).json()
    assert done["status"] == "done"
    assert done["result"]["options"] == []


def test_a_client_that_waits_gets_the_result(ask_options: Ask, working_queue: Queue) -> None:
    response = ask_options(wait=5)
    assert response.status_code == 200
    assert response.headers["Preference-Applied"] == "wait=5"
    assert response.json()["result"]["position"]["hand"] == QUESTION["hand"]


def test_explanation_and_options_of_one_position_are_kept_apart(
    ask: Ask, ask_options: Ask, working_queue: Queue
) -> None:
    explained, optional = ask(wait=5).json(), ask_options(wait=5).json()
    assert "options" not in explained["result"]
    assert "options" in optional["result"]
    assert explained["id"] != optional["id"]
    assert ask_options(question(auction="1D-1H"), wait=5).json() == optional
    assert len(working_queue.sent) == 2
    kinds = set(Job.objects.values_list("kind", flat=True))
    assert kinds == {Kind.EXPLANATION, Kind.OPTIONS}


def test_what_is_wrong_is_said_as_everywhere(ask_options: Ask, queue: Queue) -> None:
    illegal = refused(ask_options(question(auction=["1D", "1C"])), 422, "impossible-position")
    assert illegal["errors"][0]["pointer"] == "/auction/1"
    refused(ask_options(b"{"), 400, "malformed-request")


def test_what_the_model_cannot_tell_is_our_fault(ask_options: Ask, working_queue: Queue) -> None:
    response = ask_options(question(auction=[StubExplainer.BROKEN_AUCTION]), wait=5)
    problem_of(response, 500, "explanation-failed")
    assert Job.objects.get().state == State.FAILED


def test_there_is_nothing_to_get_at_the_address_itself(client: Client) -> None:
    problem_of(client.get(OPTIONS), 405, "method-not-allowed")


@pytest.mark.parametrize("auction", ["1D 1H", "1D P P P"])
def test_options_are_as_the_openapi_document_says(position: Position, auction: str) -> None:
    result = options_of(question(auction=auction))
    check(result, named("Options"))
    assert bool(result["options"]) == (auction == "1D 1H")
    assert not is_valid({**result, "options": [{"call": "1S"}]}, named("Options"))


def options_of(document: dict[str, Any]) -> dict[str, Any]:
    """The document of a small model, untrained."""
    torch.manual_seed(5)
    config = BidderConfig(state_width=8, call_embedding=8, readout_width=16, readout_blocks=1)
    explainer = Explainer(Bidder(config).eval(), ModelInfo("stub", "1", "none", "0" * 64), "cpu")
    options = explainer.options(position_from_json(document))
    plain: dict[str, Any] = json.loads(json.dumps(options.to_json()))
    return plain
