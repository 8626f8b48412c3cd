"""The options of commands that write figures into a file, or pages into a folder."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError


def add_json_option(parser: ArgumentParser) -> None:
    """``--json OUT``."""
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")


def add_docs_option(parser: ArgumentParser) -> None:
    """``--docs DIR``, where the pages and what they are made from lie."""
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="default: docs")


def json_path(options: dict[str, Any]) -> Path | None:
    """The file that was named, if any; CommandError, before any work, where none can be."""
    out: Path | None = options["json"]
    if out is not None and (out.is_dir() or not out.absolute().parent.is_dir()):
        raise CommandError(f"--json: {out} cannot be written: no such folder, or a folder")
    return out


def file_sha256(path: Path) -> str:
    """By which figures know the file that they are of, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
