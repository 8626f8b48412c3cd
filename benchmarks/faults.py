"""What users notice when something breaks: ``make faults``.

Clients ask one question after the other, of a site with two nodes; then something is killed,
frozen, filled or locked. As a patient client would, they ask again where the site refuses or
the connection breaks. Counted are questions that never got an answer (lost), got the answer to
something else (wrong: compared with the model in this process), and rows that never end
(stuck). The time to recover runs from the fault until all that was under way is answered.
Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sqlite3
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.site import (
    Outcome,
    ask,
    persist,
    questions,
    result,
    running_site,
    start_broker,
    start_node,
)
from bidding.explaining.explainer import Explainer
from bidding.parsing.positions import position_from_json
from tests.system.conftest import Site, eventually

CLIENTS = 8
BEFORE_SECONDS, AFTER_SECONDS = 1.5, 3.0
FROZEN_SECONDS, LOCKED_SECONDS, DOWN_SECONDS = 8.0, 6.0, 1.0
FLOOD, FLOODING_THREADS = 2000, 12
TOLERANCE = 0.01  # of a probability: the same position in another batch differs by rounding
BATCH = 32


def kill_a_node(site: Site) -> None:
    """As the kernel does when memory is short; its supervisor starts it again."""
    site.stop("node-1", signal.SIGKILL)
    time.sleep(DOWN_SECONDS)
    start_node(site, "node-1")


def restart_the_broker(site: Site) -> None:
    """Killed, and started again on its file."""
    site.stop("redis", signal.SIGKILL)
    time.sleep(DOWN_SECONDS)
    start_broker(site)


def kill_a_web_process(site: Site) -> None:
    """One of uWSGI's, with the requests that it holds; the master starts another."""
    os.kill(site.pids("uwsgi")[-1], signal.SIGKILL)


def slow_node(site: Site) -> None:
    """A node that takes tasks and does nothing for a while."""
    node = site.programs["node-2"]
    node.send_signal(signal.SIGSTOP)
    time.sleep(FROZEN_SECONDS)
    node.send_signal(signal.SIGCONT)


def lock_the_database(site: Site) -> None:
    """Somebody else writes, and does not end."""
    with sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=30, isolation_level=None) as it:
        it.execute("BEGIN EXCLUSIVE")
        time.sleep(LOCKED_SECONDS)
        it.execute("COMMIT")


def fill_the_queue(site: Site) -> int:
    """Far more questions at once than can be answered; those accepted must be, in time.

    How many were not: they count as lost.
    """
    bodies = questions(time.time_ns())
    with ThreadPoolExecutor(FLOODING_THREADS) as pool:
        flood = [next(bodies) for _ in range(FLOOD)]
        replies = list(pool.map(lambda body: ask(site, body, wait=0), flood))
    refused = [reply for reply in replies if reply.status == 503]
    if not refused or not all(reply.headers.get("Retry-After") for reply in refused):
        raise RuntimeError(f"not refused: {Counter(reply.status for reply in replies)}")
    accepted = [json.loads(reply.body)["url"] for reply in replies if reply.status in (200, 202)]
    ends = Counter(_end(site, url) for url in accepted)
    slowest = max(reply.seconds for reply in refused)
    print(f"  {len(refused)} of {FLOOD} refused within {slowest:.2f} s; accepted: {dict(ends)}")
    return ends.total() - ends["done"]


def _end(site: Site, url: str) -> str:
    """How an accepted question ended."""
    while True:
        reply = ask(site, None, url)
        if reply.status != 200:
            return str(reply.status)
        status = str(json.loads(reply.body)["status"])
        if status not in ("queued", "running"):
            return status


Break = Callable[[Site], int | None]

FAULTS: dict[str, Break] = {
    function.__name__: function
    for function in (
        kill_a_node,
        restart_the_broker,
        kill_a_web_process,
        fill_the_queue,
        slow_node,
        lock_the_database,
    )
}


def once(site: Site, fault: Break, seed: int) -> tuple[list[Outcome], float, int]:
    """One fault amid a crowd: what became of every question, the seconds to recover, and how
    many questions of its own the fault lost.
    """
    outcomes: list[Outcome] = []
    done = threading.Event()

    def client(number: int) -> None:
        for body in questions(1000 * seed + number):
            if done.is_set():
                return
            outcomes.append(persist(site, body))

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(BEFORE_SECONDS)
    moment = time.monotonic()
    try:
        lost = fault(site) or 0
        time.sleep(AFTER_SECONDS)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    under_way = [one.ended for one in outcomes if one.asked <= moment <= one.ended]
    return outcomes, max(under_way, default=moment) - moment, lost


def wrong(outcomes: list[Outcome], explainer: Explainer) -> int:
    """How many answers are not what the model says of that question."""
    answered = [one for one in outcomes if one.result is not None]
    faulty = 0
    for start in range(0, len(answered), BATCH):
        some = answered[start : start + BATCH]
        asked = [position_from_json(json.loads(one.body)) for one in some]
        for one, right in zip(some, explainer.explain_many(asked), strict=True):
            faulty += not _same(one.result, json.loads(json.dumps(right.to_json())))
    return faulty


def _same(got: Any, right: dict[str, Any]) -> bool:
    if any(got[part] != right[part] for part in ("position", "model")):
        return False
    chances = ([call["probability"] for call in one["calls"]] for one in (got, right))
    return all(abs(a - b) < TOLERANCE for a, b in zip(*chances, strict=True))


def stuck(site: Site) -> int:
    """Rows that have not ended long after anybody could wait for them."""
    database = sqlite3.connect(site.home / "bridgeviz.sqlite3", timeout=30)
    query = "SELECT count(*) FROM bidding_explanation WHERE state IN ('queued', 'running')"
    eventually(lambda: not database.execute(query).fetchone()[0], 40)
    return int(database.execute(query).fetchone()[0])


def main() -> None:
    """Break everything, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=20, help="how often each fault happens")
    parser.add_argument("--only", choices=FAULTS, action="append", default=[])
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    explainer, report = Explainer.load(), {}
    for number, name in enumerate(options.only or FAULTS):
        report[name] = broken(FAULTS[name], options.times, 100 * number, explainer)
        print(name, report[name], flush=True)
    counted = ("asked", "lost", "wrong", "stuck", "server_errors")
    totals = {what: sum(one[what] for one in report.values()) for what in counted}
    figures = {"times": options.times, **totals, "faults": report}
    result("faults", **figures)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    sys.exit(any(totals[what] for what in counted[1:]))


def broken(fault: Break, times: int, seed: int, explainer: Explainer) -> dict[str, Any]:
    """One fault so many times, on one site that has to recover each time."""
    outcomes: list[Outcome] = []
    recoveries, lost = [], 0
    with running_site(nodes=2) as site:
        for number in range(times):
            found, seconds, own = once(site, fault, seed + number)
            outcomes, lost = outcomes + found, lost + own
            recoveries.append(seconds)
            print(f"  {number + 1}: {len(found)} questions, {seconds:.1f} s", flush=True)
            if not eventually(site.answers, 60):
                logs = {name: site.output(name)[-2000:] for name in site.programs}
                said = "\n".join(f"--- {name}\n{text}" for name, text in logs.items())
                raise RuntimeError(f"not ready again after {fault.__name__}:\n{said}")
        left = stuck(site)
    return {
        "asked": len(outcomes),
        "lost": lost + sum(one.result is None for one in outcomes),
        "wrong": wrong(outcomes, explainer),
        "stuck": left,
        "server_errors": sum(one.server_errors for one in outcomes),
        "refusals": dict(Counter(refusal for one in outcomes for refusal in one.refusals)),
        "recovery_median_s": round(statistics.median(recoveries), 1),
        "recovery_longest_s": round(max(recoveries), 1),
    }


if __name__ == "__main__":
    main()
