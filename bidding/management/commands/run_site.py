"""Run the whole site on this machine: broker (unless REDIS_URL names one), workers, web."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from bridgeviz import broker
from bridgeviz.supervisor import Child, SiteFailed, Supervisor

START_SECONDS = 300.0  # for loading the model on a slow or busy machine
BROKER_START_SECONDS = 20.0
# Connections that the router has passed on and no thread has taken yet.
WEB_QUEUE, LEAST_QUEUE = 4096, 100
KERNEL_QUEUE = Path("/proc/sys/net/core/somaxconn")
# Of the web server's C library (mallopt(3)), as in deploy/bridgeviz-web.service. Its many threads
# share two heaps and put nothing aside for themselves (tcache), which would keep heaps in pieces;
# and what is larger than 128 KiB, as an answer is, lies outside them and goes back to the system
# at once. Otherwise a process grows for hours.
WEB_MEMORY = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
    "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
}


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        if not _web_settings().exists():
            raise CommandError(
                f"{_web_settings()} is missing: a site is run from the repository, not from the "
                "installed package"
            )
        _check_port()
        supervisor = Supervisor()
        supervisor.listen()
        with tempfile.TemporaryDirectory(prefix="bridgeviz-") as folder:
            try:
                if self.start(supervisor, Path(folder)):
                    supervisor.watch(self.stderr.write)
            except SiteFailed as failure:
                raise CommandError(str(failure)) from failure
            finally:
                supervisor.stop()
        self.stdout.write("BridgeViz has stopped.")

    def start(self, supervisor: Supervisor, folder: Path) -> bool:
        """Start all parts; return True once the site answers, False if asked to stop before."""
        url = settings.REDIS_URL
        if not url:
            url = broker.url(folder)
            supervisor.add(_child("broker", broker.command(folder)))
            if not supervisor.wait_until(lambda: broker.is_ready(folder), BROKER_START_SECONDS):
                return False
        keep_private(settings.DATABASES["default"])
        call_command("migrate", verbosity=0, interactive=False)
        if settings.STATIC_ROOT:
            call_command("collectstatic", verbosity=0, interactive=False)
        for number in range(1, settings.WORKER_PROCESSES + 1):
            supervisor.add(_worker(number, url))
        supervisor.add(_web(url, folder))
        self.stdout.write("BridgeViz is loading its model ...")
        if not supervisor.wait_until(_is_ready, START_SECONDS):
            return False
        self.stdout.write(f"BridgeViz is ready: {_address()}  (Ctrl-C stops it)")
        return True


def keep_private(database: Mapping[str, Any]) -> None:
    """Let nobody else on this machine read a database that is a file, made here if need be."""
    if database["ENGINE"].endswith("sqlite3"):
        file = Path(database["NAME"])
        file.touch(mode=0o600)
        file.chmod(0o600)


def _check_port() -> None:
    """Raise CommandError if somebody else uses the port."""
    family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.HOST.strip("[]"), settings.PORT))
        except OSError as error:
            raise CommandError(
                f"{settings.HOST}:{settings.PORT} cannot be had: {error.strerror}. "
                f"Choose another port, such as: PORT={settings.PORT + 1} make run"
            ) from error


def _child(name: str, command: list[str], **environment: str) -> Child:
    logs = settings.HOME_DIR / "logs"
    logs.mkdir(exist_ok=True)
    return Child(name, command, logs / f"{name}.log", environment)


def _worker(number: int, broker_url: str) -> Child:
    """Return a node, bound to the device that the settings name."""
    name = f"worker-{number}"
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "run_node", "--name", name]
    return _child(name, command, REDIS_URL=broker_url)


def _web_settings() -> Path:
    return Path(settings.BASE_DIR) / "deploy" / "uwsgi.ini"


def _web(broker_url: str, folder: Path) -> Child:
    program = Path(sys.executable).parent / "uwsgi"
    command = [str(program), "--ini", str(_web_settings())]
    command += ["--listen", str(_queue_length())]
    return _child(
        "web",
        command,
        REDIS_URL=broker_url,
        HOST=settings.HOST,
        PORT=str(settings.PORT),
        ROUTER_SOCKET=str(folder / "web.sock"),
        VIRTUAL_ENV=sys.prefix,
        PROMETHEUS_MULTIPROC_DIR=str(folder / "metrics"),
        **{name: os.environ.get(name, value) for name, value in WEB_MEMORY.items()},
    )


def _queue_length() -> int:
    """Return the length of the queue of connections, as far as the kernel allows."""
    try:
        return min(WEB_QUEUE, int(KERNEL_QUEUE.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return LEAST_QUEUE


def _is_ready() -> bool:
    """Return True if a worker with a loaded model answers through web server and queue."""
    try:
        with urllib.request.urlopen(f"{_address()}readyz", timeout=10) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _address() -> str:
    """Return the address of the page, seen from this machine."""
    return f"http://{settings.REACHED_AT}:{settings.PORT}/"
