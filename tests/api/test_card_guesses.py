"""Asking which convention card fits a pair's calls: the same doors, an answer in parts."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from bidding.api.questions.views import CARD_EXAMPLE
from bidding.explaining.card_evidence import CardGuesser
from bidding.jobs import kinds, prices
from bidding.models import Job, Kind
from bidding.parsing.documents.position_documents import pair_calls_from_json
from tests.api.conftest import ADDRESS, Ask, refused
from tests.api.document import check, is_valid, named
from tests.conftest import Queue, compute_next
from tests.explaining.analysis.small import small_bidder, whole
from tests.small import MODEL
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

BOARD: dict[str, Any] = CARD_EXAMPLE["boards"][0]


def pair(*boards: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"boards": list(boards or [BOARD]), **changes}


@pytest.fixture
def ask_card(ask: Ask) -> Ask:
    return lambda body=CARD_EXAMPLE, **options: ask(body, address="/api/v1/cards/guess", **options)


def test_it_is_done_in_parts_and_told_how_far(ask_card: Ask, client: Client, queue: Queue) -> None:
    document = ask_card().json()
    assert (document["status"], document["progress"]) == ("queued", 0)
    assert queue.sent[0][0] == kinds.WORK[Kind.CARD].task
    for progress in (0.5, 1):
        compute_next(uuid.UUID(document["id"]), StubExplainer())
        document = client.get(f"{ADDRESS}/{document['id']}").json()
        assert document["progress"] == progress
    assert document["result"] == {"calls": 5, "code": "sayc"}


def test_the_same_boards_said_otherwise_are_the_same_question(
    ask_card: Ask, working_queue: Queue
) -> None:
    response = ask_card(wait=5)
    hands = {**BOARD["hands"], "E": "J965.JT3.K64.832", "W": None}
    other = {**BOARD, "seat": "N", "hands": hands, "auction": "1nt p 2c p 2d p 3nt p p p"}
    same = pair({**other, "opponents": "sayc"}, card="unknown")
    assert ask_card(same, wait=5).json() == response.json()
    assert Job.objects.count() == 1
    assert ask_card(pair({**BOARD, "seat": "E"}), wait=5).json()["result"]["calls"] == 5
    assert ask_card(pair(card="acol"), wait=5).json()["id"] != response.json()["id"]


def test_what_is_wrong_is_said_at_its_place(ask_card: Ask, queue: Queue) -> None:
    bad = {**BOARD, "hands": {"N": "AK"}, "auction": ["1D", "1C"], "opponents": "none"}
    card = {"base": "sayc", "options": {"two_level_openings": "multy"}}
    problem = refused(ask_card(pair(BOARD, bad, card=card)), 400, "malformed-request")
    assert [error["pointer"] for error in problem["errors"]] == [
        "/boards/1/hands/N",
        "/boards/1/auction/1",
        "/boards/1/opponents",
        "/card/options/two_level_openings",
    ]
    illegal = pair({**BOARD, "auction": ["1D", "1C"]})
    refused(ask_card(illegal), 422, "impossible-position")
    silent = pair({**BOARD, "auction": ["1D"], "dealer": "E"})
    (error,) = refused(ask_card(silent), 400, "malformed-request")["errors"]
    assert (error["pointer"], error["detail"]) == ("/boards", "the pair has made no call")
    refused(ask_card(pair(*[BOARD] * 65)), 400, "malformed-request")
    refused(ask_card({"boards": []}), 400, "malformed-request")


def test_more_boards_cost_more(ask_card: Ask, queue: Queue) -> None:
    ask_card()
    ask_card(pair(*[BOARD] * 24))
    few, many = Job.objects.order_by("created_at").values_list("weight", flat=True)
    assert 5 * few < many
    asked = pair_calls_from_json(pair(*[BOARD] * 8))
    assert prices.charge(Kind.CARD, prices.Size.of(asked)) == 1


@pytest.mark.parametrize("card", [None, {"base": "sayc", "options": {"gerber": "none"}}])
def test_guesses_are_as_the_openapi_document_says(card: Any) -> None:
    schema = named("GuessedCard")
    asked = pair_calls_from_json(pair(card=card))
    guesser = CardGuesser(small_bidder(), MODEL)
    result = json.loads(json.dumps(whole(asked, guesser).to_json()))
    check(result, schema)
    assert (result["base"]["odds"] is None) == (card is not None)
    assert not is_valid({**result, "choices": [{"choice": "gerber"}]}, schema)
