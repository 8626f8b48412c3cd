"""How likely the model finds the calls of an auction, given whole layouts.

The auction is read once for all layouts: only the read-outs know hands.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder

_VIEWS_AT_ONCE = 4096
_LEAST = 1e-9  # a chance; its log is finite


class Weigher:
    """One auction, its calls judged by the hands of any layouts.

    ``auction`` is a batch of one, whose hands do not matter; ``steps`` are the places of the
    calls that are judged.
    """

    def __init__(
        self, bidder: Bidder, auction: AuctionBatch, steps: list[int], device: torch.device | str
    ) -> None:
        self.bidder, self.auction, self.device = bidder, auction.to(device), device
        self.steps = torch.tensor(steps, dtype=torch.int64, device=device)
        self.made = self.auction.calls[0, self.steps]
        with torch.inference_mode():
            self.heard = bidder.encode(self.auction)

    @torch.inference_mode()
    def log_likelihoods(self, owner: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
        """(N, C) nats: the log chance of each call by its caller's hand, of layouts (N, 52).

        ``owner`` are seats 0 to 3.
        """
        if not len(self.steps):
            return np.zeros((len(owner), 0))
        size = max(1, _VIEWS_AT_ONCE // len(self.steps))
        parts = [self._judged(owner[i : i + size]) for i in range(0, len(owner), size)]
        return np.concatenate(parts)

    def _judged(self, owner: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
        count, calls = len(owner), len(self.steps)
        batch = dealt(self.auction, owner)
        auction = torch.arange(count, device=self.device).repeat_interleave(calls)
        step = self.steps.repeat(count)
        seen = torch.ones_like(step, dtype=torch.bool)
        views = Views(auction, step, batch.seat[auction, step], seen)
        heard = None if self.heard is None else self.heard.expand(count, -1, -1)
        chances = self.bidder.next_call(batch, views, heard).double().softmax(-1)
        made = chances.gather(1, self.made.repeat(count)[:, None])
        return np.asarray(made.clamp(min=_LEAST).log().view(count, calls).cpu().numpy())


def dealt(auction: AuctionBatch, owner: npt.NDArray[np.uint8]) -> AuctionBatch:
    """One auction held with each of N layouts (N, 52), seats 0 to 3."""
    seats = torch.arange(N_SEATS, dtype=torch.uint8)
    hands = (torch.from_numpy(owner)[:, None] == seats[:, None]).to(auction.hands.device)
    rows: Tensor = torch.zeros(len(owner), dtype=torch.int64, device=hands.device)
    return replace(auction[rows], hands=hands)
