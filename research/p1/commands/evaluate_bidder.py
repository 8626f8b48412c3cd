"""Score the network of a run on recorded auctions."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from bidding.management.commands import evaluate_bidder
from research.p1.every_seat import evaluate_every_seat
from research.p1.network import load_p1_bidder
from research.p1.served import WEIGHTS


class Command(evaluate_bidder.Command):
    help = (
        "Score a run's network on a file of recorded auctions (.npz): the next call and the hidden "
        "hands at own turns and, with --json, at others' turns and at the end."
    )
    load = staticmethod(load_p1_bidder)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(weights=WEIGHTS)

    def scores(self, of: Any, options: dict[str, Any]) -> dict[str, Any]:
        """Return the figures of every seat, each with its hand."""
        return evaluate_every_seat(*of)
