"""Options that several commands of research share."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path


def add_docs_option(parser: ArgumentParser) -> None:
    """Add ``--docs DIR``, the folder of the pages."""
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="default: docs")
