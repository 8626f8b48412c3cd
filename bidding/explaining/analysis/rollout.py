"""Rollouts: auctions bid to their end by the model, each on a layout of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS
from bidding.domain.position import Position
from bidding.encoding.auction_batch import AuctionBatch, encode_positions
from bidding.encoding.layout import N_SEATS
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder


def roll_out(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray, device: torch.device | str
) -> list[Position]:
    """Bid auctions on layouts (N, 52) to their end, always with the likeliest call."""
    tables = list(tables)
    while unfinished := [row for row, table in enumerate(tables) if not table.auction.is_over]:
        some = [tables[row] for row in unfinished]
        chosen = next_call_chances(bidder, some, owner[unfinished], device).argmax(1).tolist()
        for row, table, call in zip(unfinished, some, chosen, strict=True):
            tables[row] = replace(table, auction=table.auction.after(ALL_CALLS[call]))
    return tables


@torch.inference_mode()
def next_call_chances(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray, device: torch.device | str
) -> Tensor:
    """Return (N, 38) chances of the next call at each table, given the caller's hand.

    Hands come from the layouts (N, 52), not from the positions. Equal auctions are read once.
    """
    batch, views, states = views_of_turns(bidder, tables, owner, device)
    return bidder.next_call(batch, views, states).softmax(-1).cpu()


def views_of_turns(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray, device: torch.device | str
) -> tuple[AuctionBatch, Views, Tensor]:
    """Return the auctions of N tables, the views of whoever is to call, and the public states.

    Hands come from the layouts (N, 52), not from the positions. Equal auctions are read once.
    """
    different = dict.fromkeys(tables)
    place = {table: number for number, table in enumerate(different)}
    row = torch.tensor([place[table] for table in tables], device=device)
    batch = encode_positions(list(different)).to(device)
    states = bidder.encode(batch)
    seats = torch.arange(N_SEATS, dtype=torch.uint8)
    hands = (torch.from_numpy(owner)[:, None] == seats[:, None]).to(device)  # (N, 4, 52)
    batch = replace(batch[row], hands=hands)
    every = torch.arange(len(row), device=device)
    step = batch.n_calls
    views = Views(every, step, batch.seat[every, step], torch.ones_like(step, dtype=torch.bool))
    return batch, views, states[row]
