"""A batch through the death of everything that works on it."""

from __future__ import annotations

import json
import os
import signal
import urllib.request
from itertools import product
from typing import Any

import pytest

from tests.batches.conftest import CALLS
from tests.conftest import question
from tests.stub_explainer import StubExplainer
from tests.system.conftest import Site, eventually, run_parts, start_worker

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/batches"
SLOW_EVERY = 40


def positions() -> list[dict[str, Any]]:
    """240 different positions; one in 40 takes two seconds."""
    tables = product("NESW", ("none", "NS", "EW", "both"), CALLS)
    found = [
        question(hand=None, seat=seat, vulnerability=vulnerability, auction=[call])
        for seat, vulnerability, call in tables
    ]
    for number in range(0, len(found), SLOW_EVERY):
        found[number]["auction"] = [StubExplainer.SLOW_AUCTION]
        found[number]["system"] = ("sayc", "2/1", "acol", "polish", "unknown")[number // 40 % 5]
    return found


def lines(site: Site, address: str) -> list[dict[str, Any]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{site.port}{address}", timeout=60) as answer:
        return [json.loads(line) for line in answer]


def test_a_batch_survives_its_worker_its_broker_and_its_web_server(idle_site: Site) -> None:
    site = run_parts(idle_site)
    sent = positions()
    assert len({json.dumps(one) for one in sent}) == len(sent) == 240
    submitted = site.ask(ADDRESS, sent)
    assert submitted.status == 202, submitted.body
    address = submitted.body["url"]
    assert eventually(lambda: 0 < site.ask(address).body["done"] < len(sent), 60)

    for name in ("worker", "redis"):
        site.stop(name, signal.SIGKILL)
    for pid in site.pids("uwsgi"):  # its children would live on
        os.kill(pid, signal.SIGKILL)
    site.programs["web"].wait(30)
    assert eventually(lambda: not site.pids("uwsgi") and not site.answers("/healthz"), 30)
    for name in ("redis", "web"):
        command = [str(part) for part in site.programs[name].args]
        site.start(name, *command)
    start_worker(site, "another")

    assert eventually(site.answers, 60)
    assert eventually(lambda: site.ask(address).body["status"] == "done", 120), site.ask(address)
    progress = site.ask(address).body
    assert (progress["done"], progress["failed"], progress["percent"]) == (len(sent), 0, 100)
    found = lines(site, progress["results"])
    assert [line["item"] for line in found] == list(range(len(sent)))
    for line, one in zip(found, sent, strict=True):
        assert line["result"]["position"]["auction"] == one["auction"]
        assert line["result"]["position"]["vulnerability"] == one["vulnerability"]


def test_who_asks_a_single_question_does_not_wait_for_a_batch(idle_site: Site) -> None:
    site = run_parts(idle_site)
    address = site.ask(ADDRESS, positions()).body["url"]
    assert eventually(lambda: site.ask(address).body["status"] == "running", 60)
    answer = site.ask("/api/v1/explanations", question(), wait=20)
    assert answer.status == 200
    assert site.ask(address).body["status"] == "running"
