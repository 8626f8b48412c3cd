"""A busy half hour: ``make load``.

Clients of all kinds ask at once: new questions, questions asked before, options, boards,
health, and one request in a hundred that is bad in some way. Counted are server errors (any
500, or a bad request answered by anything but 4xx); the memory of all processes is sampled and
its slope fitted. Ends with one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.site import (
    ADDRESS,
    ask,
    milliseconds,
    processes,
    questions,
    result,
    running_site,
)
from tests.system.conftest import Site

OPTIONS, BOARDS, HEALTH = "/api/v1/options", "/api/v1/boards", "/healthz"
BAD_SHARE, OLD_SHARE, OPTIONS_SHARE, BOARDS_SHARE, HEALTH_SHARE = 0.01, 0.3, 0.05, 0.05, 0.05
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
    """What all clients met."""

    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def requests(seed: int) -> Iterator[tuple[str, str, bytes | None]]:
    """Kind, address and body of one request after the other."""
    chance, fresh, asked = random.Random(seed), questions(seed), []
    kinds = ["bad", "old", "options", "boards", "health"]
    shares = [BAD_SHARE, OLD_SHARE, OPTIONS_SHARE, BOARDS_SHARE, HEALTH_SHARE]
    while True:
        (kind,) = chance.choices([*kinds, "new"], [*shares, 1 - sum(shares)])
        if kind == "bad":
            yield kind, ADDRESS, chance.choice(BAD_BODIES)
        elif kind == "health":
            yield kind, HEALTH, None
        elif kind == "boards":
            yield kind, BOARDS, json.dumps({"text": LINK}).encode()
        elif kind == "old" and asked:
            yield kind, ADDRESS, chance.choice(asked)
        else:
            asked = [next(fresh), *asked[:REMEMBERED]]
            yield kind, OPTIONS if kind == "options" else ADDRESS, asked[0]


def client(site: Site, seed: int, end: float, seen: Seen) -> None:
    """Asks until the time is over."""
    for kind, address, body in requests(seed):
        if time.monotonic() > end:
            return
        try:
            reply = ask(site, body, address)
        except OSError as error:
            seen.faults.append(f"{kind}: {error!r}")
            continue
        seen.statuses[f"{kind} {reply.status}"] += 1
        expected = 400 <= reply.status < 500 if kind == "bad" else reply.status != 500
        if not expected:
            seen.faults.append(f"{kind}: {reply.status} {reply.body[:200]!r}")
        if kind == "new" and reply.status == 200:
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


def sampled(site: Site, seconds: float) -> tuple[list[float], dict[str, list[float]]]:
    """Hours, and the MiB of each part then, every few seconds, for so long."""
    start, hours = time.monotonic(), []
    samples: dict[str, list[float]] = {}
    while (now := time.monotonic() - start) < seconds:
        hours.append(now / 3600)
        for part, pids in processes(site).items():
            samples.setdefault(part, []).append(memory_mib(pids))
        time.sleep(SAMPLE_SECONDS)
    return hours, samples


def trend(hours: list[float], samples: list[float]) -> dict[str, float]:
    """Where memory began and ended once settled, in MiB, and the slope in MiB an hour."""
    first = next(place for place, hour in enumerate(hours) if hour >= SETTLING_SHARE * hours[-1])
    slope = statistics.linear_regression(hours[first:], samples[first:]).slope
    return {
        "settled": round(samples[first]),
        "end": round(samples[-1]),
        "slope_an_hour": round(slope, 1),
    }


def main() -> None:
    """Load a site, and print how it bore it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--clients", type=int, default=12)
    options = parser.parse_args()
    seconds, seen = 60 * options.minutes, Seen()
    with running_site(nodes=1) as site:
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=client, args=(site, seed, end, seen))
            for seed in range(options.clients)
        ]
        for thread in threads:
            thread.start()
        hours, samples = sampled(site, seconds)
        for thread in threads:
            thread.join()
    for fault in seen.faults[:20]:
        print(fault)
    result(
        "load",
        minutes=options.minutes,
        clients=options.clients,
        requests=sum(seen.statuses.values()),
        statuses=dict(sorted(seen.statuses.items())),
        server_errors=len(seen.faults),
        new_questions=milliseconds(seen.seconds),
        memory_mib={part: trend(hours, mib) for part, mib in samples.items()},
    )
    sys.exit(bool(seen.faults))


if __name__ == "__main__":
    main()
