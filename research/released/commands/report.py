"""Write the figures of docs/model.md, contracts.md and strength.md from what was saved."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from research.page import filled
from research.released import contract_tables, model_tables
from research.released.released import released_now
from research.released.sources import ROOT, read_sources
from research.strength import tables as strength_tables

DOCS = ROOT / "docs"


class Command(BaseCommand):
    help = (
        "Make the figures of docs/model.md, docs/contracts.md and docs/strength.md from what is "
        "kept: scores (evaluate_bidder --json), reports (keep, and describe --json as "
        "auctions.json) and docs/measures (the benchmarks, manage.py match, and "
        "research.contests uncontested, each with --json, and research.strength measure)."
    )

    def handle(self, **options: Any) -> None:
        try:
            released = released_now()
            sources = read_sources()
            if sources.model["sha256"] != released["bidder"]["sha256"]:
                raise ValueError("the kept scores are not those of the released weights")
            made = {
                "model.md": model_tables.tables(sources),
                "contracts.md": contract_tables.tables(DOCS / "measures", released),
                "strength.md": strength_tables.tables(DOCS / "measures", released),
            }
            pages = {
                name: filled((DOCS / name).read_text(encoding="utf-8"), of)
                for name, of in made.items()
            }
        except (BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        for name, text in pages.items():
            write_atomically(DOCS / name, text.encode())
            self.stdout.write(f"{DOCS / name} written")
