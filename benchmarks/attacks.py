"""Service of honest clients while attackers try to exhaust the site.

``python -m benchmarks.attacks --minutes M --clients N`` asks as N clients, each from a loopback
address of its own and with the limits of a new site, for M minutes in peace, and then for as long
while attackers from two other addresses send what costs a site most: texts of boards that inherit
long tags, batches of nothing but faults and of the longest auctions, bodies of empty objects,
single questions of the longest auctions, bodies that trickle, waits on analyses, and floods of
/readyz. Ends with one line of JSON: medians of both, what honest clients got of 5xx other than 503
with Retry-After, and memory. Real attackers bring their own cores. These share the site's, so they
are a process that gives way to all others, and what they send is made once and sent again, but for
questions; how much they sent stands in the line.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from http.client import HTTPException
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

from benchmarks.load import ANALYSES, BATCHES, BOARDS, KIB_IN_MIB, NODE, memory_mib
from benchmarks.site import (
    ADDRESS,
    Reply,
    ask,
    milliseconds,
    processes,
    questions,
    result,
    running_site,
)
from tests.system.conftest import Site

PAUSE_SECONDS = 2.0  # between the questions of a client: it stays within its limits
LEAST_PRIORITY = 19
FORK = multiprocessing.get_context("fork")
ATTACKERS = ("127.0.0.2", "127.0.0.3")
BIDS = [f"{level}{strain}" for level in "1234567" for strain in "CDHSN"]
LONGEST = "P P P " + " ".join(f"{bid} P P X P P XX P P" for bid in BIDS) + " P"
SYSTEMS = ("standard", "2/1", "acol", "polish", "sayc")
GAME = '[Event "{name}"]\n[Board "{board}"]\n[Dealer "N"]\n[Auction "N"]\n1C AP\n\n'


@dataclass
class Seen:
    """The responses to clients, or to attackers."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    faults: Counter[int] = field(default_factory=Counter)  # 5xx that do not say when to come again


def is_fault(reply: Reply) -> bool:
    """Return whether an answer is what no honest client may get.

    A 504 is one: that the answer was not there in the longest time that may be waited.
    """
    return reply.status >= 500 and (reply.status != 503 or "Retry-After" not in reply.headers)


def sent(site: Site, body: bytes | None, address: str, source: str, seen: Seen) -> Reply | None:
    """Send a request and count its outcome; return None without a response."""
    try:
        reply = ask(site, body, address, source=source)
    except (OSError, HTTPException) as error:
        seen.errors[type(error).__name__] += 1
        return None
    seen.statuses[reply.status] += 1
    seen.faults[reply.status] += is_fault(reply)
    return reply


def client(site: Site, number: int, end: float, seen: Seen) -> None:
    """Ask new questions until the time is over; each client has its own."""
    source = f"127.0.1.{number + 1}"
    for body in questions(number):
        if time.monotonic() > end:
            return
        reply = sent(site, body, ADDRESS, source, seen)
        if reply is None:
            continue
        if reply.status == 200:
            seen.seconds.append(reply.seconds)
        time.sleep(float(reply.headers.get("Retry-After", PAUSE_SECONDS)))


@cache
def inherited_tags(_: random.Random) -> tuple[str, bytes]:
    """Many boards that inherit one long tag."""
    games = [GAME.format(name="A" * 200_000, board=1)]
    games += [GAME.format(name="#", board=number) for number in range(2, 500)]
    return BOARDS, json.dumps({"text": "".join(games)}).encode()


@cache
def faults_alone(_: random.Random) -> tuple[str, bytes]:
    """A batch of nothing but faults."""
    return BATCHES, b"[" + b",".join([b'{"auction": 7}'] * 10_000) + b"]"


@cache
def empty_objects(_: random.Random) -> tuple[str, bytes]:
    """Return a body of as many objects as fit."""
    return BATCHES, b"[" + b"{}," * 600_000 + b"{}]"


def longest_auctions(chance: random.Random) -> tuple[str, bytes]:
    """A batch of the longest auctions, few of them alike."""
    return BATCHES, json.dumps([long_auction(chance) for _ in range(1_000)]).encode()


def long_question(chance: random.Random) -> tuple[str, bytes]:
    """A question about one of the longest auctions."""
    return ADDRESS, json.dumps(long_auction(chance)).encode()


def long_auction(chance: random.Random) -> dict[str, Any]:
    """One of the longest auctions, or its first 278 calls or more: one in 64,000."""
    calls = LONGEST.split()
    return {
        "hand": None,
        "seat": chance.choice("NESW"),
        "dealer": chance.choice("NESW"),
        "vulnerability": chance.choice(("none", "NS", "EW", "both")),
        "auction": " ".join(calls[: len(calls) - 1 - chance.randrange(40)]),
        "systems": {side: chance.choice(SYSTEMS) for side in ("ns", "ew")},
    }


def waits_on_analyses(chance: random.Random) -> tuple[str, bytes]:
    """A question that takes seconds, waited for."""
    return ANALYSES, next(questions(chance.randrange(1 << 30)))


SENT: tuple[Callable[[random.Random], tuple[str, bytes]], ...] = (
    inherited_tags,
    faults_alone,
    empty_objects,
    longest_auctions,
    waits_on_analyses,
    waits_on_analyses,
    waits_on_analyses,
    long_question,
    long_question,
)


def attacker(site: Site, number: int, end: float, seen: Seen) -> None:
    """Send one costly request after the other, refused or not."""
    chance, source = random.Random(number), ATTACKERS[number % len(ATTACKERS)]
    while time.monotonic() < end:
        address, body = SENT[number % len(SENT)](chance)
        sent(site, body, address, source, seen)
        time.sleep(0.2)


def prober(site: Site, number: int, end: float, seen: Seen) -> None:
    """Ask whether the site is ready, without a pause."""
    while time.monotonic() < end:
        sent(site, None, "/readyz", ATTACKERS[number % len(ATTACKERS)], seen)


def trickler(site: Site, number: int, end: float, seen: Seen) -> None:
    """Send a body byte by byte, and again once it is cut off."""
    head = f"POST {ADDRESS} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    while time.monotonic() < end:
        try:
            source = (ATTACKERS[number % len(ATTACKERS)], 0)
            with socket.create_connection(("127.0.0.1", site.port), 5, source) as connection:
                connection.sendall(f"{head}Content-Length: 5000\r\n\r\n".encode())
                while time.monotonic() < end:
                    connection.sendall(b" ")
                    time.sleep(0.5)
        except OSError as error:
            seen.errors[type(error).__name__] += 1


def run_threads(targets: Sequence[Callable[[], None]]) -> list[threading.Thread]:
    """Start a thread for each."""
    threads = [threading.Thread(target=target) for target in targets]
    for thread in threads:
        thread.start()
    return threads


def give_way() -> None:
    """Take the cores only when no other program does."""
    os.setsid()  # a group of its own to the scheduler
    os.nice(LEAST_PRIORITY)
    with suppress(OSError):  # a kernel that does not group by session
        Path("/proc/self/autogroup").write_text(str(LEAST_PRIORITY))


def attack(site: Site, end: float, responses: SimpleQueue[Seen]) -> None:
    """Attack until the time is over, then put what came back."""
    give_way()
    seen = Seen()
    kinds = [attacker] * len(SENT) + [prober] * 4 + [trickler] * 12
    for thread in run_threads(
        [partial(kind, site, number, end, seen) for number, kind in enumerate(kinds)]
    ):
        thread.join()
    responses.put(seen)


def period(site: Site, minutes: float, clients: int, *, attacked: bool) -> dict[str, Any]:
    """The figures of some minutes, in peace or attacked."""
    end, honest, hostile = time.monotonic() + 60 * minutes, Seen(), Seen()
    responses: SimpleQueue[Seen] = FORK.SimpleQueue()
    attackers = FORK.Process(target=attack, args=(site, end, responses))
    if attacked:
        attackers.start()
    threads = run_threads(
        [
            partial(client, site, number + attacked * clients, end, honest)
            for number in range(clients)
        ]
    )
    memory: dict[str, list[int]] = {}
    while time.monotonic() < end:
        for part, pids in processes(site).items():
            memory.setdefault(part, []).append(round(memory_mib(pids)))
        time.sleep(10)
    for thread in threads:
        thread.join()
    if attacked:
        hostile = responses.get()
        attackers.join()
    return {
        "clients": {
            **(milliseconds(honest.seconds) if len(honest.seconds) > 1 else {}),
            "statuses": dict(sorted(honest.statuses.items())),
            "errors": dict(honest.errors),
            "faults": dict(+honest.faults),
        },
        "attackers": {
            "statuses": dict(sorted(hostile.statuses.items())),
            "errors": dict(hostile.errors),
        },
        "memory_mib": memory,
    }


def main() -> None:
    """Ask in peace and under attack, and print both."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15, help="of each period")
    parser.add_argument("--clients", type=int, default=6)
    options = parser.parse_args()
    with running_site(limits=True) as site:
        shape = (site, options.minutes, options.clients)
        peace, attacked = period(*shape, attacked=False), period(*shape, attacked=True)
        size = sum(path.stat().st_size for path in site.home.rglob("*.sqlite3*"))
        node_lives = site.programs[NODE].poll() is None
    medians = [one["clients"].get("median_ms") for one in (peace, attacked)]
    faulty = Counter(peace["clients"]["faults"]) + Counter(attacked["clients"]["faults"])
    result(
        "attacks",
        minutes=options.minutes,
        peace=peace,
        attacked=attacked,
        median_ratio=round(medians[1] / medians[0], 2) if all(medians) else None,
        server_errors=faulty,
        node_lives=node_lives,
        database_mib=round(size / KIB_IN_MIB**2, 1),
    )
    sys.exit(bool(faulty) or not node_lives)


if __name__ == "__main__":
    main()
