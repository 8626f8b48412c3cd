"""The task of training a bidder of either arrangement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.networks.bidder import Bidder, BidderConfig
from bidding.networks.checkpoint import ModelInfo
from bidding.training.bidder.experiment import BidderTask
from research.p1.every_seat import (
    drawn_seats,
    evaluate_every_seat,
    evaluate_turns,
    every_seat_losses,
)
from research.p1.network import P1Bidder, P1Config, is_paper, load_p1_bidder
from research.p1.recipe import P1Recipe


class P1Task(BidderTask):
    """A bidder's task that predicts from every seat in the paper's arrangement."""

    def build(self, config: BidderConfig) -> Bidder:
        """Return a network with random weights."""
        assert isinstance(config, P1Config)
        return P1Bidder(config)

    def load(self, folder: Path) -> tuple[Bidder, ModelInfo]:
        """Load weights; raise BadCheckpoint if they are missing or damaged."""
        return load_p1_bidder(folder, self.device)

    def losses(
        self, batch: AuctionBatch, rows: np.ndarray, rng: torch.Generator
    ) -> dict[str, Tensor]:
        """Return the loss of a batch (``total``), its parts, and the share of turns learned."""
        if not is_paper(self.model):
            return super().losses(batch, rows, rng)
        assert isinstance(self.recipe, P1Recipe)
        seats = drawn_seats(batch, self.recipe.seats, rng)
        return every_seat_losses(self.model, batch, seats, self.recipe.objective)

    def evaluate(self, bidder: Bidder, rows: np.ndarray, **options: Any) -> dict[str, Any]:
        """Return the scores at the turns of these auctions."""
        return evaluate_turns(bidder, self.dataset.records, rows, self.device, **options)

    def scores(self, bidder: Bidder, rows: np.ndarray) -> dict[str, Any]:
        """Return the scores at own turns, at others' turns and at the end."""
        return evaluate_every_seat(bidder, self.dataset.records, rows, self.device)
