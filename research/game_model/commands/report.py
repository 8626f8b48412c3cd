"""Write the tables of the README of research/game_model."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidding.networks.checkpoint import write_atomically
from research.game_model.tables import SHUFFLE, tables
from research.page import filled


class Command(BaseCommand):
    help = (
        "Make the tables of the README of research/game_model; those of the shuffle's tests are "
        "of the kept figures (shuffle --json research/game_model/reports/shuffle.json)."
    )

    def handle(self, **options: Any) -> None:
        page = SHUFFLE.parents[1] / "README.md"
        try:
            made = filled(
                page.read_text(encoding="utf-8"),
                tables(json.loads(SHUFFLE.read_text(encoding="utf-8"))),
            )
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        write_atomically(page, made.encode())
        self.stdout.write(f"{page} written")
