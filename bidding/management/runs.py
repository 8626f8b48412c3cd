"""What commands that run long share: they can be stopped and resumed, and write their figures."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

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


def add_json_option(parser: ArgumentParser) -> None:
    """Add ``--json OUT``."""
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")


def json_path(options: dict[str, Any]) -> Path | None:
    """Return the file that was named, if any; raise CommandError if it cannot be written."""
    out: Path | None = options["json"]
    if out is None:
        return None
    folder = out.absolute().parent
    try:
        if out.is_dir() or not folder.is_dir():
            raise CommandError(f"--json: {out} cannot be written: no such folder, or a folder")
        # Files are written beside their target first, by a name no longer than this one.
        with NamedTemporaryFile(dir=folder, prefix=f".{out.name}."):
            pass
    except OSError as error:
        raise _unwritable(out, error) from error
    return out


def write_figures(out: Path | None, document: dict[str, Any]) -> None:
    """Write the figures if a file was named; raise CommandError if it cannot be written."""
    # Imported here: torch is slow to load, and not needed to refuse a wrong argument.
    from bidding.networks.checkpoint import write_json

    if out is None:
        return
    try:
        write_json(out, document)
    except OSError as error:
        raise _unwritable(out, error) from error


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _unwritable(out: Path, error: OSError) -> CommandError:
    return CommandError(f"--json: {out} cannot be written: {error.strerror or error}")
