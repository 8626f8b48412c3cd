"""Write the figures of the page on contracts from what was measured."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.management.results import add_docs_option
from bidding.networks.checkpoint import write_atomically
from bidding.training.reporting.contracts_page import filled, wanted
from bidding.training.reporting.released import released_now
from bidding.training.reporting.sources import read_figures


class Command(BaseCommand):
    help = (
        "Make the figures of docs/contracts.md anew from docs/measures (benchmarks.layouts, "
        "benchmarks.contracts, benchmarks.truth, match and bid_uncontested, each with --json)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_docs_option(parser)

    def handle(self, **options: Any) -> None:
        path: Path = options["docs"] / "contracts.md"
        try:
            page = path.read_text()
            kept = {name: options["docs"] / "measures" / f"{name}.json" for name in wanted(page)}
            measures = {name: read_figures(file) for name, file in kept.items() if file.is_file()}
            page = filled(page, measures, released_now())
        except KeyError as error:
            raise CommandError(f"a measure of {path} has no {error}; measure it again") from error
        except (ValueError, OSError) as error:
            raise CommandError(f"{path}: {error}") from error
        write_atomically(path, page.encode())
        self.stdout.write(f"{path} written")
