"""Write the page on the released model from saved scores."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.explaining.explainer import Explainer
from bidding.explaining.table_2 import table_2_markdown, table_2_position
from bidding.management.results import add_docs_option
from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from bidding.training.reporting.model_page import model_page, pictures
from bidding.training.reporting.sources import read_sources


class Command(BaseCommand):
    help = (
        "Make docs/model.md and its pictures from docs/scores (evaluate_bidder --json), "
        "docs/reports (keep_reports, and describe_auctions --json as auctions.json) and "
        "docs/measures (benchmarks.surprise and benchmarks.systems)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_docs_option(parser)

    def handle(self, **options: Any) -> None:
        docs: Path = options["docs"]
        try:
            explanation = Explainer.load(exact=True).explain(table_2_position())
            sources = read_sources(docs)
        except (BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if sources.model["sha256"] != explanation.model.sha256:
            raise CommandError("docs/scores are not those of the released weights: score again")
        page = model_page(sources, table_2_markdown(explanation))
        for name, text in {**pictures(sources), "model.md": page}.items():
            write_atomically(docs / name, text.encode())
            self.stdout.write(f"{docs / name} written\n")
