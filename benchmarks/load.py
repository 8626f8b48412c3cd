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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.site import ADDRESS, ask, milliseconds, questions, result, running_site
from tests.system.conftest import Site

OPTIONS, BOARDS, HEALTH = "/api/v1/options", "/api/v1/boards", "/healthz"
BAD_SHARE, OLD_SHARE, OPTIONS_SHARE, BOARDS_SHARE, HEALTH_SHARE = 0.01, 0.3, 0.05, 0.05, 0.05
REMEMBERED = 200  # earlier questions that may be asked again
SAMPLE_SECONDS = 2.0
SETTLING_SHARE = 0.25  # of the time, before memory is expected to be flat
KIB_IN_MIB = 1024

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
            yield kind, BOARDS, json.dumps({"text": "AKJT985.6.A76.84 S N 1D 1H"}).encode()
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


def memory_mib(site: Site) -> float:
    """Resident memory of web server, nodes and broker together."""
    total = 0
    for pid in site.pids():
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
    return total / KIB_IN_MIB


def sampled(site: Site, seconds: float) -> list[tuple[float, float]]:
    """(hours, MiB) every few seconds, for so long."""
    start, samples = time.monotonic(), []
    while (now := time.monotonic() - start) < seconds:
        samples.append((now / 3600, memory_mib(site)))
        time.sleep(SAMPLE_SECONDS)
    return samples


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
        samples = sampled(site, seconds)
        for thread in threads:
            thread.join()
    settled = [one for one in samples if one[0] >= SETTLING_SHARE * samples[-1][0]]
    slope = statistics.linear_regression(*zip(*settled, strict=True)).slope
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
        memory_mib={"settled": round(settled[0][1]), "end": round(settled[-1][1])},
        memory_slope_mib_an_hour=round(slope, 1),
    )
    sys.exit(bool(seen.faults))


if __name__ == "__main__":
    main()
