"""Write the tables of docs/cards.md from what was kept."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from bidding.management.runs import command_errors
from bidding.networks.checkpoint import write_atomically
from research.cards.tables import PAGE, read_kept, tables
from research.page import filled


class Command(BaseCommand):
    help = "Make the tables of docs/cards.md from docs/measures/cards.json, which measure writes."

    @command_errors()
    def handle(self, **options: Any) -> None:
        page = filled(PAGE.read_text(encoding="utf-8"), tables(read_kept()))
        write_atomically(PAGE, page.encode())
        self.stdout.write(f"{PAGE} written")
