"""Service of honest clients while attackers try to exhaust the site.

``python -m benchmarks.attacks --minutes M --clients N`` asks for M minutes in peace, and then for
as long under attack: N clients ask for explanations, and one each for refined ones, for an
analysis and for a review a minute. Each has a loopback address in a network of its own, the limits
of a new site, and waits as the API advises until it is answered. Attackers send from ten addresses
what costs a site most (``attacks``). They have a network namespace of their own, with IPv6
networks too, where the process is root; else loopback addresses. Real attackers bring their own
cores; these share the site's, so they are a process that gives way to all others, and what they
send is mostly made once and sent again. Ends with one line of JSON: by kind the times of both and
their ratios, refusals, memory, disk, the attackers' share of the machine, and the bars that were
missed.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import json
import multiprocessing
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

from benchmarks.costly_requests import (
    REVIEWS,
    batch_of_noted_calls,
    empty_objects,
    faults_alone,
    inherited_tags,
    json_bomb,
    long_question,
    long_refined,
    long_review,
    longest_auctions,
    new_table,
    noted_calls,
    page,
    probe,
    review,
    small_batch,
    waits_on_analyses,
)
from benchmarks.load import ANALYSES, BATCHES, KIB_IN_MIB, NODE, REFINED, memory_mib
from benchmarks.site import (
    ADDRESS,
    Reply,
    ask,
    in_threads,
    processes,
    questions,
    result,
    running_site,
)
from tests.system.conftest import Site

EXPLANATIONS = "explanations"
# Of each kind that honest clients ask for: its address, and the seconds from one to the next.
HONEST = {
    EXPLANATIONS: (ADDRESS, 2.0),
    "refined": (REFINED, 10.0),
    "analyses": (ANALYSES, 60.0),
    "reviews": (REVIEWS, 60.0),
}
PATIENCE_SECONDS = 120.0
MOST_MEDIAN, MOST_P95 = 2.0, 4.0  # times as slow as in peace
SAMPLE_SECONDS = 5.0
FORK = multiprocessing.get_context("fork")
Attack = Callable[[random.Random], tuple[str, bytes | None]]


@dataclass
class Seen:
    """The responses to honest clients of one kind, or to attackers."""

    seconds: list[float] = field(default_factory=list)  # until an answer, refusals included
    statuses: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)  # addresses that answered 500
    refused: int = 0  # questions
    refused_then_answered: int = 0
    without_retry_after: int = 0  # refusals, and connections that were lost
    unanswered: int = 0
    cpu_seconds: float = 0.0

    def figures(self) -> dict[str, Any]:
        """Return them as the line has them."""
        own = vars(self) | {"seconds": None, "cpu_seconds": None, "answered": len(self.seconds)}
        own |= {"statuses": dict(sorted(self.statuses.items()))}
        own |= {"errors": dict(self.errors), "faults": dict(self.faults)}
        if self.seconds:
            place = min(len(self.seconds) - 1, int(0.95 * len(self.seconds)))
            own["median_ms"] = round(1000 * statistics.median(self.seconds), 1)
            own["p95_ms"] = round(1000 * sorted(self.seconds)[place], 1)
        return {name: value for name, value in own.items() if value is not None}


# --- Where attackers are ----------------------------------------------------------------------


@dataclass(frozen=True)
class Network:
    """The addresses of attackers, and those of the site to them.

    addresses: eleven; one more than attackers have but for batches
    networks: addresses in twenty IPv6 networks of 64 bits; without a namespace, loopback ones
    """

    namespace: str
    site: str
    site_of_networks: str
    addresses: Sequence[str]
    networks: Sequence[str]

    def enter(self) -> None:
        """Move this thread, and those that it starts, to the namespace, if there is one."""
        if self.namespace:
            with Path("/run/netns", self.namespace).open() as opened:
                if ctypes.CDLL(None, use_errno=True).setns(opened.fileno(), 0):
                    raise OSError(ctypes.get_errno(), "setns")


LOOPBACK = Network(
    "",
    "127.0.0.1",
    "127.0.0.1",
    [f"127.0.2.{number}" for number in range(1, 12)],
    [f"127.0.3.{number}" for number in range(1, 21)],
)


@contextmanager
def attackers_network() -> Iterator[Network]:
    """A namespace with addresses kept for benchmarks (RFC 2544, RFC 5180), or loopback ones."""
    name = f"attack{os.getpid()}"
    found = Network(
        name,
        "198.18.0.1",
        "2001:2::1",
        [f"198.18.0.{number}" for number in range(2, 13)],
        [f"2001:2:0:{number:x}::2" for number in range(1, 21)],
    )
    inside = [
        *(f"-n {name} addr add {one}/24 dev to-site" for one in found.addresses),
        *(f"-n {name} addr add {one}/48 dev to-site nodad" for one in found.networks),
    ]
    left = subprocess.run(["ip", "netns"], check=False, capture_output=True, text=True).stdout
    dead = [one for one in left.split() if one.startswith("attack") and not _lives(one[6:])]
    commands = [
        *(f"netns delete {one}" for one in dead),  # of a run that was killed, with these addresses
        f"netns add {name}",
        f"link add {name} type veth peer name to-site netns {name}",
        f"addr add {found.site}/24 dev {name}",
        f"addr add {found.site_of_networks}/48 dev {name} nodad",
        f"link set {name} up",
        f"-n {name} link set to-site up",
        *inside,
    ]
    try:
        try:
            for command in commands:
                subprocess.run(["ip", *command.split()], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            found = LOOPBACK
        yield found
    finally:
        with suppress(OSError):  # no such program
            subprocess.run(["ip", "netns", "delete", name], check=False, capture_output=True)


def _lives(pid: str) -> bool:
    return Path("/proc", pid).exists()


# --- How they send it -------------------------------------------------------------------------


def sent(site: Site, path: str, body: bytes | None, seen: Seen, **options: Any) -> Reply | None:
    """Send a request and count its outcome; return None without a response."""
    try:
        reply = ask(site, body, path, **options)
    except (OSError, HTTPException) as error:
        seen.errors[type(error).__name__] += 1
        return None
    seen.statuses[reply.status] += 1
    if reply.status == 500:
        seen.faults[path.partition("?")[0]] += 1
    return reply


@dataclass(frozen=True)
class Attackers:
    """All attackers of a site, until the time is over."""

    site: Site
    network: Network
    end: float
    seen: Seen
    niceness: int = 19

    def attacks(self) -> list[Callable[[], None]]:
        """Return what each of their threads does."""
        ten = self.network.addresses[:10]
        earlier: tuple[Attack, ...] = (
            inherited_tags,
            faults_alone,
            empty_objects,
            longest_auctions,
        )
        others: tuple[Attack, ...] = (*[waits_on_analyses] * 3, *[long_question] * 2)
        return [
            partial(self.send, [json_bomb], ten, 1.0),
            *(partial(self.send, [noted_calls, batch_of_noted_calls], [one]) for one in ten[:6]),
            *[partial(self.send, [long_refined, long_review], ten[:1])] * 4,
            *(partial(self.send, [page], [one], 0.0) for one in ten[:6]),
            *(partial(self.download, one) for one in ten[4:]),
            *[partial(self.send, [new_table], self.network.networks)] * 2,
            partial(self.send, [small_batch], self.network.addresses),
            *(
                partial(self.send, [kind], [source])
                for kind, source in zip((*earlier, *others), itertools.cycle(ten), strict=False)
            ),
            *(partial(self.send, [probe], [one], 0.0) for one in ten[:4]),
            *(partial(self.trickle, source) for source in (*ten, *ten[:2])),
        ]

    def request(
        self, path: str, body: bytes | None, source: str, method: str | None = None
    ) -> Reply | None:
        """Send one request from an address."""
        network, kind = self.network, "application/json"
        host = network.site_of_networks if source in network.networks else network.site
        if body is not None and body.startswith(b"%"):
            kind = "application/x-pbn"
        options = {"source": source, "host": host, "method": method, "media_type": kind}
        return sent(self.site, path, body, self.seen, **options)

    def send(self, kinds: Sequence[Attack], sources: Sequence[str], pause: float = 0.2) -> None:
        """Send one costly request after the other, refused or not; without a body by HEAD too."""
        chance = random.Random(repr((kinds, sources)))
        for number, source in enumerate(itertools.cycle(sources)):
            if time.monotonic() > self.end:
                return
            path, body = kinds[number % len(kinds)](chance)
            self.request(path, body, source, "HEAD" if body is None and number % 2 else None)
            time.sleep(pause)

    def download(self, source: str) -> None:
        """Ask again and again for fields of the results of a batch, in full and by HEAD."""
        bodies, results = questions(hash(source)), ""
        while time.monotonic() < self.end:
            if results:
                self.request(results, None, source)
                self.request(results, None, source, "HEAD")
                continue
            items = b",".join(itertools.islice(bodies, 500))
            reply = self.request(BATCHES, b"[" + items + b"]", source)
            if reply is not None and reply.status == 202:
                results = (
                    f"{json.loads(reply.body)['results']}&fields=calls.call,calls.meaning.name"
                )
            time.sleep(0.2)

    def trickle(self, source: str) -> None:
        """Send a body byte by byte, and again once it is cut off."""
        head = f"POST {ADDRESS} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        address = (self.network.site, self.site.port)
        while time.monotonic() < self.end:
            try:
                with socket.create_connection(address, 5, (source, 0)) as connection:
                    connection.sendall(f"{head}Content-Length: 5000\r\n\r\n".encode())
                    while time.monotonic() < self.end:
                        connection.sendall(b" ")
                        time.sleep(0.5)
            except OSError as error:
                self.seen.errors[type(error).__name__] += 1

    def run(self, responses: SimpleQueue[Seen]) -> None:
        """Attack from a process that gives way to others, then put what came back."""
        os.setsid()  # a group of its own to the scheduler
        os.nice(self.niceness)
        with suppress(OSError):  # a kernel that does not group by session
            Path("/proc/self/autogroup").write_text(str(self.niceness))
        self.network.enter()
        with in_threads(self.attacks()):
            pass
        used = resource.getrusage(resource.RUSAGE_SELF)
        self.seen.cpu_seconds = used.ru_utime + used.ru_stime
        responses.put(self.seen)


# --- Honest clients, and what is measured -----------------------------------------------------


def client(site: Site, kind: str, number: int, end: float, seen: Seen) -> None:
    """Ask new questions of a kind until the time is over; each client has its own."""
    path, pause = HONEST[kind]
    chance, bodies = random.Random(number), questions(number)
    while (start := time.monotonic()) < end:
        body = review(chance, "1D P 1S P 2S P P P") if path == REVIEWS else next(bodies)
        wait_for_answer(site, path, body, f"127.1.{number + 1}.1", seen)
        time.sleep(max(0.0, start + pause - time.monotonic()))


def wait_for_answer(site: Site, path: str, body: bytes, source: str, seen: Seen) -> None:
    """Ask, and wait as the API advises until the answer is there."""
    start, refused = time.monotonic(), False
    at: tuple[str, bytes | None] = path, body
    while time.monotonic() - start < PATIENCE_SECONDS:
        reply = sent(site, *at, seen, source=source)
        pause, document = 1.0, {}
        if reply is not None:
            pause = float(reply.headers.get("Retry-After", "1"))
            document = json.loads(reply.body)
        if document.get("result") is not None:
            seen.seconds.append(time.monotonic() - start)
            seen.refused += refused
            seen.refused_then_answered += refused
            return
        if document.get("status") in ("queued", "running"):
            at = document["url"], None
        elif reply is not None and reply.status == 504 and "Location" in reply.headers:
            at, pause = (reply.headers["Location"], None), 0.0
        else:
            refused = True
            seen.without_retry_after += reply is None or "Retry-After" not in reply.headers
            if reply is None or reply.status not in (429, 503):
                at = path, body
        time.sleep(pause)
    seen.refused += refused
    seen.unanswered += 1


def watch(site: Site, seconds: float) -> dict[str, Any]:
    """Sample memory and disk for so long; by how much each process grew at most, in MiB."""
    start, disk = time.monotonic(), stored_mib(site)
    samples: dict[str, list[float]] = {}
    firsts: dict[int, float] = {}
    growth: Counter[str] = Counter()
    disk_growth = 0.0
    while time.monotonic() - start < seconds:
        for part, pids in processes(site).items():
            sizes = {pid: memory_mib([pid]) for pid in pids}
            samples.setdefault(part, []).append(sum(sizes.values()))
            for pid, size in sizes.items():
                growth[part] = max(growth[part], round(size - firsts.setdefault(pid, size)))
        disk_growth = max(disk_growth, stored_mib(site) - disk)
        time.sleep(min(SAMPLE_SECONDS, seconds / 8))
    places = {"quarter": 0.25, "half": 0.5, "end": 1.0}
    memory = {
        part: {name: round(sizes[int(at * (len(sizes) - 1))]) for name, at in places.items()}
        for part, sizes in samples.items()
    }
    return {
        "memory_mib": memory,
        "largest_growth_of_a_process_mib": dict(growth),
        "disk_growth_mib": round(disk_growth, 1),
    }


def stored_mib(site: Site) -> float:
    """The files of a site, temporary ones included."""
    total = 0
    for path in site.home.rglob("*"):
        with suppress(OSError):  # gone meanwhile
            total += path.stat().st_size if path.is_file() else 0
    return total / KIB_IN_MIB**2


def period(
    site: Site, minutes: float, clients: int, niceness: int, network: Network | None
) -> tuple[dict[str, Seen], dict[str, Any], Seen]:
    """What honest clients got in some minutes, in peace or attacked, how the site was, and what
    attackers got.
    """
    end, hostile = time.monotonic() + 60 * minutes, Seen()
    responses: SimpleQueue[Seen] = FORK.SimpleQueue()
    attackers = Attackers(site, network or LOOPBACK, end, hostile, niceness)
    process = FORK.Process(target=attackers.run, args=(responses,))
    if network is not None:
        process.start()
    honest = {kind: Seen() for kind in HONEST}
    kinds = [EXPLANATIONS] * clients + [kind for kind in HONEST if kind != EXPLANATIONS]
    first = len(kinds) if network else 0  # others ask than before
    with in_threads(
        partial(client, site, kind, first + number, end, honest[kind])
        for number, kind in enumerate(kinds)
    ):
        watched = watch(site, 60 * minutes)
    if network is not None:
        hostile = responses.get()
        process.join()
    return honest, watched, hostile


def compared(peace: Seen, attacked: Seen) -> dict[str, Any]:
    """The figures of a kind in both periods, and how many times as slow it was under attack."""
    calm, strained = peace.figures(), attacked.figures()
    ratios = {
        f"{name}_ratio": round(strained[f"{name}_ms"] / calm[f"{name}_ms"], 2)
        if peace.seconds and attacked.seconds
        else None
        for name in ("median", "p95")
    }
    return {"peace": calm, "attacked": strained, **ratios}


def missed(kinds: dict[str, dict[str, Any]], hostile: Seen, *, node_lives: bool) -> list[str]:
    """Return the bars that were missed, in words."""
    found = [f"500 at {path}: {count}" for path, count in hostile.faults.items()]
    found += [] if node_lives else ["the node ended"]
    found += [] if hostile.statuses else ["the attackers did not reach the site"]
    for kind, both in kinds.items():
        for name, most in (("median", MOST_MEDIAN), ("p95", MOST_P95)):
            ratio = both[f"{name}_ratio"]
            found += [f"{kind}: {name} x {ratio}"] if ratio is None or ratio > most else []
        for name in ("without_retry_after", "unanswered"):
            count = both["peace"][name] + both["attacked"][name]
            found += [f"{kind}: {name} {count}"] if count else []
    return found


def main() -> None:
    """Ask in peace and under attack, and print both."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=15, help="of each period")
    parser.add_argument("--clients", type=int, default=6, help="for explanations")
    parser.add_argument("--nice", type=int, default=10, help="of attackers: 19 yields to all")
    options = parser.parse_args()
    shape = (options.minutes, options.clients, options.nice)
    with attackers_network() as network, running_site(limits=True, HOST="[::]") as site:
        peace, calm, _ = period(site, *shape, None)
        attacked, strained, hostile = period(site, *shape, network)
        node_lives = site.programs[NODE].poll() is None
    kinds = {kind: compared(peace[kind], attacked[kind]) for kind in HONEST}
    found = missed(kinds, hostile, node_lives=node_lives)
    share = hostile.cpu_seconds / (60 * options.minutes * (os.cpu_count() or 1))
    result(
        "attacks",
        minutes=options.minutes,
        kinds=kinds,
        peace=calm,
        attacked=strained,
        attackers={
            "from": "a network namespace" if network.namespace else "loopback addresses",
            "share_of_machine": round(share, 3),
            "statuses": dict(sorted(hostile.statuses.items())),
            "errors": dict(hostile.errors),
        },
        missed=found,
    )
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
