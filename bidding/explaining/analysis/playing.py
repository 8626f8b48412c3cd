"""Auctions bid to their end by the model, each with a layout of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS
from bidding.domain.position import Position
from bidding.encoding.layout import N_SEATS
from bidding.encoding.positions import encode_positions
from bidding.encoding.views import Views
from bidding.networks.bidder import Bidder


def play_out(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray, device: torch.device | str
) -> list[Position]:
    """The tables, with layouts (N, 52), once nobody may call; every call is the likeliest."""
    tables = list(tables)
    while going := [row for row, table in enumerate(tables) if not table.auction.is_over]:
        some = [tables[row] for row in going]
        chosen = next_chances(bidder, some, owner[going], device).argmax(1).tolist()
        for row, table, call in zip(going, some, chosen, strict=True):
            tables[row] = replace(table, auction=table.auction.after(ALL_CALLS[call]))
    return tables


@torch.inference_mode()
def next_chances(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray, device: torch.device | str
) -> Tensor:
    """(N, 38) chances of the next call at each table, by the hand of whoever is to call.

    The hands of the positions do not matter, those of the layouts (N, 52) do. Tables with
    equal auctions are heard once.
    """
    different = dict.fromkeys(tables)
    place = {table: number for number, table in enumerate(different)}
    row = torch.tensor([place[table] for table in tables], device=device)
    batch = encode_positions(list(different)).to(device)
    heard = bidder.encode(batch)
    seats = torch.arange(N_SEATS, dtype=torch.uint8)
    hands = (torch.from_numpy(owner)[:, None] == seats[:, None]).to(device)  # (N, 4, 52)
    batch = replace(batch[row], hands=hands)
    every = torch.arange(len(row), device=device)
    step = batch.n_calls
    views = Views(every, step, batch.seat[every, step], torch.ones_like(step, dtype=torch.bool))
    logits = bidder.next_call(batch, views, None if heard is None else heard[row])
    return logits.softmax(-1).cpu()
