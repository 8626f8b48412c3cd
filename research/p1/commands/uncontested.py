"""Bid solved deals with the network of a run and compare its contracts with the best."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from bidding.domain.systems import System
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from research.contests.commands import uncontested
from research.p1.served import WEIGHTS, load_served


class Command(uncontested.Command):
    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(weights=WEIGHTS, system=System.STANDARD.value)

    def load(self, weights: Path | None) -> tuple[Bidder, ModelInfo]:
        """Return the network of a run."""
        return load_served(weights)
