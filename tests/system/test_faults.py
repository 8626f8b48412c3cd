"""Faults of a site's parts, as users and operators see them."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.conftest import question
from tests.stub_explainer import StubExplainer
from tests.system.conftest import Answer, Site, eventually, run_site, start_worker

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/explanations"


def unasked(seat: str, auction: str = "1C") -> dict[str, Any]:
    """A question that no test of another module asks, and one of this for each seat."""
    return question(seat=seat, vulnerability="both", auction=[auction])


def in_background(site: Site, seat: str) -> tuple[threading.Thread, list[Answer]]:
    """Asks for what takes long; returns once a worker computes it.

    The database says so: to ask the same here might start it before that thread has been heard.
    """
    answers: list[Answer] = []
    slow = unasked(seat, StubExplainer.SLOW_AUCTION)
    thread = threading.Thread(target=lambda: answers.append(site.ask(ADDRESS, slow, wait=20)))
    thread.start()
    query = "SELECT count(*) FROM bidding_job WHERE state = 'running'"
    with closing(sqlite3.connect(site.home / "bridgeviz.sqlite3")) as database:
        assert eventually(lambda: database.execute(query).fetchone()[0] > 0, 10)
    return thread, answers


class TestSupervised:
    def test_ctrl_c_ends_everything_and_leaves_nothing(self, idle_site: Site) -> None:
        site = run_site(idle_site)
        assert f"http://127.0.0.1:{site.port}/" in site.output("site")
        assert len(site.pids()) >= 4
        assert list(site.home.glob("bridgeviz-*/broker.sock"))
        assert site.stop("site", signal.SIGINT) == 0
        assert site.pids() == []
        assert not list(site.home.glob("bridgeviz-*"))
        assert "has stopped" in site.output("site")

    def test_it_may_be_stopped_while_it_starts(self, idle_site: Site) -> None:
        idle_site.start("site", sys.executable, "manage.py", "run_site")
        assert eventually(lambda: "is loading" in idle_site.output("site"), 30)
        assert idle_site.stop("site") == 0
        assert idle_site.pids() == []

    def test_a_killed_worker_or_broker_is_replaced(self, idle_site: Site) -> None:
        site = run_site(idle_site)
        for words in (["run_node"], ["broker.sock"]):
            (victim,) = site.pids(*words)
            os.kill(victim, signal.SIGKILL)
            assert eventually(lambda: site.pids(*words) not in ([], [victim]), 10)  # noqa: B023
            assert eventually(site.answers, 30)

    def test_no_child_outlives_a_killed_supervisor(self, idle_site: Site) -> None:
        site = run_site(idle_site)
        site.stop("site", signal.SIGKILL)
        assert eventually(lambda: site.pids() == [], 20)

    def test_a_port_that_is_taken_is_named_with_the_remedy(self, idle_site: Site) -> None:
        with socket.create_server(("127.0.0.1", idle_site.port)):
            program = idle_site.start("site", sys.executable, "manage.py", "run_site")
            assert program.wait(30) == 1
        printed = idle_site.output("site")
        assert f"PORT={idle_site.port + 1} make run" in printed
        assert "Traceback" not in printed

    def test_a_model_that_cannot_be_loaded_ends_the_start_and_is_shown(
        self, idle_site: Site
    ) -> None:
        idle_site.environment["DJANGO_SETTINGS_MODULE"] = "tests.system.settings_without_model"
        program = idle_site.start("site", sys.executable, "manage.py", "run_site")
        assert program.wait(60) == 1
        assert "there are no weights here" in idle_site.output("site")
        assert idle_site.pids() == []


class TestParts:
    @pytest.fixture
    def site(self, parts_site: Site) -> Iterator[Site]:
        yield parts_site
        assert eventually(parts_site.answers, 30)

    def test_a_stopped_worker_finishes_its_task_first_and_is_missed_at_once(
        self, site: Site
    ) -> None:
        thread, answers = in_background(site, "N")
        assert site.stop("worker") == 0
        thread.join()
        assert answers[0].status == 200
        refused = site.ask(ADDRESS, unasked("N"), wait=20)
        assert (refused.status, refused.body["type"]) == (503, "urn:bridgeviz:problem:no-worker")
        assert refused.seconds < 6
        assert site.ask("/readyz").status == 503
        assert site.ask("/healthz").status == 200
        start_worker(site)

    def test_a_stopped_web_server_answers_who_waits_first(self, site: Site) -> None:
        thread, answers = in_background(site, "S")
        web = site.programs["web"]
        site.stop("web")
        thread.join()
        assert answers[0].status == 200
        site.start("web", *web.args)

    @pytest.mark.parametrize(
        ("number", "seat"), [(signal.SIGKILL, "E"), (signal.SIGSTOP, "W")], ids=["dead", "frozen"]
    )
    def test_a_broker_that_is_gone_is_told_soon_and_found_again(
        self, site: Site, number: signal.Signals, seat: str
    ) -> None:
        server = site.programs["redis"]
        server.send_signal(number)
        time.sleep(0.2)
        for answer in (site.ask(ADDRESS, unasked(seat), wait=20), site.ask("/readyz")):
            assert answer.status == 503
            assert answer.body["type"] == "urn:bridgeviz:problem:broker-unavailable"
            assert answer.headers["Retry-After"]
            assert answer.seconds < 6
        if number == signal.SIGSTOP:
            server.send_signal(signal.SIGCONT)
        else:
            site.start("redis", *server.args)
        assert eventually(site.answers, 30)
        assert site.ask(ADDRESS, unasked(seat), wait=20).status == 200

    def test_a_worker_that_takes_nothing_is_not_ready(self, site: Site) -> None:
        site.programs["worker"].send_signal(signal.SIGSTOP)
        answer = site.ask("/readyz")
        site.programs["worker"].send_signal(signal.SIGCONT)
        assert (answer.status, answer.body["type"]) == (503, "urn:bridgeviz:problem:no-worker")
        assert answer.seconds < 6
