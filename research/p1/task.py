"""The task of training a bidder of paper P1's arrangement."""

from __future__ import annotations

from typing import Any

import numpy as np

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder
from bidding.training.bidder.task import BidderTask
from research.p1.every_seat import evaluate_every_seat, every_seat_views
from research.p1.recipe import P1Recipe


class P1Task(BidderTask):
    """A bidder's task that predicts from every seat if its recipe says so."""

    def turns(self, batch: AuctionBatch) -> Views:
        """Return the views that the calls of a batch are predicted from."""
        assert isinstance(self.recipe, P1Recipe)
        return every_seat_views(batch) if self.recipe.every_seat else super().turns(batch)

    def scores(self, bidder: Bidder, rows: np.ndarray) -> dict[str, Any]:
        """Return the scores at own turns, at others' turns and at the end."""
        return evaluate_every_seat(bidder, self.dataset.records, rows, self.device)
