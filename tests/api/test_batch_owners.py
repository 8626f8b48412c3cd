"""A batch that was asked for with a key is its client's; an id may stand in a log."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.models import Scope
from tests.api.conftest import problem_of
from tests.api.test_batches import ADDRESS, positions, send
from tests.conftest import Queue

pytestmark = pytest.mark.django_db(transaction=True)


def _with_key() -> dict[str, str]:
    """The headers of a client with a key of its own."""
    row, text = keys.make("a club", [Scope.BATCHES])
    row.save()
    return {"Authorization": f"Bearer {text}"}


def test_a_key_lists_its_own_the_newest_first(
    client: Client, queue: Queue, settings: Settings
) -> None:
    settings.CLIENT_BATCHES = 100
    mine, other = _with_key(), _with_key()
    sent = [send(client, positions(1), headers=mine).json()["id"] for _ in range(22)]
    send(client, positions(1), headers=other)
    send(client, positions(1))
    answers = [client.get(ADDRESS, headers=mine)]
    first = answers[0].json()
    answers.append(client.get(first["next"], headers=mine))
    rest = answers[1].json()
    links = [answer.headers.get("Link") for answer in answers]
    assert links == [f'<{first["next"]}>; rel="next"', None]
    listed = [batch["id"] for batch in [*first["batches"], *rest["batches"]]]
    assert (listed, len(first["batches"]), rest["next"]) == (sent[::-1], 20, None)
    problem_of(client.get(ADDRESS), 401, "unauthenticated")
    problem_of(client.get(f"{ADDRESS}?from=x", headers=mine), 400, "malformed-request")


def test_only_the_same_key_and_staff_see_it(client: Client, queue: Queue) -> None:
    mine, other = _with_key(), _with_key()
    batch_id = send(client, positions(1), headers=mine).json()["id"]
    addresses = [f"{ADDRESS}/{batch_id}", f"{ADDRESS}/{batch_id}/results"]
    for address in addresses:
        assert client.get(address, headers=mine).status_code == 200
        problem_of(client.get(address), 404, "unknown-batch")
        problem_of(client.get(address, headers=other), 404, "unknown-batch")
    problem_of(client.delete(addresses[0], headers=other), 404, "unknown-batch")
    assert client.get(f"/batches/{batch_id}/").status_code == 404
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert client.get(addresses[0]).status_code == 200
    headers = {"Sec-Fetch-Site": "same-origin"}
    assert client.delete(addresses[0], headers=headers).json()["status"] == "cancelled"
