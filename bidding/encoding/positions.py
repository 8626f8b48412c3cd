"""Encoding of domain positions as a batch of auctions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import torch

from bidding.domain.cards import Hand
from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch
from bidding.encoding.layout import N_CARDS, N_SEATS, PAD, SYSTEM_CODE


def encode_positions(positions: Sequence[Position]) -> AuctionBatch:
    """Return a batch with one auction per position; only the viewer's hand is filled in."""
    longest = max(len(position.auction.calls) for position in positions)
    calls = torch.full((len(positions), longest), PAD)
    hands = torch.zeros(len(positions), N_SEATS, N_CARDS, dtype=torch.bool)
    for row, position in enumerate(positions):
        indices = [call.index for call in position.auction.calls]
        calls[row, : len(indices)] = torch.tensor(indices, dtype=torch.int64)
        if position.hand is not None:
            hands[row, position.seat, [card.index for card in position.hand]] = True
    return AuctionBatch(
        calls=calls,
        n_calls=torch.tensor([len(position.auction.calls) for position in positions]),
        dealer=torch.tensor([int(position.auction.dealer) for position in positions]),
        vulnerability=torch.tensor([int(position.vulnerability) for position in positions]),
        systems=torch.tensor(
            [
                [SYSTEM_CODE[position.systems.ns], SYSTEM_CODE[position.systems.ew]]
                for position in positions
            ]
        ),
        hands=hands,
    )


def encode_owners(hands: Iterable[Hand]) -> np.ndarray:
    """Return (52,) uint8: the seat that holds each card of four hands N E S W."""
    owner = np.zeros(N_CARDS, dtype=np.uint8)
    for seat, hand in enumerate(hands):
        owner[[card.index for card in hand]] = seat
    return owner
