"""Count auctions, deals and what a player cannot tell apart."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from research.game_model.auction_counts import N_BIDS, READINGS, count_auctions
from research.game_model.information import N_DEALS, N_HANDS
from research.game_model.tables import knowledge_table


class Command(BaseCommand):
    help = (
        "Count the auctions by the Laws and by the readings of equations (3) to (7) of paper P5, "
        "the deals, and the deals that each player cannot tell apart."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bids", type=int, default=N_BIDS, help="auctions with the lowest bids alone (35)"
        )

    def handle(self, **options: Any) -> None:
        bids = options["bids"]
        if not 1 <= bids <= N_BIDS:
            raise CommandError(f"--bids must be from 1 to {N_BIDS}, not {bids}")
        self.stdout.write(f"auctions with {bids} bids, by when they end and who may double")
        for (end, double), rules in READINGS.items():
            self.stdout.write(f"  {end:16}{double:10}{count_auctions(rules, bids):>77,}")
        self.stdout.write(
            f"\ndeals (25) {N_DEALS:,}, hands {N_HANDS:,}; deals that a player holds possible:\n"
        )
        self.stdout.write(knowledge_table())
