"""Analyses: computed in parts, with their progress."""

from __future__ import annotations

import uuid
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from bidding.jobs import kinds, states
from bidding.models import Job, Kind, State
from bidding.parsing.documents.position_documents import position_from_json
from tests.api.conftest import ADDRESS, Ask
from tests.conftest import Queue, compute_next, question
from tests.explaining.analysis.small import short, small_analyst
from tests.stub_explainer import StubExplainer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

ANALYSES = "/api/v1/analyses"


@pytest.fixture
def ask_analysis(ask: Ask) -> Ask:
    return partial(ask, address=ANALYSES)


def stored() -> Job:
    return Job.objects.get()


def test_it_is_done_in_parts_and_told_how_far(
    ask_analysis: Ask, client: Client, queue: Queue, settings: Settings
) -> None:
    document = ask_analysis().json()
    key, limit = document["id"], settings.ANALYSIS_TIMEOUT_SECONDS
    assert (document["status"], document["progress"]) == ("queued", 0)
    model = queue.sent[0][1][1]
    assert queue.sent == [(kinds.WORK[Kind.ANALYSIS].task, [key, model], limit)]
    compute_next(uuid.UUID(key), StubExplainer())
    document = client.get(f"{ADDRESS}/{key}").json()
    assert (document["status"], document["progress"]) == ("running", 0.5)
    compute_next(uuid.UUID(key), StubExplainer())
    document = client.get(f"{ADDRESS}/{key}").json()
    assert (document["status"], document["progress"]) == ("done", 1)
    assert document["result"]["contracts"] == []
    assert len(queue.sent) == 1, "the node goes on by itself"


def test_there_is_no_part_after_the_end(ask_analysis: Ask, queue: Queue) -> None:
    key = uuid.UUID(ask_analysis().json()["id"])
    Job.objects.update(state=State.EXPIRED)
    assert compute_next(key, StubExplainer()) == 0
    assert (stored().state, stored().parts_done) == (State.EXPIRED, 0)


def test_it_may_take_longer_than_an_explanation(ask_analysis: Ask, queue: Queue) -> None:
    ask_analysis()
    age = timedelta(seconds=40)
    Job.objects.update(created_at=timezone.now() - age)
    assert states.expire_late() == 0
    Job.objects.update(kind=Kind.EXPLANATION)
    assert states.expire_late() == 1


@pytest.mark.parametrize("auction", ["1D 1H", "1D P P P", ""])
def test_what_an_auction_has_not_is_null(auction: str) -> None:
    position = position_from_json(question(auction=auction, dealer="N"))
    result = short(position, small_analyst()).to_json()
    assert (result["contract"] is None) == (auction == "")
    assert (result["next_calls"] is None) == (auction != "1D 1H")
