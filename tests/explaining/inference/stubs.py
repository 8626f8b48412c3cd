"""A stub bidder whose call head returns chosen chances."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from bidding.domain.calls import N_CALLS
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder
from tests.small import SMALL

Chances = Callable[[Tensor], Tensor]  # (Q, 52) own cards to (Q,) the chance of the call made


class StubBidder(Bidder):
    """A uniform belief about hidden hands; the chances of the calls depend on the hand.

    The other calls share what is left.
    """

    def __init__(self, chance: Chances) -> None:
        torch.manual_seed(5)
        super().__init__(SMALL)
        for head in (self.hcp, self.lengths, self.cards):
            for parameter in head.parameters():
                torch.nn.init.zeros_(parameter)
        self.chance = chance
        self.eval()

    def next_call(self, batch: AuctionBatch, views: Views, states: Tensor | None = None) -> Tensor:
        made = batch.calls[views.auction, views.step]
        chance = self.chance(views.own_cards(batch)).double()
        rest = ((1 - chance) / (N_CALLS - 1))[:, None].expand(-1, N_CALLS)
        return rest.scatter(1, made[:, None], chance[:, None]).log()
