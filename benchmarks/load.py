"""A busy half hour: ``make load``.

Clients of all kinds ask at once: new questions, questions asked before, options, analyses,
small batches, boards, health, and one request in a hundred that is bad in some way. Counted are
server errors (any 500, or a bad request answered by anything but 4xx); the memory of all
processes is sampled and its slope fitted. Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any

from benchmarks.site import (
    ADDRESS,
    WAIT_SECONDS,
    ask,
    in_threads,
    keep,
    milliseconds,
    processes,
    questions,
    result,
    running_site,
    start_node,
)
from tests.system.conftest import Site

OPTIONS, BOARDS, HEALTH = "/api/v1/options", "/api/v1/boards", "/healthz"
REFINED, ANALYSES, BATCHES = "/api/v1/refined", "/api/v1/analyses", "/api/v1/batches"
BAD, NEW = "bad", "new"
NODE = "node-1"
SHARES = {  # of all requests; the rest are new questions
    BAD: 0.01,
    "old": 0.3,
    "options": 0.05,
    "boards": 0.05,
    "health": 0.05,
    "refined": 0.02,
    "analysis": 0.003,
    "batch": 0.003,
}
ADDRESSES = {"options": OPTIONS, "refined": REFINED, "analysis": ANALYSES}
BATCH_ITEMS = 10
REMEMBERED = 200  # earlier questions that may be asked again
SAMPLE_SECONDS = 2.0
SETTLING_SHARE = 0.25  # of the time, before memory is expected to be flat
KIB_IN_MIB = 1024
LINK = "https://www.bridgebase.com/tools/handviewer.html?s=SAKJT985H6DA76C84&d=n&a=1d1h"

BAD_BODIES = (
    b"",
    b"{",
    b"[]",
    b'{"hand": NaN}',
    b'{"hand": "AK", "seat": "Q"}',
    b'{"hand": null, "seat": "N", "dealer": "N", "vulnerability": "none", "auction": "1D 1C"}',
    b'{"hand": null, "seat": "N", "dealer": "N", "vulnerability": "none", "auction": ["\\ud800"]}',
    b"\xff\xfe\x00",
    b'{"hand": "' + b"A" * 100_000 + b'"}',
    b"[" * 10_000,
)


@dataclass
class Seen:
    """The responses to all clients."""

    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    node_ends: int = 0


def requests(seed: int) -> Iterator[tuple[str, str, bytes | None]]:
    """Kind, address and body of one request after the other."""
    chance, fresh, remembered = random.Random(seed), questions(seed), []
    while True:
        (kind,) = chance.choices([*SHARES, NEW], [*SHARES.values(), 1 - sum(SHARES.values())])
        if kind == BAD:
            yield kind, ADDRESS, chance.choice(BAD_BODIES)
        elif kind == "health":
            yield kind, HEALTH, None
        elif kind == "boards":
            yield kind, BOARDS, json.dumps({"text": LINK}).encode()
        elif kind == "batch":
            items = b",".join(next(fresh) for _ in range(BATCH_ITEMS))
            yield kind, BATCHES, b"[" + items + b"]"
        elif kind == "old" and remembered:
            yield kind, ADDRESS, chance.choice(remembered)
        else:
            remembered = [next(fresh), *remembered[:REMEMBERED]]
            yield kind, ADDRESSES.get(kind, ADDRESS), remembered[0]


def client(site: Site, seed: int, end: float, seen: Seen) -> None:
    """Asks until the time is over."""
    for kind, address, body in requests(seed):
        if time.monotonic() > end:
            return
        try:
            reply = ask(site, body, address, wait=0 if kind == "analysis" else WAIT_SECONDS)
        except (OSError, HTTPException) as error:
            seen.faults.append(f"{kind}: {error!r}")
            continue
        seen.statuses[f"{kind} {reply.status}"] += 1
        expected = 400 <= reply.status < 500 if kind == BAD else reply.status != 500
        if not expected:
            seen.faults.append(f"{kind}: {reply.status} {reply.body[:200]!r}")
        if kind == NEW and reply.status == 200:
            seen.seconds.append(reply.seconds)
        if reply.status in (429, 503):
            time.sleep(float(reply.headers["Retry-After"]))


def memory_mib(pids: Iterable[int]) -> float:
    """Resident memory of these processes together."""
    total = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return total / KIB_IN_MIB


def sampled(site: Site, seconds: float, seen: Seen) -> tuple[list[float], dict[str, list[float]]]:
    """Hours, and the MiB of each part then, every few seconds, for so long.

    A node that ended is started again, as its supervisor would.
    """
    start, hours = time.monotonic(), []
    samples: dict[str, list[float]] = {}
    while (now := time.monotonic() - start) < seconds:
        if site.programs[NODE].poll() is not None:
            seen.node_ends += 1
            start_node(site, NODE)
        hours.append(now / 3600)
        for part, pids in processes(site).items():
            samples.setdefault(part, []).append(memory_mib(pids))
        time.sleep(SAMPLE_SECONDS)
    return hours, samples


def trend(hours: list[float], samples: list[float]) -> dict[str, Any]:
    """Memory in MiB once settled, at the end and by the minute; its slope in MiB an hour."""
    first = next(place for place, hour in enumerate(hours) if hour >= SETTLING_SHARE * hours[-1])
    pairs = zip(hours, samples, strict=True)
    slope = statistics.linear_regression(hours[first:], samples[first:]).slope
    return {
        "settled": round(samples[first]),
        "end": round(samples[-1]),
        "slope_an_hour": round(slope, 1),
        "by_minute": list({int(60 * hour): round(mib) for hour, mib in pairs}.values()),
    }


def main() -> None:
    """Load a site, and print how it bore it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--json", type=Path, help="write the figures there")
    options = parser.parse_args()
    seconds, seen = 60 * options.minutes, Seen()
    with running_site(nodes=1) as site:
        end = time.monotonic() + seconds
        clients = [partial(client, site, seed, end, seen) for seed in range(options.clients)]
        with in_threads(clients):
            hours, samples = sampled(site, seconds, seen)
    for fault in seen.faults[:20]:
        print(fault)
    figures = {
        "minutes": options.minutes,
        "clients": options.clients,
        "requests": sum(seen.statuses.values()),
        "statuses": dict(sorted(seen.statuses.items())),
        "server_errors": len(seen.faults),
        "node_ends": seen.node_ends,
        "new_questions": milliseconds(seen.seconds),
        "memory_mib": {part: trend(hours, mib) for part, mib in samples.items()},
    }
    result("load", **figures)
    keep(options.json, figures)
    sys.exit(bool(seen.faults))


if __name__ == "__main__":
    main()
