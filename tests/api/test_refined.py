"""Asking for refined explanations: the same doors, another answer of the same form."""

from __future__ import annotations

import json
import uuid
from functools import partial

import pytest
import torch
from django.test import Client

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

REFINED = "/api/v1/refined"


@pytest.fixture
def ask_refined(ask: Ask) -> Ask:
    return partial(ask, address=REFINED)


def test_without_waiting_the_client_is_told_where_to_look(
    ask_refined: Ask, client: Client, queue: Queue
) -> None:
    response = ask_refined()
    assert response.status_code == 202
    document = response.json()
    assert document["url"] == response.headers["Location"] == f"{ADDRESS}/{document['id']}"
    assert [task for task, *_ in queue.sent] == [kinds.WORK[Kind.REFINED].task]
    compute.compute_many([uuid.UUID(document["id"])], StubExplainer())
    done = client.get(document["url"]).json()
    assert done["status"] == "done"
    assert done["result"]["refined"] is True


def test_both_explanations_of_one_position_are_kept_apart_and_computed_once(
    ask: Ask, ask_refined: Ask, working_queue: Queue
) -> None:
    explained, refined = ask(wait=5).json(), ask_refined(wait=5).json()
    assert "refined" not in explained["result"]
    assert refined["result"]["position"] == explained["result"]["position"]
    assert ask_refined(question(auction="1D-1H"), wait=5).json() == refined
    assert len(working_queue.sent) == 2
    kinds = set(Job.objects.values_list("kind", flat=True))
    assert kinds == {Kind.EXPLANATION, Kind.REFINED}


def test_what_is_wrong_is_said_as_everywhere(ask_refined: Ask, queue: Queue) -> None:
    refused(ask_refined(question(auction=["1D", "1C"])), 422, "impossible-position")
    refused(ask_refined(b"{"), 400, "malformed-request")


def test_what_the_model_cannot_tell_is_our_fault(ask_refined: Ask, working_queue: Queue) -> None:
    response = ask_refined(question(auction=[StubExplainer.BROKEN_AUCTION]), wait=5)
    problem_of(response, 500, "explanation-failed")
    assert Job.objects.get().state == State.FAILED


@pytest.mark.parametrize("address", [ADDRESS, REFINED])
def test_both_are_as_the_openapi_document_says(address: str) -> None:
    torch.manual_seed(5)
    config = BidderConfig(state_width=8, call_embedding=8, readout_width=16, readout_blocks=1)
    explainer = Explainer(Bidder(config).eval(), ModelInfo("stub", "1", "none", "0" * 64), "cpu")
    ask = explainer.refine_many if address == REFINED else explainer.explain_many
    (answer,) = ask([position_from_json(QUESTION)])
    result = json.loads(json.dumps(answer.to_json()))
    check(result, named("Explanation"))
    assert result["refined"] == (address == REFINED)
    counted = result["calls"][0]["shows"]
    del counted["kings"]
    assert not is_valid(result, named("Explanation"))
