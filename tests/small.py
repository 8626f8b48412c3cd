"""A small untrained bidder, and positions to ask it about."""

from __future__ import annotations

from typing import Any

import torch

from bidding.domain.calls import ALL_CALLS
from bidding.domain.cards import Hand
from bidding.domain.position import Position
from bidding.domain.systems import Systems
from bidding.domain.table import Seat, Vulnerability
from bidding.explaining.explainer import Explainer
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo
from bidding.networks.config import BidderConfig
from bidding.parsing.text import parse_auction, parse_hand

CALL = {str(call): call for call in ALL_CALLS}
HAND = parse_hand("AKJT985.6.A76.84")
MODEL = ModelInfo("stub", "1.0", "none", "0" * 64)
SMALL = BidderConfig(state_width=8, call_embedding=8, readout_width=16, readout_blocks=1)


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
    return Explainer(bidder or small_bidder(), MODEL, "cpu", **options)
