"""Nothing lost, nothing twice: each promise of the service, with real processes."""

from __future__ import annotations

import signal
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from tests.conftest import question
from tests.stub_explainer import StubExplainer
from tests.system.conftest import Answer, Site, eventually, run_parts, start_worker

pytestmark = pytest.mark.system

ADDRESS = "/api/v1/explanations"


def rows(site: Site, query: str) -> list[Any]:
    with sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=20) as database:
        return database.execute(query).fetchall()


def states(site: Site) -> dict[str, int]:
    return dict(rows(site, "SELECT state, count(*) FROM bidding_job GROUP BY state"))


def answered(site: Site) -> int:
    """Return the number of explanations computed by the living nodes, after their heartbeats."""
    return int(rows(site, "SELECT coalesce(sum(answered), 0) FROM bidding_worker")[0][0])


def different(count: int) -> list[dict[str, Any]]:
    """Return so many different questions."""
    vulnerabilities = ("none", "NS", "EW", "both")
    calls = [f"{level}{strain}" for level in range(1, 7) for strain in "CDHSN"]
    found = [
        question(seat=seat, vulnerability=vulnerable, auction=[call])
        for seat, vulnerable, call in product("NESW", vulnerabilities, calls)
    ]
    return found[:count]


def at_once(site: Site, bodies: list[dict[str, Any]], wait: int | None) -> list[Answer]:
    with ThreadPoolExecutor(24) as pool:
        return list(pool.map(lambda body: site.ask(ADDRESS, body, wait=wait), bodies))


class TestParts:
    @pytest.fixture
    def site(self, idle_site: Site) -> Site:
        return run_parts(idle_site)

    def test_a_thousand_equal_questions_at_once_are_computed_once(self, site: Site) -> None:
        slow = question(auction=[StubExplainer.SLOW_AUCTION])

        def patient(number: int) -> Any:
            answer = site.ask(ADDRESS, slow, wait=20)
            while answer.body.get("status") in ("queued", "running"):
                answer = site.ask(answer.body["url"], wait=20)
            return answer

        with ThreadPoolExecutor(40) as pool:
            answers = list(pool.map(patient, range(1000)))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body["id"] for answer in answers}) == 1
        assert states(site) == {"done": 1}
        assert eventually(lambda: answered(site) == 1, 15)

    def test_those_who_gave_up_leave_no_work(self, idle_site: Site) -> None:
        idle_site.environment["WEB_TIMEOUT_SECONDS"] = "3"
        site = run_parts(idle_site)
        node = site.programs["worker"]
        node.send_signal(signal.SIGSTOP)
        responses = at_once(site, different(20), wait=1)
        assert {answer.status for answer in responses} <= {202, 503, 504}  # 202: no place to wait
        urls = [answer.headers["Location"] for answer in responses if answer.status != 503]
        assert urls
        assert eventually(lambda: {site.ask(url).status for url in urls} == {410}, 20)
        node.send_signal(signal.SIGCONT)
        assert eventually(lambda: site.answers(), 30)
        assert site.ask(ADDRESS, question(seat="E"), wait=3).status == 200
        assert eventually(lambda: answered(site) == 1, 15)
        assert states(site) == {"expired": len(urls), "done": 1}

    def test_a_killed_nodes_tasks_are_done_by_another(self, site: Site) -> None:
        start_worker(site, "another")
        assert eventually(lambda: site.ask("/readyz").body.get("workers") == 2, 60)
        bodies = [question(auction=[StubExplainer.SLOW_AUCTION], seat=seat) for seat in "NESW"]
        with ThreadPoolExecutor(8) as pool:
            waiting = [pool.submit(site.ask, ADDRESS, body, wait=20) for body in bodies]
            assert eventually(lambda: "running" in states(site), 15)
            site.stop("worker", signal.SIGKILL)
            answers = [future.result() for future in waiting]
        assert [answer.status for answer in answers] == [200] * 4
        seats = [answer.body["result"]["position"]["seat"] for answer in answers]
        assert seats == list("NESW")
        assert states(site) == {"done": 4}

    def test_more_than_can_be_answered_is_refused_and_what_is_accepted_is_done(
        self, site: Site
    ) -> None:
        # The node has seen that it takes 2 seconds for a question: it lets few wait.
        for seat in "NESW":
            slow = question(auction=[StubExplainer.SLOW_AUCTION], seat=seat)
            assert site.ask(ADDRESS, slow, wait=20).status == 200
        known = "SELECT max(rate) FROM bidding_worker"
        assert eventually(lambda: rows(site, known)[0][0] < 400, 15)
        with sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=20) as database:
            database.execute("BEGIN IMMEDIATE")  # else the node may be stopped amid a write
            site.programs["worker"].send_signal(signal.SIGSTOP)
            database.execute("UPDATE bidding_worker SET rate = 3")
        answers = at_once(site, different(120), wait=None)
        site.programs["worker"].send_signal(signal.SIGCONT)
        found = Counter(answer.status for answer in answers)
        assert set(found) == {202, 503}
        # Three quarters of ten seconds of work, which strangers may fill, and who asked just then.
        assert 22 <= found[202] <= 30 + 24
        refused = [answer for answer in answers if answer.status == 503]
        assert {answer.body["type"] for answer in refused} == {"urn:bridgeviz:problem:overloaded"}
        assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
        assert eventually(lambda: states(site) == {"done": 4 + found[202]}, 20)


def test_queued_work_survives_the_broker(idle_site: Site) -> None:
    site = run_parts(idle_site, keeps_its_queue=True)
    site.programs["worker"].send_signal(signal.SIGSTOP)
    accepted = at_once(site, different(12), wait=None)
    assert {answer.status for answer in accepted} == {202}
    server = site.programs["redis"]
    server.kill()
    server.wait()
    site.start("redis", *server.args)
    site.programs["worker"].send_signal(signal.SIGCONT)
    assert eventually(lambda: states(site) == {"done": 12}, 19), states(site)


def test_work_that_the_broker_lost_is_queued_again(idle_site: Site) -> None:
    site = run_parts(idle_site)
    site.programs["worker"].send_signal(signal.SIGSTOP)
    assert {answer.status for answer in at_once(site, different(12), wait=None)} == {202}
    server = site.programs["redis"]
    server.kill()
    server.wait()
    site.start("redis", *server.args)  # it kept nothing
    site.programs["worker"].send_signal(signal.SIGCONT)
    assert eventually(lambda: states(site) == {"done": 12}, 19), states(site)


def test_a_node_whose_tasks_are_under_way_survives_a_restart_of_the_broker(
    idle_site: Site,
) -> None:
    site = run_parts(idle_site, keeps_its_queue=True)
    node = site.programs["worker"]
    slow = [question(auction=[StubExplainer.SLOW_AUCTION], seat=seat) for seat in "NE"]
    assert {answer.status for answer in at_once(site, slow, wait=None)} == {202}
    assert eventually(lambda: "running" in states(site), 10)
    server = site.programs["redis"]
    server.kill()
    server.wait()
    site.start("redis", *server.args)
    assert eventually(lambda: states(site) == {"done": 2}, 19), states(site)
    assert eventually(site.answers, 30)
    assert node.poll() is None  # it is the same one
