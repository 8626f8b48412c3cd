"""The staff's page of how the site is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from bidding.jobs import registry
from bidding.models import Job, State
from tests.conftest import QUESTION
from tests.stub_explainer import StubModel

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("chief", is_staff=True))
    return client


def page(client: Client) -> str:
    answer = client.get("/admin/status")
    assert answer.status_code == 200
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    text = answer.content.decode()
    assert "<script>" not in text  # none inline: the policy would stop it
    assert " style=" not in text
    return text


def row(state: State, seconds_ago: float, **changes: object) -> Job:
    made = timezone.now() - timedelta(seconds=seconds_ago)
    key = f"{Job.objects.count():064d}"
    return Job.objects.create(
        content_key=key, position=QUESTION, state=state, created_at=made, **changes
    )


def test_an_empty_site_says_that_nothing_can_be_explained(staff: Client) -> None:
    text = page(staff)
    assert "0 waiting; 0 being computed" in text
    assert "No node lives" in text
    assert "Nothing has been asked yet" in text


def test_it_shows_the_queue_the_nodes_and_what_failed(staff: Client) -> None:
    registry.register("a-node", StubModel())
    row(State.QUEUED, 7)
    row(State.RUNNING, 3)
    row(State.DONE, 3)
    error = {"code": "explanation-failed", "detail": "The model <broke>."}
    failed = row(State.FAILED, 60, ended_at=timezone.now(), error=error)
    expired = row(State.EXPIRED, 60, ended_at=timezone.now())
    text = page(staff)
    assert "1 waiting, the oldest for 7." in text
    assert "1 being computed" in text
    assert "a-node" in text
    assert "The model &lt;broke&gt;." in text
    assert text.index(str(expired.id)) < text.index(str(failed.id))  # the newest first


def test_the_index_of_the_staff_leads_there(staff: Client) -> None:
    assert 'href="/admin/status"' in staff.get("/admin/").content.decode()


@pytest.mark.parametrize("who", ["nobody", "a member without rights"])
def test_nobody_else_sees_it(client: Client, who: str) -> None:
    if who != "nobody":
        client.force_login(User.objects.create_user("guest"))
    answer = client.get("/admin/status")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/")
