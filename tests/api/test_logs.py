"""The log names client and key by pseudonyms, and never an address, a key or a signature."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from bidding import keys
from bidding.models import Scope
from bridgeviz.pseudonyms import pseudonym
from bridgeviz.tracing import AddRequest, JsonLines
from tests.api.test_batches import ADDRESS, positions, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("queue")]

CLIENT = "203.0.113.77"


class Log:
    """All that is written, as a site writes it."""

    def __init__(self) -> None:
        self.stream = StringIO()
        self.handler = logging.StreamHandler(self.stream)
        self.handler.setFormatter(JsonLines())
        self.handler.addFilter(AddRequest())

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The lines on answers."""
        lines = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in lines if line["logger"] == "bridgeviz.requests"]


@pytest.fixture
def log() -> Iterator[Log]:
    """Everything of every logger, from DEBUG on, but what the database was asked."""
    found, root = Log(), logging.getLogger()
    level, root.level = root.level, logging.DEBUG
    root.addHandler(found.handler)
    names = ("bridgeviz.requests", "django.request")
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.WARNING)
    yield found
    root.removeHandler(found.handler)
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def key() -> tuple[str, str, dict[str, str]]:
    """A new key: its pseudonym, its text, and the header that shows it."""
    row, text = keys.make("Jane Doe of the club", [Scope.BATCHES])
    row.save()
    return pseudonym(f"key:{row.pk}"), text, {"Authorization": f"Bearer {text}"}


def test_a_client_is_named_by_a_keyed_hash(client: Client, log: Log, settings: Settings) -> None:
    for address in (CLIENT, CLIENT, "203.0.113.78", "2001:db8::1", "2001:db8::2"):
        client.get("/healthz", REMOTE_ADDR=address)
    named = [line["client"] for line in log.answers]
    assert named[0] == named[1] == pseudonym(f"address:{CLIENT}")
    assert named[3] == named[4]  # one network, one client
    assert len(set(named)) == 3
    assert all(len(name) == 16 and int(name, 16) >= 0 for name in named)
    assert not any("key" in line for line in log.answers)
    settings.SECRET_KEY = "another" * 10
    assert pseudonym(f"address:{CLIENT}") not in named


def test_a_key_is_named_beside_the_client(client: Client, log: Log) -> None:
    (one, first, headers), (other, second, others) = key(), key()
    for shown in (headers, others, {}):
        send(client, positions(1), headers=shown, REMOTE_ADDR=CLIENT)
    assert [line.get("key") for line in log.answers] == [one, other, None]
    assert {line["client"] for line in log.answers} == {pseudonym(f"address:{CLIENT}")}
    for secret in (first, second, first[:8], "Jane"):
        assert secret not in log.text


def test_nothing_names_the_address_or_the_signature(client: Client, log: Log) -> None:
    status = send(client, positions(1), REMOTE_ADDR=CLIENT).json()
    signature = status["url"].partition("=")[2]
    assert len(signature) > 40
    page = f"/batches/{status['id']}?signature={signature}"
    for address in (status["url"], status["results"], page, f"{status['url']}x", "/nowhere"):
        client.get(address, REMOTE_ADDR=CLIENT)
    client.get(status["url"], headers={"Authorization": "Bearer wrong-key"}, REMOTE_ADDR=CLIENT)
    client.post("/sign-in", {"file": "none"}, REMOTE_ADDR=CLIENT)
    client.delete(status["url"], REMOTE_ADDR=CLIENT)
    assert len(log.answers) == 9
    assert log.answers[0]["location"] == f"{ADDRESS}/{status['id']}"
    for secret in (CLIENT, signature, signature[:20], "wrong-key"):
        assert secret not in log.text
