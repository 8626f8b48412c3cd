"""What commands share: parts under one name, faults in their words, resuming, figures in a file."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bidding.encoding.records import CardNumbers
from bidding.networks import checkpoint

INTERRUPTED = 130  # the exit status, as shells give for Ctrl-C
GOES_ON = "stopped; the same command goes on where it was"


class CommandGroup(BaseCommand):
    """Commands of one subject, ``manage.py SUBJECT PART …``."""

    parts: ClassVar[dict[str, type[BaseCommand]]]

    def add_arguments(self, parser: CommandParser) -> None:
        """Add a parser for each part."""
        which = parser.add_subparsers(dest="part", metavar="PART", required=True)
        for name, part in self.parts.items():
            part().add_arguments(which.add_parser(name, help=part.help, description=part.help))

    def handle(self, **options: Any) -> None:
        """Run the part that was named."""
        command = self.parts[options.pop("part")]()
        command.stdout, command.stderr = self.stdout, self.stderr
        command.handle(**options)


@contextmanager
def command_errors() -> Iterator[None]:
    """Raise CommandError for faults of arguments and files, in their words."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise CommandError(str(error)) from error


@contextmanager
def resumable() -> Iterator[None]:
    """Raise CommandError as ``command_errors``, and on Ctrl-C where the same command goes on."""
    try:
        with command_errors():
            yield
    except KeyboardInterrupt as stop:
        raise CommandError(GOES_ON, returncode=INTERRUPTED) from stop


def check_least(options: dict[str, Any], **least: int) -> None:
    """Raise CommandError for an option that is given and less than its least value."""
    for name, value in least.items():
        if options[name] is not None and options[name] < value:
            raise CommandError(f"--{name} must be at least {value}")


def add_json_option(parser: ArgumentParser) -> None:
    """Add ``--json OUT``."""
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")


def json_path(options: dict[str, Any]) -> Path | None:
    """Return the file that was named, if any; raise CommandError if it cannot be written."""
    out: Path | None = options["json"]
    if out is None:
        return None
    # Files are written next to their target first, by a name no longer than this one.
    with _writing(out), NamedTemporaryFile(dir=out.absolute().parent, prefix=f".{out.name}."):
        if out.is_dir():
            raise OSError("it is a folder")
    return out


def write_figures(out: Path | None, document: dict[str, Any]) -> None:
    """Write the figures if a file was named; raise CommandError if it cannot be written."""
    if out is not None:
        with _writing(out):
            checkpoint.write_json(out, document)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(f"--json: {out} cannot be written: {reason}") from error


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def add_cards_option(parser: ArgumentParser) -> None:
    """Add ``--cards``."""
    text = "bases and choices by their ids, as the file's convention cards number them, .json"
    parser.add_argument("--cards", type=Path, help=text)


def card_numbers(options: dict[str, Any]) -> CardNumbers | None:
    """Return the numbers that ``--cards`` states. Raises BadRecords for a file that has none."""
    return CardNumbers.read(options["cards"]) if options["cards"] else None
