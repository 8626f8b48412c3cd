"""Options and facts that several commands of research share."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path


def add_docs_option(parser: ArgumentParser) -> None:
    """Add ``--docs DIR``, the folder of the pages."""
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="default: docs")


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
