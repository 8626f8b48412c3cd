"""A batch is seen with the key that it was asked for with, or else with its signature.

An id alone may stand in a log.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.models import Scope
from tests.api.conftest import problem_of, two_pages
from tests.api.test_batches import ADDRESS, positions, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]


def _with_key() -> dict[str, str]:
    """The headers of a client with a key of its own."""
    row, text = keys.make("a club", [Scope.BATCHES])
    row.save()
    return {"Authorization": f"Bearer {text}"}


def test_a_key_lists_its_own_the_newest_first(client: Client, settings: Settings) -> None:
    settings.CLIENT_BATCHES = 100
    mine, other = _with_key(), _with_key()
    sent = [send(client, positions(1), headers=mine).json()["id"] for _ in range(40)]
    send(client, positions(1), headers=other)
    send(client, positions(1))
    first, rest = two_pages(client, ADDRESS, mine)
    listed = [batch["id"] for batch in [*first["batches"], *rest["batches"]]]
    assert (listed, len(first["batches"]), rest["next"]) == (sent[::-1], 20, None)
    problem_of(client.get(ADDRESS), 401, "unauthenticated")
    problem_of(client.get(f"{ADDRESS}?from=x", headers=mine), 400, "malformed-request")


def test_only_the_same_key_and_staff_see_it(client: Client) -> None:
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
    assert "signature" not in client.get(addresses[0]).content.decode()


def test_without_a_key_a_batch_is_seen_with_its_signature_alone(client: Client) -> None:
    sent, other = (send(client, positions(1)) for _ in range(2))
    submitted = sent.json()
    assert sent.headers["Location"] == submitted["url"]
    page = f"/batches/{submitted['id']}"
    signature = submitted["url"].partition("?")[2]
    assert f"{page}?{signature}" != page
    for address in (submitted["url"], submitted["results"], f"{page}?{signature}"):
        path, _, query = address.partition("?")
        assert query == signature
        assert client.get(address).status_code == 200
        foreign = other.json()["url"].partition("?")[2]
        for wrong in ("", "?signature=", f"?{query[:-1]}", f"?{foreign}", f"?{query}&signature="):
            assert client.get(path + wrong).status_code == 404
            assert client.get(path + wrong, headers=_with_key()).status_code == 404
    path = submitted["url"].partition("?")[0]
    problem = problem_of(client.delete(path), 404, "unknown-batch")
    assert "signature is missing" in problem["detail"]
    assert client.post(f"{page}/cancel").status_code == 404
    assert client.delete(submitted["url"]).json()["status"] == "cancelled"
    problem_of(client.delete(path), 404, "unknown-batch")
    assert client.delete(submitted["url"]).status_code == 204
    assert client.get(submitted["url"]).status_code == 404


def test_a_signature_is_made_with_the_secret_of_the_site(
    client: Client, settings: Settings
) -> None:
    address = send(client, positions(1)).json()["url"]
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 10
    assert client.get(address).status_code == 404
    settings.SECRET_KEY_FALLBACKS = [old]
    assert client.get(address).status_code == 200


def test_the_same_request_again_is_told_the_signature_again(client: Client) -> None:
    key = {"Idempotency-Key": "one"}
    first, again = (send(client, positions(1), headers=key) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]
    assert client.get(again.headers["Location"]).status_code == 200


def test_staff_see_every_batch(client: Client) -> None:
    address = send(client, positions(1)).json()["url"].partition("?")[0]
    client.force_login(User.objects.create_user("member"))
    assert client.get(address).status_code == 404
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert client.get(address).status_code == 200
