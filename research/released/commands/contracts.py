"""Write the figures of the page on contracts from what was measured."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import write_atomically
from research.released.contracts_page import filled, wanted
from research.released.released import released_now
from research.released.sources import ROOT, read_figures


class Command(BaseCommand):
    help = (
        "Make the figures of docs/contracts.md anew from docs/measures (benchmarks.layouts, "
        "benchmarks.contracts, benchmarks.truth, and match and uncontested of research.contests, "
        "each with --json)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the project")

    def handle(self, **options: Any) -> None:
        path: Path = options["root"] / "docs/contracts.md"
        try:
            page = path.read_text()
            kept = {
                name: options["root"] / "docs/measures" / f"{name}.json" for name in wanted(page)
            }
            measures = {name: read_figures(file) for name, file in kept.items() if file.is_file()}
            page = filled(page, measures, released_now())
        except KeyError as error:
            raise CommandError(f"a measure of {path} has no {error}; measure it again") from error
        except (ValueError, OSError) as error:
            raise CommandError(f"{path}: {error}") from error
        write_atomically(path, page.encode())
        self.stdout.write(f"{path} written")
