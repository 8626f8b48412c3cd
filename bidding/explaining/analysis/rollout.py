"""Auctions that the bidder bids on: to their end on given layouts, or robots' calls at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bidding.domain.calls import ALL_CALLS, Call
from bidding.domain.position import BiddingTable, Position
from bidding.domain.table import Seat
from bidding.encoding.auction_batch import AuctionBatch, encode_owners, encode_positions
from bidding.encoding.layout import N_SEATS
from bidding.encoding.views import Views, last_views
from bidding.explaining.analysis.layouts import with_layouts
from bidding.explaining.analysis.tables import Players, Policy, Tables
from bidding.networks.advice_head import AdviceHead
from bidding.networks.bidder import Bidder
from bidding.networks.checkpoint import ModelInfo

LEAST_DRAWN = 0.05  # the least chance of a call that is drawn


def roll_out(
    bidder: Bidder,
    tables: Sequence[Position],
    owner: np.ndarray,
    head: AdviceHead | None = None,
) -> list[Position]:
    """Bid auctions on layouts (N, 52) to their end, always with the likeliest call; those of the
    viewer's side are an adviser's, if there is one.

    What is the same on several layouts is computed once: the public state of an auction, and the
    call that a hand makes in it.
    """
    batch, place = _different(bidder, tables)  # the auction of each layout
    hands = with_layouts(batch[place], owner).hands
    players = Players.agreed(batch)
    if head is not None:
        side = torch.tensor([table.seat.side for table in tables], device=bidder.device)
        players.advised[place] = torch.arange(N_SEATS, device=bidder.device) % 2 == side[:, None]
    auctions = Tables.at(Policy(bidder, head), batch, players)
    ended, layout = list(tables), torch.arange(len(tables), device=bidder.device)
    while True:
        going = torch.isin(place, auctions.going)
        for row, auction in zip(layout[~going].tolist(), place[~going].tolist(), strict=True):
            ended[row] = replace(tables[row], auction=auctions.auction(auction))
        if not going.any():
            return ended
        layout, place = layout[going], place[going]
        own = hands[layout, auctions.turn[place]]
        asked, number = torch.unique(
            torch.cat([place[:, None], own], dim=1), dim=0, return_inverse=True
        )
        _, made = auctions.with_hands(asked[:, 0], asked[:, 1:].bool()).next_calls()
        called = torch.stack([place, made[number]], dim=1)
        after, place = torch.unique(called, dim=0, return_inverse=True)
        auctions = auctions.rows(after[:, 0])
        auctions.call(torch.arange(len(after), device=bidder.device), after[:, 1])


def _different(bidder: Bidder, tables: Sequence[Position]) -> tuple[AuctionBatch, Tensor]:
    """Return the auctions of different tables, and the row of each table among them."""
    different = dict.fromkeys(tables)
    place = {table: number for number, table in enumerate(different)}
    row = torch.tensor([place[table] for table in tables], device=bidder.device)
    return encode_positions(list(different)).to(bidder.device), row


@torch.inference_mode()
def next_call_chances(bidder: Bidder, tables: Sequence[Position], owner: np.ndarray) -> Tensor:
    """Return (N, 38) chances of the next call at each table, given the caller's hand.

    Hands come from the layouts (N, 52), not from the positions. Equal auctions are read once.
    """
    batch, views, states = views_of_turns(bidder, tables, owner)
    return bidder.next_call(batch, views, states).softmax(-1).cpu()


def views_of_turns(
    bidder: Bidder, tables: Sequence[Position], owner: np.ndarray
) -> tuple[AuctionBatch, Views, Tensor]:
    """Return the auctions of N tables with the hands of the layouts, the views of the players to
    call, and the public states."""
    batch, row = _different(bidder, tables)
    states = bidder.encode(batch)
    batch = with_layouts(batch[row], owner)
    return batch, last_views(batch), states[row]


@dataclass(frozen=True)
class RobotCalls:
    """A table after the robots' calls, and how many there were."""

    table: BiddingTable
    count: int
    model: ModelInfo

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        auction = self.table.auction
        calls = [str(call) for call in auction.calls]
        contract = auction.contract
        return {
            "model": self.model.to_dict(),
            "auction": calls,
            "calls": calls[len(calls) - self.count :],
            "turn": None if auction.turn is None else auction.turn.name,
            "contract": None if contract is None else str(contract),
        }


def robot_calls(
    bidder: Bidder, tables: Sequence[BiddingTable], model: ModelInfo
) -> list[RobotCalls]:
    """Make the robots' calls at each table until a person is to call or the auction ends."""
    after, _ = bid_on(bidder, tables)
    return [
        RobotCalls(now, len(now.auction.calls) - len(before.auction.calls), model)
        for before, now in zip(tables, after, strict=True)
    ]


def bid_on(
    bidder: Bidder, tables: Sequence[BiddingTable]
) -> tuple[list[BiddingTable], list[list[float]]]:
    """Return each table after the robots' calls, and the chances of these calls."""
    owner = np.stack([encode_owners(table.hands) for table in tables])
    now = list(tables)
    chances: list[list[float]] = [[] for _ in tables]
    while rows := [row for row, table in enumerate(now) if table.is_robots_turn]:
        positions = [
            Position(None, Seat.S, table.auction, table.vulnerability, table.systems)
            for table in (now[row] for row in rows)
        ]
        found = next_call_chances(bidder, positions, owner[rows]).numpy()
        for row, each in zip(rows, found, strict=True):
            call = _choose(now[row], each)
            now[row] = replace(now[row], auction=now[row].auction.after(call))
            chances[row].append(float(each[call.index]))
    return now, chances


def _choose(table: BiddingTable, chances: np.ndarray) -> Call:
    """Return the likeliest call, or one drawn among those that are not rare."""
    if table.draw is None:
        return ALL_CALLS[int(chances.argmax())]
    likely = np.where(chances >= min(LEAST_DRAWN, chances.max()), chances, 0).astype(float)
    rng = np.random.default_rng([table.draw, len(table.auction.calls)])
    return ALL_CALLS[int(rng.choice(len(likely), p=likely / likely.sum()))]
