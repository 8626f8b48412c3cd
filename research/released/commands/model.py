"""Write the page on the released model from saved scores."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.explaining.explainer import Explainer
from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from research.p1.table_2 import table_2_markdown, table_2_position
from research.released.model_page import model_page, pictures
from research.released.sources import ROOT, read_sources


class Command(BaseCommand):
    help = (
        "Make docs/model.md and its pictures from what is kept: scores (evaluate_bidder --json), "
        "reports (keep, and describe --json as auctions.json) and docs/measures."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the project")

    def handle(self, **options: Any) -> None:
        root: Path = options["root"]
        try:
            explanation = Explainer.load(exact=True).explain(table_2_position())
            sources = read_sources(root)
        except (BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if sources.model["sha256"] != explanation.model.sha256:
            raise CommandError(
                "research/released/scores are not those of the released weights: score again"
            )
        page = model_page(sources, table_2_markdown(explanation))
        for name, text in {**pictures(sources), "model.md": page}.items():
            write_atomically(root / "docs" / name, text.encode())
            self.stdout.write(f"{root / 'docs' / name} written\n")
