"""Throughput by number of nodes and of web processes.

Run with ``python -m benchmarks.growth``, alone on a machine. Nodes sleep instead of computing
(``benchmarks.sleeping``), for machines with fewer cores than nodes: so this shows that nothing
they share, the queue, the database and the web server, holds them up, and nothing of how fast
they compute. Each node has as many clients, so that all always have something to do.

Web processes give answers that are kept, which is work for them alone: it shows how many cores
they can use. More processes than cores bring nothing, and clients, here too, take a part of one.

Counted is what is answered within the time, once all are at work. Of each measurement the cores
that each part used are told: where others used any, the figures say little. Ends with one line
of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path

from benchmarks.site import (
    ask,
    in_threads,
    keep,
    milliseconds,
    processes,
    questions,
    result,
    running_site,
)
from tests.system.conftest import Site

SETTINGS = "benchmarks.sleeping"
QUICK_SECONDS = 0.001  # a question, for nodes that are not measured
KEPT = 50  # questions that are asked again and again
WARM_SECONDS = 4.0
TICKS = os.sysconf("SC_CLK_TCK")
NOISE_CORES = 0.1  # used by other programs


@dataclass
class Load:
    """Clients, each of an address of its own, that ask one question after the other."""

    site: Site
    clients: int
    bodies: Callable[[int], Iterator[bytes]]
    answers: list[tuple[float, float]] = field(default_factory=list)  # when, and after how long
    refused: int = 0

    def run(self, seconds: float) -> dict[str, float]:
        """Measure for so many seconds, once all clients are busy."""
        done = threading.Event()
        with in_threads(partial(self._client, number, done) for number in range(self.clients)):
            time.sleep(WARM_SECONDS)
            start, before = time.monotonic(), _cpu_seconds(self.site)
            time.sleep(seconds)
            end, after = time.monotonic(), _cpu_seconds(self.site)
            done.set()
        counted = [taken for when, taken in self.answers if start <= when < end]
        used = {part: (after[part] - before[part]) / (end - start) for part in after}
        used["others"] = max(0.0, used.pop("all") - sum(used.values()))
        return {
            "rate": round(len(counted) / (end - start), 1),
            "refused": self.refused,
            **milliseconds(counted),
            **{f"{part}_cores": round(cores, 2) for part, cores in used.items()},
        }

    def _client(self, number: int, done: threading.Event) -> None:
        source = f"127.1.{number // 200}.{number % 200 + 1}"
        for body in self.bodies(number):
            start = time.monotonic()
            reply = ask(self.site, body, source=source)
            while reply.status == 202:  # another client has the place to wait at
                reply = ask(self.site, None, json.loads(reply.body)["url"], source=source)
            now = time.monotonic()
            if reply.status == 200:
                self.answers.append((now, now - start))
            else:
                self.refused += 1
                time.sleep(float(reply.headers.get("Retry-After", "1")))
            if done.is_set():
                return


def _cpu_seconds(site: Site) -> dict[str, float]:
    """Return the CPU seconds used so far by each part, these clients, and all programs."""
    found = {part: sum(map(_used, pids)) for part, pids in processes(site).items()}
    total = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    busy = sum(total[:3]) + sum(total[5:8])  # all but idle and waiting for the disk
    return {**found, "clients": _used(os.getpid()), "all": busy / TICKS}


def _used(pid: int) -> float:
    after_the_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in after_the_name[11:13]) / TICKS


def with_nodes(number: int, options: argparse.Namespace) -> dict[str, float]:
    """New questions for so many nodes."""
    with _site(nodes=number, web=max(2, number), sleep=options.sleep) as site:
        return Load(site, number * options.clients, questions).run(options.seconds)


def with_web_processes(number: int, options: argparse.Namespace) -> dict[str, float]:
    """Questions whose answers so many web processes find in the database."""
    with _site(nodes=1, web=number, sleep=QUICK_SECONDS) as site:
        repeated = [*islice(questions(1), KEPT)]

        def again(client: int) -> Iterator[bytes]:
            while True:
                yield from repeated[client % KEPT :]
                yield from repeated[: client % KEPT]

        for body in repeated:
            ask(site, body)
        return Load(site, options.clients, again).run(options.seconds)


def _site(*, nodes: int, web: int, sleep: float) -> AbstractContextManager[Site]:
    environment = {"DJANGO_SETTINGS_MODULE": SETTINGS, "SLEEP_SECONDS": str(sleep)}
    return running_site(nodes=nodes, web_processes=web, **environment)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    parser.add_argument("--clients", type=int, default=12, help="of a node, and of the web server")
    parser.add_argument("--sleep", type=float, default=0.15, help="seconds a question")
    parser.add_argument("--numbers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    figures: dict[str, dict[int, dict[str, float]]] = {}
    for what, measure in (("nodes", with_nodes), ("web_processes", with_web_processes)):
        figures[what] = {}
        for number in options.numbers:
            found = measure(number, options)
            first = figures[what][options.numbers[0]]["rate"] if figures[what] else found["rate"]
            figures[what][number] = {**found, "times": round(found["rate"] / first, 2)}
            print(what, number, figures[what][number], flush=True)
    for sentence in remarks(figures):
        print(sentence)
    document = {
        "cores": os.cpu_count(),
        "clients": options.clients,
        "sleep_seconds": options.sleep,
        **figures,
    }
    result("growth", **document)
    keep(options.json, document)


def remarks(figures: dict[str, dict[int, dict[str, float]]]) -> Iterator[str]:
    """Return remarks on the limits of these figures."""
    cores = os.cpu_count() or 1
    others = max(one["others_cores"] for some in figures.values() for one in some.values())
    if others > NOISE_CORES:
        yield f"Other programs used up to {others} of {cores} cores: measure on an idle machine."
    if max(figures["web_processes"]) > cores:
        yield f"More than {cores} web processes can bring nothing: there are {cores} cores."


if __name__ == "__main__":
    main()
