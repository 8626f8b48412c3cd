"""Play a duplicate match with the network of a run."""

from __future__ import annotations

from argparse import ArgumentParser
from functools import cached_property
from pathlib import Path
from typing import Any

from bidding.management.commands import match
from bidding.matches.bidders import Calls, ModelBidder
from bidding.matches.players import PlayerKind
from bidding.matches.seating import Networks
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from research.p1.served import WEIGHTS, load_served


class NetworksOfRun(Networks):
    """The network of a run as ``model``; the released ones as all others."""

    def __init__(self, run: Path, estimator: Path | None, adviser: Path | None = None) -> None:
        super().__init__(None, estimator, adviser)
        self._run = run

    @cached_property
    def run(self) -> tuple[Bidder, ModelInfo]:
        """The network of the run."""
        return load_served(self._run)

    def bidder_of(self, kind: PlayerKind) -> Calls:
        """The bidder of a kind."""
        return ModelBidder(self.run[0]) if kind is PlayerKind.MODEL else super().bidder_of(kind)

    def settings(self, bidders: tuple[Calls, Calls]) -> dict[str, Any]:
        """What the calls of these bidders depend on."""
        return {**super().settings(bidders), "run": self.run[1].to_dict()}


class Command(match.Command):
    help = f"{match.Command.help} Here model is the network of a run, all others the released one."
    networks = NetworksOfRun

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(weights=WEIGHTS)
