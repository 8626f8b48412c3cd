"""Commands that were stopped and can be resumed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError

INTERRUPTED = 130  # the exit status, as shells give for Ctrl-C
GOES_ON = "stopped; the same command goes on where it was"


@contextmanager
def resumable() -> Iterator[None]:
    """Raise CommandError on Ctrl-C, for a command that goes on where it was."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise CommandError(GOES_ON, returncode=INTERRUPTED) from stop
