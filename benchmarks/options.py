"""The command line of the benchmarks that read a folder of dev files."""

from __future__ import annotations

import argparse
from pathlib import Path


def read_options(description: str, auctions: int) -> argparse.Namespace:
    """``data`` (a folder), ``auctions`` of each file (by default so many) and ``json`` (a file)."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("data", type=Path, help="a folder with the dev files")
    parser.add_argument(
        "--auctions", type=int, default=auctions, help=f"of each file (default {auctions})"
    )
    parser.add_argument("--json", type=Path, help="write the figures there")
    return parser.parse_args()
