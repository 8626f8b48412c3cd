"""Real processes: a site run by its supervisor, or its parts each started as an admin would."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bridgeviz import broker
from bridgeviz.supervisor import end_with_parent

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 300
STOP_SECONDS = 30

Programs = dict[str, subprocess.Popen[str]]
_reserved: list[socket.socket] = []


@dataclass
class Answer:
    """An HTTP response and its time."""

    status: int
    headers: dict[str, str]
    body: Any
    seconds: float


def free_port() -> int:
    """Return a port that no other program is given before this process ends.

    A socket stays bound to it. As it never listens, a server that reuses addresses can.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    _reserved.append(reserved)
    port: int = reserved.getsockname()[1]
    return port


def eventually(happens: Callable[[], bool], seconds: float) -> bool:
    """Return True once the condition holds, False after the time."""
    end = time.monotonic() + seconds
    while not happens():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@dataclass
class Site:
    """The address of a site, and the processes started for it."""

    home: Path
    port: int = field(default_factory=free_port)
    environment: dict[str, str] = field(default_factory=dict)
    programs: Programs = field(default_factory=dict)

    def start(self, name: str, *command: str) -> subprocess.Popen[str]:
        """Starts a program whose output goes to a file of its name."""
        own = {
            "BRIDGEVIZ_HOME": str(self.home),
            "TMPDIR": str(self.home),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "WORKER_PROCESSES": "1",  # several sites run at a time
            "VIRTUAL_ENV": sys.prefix,
            "PYTHONUNBUFFERED": "",  # as it is where nobody set it
        }
        with (self.home / f"{name}.out").open("a") as out:
            self.programs[name] = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, **own, **self.environment},
                stdout=out, stderr=subprocess.STDOUT, text=True, start_new_session=True,
                preexec_fn=end_with_parent,
            )  # fmt: skip
        return self.programs[name]

    def output(self, name: str) -> str:
        return (self.home / f"{name}.out").read_text()

    def stop(self, name: str, number: int = signal.SIGTERM) -> int:
        """Asks a program to end and waits for it; its exit status."""
        self.programs[name].send_signal(number)
        return self.programs[name].wait(STOP_SECONDS)

    def ask(
        self, path: str, body: Any = None, *, wait: int | None = None, raw: bytes | None = None
    ) -> Answer:
        """GETs, or POSTs what is given as JSON or as raw bytes."""
        data = raw if body is None else json.dumps(body).encode()
        headers = {} if data is None else {"Content-Type": "application/json"}
        if wait is not None:
            headers["Prefer"] = f"wait={wait}"
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        before = time.monotonic()
        try:
            response = urllib.request.urlopen(request, timeout=40)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            content = json.loads(response.read())
            seconds = time.monotonic() - before
            return Answer(response.status, dict(response.headers), content, seconds)

    def answers(self, path: str = "/readyz", status: int = 200) -> bool:
        try:
            return self.ask(path).status == status
        except OSError:
            return False

    def pids(self, *words: str) -> list[int]:
        """Running processes of this site with these words in their command.

        They are known by their environment, or by their command where they overwrote the former.
        """
        mark = str(self.home)
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                environment = (folder / "environ").read_bytes().decode(errors="replace")
                command = (folder / "cmdline").read_bytes().decode().replace("\0", " ")
            except OSError:
                continue
            if mark in environment + command and command and all(word in command for word in words):
                found.append(int(folder.name))
        return sorted(found)

    def end(self) -> None:
        """Kills whatever is left."""
        for program in self.programs.values():
            program.kill()
            program.wait(STOP_SECONDS)
        for pid in self.pids():
            os.kill(pid, signal.SIGKILL)


def run_site(site: Site) -> Site:
    """All parts by the one command, ready."""
    program = site.start("site", sys.executable, "manage.py", "run_site")
    up = eventually(
        lambda: "is ready" in site.output("site") or program.poll() is not None, START_SECONDS
    )
    assert up, site.output("site")
    assert program.poll() is None, site.output("site")
    return site


def start_worker(site: Site, name: str = "worker") -> None:
    site.start(name, sys.executable, "manage.py", "run_node", "--name", name)


@cache
def migrated() -> Path:
    """A migrated database, which sites start from that migrate nothing themselves."""
    home = TemporaryDirectory(prefix="bv-")
    atexit.register(home.cleanup)
    first = Site(Path(home.name))
    first.start("migration", sys.executable, "manage.py", "migrate").wait(START_SECONDS)
    return first.home / "bridgeviz.sqlite3"


def run_parts(site: Site, *, keeps_its_queue: bool = False) -> Site:
    """A Redis server, a worker and uWSGI, each by its own command, switched by environment."""
    redis_port = free_port()
    site.environment["REDIS_URL"] = f"redis://127.0.0.1:{redis_port}/0"
    server = broker.server_program()
    keeps = ["--appendonly", "yes" if keeps_its_queue else "no", "--dir", str(site.home)]
    site.start("redis", server, "--port", str(redis_port), "--save", "", *keeps)
    shutil.copy(migrated(), site.home)
    start_worker(site)
    site.start("web", str(Path(sys.executable).with_name("uwsgi")), "--ini", "deploy/uwsgi.ini")
    assert eventually(site.answers, START_SECONDS), site.output("web") + site.output("worker")
    return site


@contextmanager
def empty_site() -> Iterator[Site]:
    """A site in a folder of its own, with a short name as sockets need it; nothing is left."""
    with TemporaryDirectory(prefix="bv-") as home:
        subject = Site(Path(home))
        try:
            yield subject
        finally:
            subject.end()


@pytest.fixture(scope="session")
def embedded_site() -> Iterator[Site]:
    """A site by the one command, shared by all tests that leave it whole."""
    with empty_site() as subject:
        yield run_site(subject)


@pytest.fixture(scope="session")
def parts_site() -> Iterator[Site]:
    """A site of Redis, uWSGI and a worker, shared by all tests that leave it whole."""
    with empty_site() as subject:
        yield run_parts(subject)


@pytest.fixture(scope="session")
def released_site() -> Iterator[Site]:
    """A site with the released model, which clients with keys and open pages ask."""
    with empty_site() as subject:
        subject.environment["DJANGO_SETTINGS_MODULE"] = "bridgeviz.settings"
        yield run_site(subject)


@pytest.fixture(params=["embedded_site", "parts_site"])
def site(request: pytest.FixtureRequest) -> Site:
    """A site in either setting, which the test leaves whole."""
    found: Site = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def idle_site() -> Iterator[Site]:
    """A site of which nothing has been started yet; one test may do with it what it will."""
    with empty_site() as subject:
        yield subject
