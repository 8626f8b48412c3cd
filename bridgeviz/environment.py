"""Parsing of environment variables; an invalid value stops the start and names the remedy."""

from __future__ import annotations

import os
import re
import secrets
import socket
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

GENERATOR_COMMAND = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
VARIED_CHARACTERS = 10
PLACEHOLDER = "django-insecure-"
OTHER_DATABASE = "it is neither sqlite nor postgresql"


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks, or the default if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def whole_number(
    name: str, default: int, *, low: int = 1, high: int = 10**9, given: int | None = None
) -> int:
    """Return a whole number within bounds, from the environment unless given.

    Raise ImproperlyConfigured.
    """
    value = text(name, str(default)) if given is None else str(given)
    if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
        raise ImproperlyConfigured(
            f"{name}={value!r} is not a whole number from {low} to {high}. "
            f"Set it to one, such as {name}={default}, or unset it."
        )
    return int(value)


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def megabytes(name: str, default: int, *, high: int = 10**7) -> int:
    """Return the bytes of a number of megabytes. Raise ImproperlyConfigured."""
    return 1024**2 * whole_number(name, default, high=high)


def flag(name: str, *, default: bool = False) -> bool:
    """Return True for 1, False for 0; empty and unset mean the default.

    Raise ImproperlyConfigured for anything else.
    """
    value = text(name, str(int(default)))
    if value not in ("0", "1"):
        other = int(not default)
        raise ImproperlyConfigured(
            f"{name}={value!r} is not 0 or 1. Set {name}={other} or unset it."
        )
    return value == "1"


def choice(name: str, default: str, known: tuple[str, ...]) -> str:
    """Return one of the known words, in whatever case. Raise ImproperlyConfigured."""
    value = text(name, default)
    found = next((word for word in known if word.lower() == value.lower()), None)
    if found is None:
        raise ImproperlyConfigured(
            f"{name}={value!r} is none of {', '.join(known)}. Set it to one."
        )
    return found


def names(name: str) -> list[str]:
    """Return a comma-separated list without blanks; empty if unset."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def hosts(name: str) -> list[str]:
    """Return names of hosts. Raise ImproperlyConfigured for one that means every host."""
    found = names(name)
    if "*" in found:
        raise ImproperlyConfigured(
            f"{name}=* would answer to any name that a request makes up. Set it to the names of "
            "this site, such as bridge.example.org, or to .example.org for all below that."
        )
    return found


def client_host(host: str) -> str:
    """Return the host at which this machine reaches a server that listens at ``host``."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
    bare = host.strip("[]")
    found = everywhere.get(bare, bare)
    return f"[{found}]" if ":" in found else found


def folder(name: str, default: Path) -> Path:
    """Return a folder, made if it is missing. Raise ImproperlyConfigured."""
    path = Path(text(name, str(default))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}={str(path)!r} cannot be made: {error.strerror}. Set it to a folder that this "
            "user may write to."
        ) from error
    return path


def default_home(base: Path) -> Path:
    """Return ``var`` in a repository; for an installed package, a folder in the user's data."""
    if (base / "manage.py").exists():
        return base / "var"
    return Path(text("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "bridgeviz"


def broker_url(name: str) -> str:
    """Return a Redis address for Celery; empty if unset. Raise ImproperlyConfigured."""
    value = text(name)
    known = ("redis://", "rediss://", "redis+socket://")
    if value and not value.startswith(known):
        raise ImproperlyConfigured(
            f"{name}={value!r} is not the address of a Redis server. Set it to something like "
            "redis://127.0.0.1:6379/0, or unset it to have a broker started for you."
        )
    return value


def cache_url(name: str) -> str:
    """Return the same Redis address for redis-py; the usual local one if unset."""
    value = broker_url(name) or "redis://127.0.0.1:6379/0"
    return value.replace("redis+socket://", "unix://", 1)


def device(name: str, given: str | None = None) -> str:
    """Return the device of a model, cpu or a numbered GPU, from the environment unless given.

    Raise ImproperlyConfigured.
    """
    value = text(name, "cpu") if given is None else given
    if not re.fullmatch(r"cpu|cuda(:\d{1,3})?", value):
        raise ImproperlyConfigured(
            f"{name}={value!r} is no device. Set it to cpu, or to a GPU such as cuda:0."
        )
    return value


def batch(name: str, given: int | None = None) -> int:
    """Return how many questions a node computes together, from the environment unless given.

    Raise ImproperlyConfigured.
    """
    return whole_number(name, 16, high=256, given=given)


def secret(name: str, *, at_least: int) -> str:
    """Return a secret; empty if unset. Raise ImproperlyConfigured for one that can be guessed.

    The error never quotes it.
    """
    value = text(name)
    varied = len(set(value)) >= VARIED_CHARACTERS
    if value and not (len(value) >= at_least and varied and not value.startswith(PLACEHOLDER)):
        raise ImproperlyConfigured(
            f"{name} is a placeholder or too easy to guess. Make one of at least {at_least} "
            f"characters with: {GENERATOR_COMMAND}"
        )
    return value


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return addresses or networks separated by commas. Raise ImproperlyConfigured."""
    try:
        return [ip_network(part) for part in names(name)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}={text(name)!r}: {error}. Set it to addresses or networks separated by commas, "
            "such as 127.0.0.1,10.0.0.0/8, or unset it."
        ) from error


# A server that a network has cut off is noticed within seconds, before TASK_LIMIT_SECONDS, in place
# of after a quarter of an hour; two hours if nothing was sent. Connections on one machine know.
SILENT_SERVER = {
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
# The same of a broker, as options of its sockets, where the system has them.
SILENT_BROKER = {
    getattr(socket, name): value
    for name, value in {
        "TCP_USER_TIMEOUT": 5000,
        "TCP_KEEPIDLE": 3,
        "TCP_KEEPINTVL": 1,
        "TCP_KEEPCNT": 2,
    }.items()
    if hasattr(socket, name)
}


def database(name: str, default: Path) -> dict[str, Any]:
    """Return Django's settings of the database at an address; if unset, SQLite in that file.

    ``sqlite:////absolute/file`` or ``postgresql://user:password@host:port/name?option=value``;
    without a host it is the server of this machine. Raise ImproperlyConfigured, never with the
    password.
    """
    url = text(name, f"sqlite:///{quote(str(default))}")
    try:
        found = dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
        options = _database_options(found)
    except ValueError as fault:
        reason = str(fault).rstrip(".")
        if isinstance(fault, dj_database_url.UnknownSchemeError):
            reason = OTHER_DATABASE
        raise ImproperlyConfigured(
            f"{name} is not the address of a database: {reason}. Set it to something like "
            "postgresql://bridgeviz:password@db.example.org:5432/bridgeviz or "
            f"sqlite:///{default}, or unset it."
        ) from None
    return {**found, "OPTIONS": {**options, **found.get("OPTIONS", {})}}


def _database_options(found: dj_database_url.DBConfig) -> dict[str, Any]:
    """Return the options of that kind of database. Raise ValueError for an unknown kind."""
    if found["ENGINE"] == "django.db.backends.postgresql":
        if not found["NAME"] or "/" in found["NAME"]:
            raise ValueError("it must end with the name of one database")
        return SILENT_SERVER
    if found["ENGINE"] != "django.db.backends.sqlite3":
        raise ValueError(OTHER_DATABASE)
    if found.get("HOST") or not found["NAME"].startswith("/"):
        raise ValueError("sqlite needs an absolute path, with four slashes before it in all")
    return {
        "timeout": 10,  # seconds to wait for another writer
        "transaction_mode": "IMMEDIATE",  # a writer waits for its turn, it is never refused
        # Each thread has a connection, and each connection pages of its own: half a megabyte.
        # The log of what is written keeps 64 MiB between two bursts.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA cache_size=-512; PRAGMA journal_size_limit=67108864;",
    }


def stored_secret(path: Path) -> str:
    """Return the secret in that file. Make it on first use, readable by its owner only."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48), encoding="utf-8")
        fresh.replace(path)
    return path.read_text(encoding="utf-8").strip()
