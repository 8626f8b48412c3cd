"""Memory and disk that one client without a key can take, within the limits of a new site.

``python -m benchmarks.one_client --minutes M`` asks for M minutes from one loopback address, with
as many requests at once as it is given places: batches of the longest auctions, single questions of
them in both forms, options, analyses, and texts of boards that inherit long tags. Ends with one
line of JSON: by how much each process, and the database's files together, grew at most over the
site at rest.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from functools import partial
from http.client import HTTPException
from typing import Any

from benchmarks.costly_requests import inherited_tags, long_auction, longest_auctions
from benchmarks.load import ANALYSES, BATCHES, BOARDS, KIB_IN_MIB, OPTIONS, REFINED, memory_mib
from benchmarks.site import ADDRESS, ask, in_threads, processes, questions, result, running_site
from tests.system.conftest import Site

CLIENT = "127.0.0.2"
THREADS_OF_EACH = {BATCHES: 2, ADDRESS: 6, REFINED: 4, OPTIONS: 4, ANALYSES: 4, BOARDS: 4}
LONGEST_PAUSE_SECONDS = 5.0
SAMPLE_SECONDS = 1.0


def body(path: str, chance: random.Random) -> bytes:
    """The most costly body for an address."""
    if path == BATCHES:
        return longest_auctions(chance)[1]
    if path == BOARDS:
        return inherited_tags(chance)[1]
    if path == ANALYSES:
        return next(questions(chance.randrange(1 << 30)))
    return json.dumps(long_auction(chance)).encode()


def client(site: Site, path: str, number: int, end: float, statuses: Counter[str]) -> None:
    """Ask one thing after the other, and wait as refusals say, but not for long."""
    chance = random.Random(number)
    while time.monotonic() < end:
        try:
            reply = ask(site, body(path, chance), path, source=CLIENT)
        except (OSError, HTTPException) as error:
            statuses[f"{path} {type(error).__name__}"] += 1
            continue
        statuses[f"{path} {reply.status}"] += 1
        pause = float(reply.headers.get("Retry-After", 0))
        time.sleep(min(pause, LONGEST_PAUSE_SECONDS))


def sample(site: Site) -> dict[str, float]:
    """MiB of each process, and of the database's files together."""
    sizes = {
        f"{part} {pid}": memory_mib([pid]) for part, pids in processes(site).items() for pid in pids
    }
    files = sum(path.stat().st_size for path in site.home.rglob("*.sqlite3*"))
    return {**sizes, "disk": files / KIB_IN_MIB**2}


def rested(site: Site) -> dict[str, float]:
    """A sample after each kind of request was answered once, as on any site in use."""
    chance = random.Random(0)
    for path in (ADDRESS, OPTIONS, REFINED, ANALYSES):
        ask(site, next(questions(chance.randrange(1 << 30))), path)
    ask(site, json.dumps({"text": "1C P 1H"}).encode(), BOARDS)
    return sample(site)


def main() -> None:
    """Ask, sample, and print by how much everything grew."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    statuses: Counter[str] = Counter()
    with running_site(limits=True) as site:
        before = rested(site)
        end = time.monotonic() + 60 * options.minutes
        paths = [path for path, threads in THREADS_OF_EACH.items() for _ in range(threads)]
        most, last = dict(before), before
        with in_threads(
            partial(client, site, path, number, end, statuses) for number, path in enumerate(paths)
        ):
            while time.monotonic() < end:
                last = sample(site)
                most = {part: max(size, last.get(part, 0)) for part, size in most.items()}
                time.sleep(SAMPLE_SECONDS)
    grew: dict[str, Any] = {part: round(size - before[part], 1) for part, size in most.items()}
    result(
        "one_client",
        minutes=options.minutes,
        before_mib={part: round(size, 1) for part, size in before.items()},
        grew_mib=grew,
        at_the_end_mib={part: round(size, 1) for part, size in last.items()},
        statuses=dict(sorted(statuses.items())),
    )


if __name__ == "__main__":
    main()
