"""Explain one position by the network of a run."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from bidding.explaining.explainer import Explainer
from bidding.management.commands import explain
from research.p1.served import WEIGHTS, load_served


class Command(explain.Command):
    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(weights=WEIGHTS, system="unknown")  # systems are not read

    def load(self, weights: Path | None) -> Explainer:
        """Return an explainer with the network of a run."""
        return Explainer(*load_served(weights))
