"""Shared code of the service's benchmarks: a complete site, questions, and clients."""

from __future__ import annotations

import http.client
import json
import random
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bidding import __version__
from bidding.domain.auction import Auction
from bidding.domain.calls import PASS
from bidding.domain.cards import CARDS_IN_PACK, Card, Hand
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.management.commands.run_site import WEB_MEMORY
from bidding.parsing.documents.position_documents import position_to_json
from bridgeviz import broker
from tests.system.conftest import Site, empty_site, eventually, free_port

ADDRESS = "/api/v1/explanations"
WAIT_SECONDS = 20
LONGEST_AUCTION = 12  # of random positions
START_SECONDS = 600  # of everything, on a busy machine
LIMITS = tuple(
    f"{what}_PER_MINUTE"
    for what in (
        "QUESTIONS",
        "REFINED",
        "ANALYSES",
        "REVIEWS",
        "BATCHES",
        "BATCH_ITEMS",
        "PASSWORDS",
        "PAGES",
        "REQUESTS",
    )
)
NO_LIMITS = {
    **dict.fromkeys(LIMITS, "1000000"),
    "CLIENT_BATCHES": "10000",
    "PROCESSOR_PERCENT": "1000000",
}


def start_broker(site: Site) -> None:
    """A Redis server that keeps its queue in a file, as the site's own does."""
    url = urlsplit(site.environment["REDIS_URL"])
    where = ["--bind", str(url.hostname), "--port", str(url.port)]
    keeps = ["--save", "", "--appendonly", "yes", "--dir", str(site.home)]
    password = ["--requirepass", url.password] if url.password else []
    site.start("redis", broker.server_program(), *where, *keeps, *password)


@contextmanager
def in_threads(targets: Iterable[Callable[[], None]]) -> Iterator[None]:
    """Run each in a thread; wait for their ends."""
    threads = [threading.Thread(target=target) for target in targets]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()


@contextmanager
def _environment(site: Site, **other: str) -> Iterator[None]:
    """For what is started meanwhile, these beside the site's own."""
    before = site.environment
    site.environment = {**before, **other}
    try:
        yield
    finally:
        site.environment = before


def start_node(site: Site, name: str, *, on: Sequence[str] = (), **environment: str) -> None:
    """Start a node, whose environment may differ from the site's.

    With ``on``, a command that runs another, it is where that runs it.
    """
    with _environment(site, **environment):
        site.start(name, *on, sys.executable, "manage.py", "run_node", "--name", name)


def start_web(site: Site, processes: int | None = None) -> None:
    """The web server, ready when its workers are; of its memory as the site's own."""
    program = str(Path(sys.executable).with_name("uwsgi"))
    with _environment(site, **{**WEB_MEMORY, **site.environment}):
        number = [] if processes is None else ["--processes", str(processes)]
        site.start("web", program, "--ini", "deploy/uwsgi.ini", *number)
    if not eventually(site.answers, START_SECONDS):
        raise RuntimeError(site.output("web"))


@contextmanager
def running_site(
    nodes: int = 1,
    *,
    web_processes: int | None = None,
    limits: bool = False,
    on: Sequence[str] = (),
    **environment: str,
) -> Iterator[Site]:
    """Broker, nodes and web server with the released model, in a folder that goes away.

    With ``limits`` clients have those of a new site, else none a minute. ``on`` as of a node.
    """
    with empty_site() as site:
        site.environment.update(
            {
                "DJANGO_SETTINGS_MODULE": "bridgeviz.settings",
                "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
                "OMP_NUM_THREADS": "1",
                **({} if limits else NO_LIMITS),
                **environment,
            }
        )
        start_broker(site)
        for name, *options in (["migrate"], ["collectstatic", "--no-input"]):
            site.start(name, sys.executable, "manage.py", name, *options).wait(START_SECONDS)
        for number in range(1, nodes + 1):
            start_node(site, f"node-{number}", on=on)
        start_web(site, web_processes)
        names = [name for name in site.programs if name.startswith("node-")]
        if not eventually(
            lambda: all(" serves " in site.output(one) for one in names), START_SECONDS
        ):
            raise RuntimeError("\n".join(map(site.output, names)))
        yield site


def processes(site: Site) -> dict[str, list[int]]:
    """The processes of each part; a Redis server hides whose it is, but it is one."""
    parts = {"node": site.pids("run_node"), "web": site.pids("uwsgi")}
    return {**parts, "broker": [site.programs["redis"].pid]}


def random_position(chance: random.Random) -> Position:
    """A hand and an auction of up to 12 calls, in which bids rise by small steps."""
    hand = Hand.of(map(Card, chance.sample(range(CARDS_IN_PACK), 13)))
    auction = Auction(chance.choice(list(Seat)))
    for _ in range(chance.randint(1, LONGEST_AUCTION)):
        if auction.is_over:
            break
        low_bids = [call for call in auction.legal_calls if call.is_bid][:4]
        auction = auction.after(chance.choice([PASS, *low_bids]))
    return Position(hand, chance.choice(list(Seat)), auction, chance.choice(list(Vulnerability)))


def questions(seed: int) -> Iterator[bytes]:
    """Request bodies without end, each another position."""
    chance = random.Random(seed)
    while True:
        yield json.dumps(position_to_json(random_position(chance))).encode()


@dataclass
class Reply:
    """A response and its time."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


def ask(
    site: Site,
    body: bytes | None,
    path: str = ADDRESS,
    *,
    wait: int = WAIT_SECONDS,
    method: str | None = None,
    timeout: float = 60,
    source: str = "",
    host: str = "127.0.0.1",
    media_type: str = "application/json",
) -> Reply:
    """POST a body, or GET where there is none, from another address of this machine if one is
    named, to another ``host`` that is this one.

    Raise OSError or HTTPException.
    """
    headers = {"Host": "127.0.0.1", "Content-Type": media_type, "Prefer": f"wait={wait}"}
    connection = http.client.HTTPConnection(
        host, site.port, timeout=timeout, source_address=(source, 0) if source else None
    )
    start = time.perf_counter()
    try:
        connection.request(method or ("GET" if body is None else "POST"), path, body, headers)
        response = connection.getresponse()
        content = response.read()
        return Reply(response.status, dict(response.headers), content, time.perf_counter() - start)
    finally:
        connection.close()


@dataclass
class Outcome:
    """The outcome of one question, with its repetitions."""

    body: bytes
    asked: float  # time.monotonic()
    ended: float = 0.0
    result: dict[str, Any] | None = None
    tries: int = 0
    refusals: list[str] = field(default_factory=list)  # status and type, or the error

    @property
    def server_errors(self) -> int:
        """Answers 500: neither an answer nor an honest refusal."""
        return sum(refusal.startswith("500") for refusal in self.refusals)


def persist(site: Site, body: bytes, limit_seconds: float = 60) -> Outcome:
    """Ask as a patient client: wait, poll, and retry after a refusal."""
    outcome = Outcome(body, time.monotonic())
    path, sent = ADDRESS, body
    while outcome.result is None and time.monotonic() - outcome.asked < limit_seconds:
        outcome.tries += 1
        pause, path, sent = _tried(site, path, sent, outcome)
        time.sleep(pause)
    outcome.ended = time.monotonic()
    return outcome


def _tried(
    site: Site, path: str, sent: bytes | None, outcome: Outcome
) -> tuple[float, str, bytes | None]:
    """Send one request. Return the seconds to wait, and address and body of the next."""
    try:
        reply = ask(site, sent, path)
    except (OSError, http.client.HTTPException) as error:
        outcome.refusals.append(type(error).__name__)
        return 0.2, ADDRESS, outcome.body
    pause = float(reply.headers.get("Retry-After", "0.2"))
    document = json.loads(reply.body)
    if reply.status in (200, 202):
        outcome.result = document["result"]
        return (0.0 if outcome.result else 0.2), document["url"], None
    outcome.refusals.append(f"{reply.status} {document['type'].rpartition(':')[2]}")
    return pause, ADDRESS, outcome.body


@dataclass
class Crowd:
    """Clients that each ask one question after the other for a while."""

    site: Site
    clients: int
    seconds: float
    seed: int = 1
    replies: list[Reply] = field(default_factory=list)

    def run(self) -> Crowd:
        """Ask until the time is over and the last answers have arrived."""
        end = time.monotonic() + self.seconds
        seeds = range(self.seed * 1000, self.seed * 1000 + self.clients)
        with in_threads(partial(self._client, seed, end) for seed in seeds):
            return self

    def _client(self, seed: int, end: float) -> None:
        for body in questions(seed):
            if time.monotonic() > end:
                return
            reply = ask(self.site, body)
            reply.body = b""
            self.replies.append(reply)

    @property
    def answered(self) -> list[float]:
        """Seconds of the good answers."""
        return [reply.seconds for reply in self.replies if reply.status == 200]


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return {"median_ms": round(1000 * cuts[9], 1), "p95_ms": round(1000 * cuts[18], 1)}


def result(bench: str, **figures: Any) -> None:
    """The one line of JSON that a bench ends with, with the version that it measured."""
    print(json.dumps({"bench": bench, **_versioned(figures)}), flush=True)


def keep(path: Path | None, figures: dict[str, Any]) -> None:
    """Write the same to the file that was named, if any."""
    if path:
        path.write_text(json.dumps(_versioned(figures), indent=1) + "\n")


def _versioned(figures: dict[str, Any]) -> dict[str, Any]:
    return {"version": __version__, **figures}
