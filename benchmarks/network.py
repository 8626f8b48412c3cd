"""A node on another machine, and what becomes of the network to it: for ``benchmarks.faults``.

The other machine is a network namespace, behind a switch that is a second one: what is lost there
is lost without a word to either end. Redis and PostgreSQL ask for passwords, PostgreSQL over TLS,
as ``docs/operations.md`` says. Needs root, and on Debian the packages iproute2, nftables, openssl
and postgresql.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from benchmarks.site import running_site
from tests.system.conftest import Site, eventually, free_port

MACHINE, SWITCH = f"bv{os.getpid()}", f"bv{os.getpid()}-switch"
SITE_ADDRESS, NODE_ADDRESS = "198.18.85.1", "198.18.85.2"  # of the range that is for benchmarks
PROGRAMS = ("ip", "nft", "openssl")
DOWN_SECONDS, LONG_SECONDS = 8.0, 30.0
SOME = "numgen random mod 100 < 30"
START_SECONDS = 30
SERVER_SETTINGS = (  # as docs/operations.md says
    f"listen_addresses={SITE_ADDRESS}",
    "ssl=on",
    "tcp_keepalives_idle=3",
    "tcp_keepalives_interval=1",
    "tcp_keepalives_count=2",
    "tcp_user_timeout=5000",
)
# Started again when it ends, as systemd does (deploy/bridgeviz-node@.service).
SUPERVISED = ("sh", "-c", 'while :; do "$@"; sleep 2; done', "sh")


def missing() -> str:
    """Why no other machine can be had here; empty if one can."""
    if os.geteuid() != 0:
        return "network namespaces take root"
    absent = [program for program in PROGRAMS if not shutil.which(program)]
    if absent or not _postgresql_programs():
        absent += [] if _postgresql_programs() else ["a PostgreSQL server"]
        return f"there is no {', '.join(absent)} (Debian: iproute2, nftables, openssl, postgresql)"
    try:
        with other_machine():
            return ""
    except subprocess.CalledProcessError as error:
        return f"the kernel gives no network namespaces with filters: {error.stderr.strip()}"


def _run(*words: str, text: str | None = None) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True, input=text)


@contextmanager
def other_machine() -> Iterator[None]:
    """The namespaces, joined to this machine by a cable through the switch."""
    near = f"{MACHINE}-0"
    try:
        for name in (MACHINE, SWITCH):
            _run("ip", "netns", "add", name)
        _run("ip", "link", "add", near, "type", "veth", "peer", "name", "port1", "netns", SWITCH)
        _run(
            *("ip", "-n", MACHINE, "link", "add", "eth0", "type", "veth"),
            *("peer", "name", "port2", "netns", SWITCH),
        )
        _run("ip", "-n", SWITCH, "link", "add", "bridge", "type", "bridge")
        for end in ("port1", "port2"):
            _run("ip", "-n", SWITCH, "link", "set", "dev", end, "master", "bridge", "up")
        _run("ip", "-n", SWITCH, "link", "set", "bridge", "up")
        _run("ip", "addr", "add", f"{SITE_ADDRESS}/30", "dev", near)
        _run("ip", "-n", MACHINE, "addr", "add", f"{NODE_ADDRESS}/30", "dev", "eth0")
        _run("ip", "link", "set", near, "up")
        for end in ("lo", "eth0"):
            _run("ip", "-n", MACHINE, "link", "set", end, "up")
        with loss(SOME):
            pass
        yield
    finally:
        for name in (MACHINE, SWITCH):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "delete", near], capture_output=True, check=False)


@contextmanager
def loss(which: str = "") -> Iterator[None]:
    """These packets do not come through the switch, in either direction; by default none does."""
    nft = ("ip", "netns", "exec", SWITCH, "nft")
    rule = f"type filter hook forward priority 0; {which} drop;"
    _run(*nft, "-f", "-", text=f"table bridge loss {{ chain drops {{ {rule} }}\n}}")
    try:
        yield
    finally:
        _run(*nft, "delete", "table", "bridge", "loss")


def take_the_link_down(site: Site) -> None:
    """The other machine knows that it has no network."""
    _run("ip", "-n", MACHINE, "link", "set", "eth0", "down")
    time.sleep(DOWN_SECONDS)
    _run("ip", "-n", MACHINE, "link", "set", "eth0", "up")


def drop_all_packets(site: Site) -> None:
    """Neither end is told."""
    with loss():
        time.sleep(DOWN_SECONDS)


def drop_all_packets_for_long(site: Site) -> None:
    """Longer than a question may wait."""
    with loss():
        time.sleep(LONG_SECONDS)


def drop_some_packets(site: Site) -> None:
    """Much more than the worst of networks loses."""
    with loss(SOME):
        time.sleep(DOWN_SECONDS)


FAULTS = {
    function.__name__: function
    for function in (
        take_the_link_down,
        drop_all_packets,
        drop_all_packets_for_long,
        drop_some_packets,
    )
}


@contextmanager
def networked_site(**environment: str) -> Iterator[tuple[Site, Any]]:
    """A site whose one node is on the other machine, and a connection to its database."""
    with other_machine(), database() as address:
        broker = f"redis://:{secrets.token_urlsafe(24)}@{SITE_ADDRESS}:{free_port()}/0"
        with running_site(
            on=("ip", "netns", "exec", MACHINE, *SUPERVISED),
            REDIS_URL=broker,
            DATABASE_URL=address,
            **environment,
        ) as site:
            yield site, psycopg.connect(address, autocommit=True)


def _postgresql_programs() -> Path | None:
    """The folder of the newest server's."""
    found = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((path.parent for path in found), key=lambda it: float(it.parent.name), default=None)


@contextmanager
def database() -> Iterator[str]:
    """The address of a PostgreSQL server that starts out empty and leaves nothing behind."""
    programs = _postgresql_programs()
    assert programs
    with TemporaryDirectory(prefix="bv-postgresql-") as name:
        folder, port, password = Path(name), free_port(), secrets.token_urlsafe(24)
        shutil.chown(folder, "postgres", "postgres")
        (folder / "password").write_text(password)
        shutil.chown(folder / "password", "postgres")

        def call(*words: str) -> None:
            subprocess.run(
                words, cwd=folder, user="postgres", group="postgres", extra_groups=[],
                check=True, capture_output=True, text=True,
            )  # fmt: skip

        call(
            *(str(programs / "initdb"), "--pgdata=data", "--username=bridgeviz"),
            *("--pwfile=password", "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync"),
        )
        call(
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=bridgeviz", "-keyout", "data/server.key", "-out", "data/server.crt"),
        )
        with (folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"hostssl all all {NODE_ADDRESS}/30 scram-sha-256\n")
        server = subprocess.Popen(
            [programs / "postgres", "-D", "data", "-p", str(port), "-k", name,
             *(word for setting in SERVER_SETTINGS for word in ("-c", setting))],
            cwd=folder, user="postgres", group="postgres", extra_groups=[],
            stdout=(folder / "log").open("w"), stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            ready = [programs / "pg_isready", "-q", "-h", SITE_ADDRESS, "-p", str(port)]
            if not eventually(lambda: subprocess.run(ready).returncode == 0, START_SECONDS):
                raise RuntimeError((folder / "log").read_text())
            where = f"{SITE_ADDRESS}:{port}"
            yield f"postgresql://bridgeviz:{password}@{where}/postgres?sslmode=require"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(START_SECONDS)
