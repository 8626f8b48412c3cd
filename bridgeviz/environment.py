"""Reads the environment; a value that cannot be used stops the start with its remedy."""

from __future__ import annotations

import os
import secrets
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


def flag(name: str, *, default: bool = False) -> bool:
    """Whether the variable is 1, not 0; empty and unset mean the default.

    Raises ImproperlyConfigured for anything else.
    """
    value = text(name, str(int(default)))
    if value not in ("0", "1"):
        other = int(not default)
        raise ImproperlyConfigured(
            f"{name}={value!r} is not 0 or 1. Set {name}={other} or unset it."
        )
    return value == "1"


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


def kept_secret(path: Path) -> str:
    """The secret in that file; made on first use, readable by its owner alone."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        fresh.replace(path)
    return path.read_text().strip()
