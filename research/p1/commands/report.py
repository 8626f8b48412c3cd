"""Write the tables and pictures of the README of research/p1."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import BadCheckpoint, write_atomically
from research.p1.figures import figures
from research.p1.recipe import FOLDER
from research.p1.tables import test_case
from research.p1.verdicts import tables
from research.page import filled
from research.released.sources import read_sources


class Command(BaseCommand):
    help = "Make the tables and pictures of the README of research/p1 from the kept reports."

    def handle(self, **options: Any) -> None:
        page = FOLDER / "README.md"
        try:
            sources = read_sources()
            text = filled(page.read_text(encoding="utf-8"), tables(sources))
            made = {page.name: text, **figures(sources, test_case())}
        except (BadCheckpoint, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        for name, text in made.items():
            write_atomically(FOLDER / name, text.encode())
            self.stdout.write(f"{FOLDER / name} written")
