"""A small untrained bidder, and positions to ask it about."""

from __future__ import annotations

from typing import Any

import torch

from bidding.domain.calls import ALL_CALLS
from bidding.domain.cards import Hand
from bidding.domain.convention_card import Systems
from bidding.domain.position import Position
from bidding.domain.table import Seat, Vulnerability
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.views import Views
from bidding.explaining.explainer import Explainer
from bidding.networks.bidder import IMPOSSIBLE, Bidder, BidderConfig, Outputs
from bidding.networks.checkpoint import ModelInfo
from bidding.parsing.text.auctions import parse_auction
from bidding.parsing.text.hands import parse_hand

CALL = {str(call): call for call in ALL_CALLS}
HAND = parse_hand("AKJT985.6.A76.84")
MODEL = ModelInfo("stub", "1.0", "none", "0" * 64)
SMALL = BidderConfig(state_width=8, call_embedding=8, readout_width=16, readout_blocks=1)


class Chosen(Bidder):
    """A bidder whose call logits, and RHO's HCP, are what a test wants."""

    def __init__(self, **logits: float) -> None:
        super().__init__(SMALL)
        self.logits = {CALL[name].index: value for name, value in logits.items()}

    def forward(self, batch: AuctionBatch, views: Views, *args: Any, **kinds: Any) -> Outputs:
        outputs = super().forward(batch, views, *args, **kinds)
        call = outputs.call.masked_fill(outputs.call > IMPOSSIBLE, 0.0)
        for index, value in self.logits.items():
            legal = call[:, index] > IMPOSSIBLE
            call[legal, index] = value
        hcp = torch.zeros_like(outputs.hcp)
        hcp[:, 2, 12:15] = 20.0
        return outputs._replace(call=call, hcp=hcp)


def position(
    calls: str = "1D 1H",
    hand: Hand | None = HAND,
    *,
    seat: Seat = Seat.S,
    dealer: Seat = Seat.N,
    vulnerability: Vulnerability = Vulnerability.NS,
    systems: Systems | None = None,
) -> Position:
    auction = parse_auction(calls, dealer)
    return Position(hand, seat, auction, vulnerability, systems or Systems())


def small_bidder(config: BidderConfig = SMALL, *, seed: int = 5, factor: float = 1) -> Bidder:
    """Return an untrained bidder; a larger factor makes some calls clearly likelier."""
    torch.manual_seed(seed)
    bidder = Bidder(config).eval()
    for parameter in bidder.parameters():
        parameter.data *= factor
    return bidder


def small_explainer(bidder: Bidder | None = None, **options: Any) -> Explainer:
    return Explainer(bidder or small_bidder(), MODEL, **options)
