"""Reads the environment; a value that cannot be used stops the start with its remedy."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """The variable without surrounding blanks, or the default when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def whole_number(name: str, default: int, *, low: int, high: int) -> int:
    """A whole number within bounds. Raises ImproperlyConfigured naming variable and remedy."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
        raise ImproperlyConfigured(
            f"{name}={value!r} is not a whole number from {low} to {high}. "
            f"Set it to one, such as {name}={default}, or unset it."
        )
    return int(value)


def flag(name: str) -> bool:
    """Whether the variable is 1; 0, empty and unset are no. Raises ImproperlyConfigured else."""
    value = text(name, "0")
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name}={value!r} is not 0 or 1. Set {name}=1 or unset it.")
    return value == "1"


def one_of(name: str, choices: Sequence[str]) -> str:
    """One of these words, the first when unset. Raises ImproperlyConfigured."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(
            f"{name}={value!r} is not one of {', '.join(choices)}. Set it to one or unset it."
        )
    return value


def names(name: str) -> list[str]:
    """A comma-separated list, blanks dropped; empty when unset."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def folder(name: str, default: Path) -> Path:
    """A folder that can be written to, made if it is missing. Raises ImproperlyConfigured."""
    path = Path(text(name, str(default))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}={str(path)!r} cannot be made: {error.strerror}. Set it to a folder that this "
            "user may write to."
        ) from error
    return path


def broker_url(name: str) -> str:
    """A Redis address as Celery wants it, empty when unset. Raises ImproperlyConfigured."""
    value = text(name)
    known = ("redis://", "rediss://", "redis+socket://")
    if value and not value.startswith(known):
        raise ImproperlyConfigured(
            f"{name}={value!r} is not the address of a Redis server. Set it to something like "
            "redis://127.0.0.1:6379/0, or unset it to have a broker started for you."
        )
    return value


def cache_url(name: str) -> str:
    """The same Redis server in the words of redis-py; the usual local one when unset."""
    value = broker_url(name) or "redis://127.0.0.1:6379/0"
    return value.replace("redis+socket://", "unix://", 1)


def device(name: str, given: str | None = None) -> str:
    """Where a model computes: cpu or a GPU by number; of the environment unless it is given.

    Raises ImproperlyConfigured.
    """
    value = text(name, "cpu") if given is None else given
    if not re.fullmatch(r"cpu|cuda(:\d{1,3})?", value):
        raise ImproperlyConfigured(
            f"{name}={value!r} is no device. Set it to cpu, or to a GPU such as cuda:0."
        )
    return value


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Addresses or networks separated by commas. Raises ImproperlyConfigured."""
    try:
        return [ip_network(part) for part in names(name)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}={text(name)!r}: {error}. Set it to addresses or networks separated by commas, "
            "such as 127.0.0.1,10.0.0.0/8, or unset it."
        ) from error


def kept_secret(path: Path) -> str:
    """The secret in that file; made on first use, readable by its owner alone."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        fresh.replace(path)
    return path.read_text().strip()
