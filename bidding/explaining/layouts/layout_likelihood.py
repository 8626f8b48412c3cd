"""The likelihood of the calls of an auction given whole layouts.

The trunk reads the auction once for all layouts: only the read-outs see hands.
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


class LayoutLikelihood:
    """The likelihood of calls of one auction given the hands of any layouts.

    ``auction`` is a batch of one, whose hands are ignored; ``steps`` are the places of the calls.
    """

    def __init__(
        self, bidder: Bidder, auction: AuctionBatch, steps: list[int], device: torch.device | str
    ) -> None:
        self.bidder, self.auction, self.device = bidder, auction.to(device), device
        self.steps = torch.tensor(steps, dtype=torch.int64, device=device)
        self.made = self.auction.calls[0, self.steps]
        with torch.inference_mode():
            self.states = bidder.encode(self.auction)

    @torch.inference_mode()
    def log_likelihoods(self, owner: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
        """Return (N, C) log-likelihoods of each call given its caller's hand in layouts (N, 52).

        ``owner`` are seats 0 to 3.
        """
        if not len(self.steps):
            return np.zeros((len(owner), 0))
        size = max(1, _VIEWS_AT_ONCE // len(self.steps))
        parts = [self._log_chances(owner[i : i + size]) for i in range(0, len(owner), size)]
        return np.concatenate(parts)

    def _log_chances(self, owner: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
        count, calls = len(owner), len(self.steps)
        batch = with_layouts(self.auction, owner)
        auction = torch.arange(count, device=self.device).repeat_interleave(calls)
        step = self.steps.repeat(count)
        seen = torch.ones_like(step, dtype=torch.bool)
        views = Views(auction, step, batch.seat[auction, step], seen)
        states = self.states.expand(count, -1, -1)
        chances = self.bidder.next_call(batch, views, states).double().softmax(-1)
        made = chances.gather(1, self.made.repeat(count)[:, None])
        return np.asarray(made.clamp(min=_LEAST).log().view(count, calls).cpu().numpy())


def with_layouts(auction: AuctionBatch, owner: npt.NDArray[np.uint8]) -> AuctionBatch:
    """Return the auction with the hands of each of N layouts (N, 52), seats 0 to 3."""
    seats = torch.arange(N_SEATS, dtype=torch.uint8)
    hands = (torch.from_numpy(owner)[:, None] == seats[:, None]).to(auction.hands.device)
    rows: Tensor = torch.zeros(len(owner), dtype=torch.int64, device=hands.device)
    return replace(auction[rows], hands=hands)
