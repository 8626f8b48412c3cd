"""Equal answers in both set-ups: by one command, and with Redis and uWSGI by environment."""

from __future__ import annotations

import json
import threading
import uuid
from pathlib import Path

import pytest

from tests.conftest import QUESTION, question
from tests.stub_explainer import StubExplainer
from tests.system.conftest import Answer, Site, eventually

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/explanations"


def test_it_lives_and_is_ready(site: Site) -> None:
    assert site.ask("/healthz").body == {"status": "alive"}
    ready = site.ask("/readyz")
    assert (ready.status, ready.body["workers"]) == (200, 1)
    assert ready.body["model"]["name"] == "stub"


def test_a_client_that_waits_gets_the_result(site: Site) -> None:
    answer = site.ask(ADDRESS, question(seat="N"), wait=15)
    assert answer.status == 200
    assert answer.body["result"]["position"]["seat"] == "N"


def test_a_client_that_polls_sees_it_run_and_end(site: Site) -> None:
    accepted = site.ask(ADDRESS, question(auction=[StubExplainer.SLOW_AUCTION]))
    assert accepted.status == 202
    seen = []

    def ended() -> bool:
        status = site.ask(accepted.headers["Location"]).body["status"]
        if status not in seen:
            seen.append(status)
        return status == "done"

    assert eventually(ended, 15)
    assert seen[-2:] == ["running", "done"]


def test_a_long_wait_holds_up_nobody_else(site: Site) -> None:
    slow: list[Answer] = []
    body = question(seat="E", auction=[StubExplainer.SLOW_AUCTION])
    waiting = threading.Thread(target=lambda: slow.append(site.ask(ADDRESS, body, wait=15)))
    waiting.start()
    others = [site.ask("/healthz").seconds for _ in range(5)]
    waiting.join()
    assert slow[0].status == 200
    assert slow[0].seconds > max(others)


def test_a_failing_model_is_reported_and_the_worker_goes_on(site: Site) -> None:
    failed = site.ask(ADDRESS, question(auction=[StubExplainer.BROKEN_AUCTION]), wait=15)
    assert (failed.status, failed.body["type"]) == (500, "urn:bridgeviz:problem:explanation-failed")
    assert site.ask(ADDRESS, question(seat="W"), wait=15).status == 200


def test_bad_input_is_refused_through_the_real_server(site: Site) -> None:
    assert site.ask(ADDRESS, question(auction=["X"]), wait=15).status == 422
    assert site.ask(ADDRESS, question(hand=1), wait=15).status == 400
    assert site.ask(f"{ADDRESS}/{uuid.uuid4()}").status == 404


def test_a_long_address_is_refused_and_the_client_hears_of_it(site: Site) -> None:
    answer = site.ask(f"/api/v1/systems?{'x' * 30_000}")
    assert (answer.status, answer.body["type"]) == (414, "urn:bridgeviz:problem:address-too-long")


@pytest.mark.parametrize("length", [20_000, 2_000_000])
def test_a_long_body_is_refused_and_the_client_hears_of_it(site: Site, length: int) -> None:
    refused = site.ask(ADDRESS, raw=json.dumps(QUESTION).encode().ljust(length))
    assert (refused.status, refused.body["status"]) == (413, 413)


def test_the_page_and_its_files_are_there_and_guarded(site: Site) -> None:
    schema = site.ask("/api/v1/schema")
    assert schema.status == 200
    assert "default-src 'none'" in schema.headers["Content-Security-Policy"]


def test_web_processes_hold_no_model(site: Site) -> None:
    pids = site.pids("uwsgi")
    routers = "site" in site.programs  # `make run` has one before its workers
    assert len(pids) == 3 + routers  # a master and two workers
    for pid in pids:
        assert "torch" not in Path(f"/proc/{pid}/maps").read_text()
