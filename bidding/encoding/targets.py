"""Targets of each view: the hidden hands and the next call."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_SEATS, N_SUITS, PAD
from bidding.encoding.views import Views, card_hcp


@dataclass(frozen=True)
class Targets:
    """Targets of Q views; the hidden players are the viewer's LHO, partner and RHO.

    call (Q,) the next call, PAD where the auction was over
    hcp (Q, 3), lengths (Q, 3, 4) int64
    owner (Q, 52) 0 the viewer, 1..3 the hidden players
    """

    call: Tensor
    hcp: Tensor
    lengths: Tensor
    owner: Tensor

    def __getitem__(self, which: Tensor | slice) -> Targets:
        """Return the targets of these views."""
        return Targets(*(part[which] for part in (self.call, self.hcp, self.lengths, self.owner)))


def next_call(batch: AuctionBatch, views: Views) -> Tensor:
    """Return the (Q,) calls made at the views; PAD after the end of the auction."""
    calls = torch.nn.functional.pad(batch.calls, (0, 1), value=PAD)
    return calls[views.auction, views.step]


def targets(batch: AuctionBatch, views: Views, *, include_own: bool = False) -> Targets:
    """Return the targets of the views; every hand of the batch must be known.

    With ``include_own`` the viewer's hand is the first of four hidden ones, as for a spectator:
    hcp (Q, 4), lengths (Q, 4, 4), owner 1..4.
    """
    first = 0 if include_own else 1
    turns = torch.arange(N_SEATS, device=views.viewer.device)
    seats = (views.viewer[:, None] + turns) % N_SEATS  # (Q, 4)
    hands = batch.hands[views.auction].take_along_dim(seats[..., None], dim=1)  # (Q, 4, 52)
    hidden, number = hands[:, first:], (turns + 1 - first).byte()
    return Targets(
        call=next_call(batch, views),
        hcp=(hidden * card_hcp(hidden.device)).sum(-1),
        lengths=hidden.view(*hidden.shape[:2], N_SUITS, -1).sum(-1),
        owner=(hands * number[:, None]).sum(1, dtype=torch.uint8).long(),
    )
