"""Damaged bodies at every address: whatever is sent, the answer is no server's error."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice

import pytest
from django.test import Client
from pytest_django import Settings

from benchmarks import fuzz
from tests.conftest import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

BODIES = 400


def test_no_body_is_too_bad(client: Client, queue: Queue, settings: Settings) -> None:
    settings.BATCHES_UNFINISHED = settings.CLIENT_BATCHES = settings.CLIENT_TABLES = BODIES
    statuses: Counter[int] = Counter()
    for sent in islice(fuzz.requests(7), BODIES):
        headers = {name: value for name, value in sent.headers.items() if name != "Content-Type"}
        response = client.generic(
            "POST", sent.path, sent.body, content_type=sent.headers["Content-Type"], headers=headers
        )
        assert response.status_code < 500, sent
        if response.status_code >= 400:
            document = json.loads(response.content)
            assert document["status"] == response.status_code
        statuses[response.status_code] += 1
    assert (
        statuses[200] + statuses[201] + statuses[202] > BODIES / 10
    )  # it is not all refused at the door
    assert len(statuses) >= 7
