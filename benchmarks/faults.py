"""Effects of faults on users: ``make faults``.

Clients ask one question after the other, of a site with two nodes, or one; then something is
killed, frozen, filled or locked. As a patient client would, they ask again where the site refuses
or the connection breaks. Counted are questions that never got an answer (lost), got the answer to
something else (wrong: compared with the model in this process), those that had to be asked again
because none came while the site waits (late), and rows that never end (stuck). The time to recover
runs from the fault until all that was under way is answered, the time to serve again from the end
of the fault until the first answer. A gap is the longest time after a fault in which no client had
an answer; where the fault itself lets nobody have one, from its end.

Some faults are of the network to a node on another machine (``benchmarks.network``), the only node
of its site. Where no other machine can be had they are skipped, and the report says why.

Ends with one line of JSON, also where something fails or it is stopped: then with what was counted
until then and an ``error``. Of wrong answers it has the request and how they differ. The exit
status is 0 where nothing failed, nothing was lost, wrong, stuck or a server error, and no gap was
longer than five seconds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import sqlite3
import statistics
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks import network
from benchmarks.site import (
    WAIT_SECONDS,
    Outcome,
    ask,
    keep,
    persist,
    questions,
    result,
    running_site,
    start_broker,
    start_node,
)
from bidding.explaining.explainer import Explainer
from bidding.parsing.documents.position_documents import position_from_json
from tests.system.conftest import Site, eventually

CLIENTS = 8
BEFORE_SECONDS, AFTER_SECONDS = 1.5, 3.0
FROZEN_SECONDS, LOCKED_SECONDS, DOWN_SECONDS = 8.0, 6.0, 1.0
UNIT_PAUSE_SECONDS = 0.1  # RestartSec, as systemd has it where a unit does not say
FLOOD, FLOODING_THREADS = 2000, 12
FLOOD_SECONDS = 120.0  # until the last accepted question has ended
# All answers are kept: one that was deleted before anybody looked would seem lost.
KEPT = {
    "RETENTION_ROWS": "1000000",
    "CLIENT_STORED_MEGABYTES": "2000",
    "RETENTION_MEGABYTES": "4000",
}
TOLERANCE = 0.01  # of a probability: the same position in another batch differs by rounding
BATCH = 32
SHOWN_WRONG, SHOWN_DIFFERENCES = 20, 10  # in the report, of each fault and of each answer
COUNTED = ("asked", "lost", "wrong", "stuck", "server_errors", "long_gaps")
LONG_GAP_SECONDS = 5.0


def kill_a_node(site: Site) -> None:
    """Kill a node, as the kernel does when memory is short; its supervisor restarts it."""
    site.stop("node-1", signal.SIGKILL)
    time.sleep(DOWN_SECONDS)
    start_node(site, "node-1")


def kill_the_only_node(site: Site) -> None:
    """Kill the node of a site with one; its supervisor restarts it as soon as a unit is."""
    site.stop("node-1", signal.SIGKILL)
    time.sleep(UNIT_PAUSE_SECONDS)
    start_node(site, "node-1")


def restart_the_broker(site: Site) -> None:
    """Kill the broker and start it again on its file."""
    site.stop("redis", signal.SIGKILL)
    time.sleep(DOWN_SECONDS)
    start_broker(site)


def kill_a_web_process(site: Site) -> None:
    """Kill one of uWSGI's processes with its requests; the master starts another."""
    os.kill(site.pids("uwsgi")[-1], signal.SIGKILL)


def slow_node(site: Site) -> None:
    """Freeze a node that has taken tasks."""
    node = site.programs["node-2"]
    node.send_signal(signal.SIGSTOP)
    time.sleep(FROZEN_SECONDS)
    node.send_signal(signal.SIGCONT)


def lock_the_database(site: Site) -> None:
    """Hold a write transaction open."""
    with sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=30, isolation_level=None) as it:
        it.execute("BEGIN EXCLUSIVE")
        time.sleep(LOCKED_SECONDS)
        it.execute("COMMIT")


def fill_the_queue(site: Site) -> dict[str, int]:
    """Ask far more questions than can be answered; accepted ones must be, in time.

    How many of these were not: they count as lost. Whoever is refused must be told when to come
    again; where everything was accepted, the site was fast enough, and nobody is refused.
    """
    bodies = questions(time.time_ns())
    with ThreadPoolExecutor(FLOODING_THREADS) as pool:
        flood = [next(bodies) for _ in range(FLOOD)]
        replies = list(pool.map(lambda body: ask(site, body, wait=0), flood))
    refused = [reply for reply in replies if reply.status == 503]
    accepted = [json.loads(reply.body)["url"] for reply in replies if reply.status in (200, 202)]
    end = time.monotonic() + FLOOD_SECONDS
    with ThreadPoolExecutor(FLOODING_THREADS) as pool:
        ends = Counter(pool.map(lambda url: _end(site, url, end), accepted))
    slowest = max((reply.seconds for reply in refused), default=0.0)
    print(f"  {len(refused)} of {FLOOD} refused within {slowest:.2f} s; accepted: {dict(ends)}")
    return {
        "asked": FLOOD,
        "lost": ends.total() - ends["done"],
        "refused": len(refused),
        "refused_without_retry_after": sum("Retry-After" not in reply.headers for reply in refused),
        "other_statuses": FLOOD - len(refused) - len(accepted),
    }


def _end(site: Site, url: str, end: float) -> str:
    """Return the end of an accepted question, or its last known status."""
    while True:
        reply = ask(site, None, url)
        if reply.status != 200:
            return str(reply.status)
        status = str(json.loads(reply.body)["status"])
        if status not in ("queued", "running") or time.monotonic() > end:
            return status


Break = Callable[[Site], dict[str, int] | None]

FAULTS: dict[str, Break] = {
    function.__name__: function
    for function in (
        kill_a_node,
        kill_the_only_node,
        restart_the_broker,
        kill_a_web_process,
        fill_the_queue,
        slow_node,
        lock_the_database,
    )
} | network.FAULTS


# Nobody can be answered meanwhile: the database is locked, or the only node cut off.
OUTAGES = {lock_the_database.__name__, *network.FAULTS}


def _summary(name: str, seconds: Sequence[float]) -> dict[str, float | None]:
    return {
        f"{name}_median_s": round(statistics.median(seconds), 1) if seconds else None,
        f"{name}_longest_s": round(max(seconds), 1) if seconds else None,
    }


@dataclass
class Tally:
    """The outcome of one fault, as far as it was tried."""

    outcomes: list[Outcome] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    own: Counter[str] = field(default_factory=Counter)
    """The counts of the fault's own questions."""

    stuck: int = 0
    wrong: list[dict[str, Any]] = field(default_factory=list)
    error: str = ""
    skipped: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the figures and the wrong answers."""
        return {
            "asked": len(self.outcomes),
            "lost": self.own["lost"] + sum(one.result is None for one in self.outcomes),
            "wrong": len(self.wrong),
            "late": sum(one.ended - one.asked > WAIT_SECONDS for one in self.outcomes),
            "stuck": self.stuck,
            "server_errors": sum(one.server_errors for one in self.outcomes)
            + self.own["refused_without_retry_after"]
            + self.own["other_statuses"],
            "long_gaps": sum(gap > LONG_GAP_SECONDS for gap in self.gaps),
            "refusals": dict(Counter(why for one in self.outcomes for why in one.refusals)),
            **({"own_questions": dict(self.own)} if self.own else {}),
            **_summary("recovery", self.recoveries),
            **_summary("serves_again", self.returns),
            **_summary("gap", self.gaps),
            "wrong_answers": self.wrong[:SHOWN_WRONG],
            "skipped": self.skipped or None,
            "error": self.error or None,
        }


def once(site: Site, fault: Break, seed: int, tally: Tally) -> float:
    """Cause one fault amid a crowd and count the outcome. Return the seconds to recover.

    Raises what went wrong in a client.
    """
    outcomes: list[Outcome] = []
    failures: list[Exception] = []
    done = threading.Event()

    def client(number: int) -> None:
        try:
            for body in questions(1000 * seed + number):
                if done.is_set():
                    return
                outcomes.append(persist(site, body))
        except Exception as failure:  # raised below: a thread would end without a word
            failures.append(failure)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(BEFORE_SECONDS)
    moment = time.monotonic()
    try:
        tally.own.update(fault(site) or {})
        over = time.monotonic()
        time.sleep(AFTER_SECONDS)
    finally:
        done.set()
        for thread in threads:
            thread.join()
        tally.outcomes += outcomes
    if failures:
        raise failures[0]
    later = [one.ended - over for one in outcomes if one.result and one.ended >= over]
    tally.returns += [min(later)] if later else []
    tally.gaps.append(longest_gap(outcomes, over if fault.__name__ in OUTAGES else moment))
    under_way = [one.ended for one in outcomes if one.asked <= moment <= one.ended]
    return max(under_way, default=moment) - moment


def longest_gap(outcomes: Sequence[Outcome], since: float) -> float:
    """Return the longest time after a moment in which no client had an answer."""
    answers = sorted(one.ended for one in outcomes if one.result and one.ended > since)
    end = max([since, *(one.ended for one in outcomes)])  # by then clients without one gave up
    return max(later - sooner for sooner, later in pairwise([since, *answers, end]))


def wrong(outcomes: Sequence[Outcome], explainer: Explainer) -> Iterator[dict[str, Any]]:
    """Yield the answers that differ from the model's: the question, the digests
    of the answer expected and of the one got, and the first fields that differ.
    """
    answered = [one for one in outcomes if one.result is not None]
    for start in range(0, len(answered), BATCH):
        some = answered[start : start + BATCH]
        asked = [position_from_json(json.loads(one.body)) for one in some]
        for one, right in zip(some, explainer.explain_many(asked), strict=True):
            expected = json.loads(json.dumps(right.to_json()))
            if found := [*differences(one.result, expected)]:
                yield {
                    "request": json.loads(one.body),
                    "tries": one.tries,
                    "expected": {"sha256": _digest(expected)},
                    "got": {"sha256": _digest(one.result)},
                    "differences": found[:SHOWN_DIFFERENCES],
                    "n_differences": len(found),
                }


def differences(got: Any, expected: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the first differences of an answer: its position, its model, and the calls.

    Probabilities are the same within the tolerance.
    """
    for part in ("position", "model"):
        if got[part] != expected[part]:
            yield {"path": f"/{part}", "expected": expected[part], "got": got[part]}
    if len(got["calls"]) != len(expected["calls"]):
        lengths = [len(one["calls"]) for one in (expected, got)]
        yield {"path": "/calls", "expected": lengths[0], "got": lengths[1]}
        return
    for number, (right, other) in enumerate(zip(expected["calls"], got["calls"], strict=True)):
        if other["call"] != right["call"]:
            path = f"/calls/{number}/call"
            yield {"path": path, "expected": right["call"], "got": other["call"]}
        if not abs(other["probability"] - right["probability"]) < TOLERANCE:
            path = f"/calls/{number}/probability"
            yield {"path": path, "expected": right["probability"], "got": other["probability"]}


def _digest(document: Any) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def stuck(database: Any) -> int:
    """Return the number of rows that have not ended long after their time-out."""
    query = "SELECT count(*) FROM bidding_job WHERE state IN ('queued', 'running')"
    eventually(lambda: not database.execute(query).fetchone()[0], 40)
    return int(database.execute(query).fetchone()[0])


def main(arguments: Sequence[str] | None = None) -> int:
    """Cause all faults, print their outcome, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=20, help="how often each fault happens")
    parser.add_argument("--only", choices=FAULTS, action="append", default=[])
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    report: dict[str, dict[str, Any]] = {}
    errors: list[str] = []
    try:
        explainer = Explainer.load()
        for number, name in enumerate(options.only or FAULTS):
            tally = Tally()
            try:
                broken(FAULTS[name], options.times, 100 * number, explainer, tally)
            except BaseException as failure:
                tally.error = _error_line(failure)
                errors.append(f"{name}: {tally.error}")
                if not isinstance(failure, Exception):
                    raise
            finally:
                report[name] = tally.to_json()
                print(name, report[name], flush=True)
    except BaseException as failure:
        errors = errors or [_error_line(failure)]
    totals = {what: sum(one[what] for one in report.values()) for what in COUNTED}
    error = "; ".join(errors) or None
    figures = {"times": options.times, **totals, "error": error, "faults": report}
    keep(options.json, figures)
    result("faults", **figures)
    return int(bool(error) or any(totals[what] for what in COUNTED[1:]))


def _error_line(failure: BaseException) -> str:
    """Return the failure in one line; write its traceback to standard error."""
    traceback.print_exception(failure)
    return f"{type(failure).__name__}: {failure}".splitlines()[0].strip()


@contextmanager
def local_site(nodes: int, **environment: str) -> Iterator[tuple[Site, Any]]:
    """Run a site on one machine; yield it with a connection to its database."""
    with running_site(nodes, **environment) as site:
        yield site, sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=30)


def broken(fault: Break, times: int, seed: int, explainer: Explainer, tally: Tally) -> None:
    """Cause one fault repeatedly on one site, which has to recover each time.

    Raise RuntimeError where it does not, and what goes wrong while it is tried.
    """
    elsewhere = fault.__name__ in network.FAULTS
    if elsewhere and (reason := network.missing()):
        tally.skipped = f"no other machine can be had: {reason}"
        return
    nodes = 1 if fault is kill_the_only_node else 2
    start = network.networked_site if elsewhere else partial(local_site, nodes)
    try:
        with start(**KEPT) as (site, database):
            for number in range(times):
                before = len(tally.outcomes)
                tally.recoveries.append(once(site, fault, seed + number, tally))
                found, seconds = len(tally.outcomes) - before, tally.recoveries[-1]
                print(f"  {number + 1}: {found} questions, {seconds:.1f} s", flush=True)
                if not eventually(site.answers, 60):
                    logs = {name: site.output(name)[-2000:] for name in site.programs}
                    said = "\n".join(f"--- {name}\n{text}" for name, text in logs.items())
                    raise RuntimeError(f"not ready again after {fault.__name__}\n{said}")
            tally.stuck = stuck(database)
    finally:
        tally.wrong += wrong(tally.outcomes, explainer)


if __name__ == "__main__":
    sys.exit(main())
