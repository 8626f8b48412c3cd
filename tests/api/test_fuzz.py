"""Damaged requests to every address: whatever is sent, the answer is as it should be."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from multiprocessing import get_context

import pytest
from django.test import Client
from pytest_django import Settings

from benchmarks import fuzz
from bridgeviz import wsgi
from tests.conftest import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stub_worker")]

REQUESTS = 700


def test_no_request_is_too_bad(
    client: Client, working_queue: Queue, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own, so that one that crashes fails the test and ends nothing else."""
    settings.BATCHES_UNFINISHED = settings.CLIENT_BATCHES = settings.CLIENT_TABLES = REQUESTS
    settings.WEB_TIMEOUT_SECONDS = settings.READY_TIMEOUT_SECONDS = 0
    monkeypatch.setattr("django.test.client.WSGIRequest", wsgi.handler.request_class)
    process = get_context("fork").Process(target=_send, args=(client,))
    process.start()
    process.join()
    assert process.exitcode == 0


def _send(client: Client) -> None:
    document = json.loads(client.get("/api/v1/schema").content)
    requests, statuses = fuzz.Requests(document, 7), Counter[int]()
    for sent in islice(requests, REQUESTS):
        headers = {name: value for name, value in sent.headers.items() if name != "Content-Type"}
        kind = sent.headers.get("Content-Type", "")
        if headers.get("Content-Length", "").isdigit():
            del headers["Content-Length"]  # the test client has no more to read
        response = client.generic(
            sent.method, sent.path, sent.body, content_type=kind, headers=headers
        )
        content = response.getvalue()
        wrong = fuzz.fault(sent, response.status_code, response.headers, len(content))
        assert not wrong, (wrong, response.status_code, sent)
        requests.learn(content)
        if response.status_code >= 400 and sent.path.startswith("/api") and sent.method != "HEAD":
            document = json.loads(content)
            assert document["status"] == response.status_code, sent
        statuses[response.status_code] += 1
    good = statuses[200] + statuses[201] + statuses[202] + statuses[204]
    assert good > REQUESTS / 12, statuses  # it is not all refused at the door
    assert len(statuses) >= 10, statuses
